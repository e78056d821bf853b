"""The takes of the last batch: heard by number, shown in the strip above the lanes, thinned out in one step."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from ditone.gui.core.background import Background

if TYPE_CHECKING:
    from ditone.gui.audio.sound import Sound
    from ditone.gui.engine.engine import Engine
    from ditone.gui.engine.events import ItemStarted, TakeFinished
    from ditone.gui.engine.take_entry import AnyTake
    from ditone.gui.panels.batch_strip import BatchStrip
    from ditone.gui.panels.lane_area import LaneArea
    from ditone.gui.panels.takes_panel import TakesPanel


class BatchStripController(QObject):
    """Knows takes by their ids alone: what a take is now, and whether it was deleted, the list tells.

    `play_wanted` and `lane_wanted` carry a take.
    """

    play_wanted = Signal(object)
    lane_wanted = Signal(object)

    def __init__(self, engine: Engine, lanes: LaneArea, takes: TakesPanel) -> None:
        super().__init__(lanes)
        self._engine, self._lanes, self._takes = engine, lanes, takes
        self.strip: BatchStrip = lanes.batch
        self._background = Background(self)
        self._incoming: list[str] = []  # of what was queued last, however many
        self._batch: list[str] = []  # of the last batch of more than one
        self._total = 0
        self._closed = False
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._refresh)
        engine.item_started.connect(self._on_started)
        engine.take_finished.connect(self._on_finished)
        engine.queue.changed.connect(self._on_queue)
        model = takes.model
        for signal in (model.modelReset, model.rowsInserted, model.rowsRemoved, model.dataChanged):
            signal.connect(self._soon.start)
        lanes.heard_changed.connect(self._follow)
        strip = self.strip
        strip.play_requested.connect(self.play_wanted)
        strip.lane_requested.connect(self.lane_wanted)
        strip.star_requested.connect(takes.star_requested)
        strip.remove_requested.connect(takes.remove)
        strip.closed.connect(self._on_closed)

    def hear(self, number: int) -> None:
        """Plays a take of the batch, the first one is 1; the strip, where it is seen, goes to it."""
        if self.strip.isVisible():
            self.strip.hear(number - 1)
        elif number <= len(self._incoming):
            entry = self._takes.model.entry(self._incoming[number - 1])
            if entry is not None:
                self.play_wanted.emit(entry)

    def takes(self) -> list[AnyTake]:
        """The takes of the strip that were not deleted."""
        return [entry for entry in map(self._takes.model.entry, self._batch) if entry is not None]

    def _on_started(self, event: ItemStarted) -> None:
        if event.first_of_batch and event.item.to_lanes:
            self._incoming = []

    def _on_finished(self, event: TakeFinished) -> None:
        if not event.item.to_lanes:
            return
        entry = event.entry
        self._incoming.append(entry.id)
        total = self._engine.queue.batch_total
        if total > 1:
            if self._batch is not self._incoming:
                self._batch, self._closed = self._incoming, False
                self.strip.forget_marks()
            self._total = total
            self._background.run(
                f"level {entry.id}", partial(_level, entry.sound), partial(self.strip.set_loudness, entry.id), patient=True
            )
        self._soon.start()

    def _on_queue(self) -> None:
        queue = self._engine.queue
        if queue.running() is None and not queue.waiting() and self._total > len(self._batch):
            self._total = len(self._batch)  # the rest was cancelled
            self._soon.start()

    def _on_closed(self) -> None:
        self._closed = True

    def _follow(self) -> None:
        """What is heard is what is chosen, in the strip as well."""
        entry = self._lanes.current_entry()
        if entry is not None:
            self.strip.choose_take(entry.id)

    def _refresh(self) -> None:
        entries = self.takes()
        unfinished = self._total > len(self._batch)
        removed = len(self._batch) - len(entries)
        self.strip.show_takes(entries, self._total - removed, self._takes.model.starred)
        if self.strip.current < 0:
            self._follow()
        self.strip.setVisible(not self._closed and bool(entries) and (len(entries) > 1 or unfinished))


def _level(sound: Sound) -> str:
    from ditone.gui.i18n import formatting
    from ditone.runtime.audio.loudness import integrated_lufs, rms_dbfs

    lufs = integrated_lufs(sound.audio, sound.rate)
    return formatting.decibel(rms_dbfs(sound.audio), "dB") if lufs != lufs else formatting.decibel(lufs, "LUFS")
