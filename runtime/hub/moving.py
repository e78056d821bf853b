"""Moves the models folder, maybe to another disk; until everything is there, everything stays where it was."""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from ditone.runtime import files as plain_files
from ditone.runtime.errors import DitoneError
from ditone.runtime.hub import download
from ditone.runtime.hub.download_task import DownloadTask
from ditone.runtime.hub.locks import locked
from ditone.runtime.hub.store import FOLDER_VARIABLE, installed, is_below, models_folder, own_files, read_state, write_state


def move_folder(new: Path, work: DownloadTask | None = None, progress: Callable[[float], None] = lambda share: None) -> None:
    """Moves all models to another folder, maybe on another disk. Until the last one is there the old folder stays as it is.

    Raises DitoneError when there is no room or it cannot be written, Cancelled when stopped; what was copied is taken up next time.
    """
    work, old, new = work or DownloadTask(), models_folder(), new.absolute()
    if os.environ.get(FOLDER_VARIABLE):
        raise DitoneError(f"The models folder is set by {FOLDER_VARIABLE}.", actions=("Change it there.",))
    if new == old.absolute() or is_below(new, old) or is_below(old, new):
        raise DitoneError(f"{new} is the models folder, holds it or lies in it.", actions=("Choose another folder.",))
    models = [one for one in installed(whole=False) if is_below(one.folder, old)]
    paths = [path for one in models for path in own_files(one.folder, one.record)]
    total = sum(download.size_of(path) for path in paths)
    with download.disk(new):
        new.mkdir(parents=True, exist_ok=True)
        free = shutil.disk_usage(new).free
    if total > free and not _same_disk(old, new):
        raise DitoneError(
            f"{new} has not enough room: {total / 1e6:,.0f} MB are needed and {free / 1e6:,.0f} MB are free.",
            actions=("Make room, or choose another folder.",),
        )
    with contextlib.ExitStack() as locks:
        for one in models:
            locks.enter_context(locked(one.folder))
        done = 0
        for path in paths:
            _copied(path, new / path.relative_to(old), work)
            done += download.size_of(path)
            progress(done / total if total else 1.0)
        state = read_state()
        former = tuple(dict.fromkeys((*state.former, str(old.absolute()))))
        write_state(replace(state, folder=str(new), former=tuple(one for one in former if one != str(new))))
        for path in paths:  # only now: all are at their new places, and the new folder is the one that counts
            with contextlib.suppress(OSError):
                path.unlink()
        for one in models:
            _prune_up(one.folder, old)


def _same_disk(old: Path, new: Path) -> bool:
    try:
        return old.stat().st_dev == new.stat().st_dev
    except OSError:
        return False


def _copied(path: Path, place: Path, work: DownloadTask) -> None:
    """A file at its new place, with its time of change, by which it counts as checked; on the same disk without copying a byte."""
    work.check()
    work.at("moving", path.name)
    with download.disk(place.parent):
        place.parent.mkdir(parents=True, exist_ok=True)
        found = path.stat()
        if place.exists() and place.stat().st_size == found.st_size and place.stat().st_mtime_ns == found.st_mtime_ns:
            return
        with contextlib.suppress(OSError):
            place.unlink(missing_ok=True)
            place.hardlink_to(path)
            return
        with path.open("rb") as source, plain_files.written(place) as out:
            while block := source.read(download.BLOCK_BYTES):
                work.check()
                out.write(block)
        os.utime(place, ns=(found.st_atime_ns, found.st_mtime_ns))


def _prune_up(folder: Path, root: Path) -> None:
    for path in sorted(folder.rglob("*"), reverse=True):
        if path.is_dir():
            with contextlib.suppress(OSError):
                path.rmdir()
    for path in (folder, *folder.parents):
        if path == root or root not in path.parents:
            return
        with contextlib.suppress(OSError):
            path.rmdir()
