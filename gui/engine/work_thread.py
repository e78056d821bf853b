"""One job for the hub at a time, on a thread of its own: how downloads are begun, stopped, waited for and heard."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable

from PySide6.QtCore import QObject, Signal, SignalInstance

from ditone.runtime.errors import Cancelled
from ditone.runtime.hub.download_task import DownloadTask

END_S = (
    0.5  # the thread looks for the wish to stop with every block; one that waits for the network is left behind with the window
)
Report = Callable[[object], None]


class WorkThread(QObject):
    """`found` and `ended` arrive in the thread of this object.

    `found` carries what the job reports on its way; `ended` what it returned, None for one that was stopped, or its Exception.
    """

    found = Signal(object)
    ended = Signal(object)

    def __init__(self, name: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.work = DownloadTask()
        self._name = name
        self._thread: threading.Thread | None = None

    def start(self, job: Callable[[DownloadTask, Report], object]) -> None:
        """Calls job(work, report) on a new thread. The last job must have ended or been told to stop."""
        self.work = DownloadTask()
        self._thread = threading.Thread(target=self._run, args=(job, self.work), name=self._name, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Asks the job to stop; `ended` comes when it has heard."""
        self.work.stop()

    def close(self) -> None:
        """Stops it with the window, without waiting for the network."""
        self.stop()
        self.wait(END_S)

    def wait(self, timeout_s: float) -> bool:
        """Waits for the thread; whether it has ended."""
        if self._thread is None:
            return True
        self._thread.join(timeout_s)
        return not self._thread.is_alive()

    def _run(self, job: Callable[[DownloadTask, Report], object], work: DownloadTask) -> None:
        def report(value: object) -> None:
            _tell(self.found, value)

        outcome: object
        try:
            outcome = job(work, report)
        except Cancelled:
            outcome = None
        except Exception as error:  # whatever it is becomes a sentence
            outcome = error
        _tell(self.ended, outcome)


def _tell(signal: SignalInstance, value: object) -> None:
    with contextlib.suppress(RuntimeError):  # the window is gone: nobody waits for it
        signal.emit(value)
