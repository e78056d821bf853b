"""The bottom area folded to one line: what memory and processor do, and a small curve of the memory."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QSize, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from ditone.gui.panels.controls import flat_button
from ditone.gui.theme import palettes
from ditone.gui.widgets.plain_text import PlainLabel

if TYPE_CHECKING:
    from ditone.gui.engine.engine import Engine
    from ditone.gui.engine.take_queue import TakeQueue
    from ditone.runtime.monitor import Usage

POINTS = 150


class Sparkline(QWidget):
    """The last readings of memory, MiB, drawn from zero to a little above the highest."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._values: deque[float] = deque(maxlen=POINTS)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(self.tr("Memory over the last half minute, MiB"))

    def sizeHint(self) -> QSize:
        return QSize(POINTS, 18)

    def add(self, mib: float) -> None:
        """The newest reading."""
        self._values.append(mib)
        if self.isVisible():
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if len(self._values) < 2:
            return
        painter = QPainter(self)
        painter.setPen(QPen(palettes.current().qcolor("a"), 1))
        top = max(self._values) * 1.1
        left = self.width() - len(self._values)
        points = [
            QPointF(left + i, self.height() - 2 - (self.height() - 4) * value / top) for i, value in enumerate(self._values)
        ]
        painter.drawPolyline(QPolygonF(points))


class UsageStrip(QWidget):
    """26 pixels high. `unfold_requested` asks for the whole bottom area."""

    unfold_requested = Signal()
    HEIGHT = 26

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedHeight(self.HEIGHT)
        self._queue: TakeQueue | None = None
        self.words = PlainLabel()
        self.words.setProperty("role", "dim")
        self.queue = PlainLabel()
        self.queue.setProperty("role", "dim")
        self.curve = Sparkline()
        self.unfold = flat_button("chevron-up", self.tr("Show performance, queue and log"))
        self.unfold.setFixedSize(24, 22)
        self.unfold.clicked.connect(self.unfold_requested)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 1, 8, 1)
        layout.setSpacing(12)
        layout.addWidget(self.curve)
        layout.addWidget(self.words)
        layout.addStretch(1)
        layout.addWidget(self.queue)
        layout.addWidget(self.unfold)

    def listen(self, engine: Engine) -> None:
        """Follows memory, processor and queue."""
        self._queue = engine.queue
        engine.usage.connect(self.add_usage)
        engine.queue.changed.connect(self._on_queue)

    def add_usage(self, usage: Usage) -> None:
        """A reading of memory and processor, some times a second."""
        vram = usage.vram_process_mib if usage.vram_process_mib is not None else usage.vram_reserved_mib
        self.curve.add(usage.rss_mib if vram is None else vram)
        parts = [] if vram is None else [self.tr("VRAM {mib} MiB").format(mib=f"{vram:,.0f}")]
        parts += [
            self.tr("RAM {mib} MiB").format(mib=f"{usage.rss_mib:,.0f}"),
            self.tr("CPU {percent} %").format(percent=f"{usage.cpu_percent:.0f}"),
        ]
        self.words.setText(" · ".join(parts))

    def _on_queue(self) -> None:
        if self._queue is not None:
            self.show_queue(len(self._queue.waiting()))

    def show_queue(self, waiting: int) -> None:
        """How many takes wait."""
        self.queue.setText(self.tr("{count} waiting").format(count=waiting) if waiting else "")
