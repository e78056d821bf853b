"""One download of a model at a time, on a thread of its own, with what the window shows about it.

Nothing is asked of the network before `start` and `resume`, which only clicks call. What has come is on the disk at every moment, so that
a pause, an end of the window and a crash are the same to it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from ditone.gui.core.background import Background
from ditone.gui.engine import failure as failures
from ditone.gui.engine.work_thread import WorkThread

if TYPE_CHECKING:
    from ditone.gui.engine.work_thread import Report
    from ditone.runtime.hub.catalogue import Entry, Source
    from ditone.runtime.hub.download_task import DownloadTask
    from ditone.runtime.hub.listing import Listing
    from ditone.runtime.hub.progress import Meter, Progress

LOOK_MS = 250


class State(Enum):
    """What the download is at."""

    IDLE = "idle"
    RUNNING = "running"
    STOPPING = "stopping"
    PAUSED = "paused"  # by the person, or left by an earlier window
    FAILED = "failed"  # `problem` says why, `reason` of which kind; it can be gone on with
    DONE = "done"


@dataclass(frozen=True)
class DownloadRequest:
    """What a person has agreed to. `listing`: what is to be fetched, where it is known; else the entry's files are asked for."""

    title: str
    source: Source
    folder: Path
    size_bytes: int
    entry: Entry | None = None
    extras: tuple[str, ...] = ()
    listing: Listing | None = None


class ModelDownload(QObject):
    """`changed` whenever state or progress do; `done` carries the folder of a model that is whole and was looked at."""

    changed = Signal()
    done = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.state = State.IDLE
        self.wish: DownloadRequest | None = None
        self.problem, self.cause, self.reason = "", "", ""  # all of it, what was wrong alone, and its kind
        self.progress: Progress | None = None
        self._meter: Meter | None = None
        self._again = self._throw_away = False
        self._background = Background(self)
        self._timer = QTimer(self, interval=LOOK_MS)
        self._timer.timeout.connect(self._look)
        self._thread = WorkThread("ditone-model-download", self)
        self._thread.found.connect(self._on_listed)
        self._thread.ended.connect(self._on_ended)

    @property
    def busy(self) -> bool:
        """Whether its thread is at work."""
        return self.state in (State.RUNNING, State.STOPPING)

    def start(self, wish: DownloadRequest) -> None:
        """Fetches what is not there yet. The person has agreed to it."""
        if self.busy:
            return
        self.wish, self.problem, self.cause, self.reason, self.progress = wish, "", "", "", None
        self._meter, self._again, self._throw_away = None, False, False
        self.state = State.RUNNING
        self._thread.start(partial(_fetch, wish))
        if wish.listing is not None:
            self._on_listed(wish.listing)
        self._timer.start()
        self.changed.emit()

    def pause(self) -> None:
        """Stops; what has come is kept."""
        if self.state is State.RUNNING:
            self.state = State.STOPPING
            self._thread.stop()
            self.changed.emit()

    def resume(self) -> None:
        """Goes on, at once or when the stop has been heard; a download that has stalled makes its connection anew."""
        if self.state is State.RUNNING:
            self.pause()
        if self.state is State.STOPPING:
            self._again = True
        elif self.wish is not None and self.state in (State.PAUSED, State.FAILED):
            self.start(self.wish)

    def cancel(self) -> None:
        """Stops, and deletes what has come."""
        self._throw_away, self._again = True, False
        if self.busy:
            self.pause()
        else:
            self._clean()

    def find_rest(self) -> None:
        """Takes up what an earlier window has left unfinished."""
        from ditone.runtime import registry
        from ditone.runtime.hub import catalogue, store

        if self.state is not State.IDLE:
            return
        left = store.unfinished()
        if left and left[0].record is not None:
            kept = left[0].record
            entry = catalogue.find(registry.catalogue(), kept.entry or kept.repo_id)
            title = entry.title if entry is not None else kept.repo_id
            source = catalogue.Source(kept.repo_id, kept.hub)
            self.wish = DownloadRequest(title, source, left[0].folder, kept.size_bytes, entry, listing=kept.listing())
            self.state = State.PAUSED
            self._on_listed(kept.listing())
            self._look()

    def forget(self) -> None:
        """After what is done was taken notice of."""
        if self.state is State.DONE:
            self.state, self.wish = State.IDLE, None
            self.changed.emit()

    def close(self) -> None:
        """Ends it with the window."""
        self._timer.stop()
        self._thread.close()

    def wait(self, timeout_s: float) -> bool:
        """Waits for the thread; whether it has ended."""
        return self._thread.wait(timeout_s)

    def _on_listed(self, found: Listing) -> None:
        from ditone.runtime.hub import store
        from ditone.runtime.hub.progress import Meter

        if self.wish is not None:
            stage = self.wish.folder / f"{store.UPDATE}{found.commit[:8]}"
            self._meter = Meter(found, self.wish.folder, stage, work=self._thread.work)

    def _look(self) -> None:
        """Reads the progress from the disk in the background: a disk can be slow."""
        if self._meter is not None and not self._background.busy("look"):
            self._background.run("look", self._meter.look, self._on_progress, self._on_unseen)

    def _on_progress(self, progress: Progress) -> None:
        self.progress = progress
        self.changed.emit()

    def _on_unseen(self, error: Exception) -> None:
        """The disk could not be read just now; the next look tells."""

    def _on_ended(self, outcome: Exception | Path | None) -> None:
        self._timer.stop()
        if not isinstance(outcome, Exception):
            self.state = State.PAUSED if outcome is None else State.DONE
        else:
            failure = failures.from_exception(outcome)
            self.problem, self.cause, self.reason = failure.text, failure.message, str(getattr(outcome, "reason", ""))
            self.state = State.FAILED
        if self._throw_away and self.state is not State.DONE:
            self._clean()
            return
        again, self._again = self._again, False
        if again and self.state is State.PAUSED:
            self.resume()
            return
        self._look()
        self.changed.emit()
        if self.state is State.DONE:
            self.done.emit(str(outcome))

    def _clean(self) -> None:
        from ditone.runtime.hub import fetching

        if self.wish is not None:
            try:
                fetching.clean(self.wish.folder)
            except Exception as error:
                self.problem, self.state = failures.from_exception(error).text, State.FAILED
                self.changed.emit()
                return
        self.state, self.wish, self.progress, self.problem, self._throw_away = State.IDLE, None, None, "", False
        self.changed.emit()


def _fetch(wish: DownloadRequest, work: DownloadTask, report: Report) -> Path:
    """The job: asks what there is where that is not known yet, fetches it, and looks at the model; its folder."""
    from ditone.runtime import registry
    from ditone.runtime.errors import BadModelFolder
    from ditone.runtime.hub import fetching, tokens
    from ditone.runtime.hub.listing import listing

    token = tokens.token_for(wish.source.host)
    wanted = wish.listing
    if wanted is None:
        assert wish.entry is not None
        work.at("asking")
        names = wish.entry.wanted(wish.extras)
        wanted = wish.entry.checked(listing(wish.source.repo_id, names, hub=wish.source.hub, token=token))
        report(wanted)
    fetching.fetch(wanted, wish.folder, work, token=token, entry=wish.entry.name if wish.entry else "")
    work.at("checking")
    info = registry.recognise(wish.folder)
    if info.problems:
        raise BadModelFolder(f"{info.title} came in whole, and cannot be loaded.", " ".join(info.problems))
    return wish.folder
