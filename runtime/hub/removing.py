"""Removes a model so that it can be brought back until the window closes."""

from __future__ import annotations

import contextlib
import os
import shutil
from dataclasses import dataclass
from pathlib import Path

from ditone.runtime.errors import DitoneError
from ditone.runtime.hub.locks import locked
from ditone.runtime.hub.store import Installed, forget, models_folder, own_files, prune, read_state, remember
from ditone.runtime.library.queue import is_at_work, mark_of

TRASH = ".removed"


@dataclass(frozen=True)
class Removed:
    """A model that was removed and can be brought back until `empty_trash`."""

    name: str
    folder: Path
    trash: Path
    size_bytes: int


def remove(one: Installed) -> Removed:
    """Takes a model away, so that it can be brought back until `empty_trash`. Raises DitoneError where it is in use or not ours."""
    if one.in_place or one.record is None:
        raise DitoneError(
            f"{one.folder} belongs to another program; it was only used in place.", actions=("It can be taken off the list.",)
        )
    size = one.size_bytes
    with locked(one.folder):
        trash = _trash_beside(one.folder)
        try:
            for path in own_files(one.folder, one.record):
                place = trash / path.relative_to(one.folder)
                place.parent.mkdir(parents=True, exist_ok=True)
                path.replace(place)
        except OSError as error:
            _bring_back(trash, one.folder)
            raise DitoneError(
                f"{one.folder} could not be removed: {error.strerror or error}.", actions=("Unload the model first.",)
            ) from error
        prune(one.folder)
    forget(one.folder)
    return Removed(one.name, one.folder, trash, size)


def bring_back(removed: Removed) -> None:
    """Undoes `remove`. Raises DitoneError when it is gone."""
    if not removed.trash.is_dir():
        raise DitoneError(f"{removed.name} is gone.", actions=("Fetch it again.",))
    _bring_back(removed.trash, removed.folder)
    remember(removed.folder)


def empty_trash(removed: Removed | None = None) -> None:
    """Deletes for good what was removed: one model, or all that windows left which are closed."""
    if removed is not None:
        shutil.rmtree(removed.trash, ignore_errors=True)
        prune(removed.trash.parent)
        return
    for root in {models_folder(), *(Path(one).parent for one in read_state().elsewhere)}:
        for trash in (root / TRASH, *root.glob(f"*/{TRASH}")):
            for one in trash.iterdir() if trash.is_dir() else ():
                if not is_at_work(one.name.partition("~")[0]):
                    shutil.rmtree(one, ignore_errors=True)
            with contextlib.suppress(OSError):
                trash.rmdir()


def _trash_beside(folder: Path) -> Path:
    """On the same disk, so that removing and bringing back are renames."""
    for number in range(10_000):
        trash = folder.parent / TRASH / f"{mark_of(os.getpid())}~{folder.name}-{number}"
        try:
            trash.mkdir(parents=True)
        except FileExistsError:
            continue
        except OSError as error:
            raise DitoneError(f"{folder.parent} cannot be written: {error.strerror or error}.") from error
        return trash
    raise DitoneError(f"{folder.parent / TRASH} is full.")


def _bring_back(trash: Path, folder: Path) -> None:
    for path in sorted(trash.rglob("*")):
        if path.is_file():
            place = folder / path.relative_to(trash)
            place.parent.mkdir(parents=True, exist_ok=True)
            path.replace(place)
    shutil.rmtree(trash, ignore_errors=True)
    prune(trash.parent)
