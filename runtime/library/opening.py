"""Opening the library's index, whatever lies in its place: what cannot be used is set aside under a name that says so, and made anew."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from datetime import UTC, datetime
from pathlib import Path

from ditone.runtime import files
from ditone.runtime.errors import DitoneError
from ditone.runtime.library.index import MIGRATIONS, Index, NewerIndex, is_damage, restore, salvaged

INDEX_NAME = "index.sqlite3"
MEMORY = Path(":memory:")
COMPANIONS = ("-wal", "-shm", "-journal")


def open_index(root: Path, notes: list[str], beside_newer: bool = False) -> Index:
    """The index of a library whose folder can be written. Adds sentences about what was set aside to `notes`.

    Raises DitoneError for one of a newer Ditone, which is left as it is; with `beside_newer` this Ditone keeps one of its own beside it.
    """
    path = root / INDEX_NAME
    try:
        return _opened(path, notes)
    except NewerIndex as error:
        if not beside_newer:
            raise DitoneError(
                f"The library in {root} was written by a newer Ditone.",
                str(error) + ".",
                ("Update Ditone, or choose another folder.",),
            ) from error
    notes.append(
        f"The index of the library in {root} was written by a newer Ditone and is left as it is; this one keeps its own beside it. "
        "Takes are kept as ever. What waited in the newer one's queue waits there."
    )
    return _opened(root / f"index-{len(MIGRATIONS)}.sqlite3", notes)


def _opened(path: Path, notes: list[str]) -> Index:
    _set_aside_strange(path, notes)
    try:
        return Index(path)
    except sqlite3.DatabaseError as error:
        if not is_damage(error):  # moving the file away would take it from the process that has it open
            notes.append(
                f"The index of the library cannot be used now ({error}); "
                "until the next start it is kept in memory, and so is the queue. Takes are kept as ever."
            )
            return Index(MEMORY)
    aside = set_aside(path)
    index = Index(path if aside is not None else MEMORY)
    notes.append(_rescued(index, aside))
    return index


def mend(index: Index, root: Path) -> str:
    """Goes on with a new index when the one in use turned out to be damaged; what happened, in a sentence. Raises sqlite3.Error."""
    path = root / INDEX_NAME
    aside = set_aside(path)
    index.again(path if aside is not None else MEMORY)
    return _rescued(index, aside)


def _rescued(index: Index, aside: Path | None) -> str:
    count = restore(index, salvaged(aside)) if aside is not None else 0
    words = "The index of the library was damaged; it was rebuilt from the takes."
    if aside is not None:
        words += f" The old one is {aside.name}."
    return words + (f" {count} of its queued takes and listening tests could still be read." if count else "")


def set_aside(path: Path) -> Path | None:
    """Gives a file (and SQLite's files beside it) another name that says when; None where the folder does not let it."""
    aside = path.with_name(f"{path.name}.damaged-{datetime.now(UTC):%Y%m%d-%H%M%S-%f}")
    try:
        path.replace(aside)
    except FileNotFoundError:
        pass
    except OSError:
        return None
    for suffix in COMPANIONS:
        with contextlib.suppress(OSError):
            Path(f"{path}{suffix}").replace(f"{aside}{suffix}")
    return aside


def _set_aside_strange(path: Path, notes: list[str]) -> None:
    """A folder, a pipe or a device where the index or one of SQLite's files beside it should be would hang or refuse for ever."""
    for place in (path, *(Path(f"{path}{suffix}") for suffix in COMPANIONS)):
        if os.path.lexists(place) and not _is_file(place):
            aside = set_aside(place)
            if aside is not None:
                notes.append(f"{place.name} of the library was no file; it was set aside as {aside.name}.")


def _is_file(path: Path) -> bool:
    try:
        files.regular_file(path)
    except DitoneError:
        return False
    return True
