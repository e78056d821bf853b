"""Files of outsiders are read only when they are plain files, and files of ours appear whole or not at all.

Reading: a device, a pipe or a folder under a file's name is refused before a byte is asked of it, since reading one can hang for ever
or fill the memory. Writing: beside the target, under a name that nobody can foresee, never through a link; then renamed.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import re
import stat
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import IO

from ditone.runtime.errors import DitoneError

PREFIX, SUFFIX = ".ditone-", ".part"
PRIVATE, SHARED = 0o600, 0o666  # of a new file; SHARED is narrowed by the user's umask
_TEMPORARY = re.compile(r"\.ditone-[0-9a-f]{8}-[0-9a-f]{16}\.part")
_RESERVED = {"con", "prn", "aux", "nul", "conin$", "conout$", *(f"{port}{n}" for port in ("com", "lpt") for n in "0123456789¹²³")}
_KINDS = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
    (stat.S_ISSOCK, "a socket"),
)

if sys.platform != "win32":
    import fcntl

_READ = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
_NEW = (
    os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
)


def open_regular(path: Path, error: type[DitoneError] = DitoneError, name: str | None = None) -> IO[bytes]:
    """Opens a plain file for reading. Raises `error` with a sentence that names it (`name`, else the path) for anything else.

    Nothing waits: a pipe that nobody writes to, and a device, are opened without blocking and refused by what they are.
    """
    shown = name or str(path)
    regular_file(path, error, name)  # before it is opened, which some devices take for a command
    try:
        number = os.open(path, _READ)
    except (OSError, ValueError) as failure:
        raise error(*_unreadable(shown, path, failure)) from failure
    try:
        refuse_kind(os.fstat(number), shown, error)
        return os.fdopen(number, "rb")
    except BaseException:
        os.close(number)
        raise


def regular_file(path: Path, error: type[DitoneError] = DitoneError, name: str | None = None) -> os.stat_result:
    """What the system knows of a plain file, links followed. Raises `error` as `open_regular` does; nothing is opened."""
    shown = name or str(path)
    try:
        found = path.stat()
    except (OSError, ValueError) as failure:
        raise error(*_unreadable(shown, path, failure)) from failure
    refuse_kind(found, shown, error)
    return found


def refuse_kind(found: os.stat_result, shown: str, error: type[DitoneError] = DitoneError) -> None:
    """Raises `error` unless `found` is of a plain file."""
    if not stat.S_ISREG(found.st_mode):
        kind = next((words for test, words in _KINDS if test(found.st_mode)), "something else")
        raise error(f"{shown} is {kind}; a file was expected.")


def read_bytes(path: Path, most_bytes: int, error: type[DitoneError] = DitoneError, name: str | None = None) -> bytes:
    """The content of a plain file. Raises `error` for one that is larger than `most_bytes`, before it is read."""
    shown = name or str(path)
    with open_regular(path, error, name) as file:
        size = os.fstat(file.fileno()).st_size
        if size > most_bytes:
            raise error(f"{shown} is larger than expected: it has {size:,} bytes; at most {most_bytes:,} were expected.")
        try:
            return file.read(most_bytes + 1)
        except OSError as failure:
            raise error(*_unreadable(shown, path, failure)) from failure


def plain_name(text: object) -> str | None:
    """`text` when it is the name of a file in the very folder it is read from, else None.

    A name that stands in somebody's file may hold no path: not up, not absolute, no drive, no share, no stream of Windows.
    """
    if not isinstance(text, str) or not text or len(text) > 255 or any(ord(c) < 32 for c in text):
        return None
    if text in (".", "..") or PurePosixPath(text).name != text or PureWindowsPath(text).name != text or ":" in text:
        return None
    return text


def is_reserved(name: str) -> bool:
    """Whether Windows takes a file's name for a device, whatever ending it has: CON, aux.wav, "aux. hum.flac"."""
    return name.split(".")[0].strip().lower() in _RESERVED


def _unreadable(shown: str, path: Path, failure: Exception) -> tuple[str, str]:
    """Sentence and cause for a file that the system does not open."""
    number = getattr(failure, "errno", None)
    if number in (errno.ENOENT, errno.ENOTDIR) and shown != str(path):
        return f"{shown} is missing.", f"It was expected in {path.parent}."
    if number == errno.ELOOP:
        return f"{shown} is a link that leads to itself; a file was expected.", ""
    if number == errno.ENXIO:
        return f"{shown} is a socket or a device that is not there; a file was expected.", ""
    return f"{shown} could not be read: {getattr(failure, 'strerror', None) or failure}.", ""


