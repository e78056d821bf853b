"""The file that is dragged out of a lane: float32 WAV at the native rate with the settings inside, kept where programs can refer to it."""

from __future__ import annotations

from pathlib import Path

from ditone.gui.engine.take_entry import TakeEntry
from ditone.runtime import folders
from ditone.runtime.audio import metadata, preparing, writing
from ditone.runtime.errors import DitoneError

TEMPLATE = "{prompt} {seed}"


def folder() -> Path:
    """Where dragged files stay; a program that got one may go on reading it."""
    return folders.dragged()


def dragged_file(
    entry: TakeEntry, selection: tuple[float, float] | None, target: Path | None = None, with_settings: bool = True
) -> Path:
    """Writes the take, or what is selected of it, and returns the path. A whole take that was dragged before is not written again.

    `with_settings`: the file holds prompt and settings. Raises DitoneError where nothing can be written.
    """
    take = entry.take
    target = target or folder()
    try:
        folders.make_private(target) if target == folder() else target.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DitoneError(
            f"There is no folder for dragged files: {target} could not be made ({error.strerror or error}).",
            actions=("Export the take to another folder instead.",),
        ) from error
    stem = preparing.file_stem(TEMPLATE, take)
    if selection is None:
        path = target / f"{stem} {take.id[:6]}{'' if with_settings else ' plain'}.wav"
        if path.exists():
            return path
    else:
        path = preparing.free_path(target, f"{stem} part", ".wav")
    made = preparing.prepare(take.audio, take.sample_rate_hz, preparing.Preparation(span_s=selection))
    told = metadata.describe(take, licence=entry.licence) if with_settings else None
    if told is not None and selection is not None:
        told["export"] = {"span_s": list(selection), "gain": "none", "dither": False}
    writing.write(
        path, made.audio, made.rate_hz, format=writing.FORMATS["wav-float"], metadata=told, title=entry.title if told else ""
    )
    return path
