"""A peak meter: one bar for each output channel, a held peak, and a light that stays on once full scale was reached."""

from __future__ import annotations

import math
import time

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRect, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from ditone.gui.i18n import formatting
from ditone.gui.i18n.translate import tr
from ditone.gui.theme import palettes

FLOOR_DB = -60.0
FALL_DB_PER_S = 26.0
HOLD_S = 1.5
WARNING_DB = -6.0
TICK_MS = 33
CLIP_PX = 6


class PeakMeter(QWidget):
    """Levels rise at once and fall evenly. A click puts the full-scale light out."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._db = [FLOOR_DB, FLOOR_DB]
        self._held = [FLOOR_DB, FLOOR_DB]
        self._held_at = [0.0, 0.0]
        self._clipped = False
        self._last = time.monotonic()
        self._timer = QTimer(self, interval=TICK_MS)
        self._timer.timeout.connect(self._fall)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("Peak level in dBFS"))
        self._describe()

    def sizeHint(self) -> QSize:
        return QSize(110, 20)

    @property
    def held_db(self) -> list[float]:
        """The held peak of each channel."""
        return list(self._held)

    @property
    def clipped(self) -> bool:
        """Whether full scale was reached since the light was last put out."""
        return self._clipped

    def add(self, levels: NDArray[np.float32]) -> None:
        """Highest absolute sample of each channel since the last call."""
        now = time.monotonic()
        for channel in range(2):
            level = float(levels[min(channel, len(levels) - 1)])
            db = 20 * math.log10(level) if level > 0 else -math.inf
            self._db[channel] = max(self._db[channel], db, FLOOR_DB)
            if db >= self._held[channel] or now - self._held_at[channel] > HOLD_S:
                self._held[channel], self._held_at[channel] = max(db, FLOOR_DB), now
            self._clipped = self._clipped or level >= 1.0
        if not self._timer.isActive():
            self._last = now
            self._timer.start()

    def _fall(self) -> None:
        now = time.monotonic()
        fall, self._last = FALL_DB_PER_S * (now - self._last), now
        self._db = [max(db - fall, FLOOR_DB) for db in self._db]
        for channel in range(2):
            if now - self._held_at[channel] > HOLD_S:
                self._held[channel] = self._db[channel]
        if max(self._db) <= FLOOR_DB and max(self._held) <= FLOOR_DB:
            self._timer.stop()
        self._describe()
        self.update()

    def _describe(self) -> None:
        peak = max(self._held)
        words = formatting.decibel(peak, "dBFS") if peak > FLOOR_DB else tr("silent")
        clipped = tr("full scale was reached; click to reset") if self._clipped else ""
        self.setToolTip(" · ".join(part for part in (tr("Peak before the volume"), words, clipped) if part))
        self.setAccessibleDescription(words)

    def mousePressEvent(self, _event: QMouseEvent) -> None:
        self._clipped = False
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        colors = palettes.current()
        bar = (self.height() - 2) // 2 - 1
        length = self.width() - CLIP_PX - 2
        for channel in range(2):
            area = QRect(0, 1 + channel * (bar + 2), length, bar)
            painter.fillRect(area, colors.qcolor("field"))
            filled = _share(self._db[channel]) * length
            safe = _share(WARNING_DB) * length
            painter.fillRect(QRectF(area.left(), area.top(), min(filled, safe), bar), colors.qcolor("ok"))
            if filled > safe:
                painter.fillRect(QRectF(area.left() + safe, area.top(), filled - safe, bar), colors.qcolor("warning"))
            held = _share(self._held[channel]) * length
            if held > 1:
                painter.fillRect(QRectF(held - 1.5, area.top(), 1.5, bar), colors.qcolor("text"))
        light = QRect(self.width() - CLIP_PX, 1, CLIP_PX, 2 * bar + 2)
        painter.fillRect(light, colors.qcolor("error" if self._clipped else "field"))
        painter.setPen(colors.qcolor("line"))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(QRect(0, 0, length, self.height() - 1).adjusted(0, 0, -1, 0))
        painter.drawRect(light.adjusted(0, -1, -1, 0))


def _share(db: float) -> float:
    return min(max((db - FLOOR_DB) / -FLOOR_DB, 0.0), 1.0)
