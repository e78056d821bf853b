"""One line over time with its name, its present value and peak: VRAM, RAM or CPU. Phases of a run are bands behind it."""

from __future__ import annotations

import numpy as np
import pyqtgraph
from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtGui import QColor, QFont, QMouseEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from ditone.gui.i18n import formatting
from ditone.gui.i18n.translate import tr
from ditone.gui.theme import palettes
from ditone.gui.widgets.elided_label import ElidedLabel
from ditone.gui.widgets.plain_text import PlainLabel
from ditone.gui.widgets.usage_log import Phase

HEADROOM = 1.25


class UsagePlot(QWidget):
    """`title` with `unit` above a plot. `lines`: name and colour role of each."""

    hovered = Signal(object)  # seconds, or None when the pointer has left

    def __init__(self, title: str, unit: str, lines: tuple[tuple[str, str], ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title, self._unit, self._lines = title, unit, lines
        self._peak: float | None = None
        self._predicted: float | None = None
        self._values: dict[str, float] = {}
        self.heading = PlainLabel()
        self.heading.setProperty("role", "heading")
        self.reading = ElidedLabel()
        self.reading.setProperty("role", "dim")
        self.plot = _Plot()
        self.plot.pointed.connect(self.hovered)
        self.plot.setAccessibleName(f"{title}, {unit}")
        self._curves = [self.plot.plot([], [], skipFiniteCheck=False) for _ in lines]
        self._dashed = pyqtgraph.InfiniteLine(angle=0, movable=False)
        self._dashed.hide()
        self._pointer = pyqtgraph.InfiniteLine(angle=90, movable=False)
        self._pointer.hide()
        for item in (self._dashed, self._pointer):
            self.plot.addItem(item, ignoreBounds=True)
        self._bands: list[_Band] = []
        head = QHBoxLayout()
        head.setContentsMargins(8, 4, 8, 0)
        head.setSpacing(8)
        head.addWidget(self.heading)
        head.addWidget(self.reading, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self.plot, 1)
        self.heading.setText(f"{title} ({unit})")
        self._style()

    def show_series(self, times: np.ndarray, series: list[np.ndarray], window: tuple[float, float], phases: list[Phase]) -> None:
        """times: seconds, one array of values for each line; window: the seconds in view; phases of the last runs."""
        top = 0.0
        for curve, values in zip(self._curves, series, strict=True):
            curve.setData(times, values)
            seen = values[np.isfinite(values)]
            top = max(top, float(seen.max()) if len(seen) else 0.0)
        if self._predicted is not None:
            top = max(top, self._predicted)
        self.plot.setRange(xRange=window, yRange=(0.0, max(top * HEADROOM, 1.0)), padding=0)
        self._show_phases(phases, window, max(top * HEADROOM, 1.0))

    def show_reading(self, words: str) -> None:
        """The text beside the title."""
        self.reading.setText(words)

    def set_predicted(self, value: float | None) -> None:
        """A dashed line where the peak is expected."""
        self._predicted = value
        self._dashed.setVisible(value is not None)
        if value is not None:
            self._dashed.setValue(value)

    def point_at(self, seconds: float | None) -> None:
        """A thin line at the time that the pointer reads."""
        self._pointer.setVisible(seconds is not None)
        if seconds is not None:
            self._pointer.setValue(seconds)

    def _show_phases(self, phases: list[Phase], window: tuple[float, float], top: float) -> None:
        while len(self._bands) < len(phases):
            self._bands.append(_Band(self.plot, len(self._bands)))
        for band, phase in zip(self._bands, phases, strict=False):
            band.show(phase, window, top)
        for band in self._bands[len(phases) :]:
            band.hide()

    def _style(self) -> None:
        colors = palettes.current()
        self.plot.setBackground(colors.panel)
        for curve, (_, role) in zip(self._curves, self._lines, strict=True):
            curve.setPen(pyqtgraph.mkPen(colors.qcolor(role), width=1))
        self._dashed.setPen(pyqtgraph.mkPen(colors.qcolor("warning"), width=1, style=Qt.PenStyle.DashLine))
        self._pointer.setPen(pyqtgraph.mkPen(colors.qcolor("dim"), width=1))
        for name in ("left", "bottom"):
            axis = self.plot.getAxis(name)
            axis.setPen(colors.qcolor("line"))
            axis.setTextPen(colors.qcolor("dim"))
            axis.setStyle(tickLength=-4, tickFont=_small(self.font()))
        for band in self._bands:
            band.style()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange) and hasattr(self, "_bands"):
            self._style()
        super().changeEvent(event)


class _Plot(pyqtgraph.PlotWidget):
    """A plot that nobody can drag, with its times counted back from now."""

    pointed = Signal(object)

    def __init__(self) -> None:
        super().__init__(axisItems={"bottom": _TimeAxis("bottom"), "left": _ValueAxis("left")})
        self.setMenuEnabled(False)
        self.setMouseEnabled(False, False)
        self.hideButtons()
        self.setFrameShape(self.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.viewport().setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.getPlotItem().setContentsMargins(0, 7, 22, 0)  # right: half of the last time's words
        self.setMinimumSize(120, 60)
        self.getAxis("left").setWidth(46)
        self.getAxis("bottom").setHeight(20)
        self.getAxis("bottom").setStyle(hideOverlappingLabels=False)  # it would hide "now", which reaches over the axis's end

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        view = self.getPlotItem().vb
        self.pointed.emit(view.mapSceneToView(self.mapToScene(event.position().toPoint())).x())

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.pointed.emit(None)

    def wheelEvent(self, event: QEvent) -> None:
        event.ignore()


class _TimeAxis(pyqtgraph.AxisItem):
    def tickStrings(self, values: list[float], scale: float, spacing: float) -> list[str]:
        return [tr("now") if value == 0 else f"{formatting.number(value)} s" for value in values]

    def tickSpacing(self, low: float, high: float, size: float) -> list[tuple[float, float]]:
        span = high - low
        return [(next((s for s in (10, 20, 30, 60, 120, 300, 600) if span / s <= max(size / 70, 1)), 1800), 0)]


class _ValueAxis(pyqtgraph.AxisItem):
    def tickStrings(self, values: list[float], scale: float, spacing: float) -> list[str]:
        return [formatting.grouped(value) for value in values]

    def tickSpacing(self, low: float, high: float, size: float) -> list[tuple[float, float]]:
        least = (high - low) / max(size / 28, 1)
        power = 10.0 ** np.floor(np.log10(max(least, 1e-9)))
        return [(float(next(f * power for f in (1, 2, 5, 10) if f * power >= least)), 0)]


class _Band:
    """A phase of a run: a faint ground and its name."""

    def __init__(self, plot: pyqtgraph.PlotWidget, index: int) -> None:
        self._region = pyqtgraph.LinearRegionItem(movable=False)
        self._region.setZValue(-10)
        self._name = pyqtgraph.TextItem(anchor=(0, 0))
        self._name.setZValue(-5)
        self._even = index % 2 == 0
        plot.addItem(self._region, ignoreBounds=True)
        plot.addItem(self._name, ignoreBounds=True)
        self._plot = plot
        self._words = ""
        self.style()

    def show(self, phase: Phase, window: tuple[float, float], top: float) -> None:
        start, end = max(phase.start_s, window[0]), min(phase.end_s, window[1])
        self._region.setVisible(end > start)
        self._region.setRegion((start, end))
        width = self._plot.getPlotItem().vb.width() * (end - start) / (window[1] - window[0])
        words = tr(phase.name)
        if words != self._words:  # laying out a text takes longer than the rest of a drawing
            self._words = words
            self._name.setText(words)
        size = self._name.textItem.boundingRect()
        upright = width <= size.width() + 2  # a short phase has its name turned, from the bottom up
        if upright != (self._name.angle == 90):
            self._name.setAngle(90 if upright else 0)
            self._name.setAnchor((1, 0) if upright else (0, 0))
        self._name.setVisible(width > size.height() - 4 if upright else True)
        self._name.setPos(QPointF(start, top))

    def hide(self) -> None:
        self._region.hide()
        self._name.hide()

    def style(self) -> None:
        colors = palettes.current()
        ground = QColor(palettes.mixed(colors.panel, colors.dim, 0.16 if self._even else 0.09))
        self._region.setBrush(ground)
        self._region.lines[0].setPen(None)
        self._region.lines[1].setPen(None)
        self._name.setColor(colors.qcolor("dim"))
        self._name.setFont(_small(self._plot.font()))


def _small(font: QFont) -> QFont:
    small = QFont(font)
    small.setPointSizeF(max(font.pointSizeF() - 1.5, 6.0))
    return small
