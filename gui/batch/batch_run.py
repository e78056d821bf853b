"""A batch in the background: a thread that gives the workers their jobs, and tells the window what came of them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from ditone.gui.engine.work_thread import WorkThread
from ditone.runtime.batch.run import BatchOptions, run
from ditone.runtime.errors import DitoneError
from ditone.runtime.hub.download_task import DownloadTask

STOP_S = 60.0  # workers are asked to stop, and ended when they do not


class BatchRun(QObject):
    """`progressed` carries a Progress, `failed` an exception that ended the batch; `finished` comes at its end in any case."""

    progressed = Signal(object)
    failed = Signal(object)
    finished = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._thread = WorkThread("ditone-batch", self)
        self._thread.found.connect(self.progressed)
        self._thread.ended.connect(self._on_ended)
        self._running = False

    @property
    def running(self) -> bool:
        """Whether takes are being made."""
        return self._running

    @property
    def stopping(self) -> bool:
        """Whether the last batch was told to stop."""
        return self._thread.work.stopped()

    def start(self, plan: Path, folder: Path, workers: int) -> None:
        """Makes what is missing of a plan in `folder`. The plan is read and checked first, off the window's thread."""
        self._running = True
        self._thread.start(partial(_make, plan, folder, workers))

    def stop(self, wait: bool = False) -> None:
        """Ends the batch soon; the takes that are being made at this moment are given up."""
        self._thread.stop()
        if wait:
            self._thread.wait(STOP_S)

    def _on_ended(self, outcome: object) -> None:
        self._running = False
        if isinstance(outcome, Exception):
            self.failed.emit(outcome)
        self.finished.emit()


def _make(plan: Path, folder: Path, workers: int, work: DownloadTask, report: Callable[[object], None]) -> None:
    from ditone.runtime.batch.jobs import jobs
    from ditone.runtime.batch.plan import BadPlan, read_plan

    try:
        run(jobs(plan, read_plan(plan), threads=1), folder, BatchOptions(workers, retries=1), report, work.stopped)
    except BadPlan as error:
        raise DitoneError(error.problems[0].partition(": ")[2] or error.problems[0]) from error
