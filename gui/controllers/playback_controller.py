"""Hearing takes: new ones as they come, and what single keys do to the lanes and the player."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject

if TYPE_CHECKING:
    from ditone.gui.audio.player import SlotName
    from ditone.gui.core.settings import Settings
    from ditone.gui.engine.engine import Engine
    from ditone.gui.engine.events import TakeFinished
    from ditone.gui.panels.lane_area import LaneArea
    from ditone.gui.panels.live_take import LiveTake, TakeShown

log = logging.getLogger("ditone.window")
AUTOPLAY = "sound/autoplay"
BEFORE_SEAM_S = 1.5


class PlaybackController(QObject):
    """All keys do nothing before the lanes exist."""

    def __init__(self, engine: Engine, lanes: LaneArea, live_take: LiveTake, settings: Settings) -> None:
        super().__init__(lanes)
        self._lanes, self._settings = lanes, settings
        self._looped_by_take = False
        engine.take_finished.connect(self._on_finished)
        live_take.audible.connect(self._on_audible)
        live_take.shown.connect(self._on_shown)

    # -- takes that come ----------------------------------------------------------------------------------------------------

    def set_autoplay(self, on: bool) -> None:
        """Whether new takes play at once; remembered for the next start."""
        self._settings.set(AUTOPLAY, on)

    def _on_finished(self, event: TakeFinished) -> None:
        take = event.entry.take
        log.info(
            "take #%d: seed %d, %.1f s in %.2f s",
            event.entry.number,
            take.request.seed,
            take.duration_s,
            take.timings_s.get("total", 0.0),
        )

    def _follow_loop(self, looped: bool) -> None:
        """A take that was made as a loop is heard as one; the next that was not ends it, unless the user switched it on."""
        player = self._lanes.player
        if player is None or looped == self._looped_by_take or (looped and player.loop):
            return
        self._looped_by_take = looped
        player.set_loop(looped)

    def _on_audible(self) -> None:
        """The beginning of a take can be heard while the rest is made."""
        player = self._lanes.player
        if player is not None and self._settings.flag(AUTOPLAY, True) and not player.is_playing():
            player.play(unasked=True)

    def _on_shown(self, event: TakeShown) -> None:
        player = self._lanes.player
        self._follow_loop(bool(event.entry.request.value("loop", False)))
        if self._settings.flag(AUTOPLAY, True) and not event.heard and player is not None and not player.is_playing():
            letter = self._lanes.letter_of(event.entry.id)
            if letter is not None:
                player.select(cast("SlotName", letter))
                player.play(unasked=True)

    # -- keys ---------------------------------------------------------------------------------------------------------------

    def toggle_play(self) -> None:
        """Plays or pauses the lane that is heard."""
        if self._lanes.player is not None:
            self._lanes.player.toggle()

    def toggle_loop(self) -> None:
        """Plays the selection, or everything, again and again, or no longer."""
        if self._lanes.player is not None:
            self._lanes.player.set_loop(not self._lanes.player.loop)

    def hear_seam(self) -> None:
        """Loops everything, from shortly before the end: what a looping sound does at its seam is heard at once."""
        player, timeline = self._lanes.player, self._lanes.timeline
        if player is None or timeline is None or timeline.empty:
            return
        timeline.clear_selection()
        player.set_loop(True)
        self._move_to(max(timeline.duration_s - BEFORE_SEAM_S, 0.0))
        player.play()

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
