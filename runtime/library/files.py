"""Takes as files: where they lie, how they are written whole or not at all, and how they are read back into entries."""

from __future__ import annotations

import contextlib
import dataclasses
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import psutil
from numpy.typing import NDArray

from ditone.runtime import files
from ditone.runtime.audio import metadata, reading, writing
from ditone.runtime.errors import DitoneError
from ditone.runtime.library.entry import Entry, Marks, peak_envelope, title_of
from ditone.runtime.take import Take

SUFFIX = ".wav"
MARKS_SUFFIX = ".marks.json"
TRACE_SUFFIX = ".trace.npy"


def take_path(root: Path, take: Take) -> Path:
    """One folder a month keeps listings short: takes/2026-11/<id>.wav."""
    return root / "takes" / take.created_at[:7] / f"{take.id}{SUFFIX}"


def write_take(root: Path, take: Take, licence: str = "") -> tuple[Path, dict[str, Any]]:
    """Stores a take lossless with everything known of it, and returns that too.

    Raises DitoneError (a full disk, no permission); then nothing is listed.
    """
    path = take_path(root, take)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DitoneError(f"The library folder {path.parent} cannot be made: {error.strerror or error}.") from error
    facts = metadata.describe(take, licence, measured=True)
    if take.trace is not None:
        with contextlib.suppress(OSError):  # a trace is an aid; the take itself must not fail for it
            np.save(trace_path(path), take.trace, allow_pickle=False)
    writing.write(
        path,
        take.audio,
        take.sample_rate_hz,
        format=writing.FORMATS["wav-float"],
        metadata=facts,
        title=title_of(take.request.prompt),
        overwrite=True,
    )
    return path, facts


def write_facts(entry: Entry, facts: dict[str, Any]) -> Entry:
    """Replaces what a stored take's file says of it. Raises DitoneError; then the file is as before."""
    audio, rate_hz = reading.read(entry.path)
    title = title_of(facts["request"].get("prompt", ""))
    writing.write(entry.path, audio, rate_hz, format=writing.FORMATS["wav-float"], metadata=facts, title=title, overwrite=True)
    return dataclasses.replace(entry, facts=facts)


def read_entry(path: Path) -> Entry | None:
    """The entry of a stored file, or None for a file that is not a whole take."""
    try:
        facts = metadata.read(path)
        if facts is None or "request" not in facts or "id" not in facts:
            return None
        audio, _ = reading.read(path)
    except DitoneError:
        return None
    return Entry(str(facts["id"]), path, str(facts["created_at"]), facts, peak_envelope(audio), read_marks(path))


def entry_of(take: Take, path: Path, facts: dict[str, Any]) -> Entry:
    return Entry(take.id, path, take.created_at, facts, peak_envelope(take.audio))


def read_marks(path: Path) -> Marks:
    """Stars, tags and title beside a take; none when there is no such file or it is damaged."""
    try:
        return Marks.from_dict(json.loads(marks_path(path).read_text("utf-8")))
    except (OSError, ValueError, AttributeError):
        return Marks()


def write_marks(path: Path, marks: Marks) -> None:
    """Replaces the marks in one step, so that a crash leaves the old ones or the new ones. Raises OSError."""
    files.write_bytes(marks_path(path), json.dumps(marks.to_dict(), ensure_ascii=False).encode())


def marks_path(path: Path) -> Path:
    return path.with_name(path.name.removesuffix(SUFFIX) + MARKS_SUFFIX)


def trace_path(path: Path) -> Path:
    return path.with_name(path.name.removesuffix(SUFFIX) + TRACE_SUFFIX)


def read_trace(path: Path) -> NDArray[np.float16] | None:
    """The step trace beside a take, or None."""
    try:
        trace: NDArray[np.float16] = np.load(trace_path(path), allow_pickle=False)
    except (OSError, ValueError, EOFError):
        return None
    return trace


def stored(root: Path) -> Iterator[Path]:
    """Every finished take file; temporary names begin with a dot."""
    return (path for path in sorted((root / "takes").glob(f"*/*{SUFFIX}")) if not path.name.startswith("."))


def remove_take(path: Path) -> None:
    for part in (path, marks_path(path), trace_path(path)):
        with contextlib.suppress(OSError):
            part.unlink()


def sweep(root: Path) -> None:
    """Removes what interrupted writes left: unfinished files that no program holds any more."""
    for folder in (root / "takes").glob("*"):
        files.clear_abandoned(folder)
    for part in (root / "takes").glob("*/.*.part"):  # as earlier versions named them: with the number of their process
        owner = part.name.split(".")[-2]
        if owner.isdigit() and not psutil.pid_exists(int(owner)):
            with contextlib.suppress(OSError):
                part.unlink()
