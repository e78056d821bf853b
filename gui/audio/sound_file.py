"""Sound files that are dropped on the window. Read on a background thread; the engine's libraries are imported here only when needed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ditone.runtime.errors import DitoneError
from ditone.runtime.request import Request

if TYPE_CHECKING:
    from ditone.gui.audio.sound import Sound


@dataclass(frozen=True, eq=False)
class SoundFile:
    """`request` made the sound, where the file tells.

    `left_out`: files it names that were never used here; `foreign_model`: such a folder.
    """

    sound: Sound
    request: Request | None
    left_out: tuple[str, ...] = ()
    foreign_model: str = ""


def read_all(paths: Sequence[Path]) -> tuple[list[SoundFile], list[Exception]]:
    """What could be read of several files, in their order, and the errors of the others."""
    found: list[SoundFile] = []
    errors: list[Exception] = []
    for path in paths:
        try:
            found.append(read(path))
        except (DitoneError, OSError) as error:
            errors.append(error)
    return found, errors


def read(path: Path) -> SoundFile:
    """Reads sound and settings.

    Raises DitoneError for a file that is not a sound, that holds values which are no finite numbers, or whose settings cannot be
    understood.
    """
    from ditone.gui.audio.sound import Sound
    from ditone.runtime import local_paths
    from ditone.runtime.audio import metadata, reading

    audio, rate = reading.read_shown(path)
    told = metadata.read(path)
    sound = Sound(audio, rate, path.name)
    _ = sound.envelope  # slow for a long sound, so it is built here and not when it is first painted
    if not told:
        return SoundFile(sound, None)
    request, left = local_paths.bounded(metadata.request_of(told))
    foreign = "" if local_paths.is_known_model(request.model) else request.model
    return SoundFile(sound, request, tuple(left), foreign)
