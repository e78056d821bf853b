"""A finished take whose file cannot be written where it was wanted is kept in a private folder, and its user is told where."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Iterator
from pathlib import Path

from ditone.runtime import folders
from ditone.runtime.audio import metadata, preparing, writing
from ditone.runtime.errors import DitoneError
from ditone.runtime.take import Take


def keep(take: Take, licence: str, wanted: Path, failure: Exception) -> DitoneError:
    """Stores the take without loss under a free name; what went wrong with `wanted`, and where the take is now, as an error."""
    if isinstance(failure, DitoneError):
        message, cause = failure.message, failure.cause
    else:
        message, cause = f"{wanted} could not be written: {failure}.", ""
    about = metadata.describe(take, licence=licence)
    for folder in _folders():
        try:
            path = preparing.free_path(folder, preparing.file_stem("{prompt} {seed}", take), ".wav")
            writing.write(
                path,
                take.audio,
                take.sample_rate_hz,
                format=writing.FORMATS["wav-float"],
                metadata=about,
                title=take.request.prompt[:100],
                private=True,
            )
        except (DitoneError, OSError):
            continue
        return DitoneError(message, cause, (f"The take was kept as {path}.",))
    return DitoneError(message, cause, ("No other folder could be written either, so the take is lost.",))


def _folders() -> Iterator[Path]:
    """Where it can be kept, private to the user: beside the library, else in a new folder for temporary files."""
    with contextlib.suppress(OSError):
        yield folders.make_private(folders.unsaved_takes())
    try:
        yield Path(tempfile.mkdtemp(prefix="ditone-"))
    except OSError:
        return
