"""The take that is being made: which lane shows it, and hearing what there is of it already."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    from ditone.gui.audio.player import Player, SlotName
    from ditone.gui.engine.take_entry import TakeEntry
    from ditone.gui.panels.lane_area import LaneArea


class LiveTake(QObject):
    """`target` is the letter of the lane. `heard`: playing was begun before the take was finished.

    Between takes, pieces and previews are ignored: they belong to a take that no lane shows.
    """

    audible = Signal()  # a first piece is there: Play plays it, and follows

    def __init__(self, area: LaneArea) -> None:
        super().__init__(area)
        self._area = area
        self._runs = False
        self._grew = False
        self.target = "A"
        self.heard = False

    @property
    def growing(self) -> str | None:
        """The lane whose sound is in the making and can be heard; None before the first piece."""
        player = self._area.player
        return self.target if self._runs and player is not None and player.grows(self.target) else None

    def begin(self) -> None:
        """A take begins: its ghost will appear in the free lane."""
        self._runs, self._grew, self.heard = True, False, False
        self.target = self._area.free_lane()
        if self._area.built:
            self._area.lanes[self.target].show()

    def show_preview(self, envelope: Any, duration_s: float) -> None:
        if self._runs and self._area.built:
            self._area.lanes[self.target].set_ghost(envelope, duration_s)

    def add_chunk(self, audio: Any, start_frame: int, rate: int) -> None:
        """A finished piece (frames, channels) of the take."""
        player = self._area.player
        if not self._runs or player is None:
            return
        if not self._grew:
            self._grow(player, rate)
        self._area.lanes[self.target].add_chunk(audio, start_frame, rate)
        player.add(self._slot(), audio, start_frame)
        if start_frame == 0:
            self.audible.emit()

    def end(self) -> None:
        """The take was given up: its ghost goes, and what the lane held before can be played again."""
        player, letter = self._area.player, self.growing
        if player is not None and letter is not None:
            if player.selected == letter:
                player.pause()
                player.seek(0.0)
            before = self._area.lanes[letter].sound
            if before is None:
                player.load(self._slot(), None)
            else:
                player.load(self._slot(), before.audio, before.rate)
        self._rest()

    def finish(self, entry: TakeEntry) -> str:
        """The take is there: its lane shows it, and playing goes on with it where it is; the lane's letter."""
        letter = self._area.show_entry(entry, self.growing, goes_on=self.growing is not None)
        self._rest()
        return letter

    def note_state(self) -> None:
        """Called whenever the player starts, stops or selects."""
        player = self._area.player
        if player is not None and player.is_playing() and player.selected == self.growing:
            self.heard = True

    def _slot(self) -> SlotName:
        return cast("SlotName", self.target)

    def _grow(self, player: Player, rate: int) -> None:
        """The lane's slot in the player becomes the sound in the making, unless its old sound is being listened to."""
        area = self._area
        if player.is_playing() and player.selected == self.target:
            area.lanes[self.target].clear_ghost()
            self.target = area.free_lane()
            area.lanes[self.target].show()
        self._grew = True
        player.begin(self._slot(), rate)
        if not player.is_playing():
            player.select(self._slot())
            player.seek(0.0)

    def _rest(self) -> None:
        self._runs = False
        for letter, lane in self._area.lanes.items():
            lane.clear_ghost()
            lane.setVisible(letter == "A" or lane.sound is not None)
