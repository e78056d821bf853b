"""The clock of the engine: 30 times a second, what the worker left in the latest-value slot becomes signals about the running item."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal

from ditone.gui.engine import status
from ditone.gui.engine.events import AudioPiece, Preview, StageBegan
from ditone.gui.engine.live_values import LiveValues, UsageSampler
from ditone.gui.engine.status import State, StatusLine
from ditone.gui.engine.take_queue import QueueItem, TakeQueue

if TYPE_CHECKING:
    from ditone.gui.engine.events import LoadedFacts
    from ditone.gui.engine.past_takes import PastTakes

TICK_MS = 33


class LiveReader(QObject):
    """`loaded` is what is loaded now: remaining times are learned for each device and precision."""

    stage_began = Signal(object)  # StageBegan
    preview = Signal(object)  # Preview
    audio_piece = Signal(object)  # AudioPiece
    usage = Signal(object)  # runtime.monitor.Usage

    def __init__(
        self, live: LiveValues, queue: TakeQueue, status_line: StatusLine, past: PastTakes, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.loaded: LoadedFacts | None = None
        self._live, self._queue, self._status = live, queue, status_line
        self._sampler = UsageSampler(live)
        self._stage = ""
        self._past = past
        self._timer = QTimer(self)
        self._timer.setInterval(TICK_MS)
        self._timer.timeout.connect(self.tick)

    def start(self) -> None:
        """Begins to read, and to measure memory."""
        self._sampler.start()
        self._timer.start()

    def stop(self) -> None:
        """Ends both."""
        self._timer.stop()
        self._sampler.stop()

    def begin_item(self) -> None:
        """Another item runs: its first stage is a new one."""
        self._stage = ""

    def tick(self) -> None:
        """Reads the slot once; the timer calls it."""
        for reading in self._live.take_usage():
            self.usage.emit(reading)
        running = self._queue.running()
        progress = self._live.progress()
        if running is None:
            if self._status.state is State.LOADING and progress.loaded is not None:
                self._status.show(status.generating(progress, None))
            return
        if progress.item != running.id:
            return
        if progress.stage != self._stage:
            self._stage = progress.stage
            self.stage_began.emit(StageBegan(running, progress.stage))
        if self._status.state is not State.CANCELLING:
            self._status.show(status.generating(progress, self._tail_s(running, progress.stage)))
        self.pass_pieces(running)
        preview = self._live.take_preview()
        if preview is not None:
            self.preview.emit(Preview(running, *as_long_as_wanted(*preview, running)))

    def pass_pieces(self, item: QueueItem) -> None:
        """Hands on the decoded pieces of sound that nobody has taken yet."""
        for audio, start_frame, rate in self._live.take_chunks():
            self.audio_piece.emit(AudioPiece(item, audio, start_frame, rate))

    def _tail_s(self, item: QueueItem, stage: str) -> float | None:
        loaded = self.loaded
        if loaded is None:
            return None
        return self._past.after_s(item.info.model, loaded.device, loaded.precision, stage, item.request.duration_s)


def as_long_as_wanted(envelope: Any, duration_s: float, item: QueueItem) -> tuple[Any, float]:
    """A preview without what will be cut off at the end: models compute whole tokens, and the lane must not change its length."""
    wanted = item.request.duration_s
    if item.info.control("duration_s") is None or not 0 < wanted < duration_s:
        return envelope, duration_s
    return envelope[: max(round(len(envelope) * wanted / duration_s), 1)], wanted
