"""A take as a sound file with its settings inside, the same whether Python or the command line writes it."""

from __future__ import annotations

import os
from pathlib import Path

from ditone.runtime.audio import metadata, preparing, writing
from ditone.runtime.errors import DitoneError
from ditone.runtime.take import Take


def is_take(path: Path) -> bool:
    """Whether a file is an earlier take: made by Ditone and repeatable from the settings inside it."""
    try:
        found = metadata.read(path) if os.path.isfile(path) else None  # noqa: PTH113 - Path.is_file raises for some names
        return found is not None and bool(metadata.request_of(found).model)
    except DitoneError:
        return False


def store(path: Path, take: Take, licence: str, overwrite: bool) -> list[str]:
    """Writes the take with its settings inside. Returns every sentence its user should read.

    A file that holds an earlier take is replaced, any other only with `overwrite`. Raises DitoneError for an ending that names no format
    and for a file that cannot be written.
    """
    about = metadata.describe(take, licence=licence)
    stored = preparing.prepare(take.audio, take.sample_rate_hz, preparing.Preparation(), writing.format_for(path).subtype)
    notes = writing.write(
        path,
        stored.audio,
        stored.rate_hz,
        metadata=about,
        title=take.request.prompt[:100],
        overwrite=overwrite or is_take(path),
    )
    return [*take.notes, *stored.notes, *notes]
