"""One download of a recogniser at a time, on a thread of its own, with what the window shows about it.

Nothing is asked of the network before `start`, which only a click on Download calls.
"""

from __future__ import annotations

import contextlib
import threading
import time
from enum import Enum
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal, SignalInstance, Slot

from ditone.gui.engine import failure as failures
from ditone.runtime.hub.work import Work

if TYPE_CHECKING:
    from pathlib import Path

    from ditone.runtime.hub.download import Listing
    from ditone.runtime.hub.recognisers import Published

LOOK_MS = 250
END_S = 0.5  # the thread looks for the wish to end with every block; one that waits for the network is left behind


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
    _listed = Signal(object)
    _ended = Signal(object)

    def __init__(self, parent: QObject | None = None, endpoint: str | None = None) -> None:
        super().__init__(parent)
        self.endpoint = endpoint
        self.state = DownloadState.IDLE
        self.published: Published | None = None
        self.problem = ""
        self.here = 0
        self.total = 0
        self.bytes_per_s = 0.0
        self._stop = Work()
        self._thread: threading.Thread | None = None
        self._begun = (0.0, 0)
        self._timer = QTimer(self, interval=LOOK_MS)
        self._timer.timeout.connect(self.look)
        self._listed.connect(self._on_listed)
        self._ended.connect(self._on_ended)

    def start(self, published: Published) -> None:
        """Fetches what is not there yet. The person has agreed to it."""
        if self.state is DownloadState.RUNNING:
            return
        self.published, self.problem = published, ""
        self.total = published.size_bytes
        self._stop = Work()
        self.state = DownloadState.RUNNING
        self.look()
        self._begun = (time.monotonic(), self.here)
        folder = self.folder()
        self._thread = threading.Thread(
            target=self._run, args=(published, folder, self._stop), name="ditone-download", daemon=True
        )
        self._thread.start()
        self._timer.start()
        self.changed.emit()

    def cancel(self) -> None:
        """Stops after the present block; what has come is kept, and `start` goes on from there."""
        self._stop.stop()

    def clean(self) -> None:
        """Deletes what has come of a stopped download."""
        from ditone.runtime.hub import download, recognisers

        if self.state is DownloadState.STOPPED and self.published is not None:
            download.clean(self.folder(), recognisers.FILES)
            self.state, self.problem = DownloadState.IDLE, ""
            self.look()

    def find_rest(self) -> None:
        """Takes up a download that an earlier session has left unfinished."""
        from ditone.runtime.hub import download, recognisers

        if self.state is not DownloadState.IDLE:
            return
        for published in recognisers.PUBLISHED:
            folder = recognisers.folder_of(published)
            if any(folder.glob(f"*{download.PART}")) and not recognisers.is_recogniser(folder):
                self.published, self.state, self.total = published, DownloadState.STOPPED, published.size_bytes
                self.look()

    def close(self) -> None:
        """Ends it with the window."""
        self._stop.stop()
        self._timer.stop()
        self.wait(END_S)

    def wait(self, timeout_s: float) -> bool:
        """Waits for the thread; whether it has ended."""
        if self._thread is None:
            return True
        self._thread.join(timeout_s)
        return not self._thread.is_alive()

    def folder(self) -> Path:
        """Where the files of the present download go."""
        from ditone.runtime.hub import recognisers

        assert self.published is not None
        return recognisers.folder_of(self.published)

    @Slot()
    def look(self) -> None:
        """Reads the progress from the disk."""
        from ditone.runtime.hub import download, recognisers

        self.here = download.bytes_on_disk(self.folder(), recognisers.FILES) if self.published is not None else 0
        at, before = self._begun
        elapsed = time.monotonic() - at
        self.bytes_per_s = max(0.0, (self.here - before) / elapsed) if elapsed > 0 else 0.0
        self.changed.emit()

    def _run(self, published: Published, folder: Path, stop: Work) -> None:
        from ditone.runtime.errors import Cancelled
        from ditone.runtime.hub import download, recognisers

        outcome: Exception | None = None
        try:
            found = download.listing(published.repo_id, recognisers.FILES, self.endpoint)
            self._tell(self._listed, found)
            download.download(found, folder, stop)
        except Cancelled:
            outcome = None
        except Exception as error:  # whatever it is becomes a sentence
            outcome = error
        self._tell(self._ended, outcome)

    @staticmethod
    def _tell(signal: SignalInstance, value: object) -> None:
        with contextlib.suppress(RuntimeError):  # the window is gone: nobody waits for it
            signal.emit(value)

    def _on_listed(self, found: Listing) -> None:
        self.total = found.size_bytes
        self.changed.emit()

    def _on_ended(self, error: Exception | None) -> None:
        from ditone.runtime.hub import recognisers

        self._timer.stop()
        self.problem = failures.from_exception(error).text if error is not None else ""
        whole = error is None and recognisers.is_recogniser(self.folder())
        self.state = DownloadState.DONE if whole else DownloadState.STOPPED
        self.look()
        if whole:
            self.done.emit(str(self.folder()))
