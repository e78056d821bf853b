"""What the window looked like when it closed: tabs, number of takes, view, zoom, selection, loop, which lane is heard, the search."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast, get_args

from PySide6.QtCore import QObject, QTimer

from ditone.gui.widgets.timeline import ViewMode
from ditone.runtime import json_reading

if TYPE_CHECKING:
    from PySide6.QtWidgets import QSpinBox, QTabWidget

    from ditone.gui.audio.player import SlotName
    from ditone.gui.core.settings import Settings
    from ditone.gui.panels.lane_area import LaneArea
    from ditone.gui.panels.takes_panel import TakesPanel

KEY = "recovery/screen"
INTERVAL_MS = 2000


@dataclass(frozen=True)
class Frame:
    """What is around lanes and takes: the tabs of both docks, and how many takes Generate makes."""

    results: QTabWidget
    activity: QTabWidget
    count: QSpinBox


class ScreenController(QObject):
    """To be made when the lanes are there and before they are filled: what belongs to sounds waits for them."""

    def __init__(self, lanes: LaneArea, takes: TakesPanel, frame: Frame, settings: Settings) -> None:
        super().__init__(lanes)
        self._lanes, self._takes, self._frame, self._settings = lanes, takes, frame, settings
        self._seen = settings.text(KEY)
        self._later = _read(self._seen)
        if self._later:
            self._show_frame(self._later)
            lanes.sounds_changed.connect(self._on_sounds)
        self._timer = QTimer(self, interval=INTERVAL_MS)
        self._timer.timeout.connect(self.store)
        self._timer.start()

    def store(self) -> None:
        """Remembers how it looks now; not before what was there the last time is shown again."""
        if self._later.get("lanes"):
            return
        text = json.dumps(self._state())
        if text != self._seen:
            self._seen = text
            self._settings.set(KEY, text)

    def close(self) -> None:
        """The last time."""
        self._timer.stop()
        self.store()

    def _state(self) -> dict[str, Any]:
        lanes = self._lanes
        timeline, player, difference = lanes.timeline, lanes.player, lanes.difference
        assert timeline is not None
        assert player is not None
        assert difference is not None
        whole = timeline.view == (0.0, timeline.duration_s)
        return {
            "lanes": sorted(lanes.entries),
            "count": self._frame.count.value(),
            "results": self._frame.results.currentIndex(),
            "activity": self._frame.activity.currentIndex(),
            "search": self._takes.search.text(),
            "starred": self._takes.only_starred(),
            "mode": timeline.mode,
            "mel": timeline.mel,
            "amplitude": timeline.amplitude,
            "view": None if whole else list(timeline.view),
            "selection": list(timeline.selection) if timeline.selection else None,
            "playhead": timeline.playhead_s,
            "loop": player.loop,
            "heard": player.selected,
            "difference": difference.fold.isChecked(),
        }

    def _show_frame(self, state: dict[str, Any]) -> None:
        """What is there without any sound."""
        timeline = self._lanes.timeline
        assert timeline is not None
        self._frame.count.setValue(int(_number(state.get("count"), 1)))
        self._frame.activity.setCurrentIndex(int(_number(state.get("activity"), 0)))
        self._takes.search.setText(str(state.get("search") or ""))
        self._takes.starred.setChecked(state.get("starred") is True)
        if state.get("mode") in get_args(ViewMode):
            timeline.set_mode(state["mode"])
        timeline.set_mel(state.get("mel") is not False)
        timeline.set_amplitude(_number(state.get("amplitude"), 1.0))
        if not state.get("lanes"):
            self._show_sounds()

    def _on_sounds(self) -> None:
        wanted = self._later.get("lanes")
        if isinstance(wanted, list) and set(map(str, wanted)) <= set(self._lanes.entries):
            QTimer.singleShot(0, self, self._show_sounds)  # after those who answer to the new sound, which raise their own tab

    def _show_sounds(self) -> None:
        """What lies on top of the sounds."""
        state, self._later = self._later, {}
        lanes = self._lanes
        if not state or lanes.player is None or lanes.timeline is None or lanes.difference is None:
            return
        view, selection = _span(state.get("view")), _span(state.get("selection"))
        if view is not None:
            lanes.timeline.show_range(*view)
        if selection is not None:
            lanes.timeline.set_selection(*selection)
        lanes.player.set_loop(state.get("loop") is True)
        if state.get("heard") in lanes.entries:
            lanes.player.select(cast("SlotName", state["heard"]))
        place = min(max(_number(state.get("playhead"), 0.0), 0.0), lanes.timeline.duration_s)
        lanes.player.seek(place)
        lanes.timeline.set_playhead(place)
        lanes.difference.fold.setChecked(state.get("difference") is True)
        self._frame.results.setCurrentIndex(int(_number(state.get("results"), 0)))


def _read(text: str) -> dict[str, Any]:
    try:
        state = json_reading.loads(text or "{}")
    except ValueError:
        return {}
    return state if isinstance(state, dict) else {}


def _number(value: object, default: float) -> float:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e9 else default


def _span(value: object) -> tuple[float, float] | None:
    if not isinstance(value, list) or len(value) != 2:
        return None
    start, end = (_number(each, -1.0) for each in value)
    return (start, end) if 0.0 <= start < end else None
