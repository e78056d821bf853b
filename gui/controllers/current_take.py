"""The take that keys are about."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ditone.gui.engine.take_entry import AnyTake
    from ditone.gui.panels.lane_area import LaneArea
    from ditone.gui.panels.takes_panel import TakesPanel


class CurrentTake:
    """The chosen row while the list has the focus, else the take of the lane that is heard."""

    def __init__(self, lanes: LaneArea, takes: TakesPanel) -> None:
        self._lanes, self._takes = lanes, takes

    def entry(self) -> AnyTake | None:
        """That take; None where there is none yet."""
        return self._takes.current() if self._takes.list.hasFocus() else self._lanes.current_entry()

    def does(self, action: Callable[[AnyTake], object]) -> Callable[[], None]:
        """A command that does something with that take, and nothing without one."""

        def act() -> None:
            entry = self.entry()
            if entry is not None:
                action(entry)

        return act
