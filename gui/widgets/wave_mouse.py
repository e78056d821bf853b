"""Mouse and wheel over a waveform: a click places the playhead, a drag selects, edges can be dragged, the wheel zooms and scrolls,
with Ctrl it makes waveforms taller."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent

from ditone.gui.widgets.timeline import TimelineState

EDGE_GRIP_PX = 5
CLICK_PX = 3
WHEEL_ZOOM = 0.8
WHEEL_SCROLL = 1 / 8


class _View(Protocol):
    def x_of(self, time_s: float) -> float: ...

    def time_at(self, x: float) -> float: ...

    def setCursor(self, shape: Qt.CursorShape) -> None: ...


class WaveMouse:
    """Turns events of a view into changes of the time line."""

    def __init__(self, view: _View, timeline: TimelineState) -> None:
        self._view, self._timeline = view, timeline
        self._anchor_s: float | None = None  # the end of the selection that stays while the other is dragged
        self._pressed_x = 0.0
        self._dragging = False

    def press(self, event: QMouseEvent) -> None:
        """Begins to select, or takes hold of an edge of the selection."""
        if event.button() != Qt.MouseButton.LeftButton or self._timeline.empty:
            return
        x = self._pressed_x = event.position().x()
        selection, grip = self._timeline.selection, self._grip(x)
        time_s = self._view.time_at(x)
        self._dragging = True
        if selection and grip is not None:
            self._anchor_s = selection[1 - grip]
        elif event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            start, end = selection or (self._timeline.playhead_s, self._timeline.playhead_s)
            self._anchor_s = end if abs(time_s - start) < abs(time_s - end) else start
            self._timeline.set_selection(self._anchor_s, time_s)
        else:
            self._anchor_s = time_s
            self._dragging = False

    def move(self, event: QMouseEvent) -> None:
        """Selects, and moves the cursor."""
        x = event.position().x()
        if self._timeline.empty:
            return
        self._timeline.set_cursor(self._view.time_at(x))
        if self._anchor_s is None:
            over_edge = self._grip(x) is not None
            self._view.setCursor(Qt.CursorShape.SizeHorCursor if over_edge else Qt.CursorShape.IBeamCursor)
            return
        self._dragging = self._dragging or abs(x - self._pressed_x) >= CLICK_PX
        if self._dragging:
            self._timeline.set_selection(self._anchor_s, self._view.time_at(x))

    def release(self, event: QMouseEvent) -> float | None:
        """The time that was clicked, when it was a click and not a drag; a click also takes the selection away."""
        anchor, self._anchor_s = self._anchor_s, None
        if anchor is None or self._dragging or event.button() != Qt.MouseButton.LeftButton:
            return None
        self._timeline.clear_selection()
        return anchor

    def double_click(self, event: QMouseEvent) -> None:
        """Selects everything."""
        if event.button() == Qt.MouseButton.LeftButton and not self._timeline.empty:
            self._anchor_s = None
            self._timeline.select_all()

    def wheel(self, event: QWheelEvent) -> None:
        """Zooms at the pointer, scrolls with Shift, stretches waveforms with Ctrl."""
        delta = event.angleDelta()
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._timeline.set_amplitude(self._timeline.amplitude * WHEEL_ZOOM ** (-(delta.y() or delta.x()) / 120))
        elif event.modifiers() & Qt.KeyboardModifier.ShiftModifier or abs(delta.x()) > abs(delta.y()):
            self._timeline.scroll(-(delta.x() or delta.y()) / 120 * self._timeline.span_s * WHEEL_SCROLL)
        elif not self._timeline.empty:
            self._timeline.zoom_at(self._view.time_at(event.position().x()), WHEEL_ZOOM ** (delta.y() / 120))
        event.accept()

    def _grip(self, x: float) -> int | None:
        """Which edge of the selection is under the pointer: 0 start, 1 end."""
        if self._timeline.selection is None:
            return None
        distances = [abs(self._view.x_of(time) - x) for time in self._timeline.selection]
        nearest = distances.index(min(distances))
        return nearest if distances[nearest] <= EDGE_GRIP_PX else None
