"""Small plots of the comparison, in the colours of the theme: where two takes part, and time against parity of what was tried."""

from __future__ import annotations

from collections.abc import Sequence

import pyqtgraph as pg
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QWidget

from ditone.gui.theme import palettes
from ditone.runtime.comparison.drift import Drift

HEIGHT = 150


class ThemedPlot(pg.PlotWidget):
    """A plot that nobody can drag, with names at both axes; `_style` is called again when the theme changes."""

    def __init__(self, bottom: str, left: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setMouseEnabled(False, False)
        self.hideButtons()
        self.setMenuEnabled(False)
        self.setFrameShape(self.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.viewport().setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setMinimumWidth(120)
        for side, words in (("bottom", bottom), ("left", left)):
            axis = self.getAxis(side)
            axis.enableAutoSIPrefix(False)
            axis.setLabel(words)
            axis.setStyle(hideOverlappingLabels=False)  # it would hide the value at the axis's end
        self.getPlotItem().setContentsMargins(0, 6, 14, 0)
        self.limit = pg.InfiniteLine(angle=0)
        self.addItem(self.limit)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange) and hasattr(self, "limit"):
            self._style()

    def _style(self) -> None:
        colors = palettes.current()
        self.setBackground(colors.qcolor("panel"))
        small = QFont(self.font())
        small.setPointSizeF(max(small.pointSizeF() - 1.5, 6.0))
        for side in ("bottom", "left"):
            axis = self.getAxis(side)
            axis.setPen(colors.qcolor("line"))
            axis.setTextPen(colors.qcolor("dim"))
            axis.setStyle(tickFont=small, tickLength=-4)
            axis.label.setFont(small)
            axis.label.setDefaultTextColor(colors.qcolor("dim"))
        self.limit.setPen(pg.mkPen(colors.qcolor("dim"), width=1, style=Qt.PenStyle.DashLine))


class DriftPlot(ThemedPlot):
    """Cosine of two takes' clean estimates from the first step to the last, and a dashed line at the threshold."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", "", parent)
        self.setLabel("bottom", self.tr("progress of the solve (%)"))
        self.setLabel("left", self.tr("cosine"))
        self.setFixedHeight(HEIGHT)
        self.setAccessibleName(self.tr("Cosine of A and B at each step"))
        self.line = self.plot([], [], symbol="o", symbolSize=4)
        self._style()

    def show_drift(self, found: Drift) -> None:
        """The range of values follows what is there, so that a small drift is seen as well as a large one."""
        self.limit.setValue(found.threshold)
        self.line.setData([100 * p for p in found.progress], list(found.cosine))
        low = min(found.threshold, *found.cosine) if found.cosine else found.threshold
        room = 0.15 * (1.0 - low)
        self.setXRange(0, 100, padding=0.02)
        self.setYRange(low - room, 1.0 + room, padding=0)

    def _style(self) -> None:
        super()._style()
        color = palettes.current().qcolor("text")
        self.line.setPen(pg.mkPen(color, width=1))
        self.line.setSymbolBrush(color)
        self.line.setSymbolPen(color)


class FrontierPlot(ThemedPlot):
    """Seconds against score of what was tried: a dot each, the frontier as a line, what meets the floor filled, the floor dashed."""

    def __init__(self, score: str, parent: QWidget | None = None) -> None:
        super().__init__("", score, parent)
        self.setLabel("bottom", self.tr("time (s)"))
        self.setAccessibleName(self.tr("Time and score of the candidates"))
        self.setMinimumHeight(HEIGHT)
        self.edge = self.plot([], [])
        self.dots = pg.ScatterPlotItem(size=9)
        self.reference = pg.InfiniteLine(angle=90)
        self._names = (
            pg.InfLineLabel(self.reference, self.tr("A"), position=0.94, anchors=[(1, 0.5), (1, 0.5)]),
            pg.InfLineLabel(self.limit, self.tr("floor"), position=0.03, anchors=[(0, 1), (0, 1)]),
        )
        for item in (self.dots, self.reference):
            self.addItem(item)
        self._points: list[tuple[float, float, bool]] = []
        self._style()

    def set_floor(self, score: str, value: float) -> None:
        """What the height means, and from where on it is enough."""
        self.setLabel("left", score)
        self.limit.setValue(value)
        self._fit()

    def set_reference(self, seconds: float) -> None:
        """A line at the time of the reference take."""
        self.reference.setValue(seconds)
        self._fit()

    def show_points(self, points: Sequence[tuple[float, float, bool]], edge: Sequence[tuple[float, float]]) -> None:
        """points: (seconds, score, whether it meets the floor); edge: the frontier, fastest first."""
        self._points = list(points)
        self.edge.setData([x for x, _ in edge], [y for _, y in edge])
        self._style()
        self._fit()

    def _fit(self) -> None:
        heights = [y for _, y, _ in self._points] + [self.limit.value()]
        low, high = min(heights), max(heights)
        room = 0.1 * (high - low) or 0.05
        self.setYRange(low - room, high + room, padding=0)
        self.setXRange(0, 1.1 * max([x for x, _, _ in self._points] + [self.reference.value(), 0.1]), padding=0)

    def _style(self) -> None:
        super()._style()
        colors = palettes.current()
        self.edge.setPen(pg.mkPen(colors.qcolor("dim"), width=1))
        self.reference.setPen(pg.mkPen(colors.qcolor("a"), width=1))
        for name, role in zip(self._names, ("a", "dim"), strict=True):
            name.setColor(colors.qcolor(role))
        self.dots.setData(
            [
                {
                    "pos": (x, y),
                    "pen": pg.mkPen(colors.qcolor("ok" if meets else "text"), width=1),
                    "brush": pg.mkBrush(colors.qcolor("ok" if meets else "panel")),
                }
                for x, y, meets in self._points
            ]
        )
