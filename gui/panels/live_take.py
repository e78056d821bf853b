"""The take that is being made: which lane shows it, and hearing what there is of it already."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject, Signal

from ditone.gui.panels.lane_area import LaneArea

if TYPE_CHECKING:
    from ditone.gui.audio.player import Player, SlotName
    from ditone.gui.engine.engine import Engine
    from ditone.gui.engine.events import AudioPiece, ItemCancelled, ItemStarted, Preview, TakeFinished
    from ditone.gui.engine.failure import Failure
    from ditone.gui.engine.take_entry import TakeEntry


@dataclass(frozen=True, eq=False)
class TakeShown:
    """A finished take is in a lane. `heard`: playing was begun before it was finished."""

    entry: TakeEntry
    letter: str
    heard: bool


class LiveTake(QObject):
    """`target` is the letter of the lane, None while no lane is free. `heard`: playing was begun before the take was finished.

    Pieces and previews of other items are ignored: they belong to a take that no lane shows.
    """

    audible = Signal()  # a first piece is there: Play plays it, and follows
    shown = Signal(object)  # TakeShown
    stays_in_list = Signal(object)  # TakeEntry: no lane was free for it

    def __init__(self, area: LaneArea) -> None:
        super().__init__(area)
        self._area = area
        self._item = 0
        self._grew = False
        self.target: str | None = "A"
        self.heard = False
        area.heard_changed.connect(self._note_state)

    def listen(self, engine: Engine) -> None:
        """Follows the engine's items, those that are meant for the lanes."""
        engine.item_started.connect(self._on_started)
        engine.preview.connect(self._on_preview)
        engine.audio_piece.connect(self._on_piece)
        engine.take_finished.connect(self._on_finished)
        engine.item_cancelled.connect(self._on_cancelled)
        engine.failed.connect(self._on_failed)

    def _on_started(self, event: ItemStarted) -> None:
        if not event.item.to_lanes or self._area.locked:
            return
        self._item, self._grew, self.heard = event.item.id, False, False
        self.target = self._area.live_letter = self._area.free_lane()
        if self._area.built and self.target is not None:
            self._area.lanes[self.target].show()

    def _on_preview(self, event: Preview) -> None:
        self._leave_pinned()
        if event.item.id == self._item and self._area.built and self.target is not None:
            self._area.lanes[self.target].set_ghost(event.envelope, event.duration_s)

    def _on_piece(self, event: AudioPiece) -> None:
        player = self._area.player
        self._leave_pinned()
        if event.item.id != self._item or player is None or (event.start_frame and not self._grew):
            return
        if not self._grew:
            self._grow(player, event.sample_rate_hz)
        if self.target is None:
            return
        self._area.lanes[self.target].add_chunk(event.audio, event.start_frame, event.sample_rate_hz)
        player.add(self._slot(), event.audio, event.start_frame)
        if event.start_frame == 0:
            self.audible.emit()

    def _on_cancelled(self, event: ItemCancelled) -> None:
        if event.item.id == self._item:
            self._give_up()

    def _on_failed(self, failure: Failure) -> None:
        if failure.item and failure.item == self._item:
            self._give_up()

    def _on_finished(self, event: TakeFinished) -> None:
        if event.item.to_lanes and not self._area.locked:
            self._finish(event.entry)
        elif event.item.id == self._item:  # a listening test was begun meanwhile: its lanes stay as they are
            self._give_up()

    def _give_up(self) -> None:
        """The ghost goes, and what the lane held before can be played again."""
        self._restore_slot()
        self._rest()

    def _restore_slot(self) -> None:
        player, letter = self._area.player, self._area.growing
        if player is not None and letter is not None:
            if player.selected == letter:
                player.pause()
                player.seek(0.0)
            before = self._area.lanes[letter].sound
            if before is None:
                player.load(self._slot(), None)
            else:
                player.load(self._slot(), before.audio, before.rate)

    def _leave_pinned(self) -> None:
        """The lane was pinned after the take was begun in it: it keeps what it had, and the take goes on elsewhere or unseen."""
        area, target = self._area, self.target
        if not area.built or not self._item or target is None or not area.lanes[target].pinned:
            return
        self._restore_slot()
        self._grew = False
        area.lanes[target].clear_ghost()
        area.live_letter = None
        self.target = area.live_letter = area.free_lane()

    def _finish(self, entry: TakeEntry) -> None:
        """The take's lane shows it, and playing goes on with it where it is."""
        self._leave_pinned()
        growing, heard = self._area.growing, self.heard
        letter = self._area.show_entry(entry, growing, goes_on=growing is not None)
        self._rest()
        if letter is None:
            self.stays_in_list.emit(entry)
        else:
            self.shown.emit(TakeShown(entry, letter, heard))

    def _note_state(self) -> None:
        player = self._area.player
        if player is not None and player.is_playing() and player.selected == self._area.growing:
            self.heard = True

    def _slot(self) -> SlotName:
        return cast("SlotName", self.target)

    def _grow(self, player: Player, rate_hz: int) -> None:
        """The lane's slot in the player becomes the unfinished sound, unless its old sound is being listened to."""
        area = self._area
        if self.target is not None and player.is_playing() and player.selected == self.target:
            area.lanes[self.target].clear_ghost()
            self.target = area.live_letter = area.free_lane()
            if self.target is not None:
                area.lanes[self.target].show()
        if self.target is None:
            return
        self._grew = True
        player.begin(self._slot(), rate_hz)
        if not player.is_playing():
            player.select(self._slot())
            player.seek(0.0)

    def _rest(self) -> None:
        self._item, self._area.live_letter = 0, None
        for letter, lane in self._area.lanes.items():
            lane.clear_ghost()
            lane.setVisible(letter == "A" or lane.sound is not None)