# -- writing ---------------------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def written(path: Path, *, overwrite: bool = True, mode: int = SHARED) -> Iterator[IO[bytes]]:
    """A new file to write into, which gets the name `path` when the block ends well, and vanishes when it does not.

    What an interrupted write of the same name left is cleared first. The content is on the disk before the name is.
    Raises OSError; FileExistsError when `path` is there and may not be replaced.
    """
    clear_abandoned(path.parent, path.name)
    temporary, file = temporary_beside(path, mode)
    rename = temporary.replace if overwrite else partial(_rename_if_free, temporary)
    try:
        with file:
            yield file
            file.flush()
            os.fsync(file.fileno())
            if sys.platform != "win32":  # while it is locked, so that nobody takes it for an abandoned one in between
                rename(path)
        if sys.platform == "win32":  # where an open file cannot be renamed, nor deleted by another program
            rename(path)
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink()
    _sync_folder(path.parent)


def write_bytes(path: Path, data: bytes, *, overwrite: bool = True, mode: int = SHARED) -> None:
    """Stores `data` under a name in one step. Raises OSError as `written` does."""
    with written(path, overwrite=overwrite, mode=mode) as file:
        file.write(data)


def temporary_beside(path: Path, mode: int = SHARED) -> tuple[Path, IO[bytes]]:
    """A new, empty file in the folder of `path`: its name, and the file open for writing. Raises OSError.

    The name has one length whatever the target's, and cannot be foreseen; it is made anew, so that a planted link is never followed.
    While it is open it is locked, which tells it from one whose program has ended.
    """
    while True:
        temporary = path.with_name(f"{PREFIX}{_stamp(path.name)}-{os.urandom(8).hex()}{SUFFIX}")
        number = os.open(temporary, _NEW, mode)
        _lock(number)
        if os.fstat(number).st_nlink:  # else it was taken for an abandoned one before it was locked
            return temporary, os.fdopen(number, "w+b")
        os.close(number)


def is_temporary(path: Path) -> bool:
    """Whether a file's name is one of an unfinished file of ours."""
    return _TEMPORARY.fullmatch(path.name) is not None


def clear_abandoned(folder: Path, name: str | None = None) -> None:
    """Deletes unfinished files that programs left when they were killed: those of the target `name`, or all. Never raises.

    Only plain files of this user that no program holds open any more are deleted.
    """
    wanted = None if name is None else f"{PREFIX}{_stamp(name)}-"
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            path = folder / entry.name
            if is_temporary(path) and (wanted is None or entry.name.startswith(wanted)):
                with contextlib.suppress(OSError):
                    _delete_if_abandoned(path)


def _delete_if_abandoned(path: Path) -> None:
    if sys.platform == "win32":
        path.unlink()
        return
    number = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        found = os.fstat(number)
        if stat.S_ISREG(found.st_mode) and found.st_uid == os.geteuid():
            fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)  # raises while its program lives
            if os.path.samestat(found, path.lstat()):
                path.unlink()
    finally:
        os.close(number)


def _lock(number: int) -> None:
    if sys.platform != "win32":
        with contextlib.suppress(OSError):  # a file system without locks: nothing of it is ever called abandoned either
            fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _stamp(name: str) -> str:
    return hashlib.sha256(os.fsencode(name)).hexdigest()[:8]


def _rename_if_free(temporary: Path, path: Path) -> None:
    """A rename that never replaces; a file system without hard links leaves a moment between looking and renaming."""
    try:
        path.hardlink_to(temporary)
    except FileExistsError:
        raise
    except OSError:
        if os.path.lexists(path):
            raise FileExistsError(errno.EEXIST, "exists already") from None
        temporary.rename(path)


def _sync_folder(folder: Path) -> None:
    """The name, too, is on the disk then; where a folder cannot be synced it is left to the system."""
    if sys.platform != "win32":
        with contextlib.suppress(OSError):
            number = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
            try:
                os.fsync(number)
            finally:
                os.close(number)
