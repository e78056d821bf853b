"""Takes as files: where they lie, how they are written whole or not at all, and how they are read back into entries."""

from __future__ import annotations

import contextlib
import dataclasses
import io
import json
import logging
import os
import stat
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import psutil
from numpy.typing import NDArray

from ditone.runtime import files, folders, json_reading
from ditone.runtime.audio import metadata, reading, writing
from ditone.runtime.errors import DitoneError
from ditone.runtime.library.entry import Entry, Marks, NotATake, checked, peak_envelope, title_of
from ditone.runtime.printable import is_storable
from ditone.runtime.take import Take

log = logging.getLogger("ditone.library")
SUFFIX = ".wav"
MARKS_SUFFIX = ".marks.json"
TRACE_SUFFIX = ".trace.npy"
MOST_MARKS_BYTES = 1 << 20


def take_path(root: Path, take: Take) -> Path:
    """One folder a month keeps listings short: takes/2026-11/<id>.wav."""
    return root / "takes" / take.created_at[:7] / f"{take.id}{SUFFIX}"


def write_take(root: Path, take: Take, licence: str = "") -> tuple[Path, dict[str, Any]]:
    """Stores a take lossless with everything known of it, and returns that too.

    Raises DitoneError (a full disk, no permission); then nothing is listed.
    """
    path = take_path(root, take)
    try:
        folders.make_private(path.parent)
    except OSError as error:
        raise DitoneError(f"The library folder {path.parent} cannot be made: {error.strerror or error}.") from error
    facts = metadata.describe(take, licence, measured=True)
    _write(path, take.audio, take.sample_rate_hz, facts)
    if take.trace is not None:  # behind the take: what a kill leaves without one is nobody's
        with contextlib.suppress(OSError):  # a trace is an aid; the take itself must not fail for it
            data = io.BytesIO()
            np.save(data, take.trace, allow_pickle=False)
            files.write_bytes(trace_path(path), data.getvalue(), mode=files.PRIVATE)
    return path, facts


def write_facts(entry: Entry, facts: dict[str, Any]) -> Entry:
    """Replaces what a stored take's file says of it. Raises DitoneError; then the file is as before."""
    audio, rate_hz = reading.read(entry.path)
    _write(entry.path, audio, rate_hz, facts)
    return dataclasses.replace(entry, facts=facts)


def _write(path: Path, audio: NDArray[np.float32], rate_hz: int, facts: dict[str, Any]) -> None:
    title = title_of(facts["request"].get("prompt", ""))
    writing.write(
        path, audio, rate_hz, format=writing.FORMATS["wav-float"], metadata=facts, title=title, overwrite=True, private=True
    )


def read_entry(path: Path) -> Entry:
    """The entry of a stored file. Raises NotATake with the reason for anything that is no whole take; never waits, never anything else."""
    if not is_storable(path.name):
        raise NotATake("its name is not UTF-8")
    try:
        files.regular_file(path, name="it")
        facts = checked(metadata.read(path))
        audio, _ = reading.read(path)
    except NotATake:
        raise
    except DitoneError as error:
        raise NotATake(error.message.replace(str(path), "it").rstrip(".")) from error
    except MemoryError as error:
        raise NotATake("it is too large for the memory that is free") from error
    except Exception as error:  # one strange file must not keep all takes away
        log.exception("a file in the library could not be read")
        raise NotATake(f"it cannot be read ({type(error).__name__})") from error
    # the name is what marks and trace go by, so it is what a copy is told by, too
    return Entry(path.name.removesuffix(SUFFIX), path, facts["created_at"], facts, peak_envelope(audio), read_marks(path))


def entry_of(take: Take, path: Path, facts: dict[str, Any]) -> Entry:
    return Entry(take.id, path, take.created_at, facts, peak_envelope(take.audio))


