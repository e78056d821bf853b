"""Checksums of model files, computed in the background: a file of 5 GB must not delay a take.

One thread of the lowest priority reads the files, each once as long as it stays unchanged; the library's index remembers the rest.
"""

from __future__ import annotations

import contextlib
import logging
import os
import queue
import sqlite3
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from ditone.runtime import folders
from ditone.runtime.library.index import Index, NewerIndex
from ditone.runtime.library.opening import INDEX_NAME
from ditone.runtime.model_files import FileState, sha256
from ditone.runtime.printable import printable

if TYPE_CHECKING:
    from ditone.runtime.registry import ModelInfo

log = logging.getLogger("ditone.library")
NICENESS = 19


def open_index() -> Index | None:
    """The index of the user's library, for what it remembers; None where there can be none, and nothing is remembered."""
    root = folders.library()
    try:
        folders.make_private(root)
        return Index(root / INDEX_NAME)
    except (OSError, sqlite3.Error, NewerIndex):
        return None


def remembered(index: Index | None, state: FileState) -> str | None:
    """The checksum of a file that was read before and is unchanged since."""
    if index is None:
        return None
    query = "SELECT sha256 FROM hashes WHERE path = ? AND size_bytes = ? AND modified_ns = ?"
    rows = index.read(query, (str(state.path), state.size_bytes, state.modified_ns))
    return str(rows[0][0]) if rows and state.unchanged() else None


def checksum(index: Index | None, state: FileState, stopped: Callable[[], bool] = lambda: False) -> str | None:
    """The checksum, remembered or read from the file; None as `sha256` gives it."""
    known = remembered(index, state)
    if known is not None:
        return known
    digest = sha256(state, stopped)
    if digest is not None and index is not None:
        row = (str(state.path), state.size_bytes, state.modified_ns, digest)
        with contextlib.suppress(sqlite3.Error), index.writing() as db:  # it is only remembered for speed
            db.execute("INSERT OR REPLACE INTO hashes (path, size_bytes, modified_ns, sha256) VALUES (?, ?, ?, ?)", row)
    return digest


def differing(info: ModelInfo, then: Mapping[str, str], index: Index | None) -> str:
    """A sentence that names the files of an installed model that are not those a take was made with; empty where all are the same."""
    changed, gone = [], []
    own = {file.name for file in info.files}
    for name, digest in then.items():
        # a name out of somebody's file is looked up among the model's own files, never opened for itself
        state = FileState.of(info.home / name) if name in own else None
        if state is None:
            gone.append(name)
        elif checksum(index, state) != digest:
            changed.append(name)
    told = [f"{_names(changed)} changed"] if changed else []
    told += [f"{_names(gone)} {'is' if len(gone) == 1 else 'are'} missing"] if gone else []
    if not told:
        return ""
    return f"{info.title} as installed here is not the model that made this take ({'; '.join(told)}): it may sound different."


def _names(names: list[str]) -> str:
    shown = ", ".join(printable(name, 80) for name in names[:6])
    return f"{shown} and {len(names) - 6} more" if len(names) > 6 else shown


class Hashing:
    """Fills dictionaries of checksums, one model after the other. Its thread begins with the first and ends with `stop`."""

    def __init__(self, index: Index | None) -> None:
        self._index = index
        self._jobs: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._stopping = threading.Event()
        self._idle = threading.Event()
        self._idle.set()
        self._lock = threading.Lock()
        self._open = 0
        self._thread = threading.Thread(target=self._run, name="ditone-checksums", daemon=True)

    def want(
        self, files: Mapping[str, FileState], into: dict[str, str], then: Callable[[Callable[[], bool]], object] | None = None
    ) -> None:
        """Puts name -> checksum of all files into `into`, all at once when the last is known; not at all when one cannot be had.

        `then(stopped)` is called behind that in the checksums' thread.
        """
        if not files or into:
            return
        with self._lock:
            self._open += 1
            self._idle.clear()
            if not self._thread.is_alive() and not self._stopping.is_set():
                self._thread.start()
        self._jobs.put(lambda: self._fill(dict(files), into, then))

    def wait(self, timeout_s: float | None = None) -> bool:
        """Whether everything that was wanted so far was done in time."""
        return self._idle.wait(timeout_s)

    def stop(self) -> None:
        """Ends the thread within a block of the file it reads; what was not reached stays unknown."""
        self._stopping.set()
        self._jobs.put(None)
        if self._thread.is_alive():
            self._thread.join()
        self._idle.set()

    def _run(self) -> None:
        _lowest_priority()
        while not self._stopping.is_set():
            job = self._jobs.get()
            if job is None:
                return
            try:
                job()
            except Exception:  # a checksum that is missing must never be the end of the next one
                log.exception("checksums of a model could not be made")
            with self._lock:
                self._open -= 1
                if not self._open:
                    self._idle.set()

    def _fill(
        self, files: dict[str, FileState], into: dict[str, str], then: Callable[[Callable[[], bool]], object] | None
    ) -> None:
        found: dict[str, str] = {}
        for name, state in files.items():
            digest = checksum(self._index, state, self._stopping.is_set)
            if digest is None:
                return
            found[name] = digest
        into.update(found)
        if then is not None:
            then(self._stopping.is_set)


@contextlib.contextmanager
def checksums() -> Iterator[Hashing]:
    """Reads the model's files in the background while takes are made."""
    index = open_index()
    hashing = Hashing(index)
    try:
        yield hashing
    finally:
        hashing.stop()
        if index is not None:
            index.close()


def _lowest_priority() -> None:
    """Of this thread alone, where that can be."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
