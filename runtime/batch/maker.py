"""Makes jobs, one after the other, in one process: what a local worker and a node of a cluster share."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from ditone.runtime.errors import DitoneError
from ditone.runtime.request import EngineSettings, Request

FACTS = ("sample_rate_hz", "duration_s", "rtf", "evaluations", "peak_rss_mib", "peak_vram_mib", "device", "precision", "notes")


class Maker:
    """Holds at most one loaded model; a job of another one unloads it first."""

    def __init__(self) -> None:
        self._session: Any = None
        self._loaded: tuple[str, EngineSettings] | None = None

    def make(self, request: Request, path: Path, folder: str | None = None) -> dict[str, Any]:
        """Makes the take and stores it under `path`, whole or not at all; its figures.

        folder: where the model's files lie on this machine, if elsewhere than the request says. Raises DitoneError, OSError, MemoryError.
        """
        from ditone.runtime import registry
        from ditone.runtime.audio.storing import store
        from ditone.runtime.library.hashing import checksums
        from ditone.runtime.session import Session

        info = registry.resolve(folder or request.model)
        if self._loaded != (info.model, request.engine):
            self.close()
            self._session = Session.open(info, request.engine)
            self._loaded = (info.model, request.engine)
            with checksums() as hashing:  # in every file of the batch, not only in those made after the sums are known
                hashing.want(self._session.files, self._session.model_files)
                while not hashing.wait(60):
                    pass
        take = replace(self._session.generate(request.replaced(model=info.model)), request=request)
        path.parent.mkdir(parents=True, exist_ok=True)
        notes = store(path, take, info.licence, overwrite=True)
        facts = take.facts()
        return {**{name: facts[name] for name in FACTS}, "notes": notes, "total_s": round(take.timings_s["total"], 4)}

    def close(self) -> None:
        """Unloads the model."""
        if self._session is not None:
            self._session.close()
        self._session, self._loaded = None, None


def sentence(error: BaseException) -> str:
    """What went wrong, for the results: a sentence of ours, or the kind and words of what the system said."""
    if isinstance(error, DitoneError):
        return error.text()
    if isinstance(error, MemoryError):
        return "This machine ran out of memory."
    if isinstance(error, OSError):
        return f"The file could not be written: {error.strerror or error}."
    return f"An error inside Ditone: {type(error).__name__}: {error}."
