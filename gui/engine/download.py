"""One download of a recogniser at a time, on a thread of its own, with what the window shows about it.

Nothing is asked of the network before `start`, which only a click on Download calls.
"""

from __future__ import annotations

import time
from enum import Enum
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from ditone.gui.engine import failure as failures
from ditone.gui.engine.work_thread import WorkThread

if TYPE_CHECKING:
    from pathlib import Path

    from ditone.gui.engine.work_thread import Report
    from ditone.runtime.hub.asr_models import Published
    from ditone.runtime.hub.download import Listing
    from ditone.runtime.hub.download_task import DownloadTask

LOOK_MS = 250


class DownloadState(Enum):
    """What the one download does."""

    IDLE = "idle"
    RUNNING = "running"
    STOPPED = "stopped"  # by the user, or because the network or the disk failed: `problem` says which
    DONE = "done"


class Download(QObject):
    """`changed` whenever state or progress do; `done` carries the folder. `endpoint`: another hub's address."""

    changed = Signal()
    done = Signal(str)

    def __init__(self, parent: QObject | None = None, endpoint: str | None = None) -> None:
        super().__init__(parent)
        self.endpoint = endpoint
        self.state = DownloadState.IDLE
        self.published: Published | None = None
        self.problem = ""
        self.here = 0
        self.total = 0
        self.bytes_per_s = 0.0
        self._begun = (0.0, 0)
        self._timer = QTimer(self, interval=LOOK_MS)
        self._timer.timeout.connect(self.look)
        self._thread = WorkThread("ditone-download", self)
        self._thread.found.connect(self._on_listed)
        self._thread.ended.connect(self._on_ended)

    def start(self, published: Published) -> None:
        """Fetches what is not there yet. The person has agreed to it."""
        if self.state is DownloadState.RUNNING:
            return
        self.published, self.problem = published, ""
        self.total = published.size_bytes
        self.state = DownloadState.RUNNING
        self.look()
        self._begun = (time.monotonic(), self.here)
        self._thread.start(partial(_fetch, published, self.folder(), self.endpoint))
        self._timer.start()
        self.changed.emit()

    def cancel(self) -> None:
        """Stops after the present block; what has come is kept, and `start` goes on from there."""
        self._thread.stop()

    def clean(self) -> None:
        """Deletes what has come of a stopped download."""
        from ditone.runtime.hub import asr_models, download

        if self.state is DownloadState.STOPPED and self.published is not None:
            download.clean(self.folder(), asr_models.FILES)
            self.state, self.problem = DownloadState.IDLE, ""
            self.look()

    def find_rest(self) -> None:
        """Takes up a download that an earlier session has left unfinished."""
        from ditone.runtime.hub import asr_models, download

        if self.state is not DownloadState.IDLE:
            return
        for published in asr_models.PUBLISHED:
            folder = asr_models.folder_of(published)
            if any(folder.glob(f"*{download.PART}")) and not asr_models.is_recogniser(folder):
                self.published, self.state, self.total = published, DownloadState.STOPPED, published.size_bytes
                self.look()

    def close(self) -> None:
        """Ends it with the window."""
        self._timer.stop()
        self._thread.close()

    def wait(self, timeout_s: float) -> bool:
        """Waits for the thread; whether it has ended."""
        return self._thread.wait(timeout_s)

    def folder(self) -> Path:
        """Where the files of the present download go."""
        from ditone.runtime.hub import asr_models

        assert self.published is not None
        return asr_models.folder_of(self.published)

    @Slot()
    def look(self) -> None:
        """Reads the progress from the disk."""
        from ditone.runtime.hub import asr_models, download

        self.here = download.bytes_on_disk(self.folder(), asr_models.FILES) if self.published is not None else 0
        at, before = self._begun
        elapsed = time.monotonic() - at
        self.bytes_per_s = max(0.0, (self.here - before) / elapsed) if elapsed > 0 else 0.0
        self.changed.emit()

    def _on_listed(self, found: Listing) -> None:
        self.total = found.size_bytes
        self.changed.emit()

    def _on_ended(self, error: Exception | None) -> None:
        from ditone.runtime.hub import asr_models

        self._timer.stop()
        self.problem = failures.from_exception(error).text if error is not None else ""
        whole = error is None and asr_models.is_recogniser(self.folder())
        self.state = DownloadState.DONE if whole else DownloadState.STOPPED
        self.look()
        if whole:
            self.done.emit(str(self.folder()))


def _fetch(published: Published, folder: Path, endpoint: str | None, work: DownloadTask, report: Report) -> None:
    """The job: asks what there is, reports the list, and fetches it."""
    from ditone.runtime.hub import asr_models, download

    found = download.listing(published.repo_id, asr_models.FILES, endpoint)
    report(found)
    download.download(found, folder, work)
