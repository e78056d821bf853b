"""Sound files that are dropped on the window. Read on a background thread; the engine's libraries are imported here only when needed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ditone.runtime.request import Request

if TYPE_CHECKING:
    from ditone.gui.audio.sound import Sound


@dataclass(frozen=True, eq=False)
class SoundFile:
    """`request` made the sound, where the file tells."""

    sound: Sound
    request: Request | None


def read(path: Path) -> SoundFile:
    """Reads sound and settings. Raises DitoneError for a file that is not a sound, or whose settings cannot be understood."""
    from ditone.gui.audio.sound import Sound
    from ditone.runtime.audio import metadata, reading

    audio, rate = reading.read(path)
    told = metadata.read(path)
    sound = Sound(audio, rate, path.name)
    _ = sound.envelope  # slow for a long sound, so it is built here and not when it is first painted
    return SoundFile(sound, metadata.request_of(told) if told else None)