def read_marks(path: Path) -> Marks:
    """Stars, tags and title beside a take; none when there is no such file. A damaged one is kept aside, so that it is not written over."""
    marks = marks_path(path)
    if not os.path.lexists(marks):
        return Marks()
    try:
        return Marks.from_dict(json_reading.load(marks, most_bytes=MOST_MARKS_BYTES, error=DitoneError))
    except (DitoneError, ValueError):
        with contextlib.suppress(OSError):
            marks.replace(marks.with_name(f"{marks.name}.damaged-{datetime.now(UTC):%Y%m%d-%H%M%S}"))
        log.warning("the stars, tags and title of a take could not be read; they were set aside in %s", marks.parent)
        return Marks()


def write_marks(path: Path, marks: Marks) -> None:
    """Replaces the marks in one step, so that a crash leaves the old ones or the new ones; none need no file. Raises OSError."""
    if marks == Marks():
        marks_path(path).unlink(missing_ok=True)
        return
    files.write_bytes(marks_path(path), json.dumps(marks.to_dict()).encode(), mode=files.PRIVATE)


def marks_path(path: Path) -> Path:
    return path.with_name(path.name.removesuffix(SUFFIX) + MARKS_SUFFIX)


def trace_path(path: Path) -> Path:
    return path.with_name(path.name.removesuffix(SUFFIX) + TRACE_SUFFIX)


def read_trace(path: Path) -> NDArray[np.float16] | None:
    """The step trace beside a take, or None."""
    try:
        with files.open_regular(trace_path(path)) as file:
            trace: NDArray[np.float16] = np.load(file, allow_pickle=False)
    except (OSError, ValueError, EOFError, MemoryError, DitoneError):
        return None
    return trace


def stored(root: Path) -> list[Path]:
    """Everything under a take's name, in order; what it is must be looked at. Temporary names begin with a dot."""
    return sorted(
        path
        for month in _listed(root / "takes")
        for path in _listed(month)
        if path.name.endswith(SUFFIX) and not path.name.startswith(".")
    )


def remove_take(path: Path) -> int:
    """Deletes a take and what lies beside it; the bytes that became free."""
    freed = 0
    for part in (path, marks_path(path), trace_path(path)):
        with contextlib.suppress(OSError):
            size = part.lstat().st_size
            part.unlink()
            freed += size
    return freed


def size_of(path: Path) -> int:
    """The bytes of a take and what lies beside it."""
    total = 0
    for part in (path, marks_path(path), trace_path(path)):
        with contextlib.suppress(OSError):
            total += part.lstat().st_size
    return total


def sweep(root: Path) -> None:
    """Removes what interrupted work left: unfinished files that no program holds any more, and traces and marks without their take."""
    for month in _listed(root / "takes"):
        files.clear_abandoned(month)
        names = {path.name for path in _listed(month)}
        for name in names:
            for suffix in (MARKS_SUFFIX, TRACE_SUFFIX):
                if name.endswith(suffix) and name.removesuffix(suffix) + SUFFIX not in names:
                    _remove_own(month / name)
            if _is_left_by_an_earlier_version(name):
                _remove_own(month / name)


def _is_left_by_an_earlier_version(name: str) -> bool:
    """Their temporary names held the number of their process."""
    parts = name.split(".")
    if not (name.startswith(".") and name.endswith(".part") and len(parts) > 3 and parts[-2].isdigit()):
        return False
    try:
        return not psutil.pid_exists(int(parts[-2]))
    except (OverflowError, psutil.Error):
        return True


def _remove_own(path: Path) -> None:
    """Deletes a plain file of this user; another's, a link and a device stay."""
    with contextlib.suppress(OSError):
        found = path.lstat()
        if stat.S_ISREG(found.st_mode) and (os.name == "nt" or found.st_uid == os.geteuid()):
            path.unlink()


def _listed(folder: Path) -> list[Path]:
    """What lies in a folder; nothing where there is none or it cannot be looked into."""
    try:
        with os.scandir(folder) as entries:
            return [folder / entry.name for entry in entries]
    except OSError:
        return []
