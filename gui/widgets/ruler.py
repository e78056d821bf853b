"""The time ruler under the lanes: marks, numbers, selection and playhead. Dragging it scrubs."""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPolygonF, QWheelEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from ditone.gui.i18n import formatting
from ditone.gui.i18n.translate import tr
from ditone.gui.theme import palettes
from ditone.gui.widgets.timeline import TimelineState

STEPS = (1, 2, 5)
MINUTE_STEPS_S = (10, 15, 30, 60, 120, 300, 600, 1800, 3600)
LABEL_GAP_PX = 26


class Ruler(QWidget):
    """Emits the time that is pointed at while drag_files."""

    seek_requested = Signal(float)

    def __init__(self, timeline: TimelineState, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.timeline = timeline
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(tr("Time ruler"))
        self.setToolTip(tr("Drag to hear from there. The wheel zooms."))
        for signal in (timeline.view_changed, timeline.selection_changed, timeline.playhead_changed):
            signal.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(400, self.fontMetrics().height() + 10)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        colors = palettes.current()
        painter.fillRect(self.rect(), colors.qcolor("panel"))
        painter.fillRect(0, 0, self.width(), 1, colors.qcolor("line"))
        if self.timeline.selection is not None:
            left, right = (self._x(time) for time in self.timeline.selection)
            painter.fillRect(QRectF(left, 1, max(right - left, 1), 3), colors.qcolor("a"))
        step, parts, decimals = spacing(
            self.timeline.span_s, self.width(), painter.fontMetrics().horizontalAdvance("00:00.00000")
        )
        first = math.floor(self.timeline.view[0] / step)
        last = math.ceil(self.timeline.view[1] / step)
        for index in range(first, last + 1):
            for part in range(parts):
                x = self._x((index + part / parts) * step)
                painter.fillRect(QRectF(round(x), 1, 1, 4 if part else 8), colors.qcolor("dim" if not part else "outline"))
            x = self._x(index * step)
            text = formatting.clock(index * step, decimals)
            width = painter.fontMetrics().horizontalAdvance(text)
            if x + 4 + width <= self.width():
                painter.setPen(colors.qcolor("dim"))
                painter.drawText(QPointF(round(x) + 4, self.height() - 4), text)
        if not self.timeline.empty:
            self._paint_playhead(painter)

    def _paint_playhead(self, painter: QPainter) -> None:
        x = int(self._x(self.timeline.playhead_s))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(palettes.current().qcolor("text"))
        painter.drawPolygon(
            QPolygonF([QPointF(x - 5, 0), QPointF(x + 6, 0), QPointF(x + 6, 3), QPointF(x + 0.5, 9), QPointF(x - 5, 3)])
        )

    def _x(self, time_s: float) -> float:
        start, end = self.timeline.view
        return (time_s - start) / (end - start) * self.width()

    def _time(self, event: QMouseEvent | QWheelEvent) -> float:
        start, end = self.timeline.view
        return min(max(start + event.position().x() / max(self.width(), 1) * (end - start), 0.0), self.timeline.duration_s)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and not self.timeline.empty:
            self.seek_requested.emit(self._time(event))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton and not self.timeline.empty:
            self.seek_requested.emit(self._time(event))

    def wheelEvent(self, event: QWheelEvent) -> None:
        if not self.timeline.empty:
            self.timeline.zoom_at(self._time(event), 0.8 ** (event.angleDelta().y() / 120))
        event.accept()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.FontChange:
            self.updateGeometry()
        super().changeEvent(event)


def spacing(span_s: float, width_px: int, label_px: int) -> tuple[float, int, int]:
    """Seconds between numbered marks, how many parts each is divided into, and the decimals its numbers need."""
    least = span_s * (label_px + LABEL_GAP_PX) / max(width_px, 1)
    if least > 5:
        step = float(next((s for s in MINUTE_STEPS_S if s >= least), math.ceil(least / 3600) * 3600))
        return step, 5 if step in (10, 300) else 4 if step == 120 else 3, 0
    power = math.floor(math.log10(least))
    factor = next((f for f in STEPS if f * 10.0**power >= least), 10)
    if factor == 10:
        power, factor = power + 1, 1
    return factor * 10.0**power, 4 if factor == 2 else 5, max(0, -power)
