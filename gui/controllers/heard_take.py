"""What is heard is what is chosen: the list of takes follows the lane that plays, so that Recall, Export and Del mean that take."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

if TYPE_CHECKING:
    from ditone.gui.panels.lane_area import LaneArea
    from ditone.gui.panels.takes_panel import TakesPanel


class HeardTake(QObject):
    """Chooses the row of the take that is heard, when another one is, and whenever playing begins. A sound without a take has no row."""

    def __init__(self, lanes: LaneArea, takes: TakesPanel) -> None:
        super().__init__(lanes)
        self._lanes, self._takes = lanes, takes
        self._heard = ""
        self._playing = False
        lanes.heard_changed.connect(self._follow)

    def _follow(self) -> None:
        player = self._lanes.player
        if player is None:
            return
        entry = self._lanes.current_entry()
        heard = entry.id if entry is not None else ""
        playing = player.is_playing()
        begins, self._playing = playing and not self._playing, playing
        self._takes.keeps_choice = playing
        if heard != self._heard or begins:
            self._heard = heard
            chosen, _ = self._takes.chosen()
            self._takes.choose(chosen if heard in chosen else [heard] if heard else [], heard)
