"""One program at a time works in a model folder. The lock ends with its program, however that ends."""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from ditone.runtime import folders
from ditone.runtime.errors import DitoneError


@contextlib.contextmanager
def locked(folder: Path) -> Iterator[None]:
    """One program at a time works in a folder. Raises DitoneError when another one does."""
    place = folders.data() / "locks"
    try:
        place.mkdir(parents=True, exist_ok=True)
        name = hashlib.sha256(os.fsencode(str(folder.absolute()))).hexdigest()[:16]
        lock = (place / name).open("ab")
    except OSError:  # without a place for locks there is nobody to share it with
        yield
        return
    with lock:
        if not _lock(lock.fileno()):
            raise DitoneError(f"Another Ditone is at work in {folder}.", actions=("Wait until it is done.",))
        yield


def _lock(number: int) -> bool:
    if sys.platform == "win32":
        import msvcrt

        try:
            os.lseek(number, 0, os.SEEK_SET)
            msvcrt.locking(number, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
    import fcntl

    try:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system without locks
        return True
    return True
