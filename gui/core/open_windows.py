"""Which of the windows that are open now this one is: the first, or one beside it. Known across processes by lock files."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QLockFile

MOST = 8


class OpenWindow:
    """`number` is 0 for the first window, 1 for one beside it, and so on; the number of one that has closed, or was killed, is free."""

    def __init__(self, folder: Path) -> None:
        self.number = 0
        self._lock: QLockFile | None = None
        for number in range(MOST):
            lock = QLockFile(str(folder / f"window-{number}.lock"))
            lock.setStaleLockTime(0)  # only a process that has ended gives it up, however long it was open
            if lock.tryLock(0):
                self.number, self._lock = number, lock
                return
            if lock.error() is not QLockFile.LockError.LockFailedError:
                return  # nothing can be written there: every window is the first one

    def close(self) -> None:
        """Gives the number back."""
        if self._lock is not None:
            self._lock.unlock()
            self._lock = None
