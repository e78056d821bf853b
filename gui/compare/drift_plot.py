"""Cosine of two takes' clean estimates against the progress of the solve."""

from __future__ import annotations

import pyqtgraph as pg
from PySide6.QtGui import QPen
from PySide6.QtWidgets import QWidget

from gui.theme import palettes
from runtime.parity.drift import Drift

HEIGHT = 110


class DriftPlot(pg.PlotWidget):
    """One line from the first step to the last, and a dashed one at the threshold."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedHeight(HEIGHT)
        self.setMouseEnabled(False, False)
        self.hideButtons()
        self.setMenuEnabled(False)
        self.setLabel("bottom", self.tr("progress of the solve"), units="%")
        self.getAxis("bottom").enableAutoSIPrefix(False)
        self.setAccessibleName(self.tr("Cosine of A and B at each step"))
        self.line = self.plot([], [])
        self.limit = pg.InfiniteLine(angle=0)
        self.addItem(self.limit)

    def show_drift(self, found: Drift) -> None:
        colors = palettes.current()
        self.setBackground(colors.qcolor("panel"))
        self.line.setPen(QPen(colors.qcolor("a"), 0))
        self.limit.setPen(pg.mkPen(colors.qcolor("dim"), width=1, dash=[4, 4]))
        self.limit.setValue(found.threshold)
        self.line.setData(
            [100 * p for p in found.progress], list(found.cosine), symbol="o", symbolSize=4, symbolBrush=colors.qcolor("a")
        )
        self.setXRange(0, 100, padding=0.02)
        self.setYRange(min(0.0, *found.cosine) if found.cosine else 0.0, 1.0, padding=0.05)
