"""What lies over and under a lane's waveform: selection, region to be replaced, frequency marks, lines, and the cursor's read-out."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QBrush, QPainter

from ditone.gui.audio.sound import Sound
from ditone.gui.i18n import formatting
from ditone.gui.theme import palettes
from ditone.gui.widgets.timeline import TimelineState
from ditone.gui.widgets.wave_content import faded
from ditone.runtime.audio.spectrogram import Spectrogram

FREQUENCY_MARKS_HZ = (100, 500, 1000, 2000, 5000, 10_000, 20_000)
AMPLITUDE_MARKS_DB = (0, -6, -12, -24, -36, -48)
READOUT_PX = 330
ToX = Callable[[float], float]


def selection_ground(painter: QPainter, span: tuple[float, float], wave: QRect, to_x: ToX) -> None:
    """A filled ground under the waveform."""
    left, right = (to_x(time) for time in span)
    painter.fillRect(QRectF(left, wave.top(), right - left, wave.height()), palettes.current().qcolor("selection"))


def selection_edges(painter: QPainter, span: tuple[float, float], height: int, spectral: QRect, to_x: ToX) -> None:
    """The two edges that can be dragged, and a veil over what is not selected of the spectrogram."""
    colors = palettes.current()
    left, right = (to_x(time) for time in span)
    if not spectral.isEmpty():
        veil = faded(colors.qcolor("field"), 130)
        painter.fillRect(QRectF(0, spectral.top(), left, spectral.height()), veil)
        painter.fillRect(QRectF(right, spectral.top(), spectral.width() - right, spectral.height()), veil)
    for x in (left, right):
        painter.fillRect(QRectF(round(x), 0, 1, height), colors.qcolor("a"))


def hatched(painter: QPainter, span: tuple[float, float], height: int, to_x: ToX) -> None:
    """A time span that will be replaced."""
    left, right = (to_x(time) for time in span)
    color = palettes.current().qcolor("warning")
    painter.fillRect(QRectF(left, 0, right - left, height), QBrush(faded(color, 130), Qt.BrushStyle.BDiagPattern))
    for x in (left, right - 1):
        painter.fillRect(QRectF(x, 0, 1, height), color)


def frequency_marks(painter: QPainter, area: QRect, made: Spectrogram) -> None:
    """Round frequencies at the left, as many as find room."""
    colors = palettes.current()
    metrics = painter.fontMetrics()
    lowest = area.bottom() + 1.0
    for mark in FREQUENCY_MARKS_HZ:
        y = area.bottom() - made.height(mark) * area.height()
        if mark > made.rate_hz / 2 or y + metrics.height() / 2 > lowest or y < area.top() + metrics.height() / 2:
            continue
        lowest = y - metrics.height() / 2
        text = f"{mark // 1000}k" if mark >= 1000 else str(mark)
        box = QRect(6, round(lowest), metrics.horizontalAdvance(text) + 6, metrics.height())
        painter.fillRect(box, faded(colors.qcolor("field"), 170))
        painter.setPen(colors.qcolor("text"))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
        painter.fillRect(0, round(y), 5, 1, colors.qcolor("text"))


def amplitude_marks(painter: QPainter, wave: QRect, channels: list[tuple[int, int]], amplitude: float) -> None:
    """Round levels in dBFS at the left of each channel's strip (top, height), as many as find room; `amplitude`: how much taller it is."""
    colors, metrics = palettes.current(), painter.fontMetrics()
    for top, height in channels:
        lowest = wave.top() + top - metrics.height()
        for mark in AMPLITUDE_MARKS_DB:
            level = 10 ** (mark / 20) * amplitude
            y = wave.top() + top + (1 - level) / 2 * (height - 1)
            box_top = max(round(y - metrics.height() / 2), wave.top() + top)
            if level > 1.0001 or box_top < lowest or y > wave.top() + top + height / 2 - metrics.height() / 2:
                continue
            unit = " dBFS" if lowest == wave.top() + top - metrics.height() else ""
            lowest = box_top + metrics.height()
            text = f"{formatting.number(mark)}{unit}"
            box = QRect(6, box_top, metrics.horizontalAdvance(text) + 6, metrics.height())
            painter.fillRect(box, faded(colors.qcolor("field"), 170))
            painter.setPen(colors.qcolor("dim"))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
            painter.fillRect(0, round(y), 5, 1, colors.qcolor("dim"))


def words(painter: QPainter, area: QRect, text: str) -> None:
    """A dim sentence in the middle."""
    painter.setPen(palettes.current().qcolor("dim"))
    painter.drawText(area.adjusted(12, 2, -12, -2), Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, text)


def tag(painter: QPainter, area: QRect, text: str) -> None:
    """A few words at the left below, so that nobody takes a taller waveform for a louder one."""
    box = QRect(
        6,
        area.bottom() - painter.fontMetrics().height() - 6,
        painter.fontMetrics().horizontalAdvance(text) + 12,
        painter.fontMetrics().height() + 4,
    )
    _label(painter, box, text)


def vertical_line(painter: QPainter, x: int, height: int, alpha: int) -> None:
    """A line over the whole height."""
    painter.fillRect(x, 0, 1, height, faded(palettes.current().qcolor("text"), alpha))


def readout_area(width: int, line_height: int) -> QRect:
    """Where the read-out is drawn: at the right above."""
    return QRect(max(0, width - READOUT_PX), 3, min(READOUT_PX, width) - 4, line_height + 4)


def readout(painter: QPainter, area: QRect, text: str) -> None:
    """Time and level under the cursor, on a ground of its own."""
    box = QRect(0, 0, painter.fontMetrics().horizontalAdvance(text) + 12, area.height())
    box.moveTopRight(area.topRight())
    _label(painter, box, text)


def _label(painter: QPainter, box: QRect, text: str) -> None:
    colors = palettes.current()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(faded(colors.qcolor("panel"), 230))
    painter.drawRoundedRect(box, 3, 3)
    painter.setPen(colors.qcolor("text"))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)


def wave_words(sound: Sound, timeline: TimelineState, width: int) -> str:
    """Time under the cursor, and the highest level in its pixel column."""
    time_s = timeline.cursor_s or 0.0
    per_pixel = timeline.span_s / max(width, 1) * sound.rate
    first = int(time_s * sound.rate)
    low, high = sound.envelope.columns(np.array([first, min(max(first + 1, int(first + per_pixel)), sound.frames)], np.int64))
    peak = float(max(-low.min(), high.max(), 0.0))
    level = 20 * math.log10(peak) if peak > 0 else -math.inf
    return f"{time_words(timeline)}   {formatting.decibel(level, 'dBFS')}"


def spectral_words(made: Spectrogram, timeline: TimelineState, share: float) -> str:
    """Time, frequency and level under the cursor; `share` is its height from 0 to 1."""
    level = made.level_db(timeline.cursor_s or 0.0, share)
    return "   ".join((time_words(timeline), formatting.frequency(made.frequency_hz(share)), formatting.decibel(level, "dB", 0)))


def time_words(timeline: TimelineState) -> str:
    """The time at the cursor, as fine as the view is."""
    return formatting.clock(timeline.cursor_s or 0.0, 5 if timeline.span_s < 0.1 else 3)
