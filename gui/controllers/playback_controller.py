"""Hearing takes: new ones as they come, those of the last batch, and what single keys do to the lanes and the player."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    from ditone.gui.core.settings import Settings
    from ditone.gui.engine.engine import Engine
    from ditone.gui.engine.events import ItemStarted, TakeFinished
    from ditone.gui.engine.take_entry import TakeEntry
    from ditone.gui.panels.lane_area import LaneArea
    from ditone.gui.panels.live_take import LiveTake, TakeShown

log = logging.getLogger("ditone.window")
AUTOPLAY = "sound/autoplay"


class PlaybackController(QObject):
    """All keys do nothing before the lanes exist. `play_wanted` carries a take of the last batch."""

    play_wanted = Signal(object)

    def __init__(self, engine: Engine, lanes: LaneArea, live_take: LiveTake, settings: Settings) -> None:
        super().__init__(lanes)
        self._lanes, self._settings = lanes, settings
        self._batch: list[TakeEntry] = []
        engine.item_started.connect(self._on_started)
        engine.take_finished.connect(self._on_finished)
        live_take.audible.connect(self._on_audible)
        live_take.shown.connect(self._on_shown)

    # -- takes that come ----------------------------------------------------------------------------------------------------

    def set_autoplay(self, on: bool) -> None:
        """Whether new takes play at once; remembered for the next start."""
        self._settings.set(AUTOPLAY, on)

    def hear_of_batch(self, number: int) -> None:
        """Plays a take of the last batch, the first one is 1."""
        if number <= len(self._batch):
            self.play_wanted.emit(self._batch[number - 1])

    def _on_started(self, event: ItemStarted) -> None:
        if event.first_of_batch:
            self._batch.clear()

    def _on_finished(self, event: TakeFinished) -> None:
        self._batch.append(event.entry)
        take = event.entry.take
        log.info(
            "take #%d: seed %d, %.1f s in %.2f s",
            event.entry.number,
            take.request.seed,
            take.duration_s,
            take.timings_s.get("total", 0.0),
        )

    def _on_audible(self) -> None:
        """The beginning of a take can be heard while the rest is made."""
        player = self._lanes.player
        if player is not None and self._settings.flag(AUTOPLAY) and not player.is_playing():
            player.play()

    def _on_shown(self, event: TakeShown) -> None:
        player = self._lanes.player
        if self._settings.flag(AUTOPLAY) and not event.heard and player is not None and not player.is_playing():
            self._lanes.play_entry(event.entry)

    # -- keys ---------------------------------------------------------------------------------------------------------------

    def toggle_play(self) -> None:
        """Plays or pauses the lane that is heard."""
        if self._lanes.player is not None:
            self._lanes.player.toggle()

    def toggle_loop(self) -> None:
        """Plays the selection, or everything, again and again, or no longer."""
        if self._lanes.player is not None:
            self._lanes.player.set_loop(not self._lanes.player.loop)

    def toggle_match(self) -> None:
        """Makes the louder lane quieter, or no longer."""
        if self._lanes.transport is not None:
            self._lanes.transport.match.click()

    def to_start(self) -> None:
        """Moves the playhead to the beginning."""
        self._move_to(0.0)

    def to_end(self) -> None:
        """Moves the playhead to the end."""
        if self._lanes.timeline is not None:
            self._move_to(self._lanes.timeline.duration_s)

    def move_by(self, seconds: float) -> None:
        """Moves the playhead by some seconds."""
        if self._lanes.timeline is not None:
            self._move_to(self._lanes.timeline.playhead_s + seconds)

    def move_by_samples(self, count: int) -> None:
        """Moves the playhead by some samples."""
        if self._lanes.timeline is not None:
            self.move_by(count / self._lanes.timeline.rate)

    def cycle_view(self) -> None:
        """Waveform, spectrogram, both, and from the start."""
        if self._lanes.timeline is not None:
            self._lanes.timeline.cycle_mode()

    def fit(self) -> None:
        """Shows the whole length."""
        if self._lanes.timeline is not None:
            self._lanes.timeline.fit()

    def zoom(self) -> None:
        """Shows the selection from edge to edge."""
        if self._lanes.timeline is not None:
            self._lanes.timeline.zoom_to_selection()

    def _move_to(self, seconds: float) -> None:
        player, timeline = self._lanes.player, self._lanes.timeline
        if player is not None and timeline is not None:
            seconds = min(max(seconds, 0.0), timeline.duration_s)
            player.seek(seconds)
            timeline.set_playhead(seconds)
            timeline.reveal(seconds)
