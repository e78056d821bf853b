"""A batch in the background: a thread that gives the workers their jobs, and tells the window what came of them."""

from __future__ import annotations

import threading
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from ditone.runtime.batch.run import How, Progress, run
from ditone.runtime.errors import DitoneError


class BatchRun(QObject):
    """`progressed` carries a Progress, `failed` an exception that ended the batch; `finished` comes at its end in any case."""

    progressed = Signal(object)
    failed = Signal(object)
    finished = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._thread: threading.Thread | None = None
        self._stop = threading.Event()

    @property
    def running(self) -> bool:
        """Whether takes are being made."""
        return self._thread is not None and self._thread.is_alive()

    @property
    def stopping(self) -> bool:
        """Whether the last batch was told to stop."""
        return self._stop.is_set()

    def start(self, plan: Path, folder: Path, workers: int) -> None:
        """Makes what is missing of a plan in `folder`. The plan is read and checked first, off the window's thread."""
        self._stop.clear()
        self._thread = threading.Thread(target=self._work, args=(plan, folder, workers), name="ditone-batch", daemon=True)
        self._thread.start()

    def stop(self, wait: bool = False) -> None:
        """Ends the batch soon; the takes that are being made at this moment are given up."""
        self._stop.set()
        if wait and self._thread is not None:
            self._thread.join()

    def _work(self, plan: Path, folder: Path, workers: int) -> None:
        from ditone.runtime.batch.jobs import jobs
        from ditone.runtime.batch.plan import BadPlan, read_plan

        try:
            run(jobs(plan, read_plan(plan), threads=1), folder, How(workers, retries=1), self._tell, self._stop.is_set)
        except BadPlan as error:
            self.failed.emit(DitoneError(error.problems[0].partition(": ")[2] or error.problems[0]))
        except (DitoneError, OSError) as error:
            self.failed.emit(error)
        finally:
            self.finished.emit()

    def _tell(self, progress: Progress) -> None:
        self.progressed.emit(progress)
