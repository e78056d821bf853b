"""Sound files that are dropped on the window. Read on a background thread; the engine's libraries are imported here only when needed."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ditone.runtime.errors import DitoneError
from ditone.runtime.request import Request

if TYPE_CHECKING:
    from ditone.gui.audio.sound import Sound


NUMBERS = (
    "rtf", "canvas_rtf", "evaluations", "peak_rss_mib", "peak_vram_mib", "base_rss_mib", "base_vram_mib", "duration_s",
)  # fmt: skip
TEXTS = ("precision", "device", "family", "variant")


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
    request = metadata.request_of(told) if told else None
    sound = Sound(audio, rate, path.name, told=None if told is None or request is None else told_of(told, request))
    _ = sound.envelope  # slow for a long sound, so it is built here and not when it is first painted
    if request is None:
        return SoundFile(sound, None)
    request, left = local_paths.bounded(request)
    foreign = "" if local_paths.is_known_model(request.model) else request.model
    return SoundFile(sound, request, tuple(left), foreign)


def told_of(told: Mapping[str, Any], request: Request) -> dict[str, Any]:
    """The facts of a take out of a file that anybody may have written: what has its type, and nothing else."""
    facts: dict[str, Any] = {"request": request.to_dict(), "seed": request.seed}
    facts |= {name: float(told[name]) for name in NUMBERS if _is_number(told.get(name))}
    facts |= {name: told[name] for name in TEXTS if isinstance(told.get(name), str)}
    timings, details = told.get("timings_s"), told.get("details")
    if isinstance(timings, dict):
        facts["timings_s"] = {str(name): float(value) for name, value in timings.items() if _is_number(value)}
    text = details.get("spoken_text") if isinstance(details, dict) else None
    facts["details"] = {"spoken_text": text} if isinstance(text, str) else {}
    return facts


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
