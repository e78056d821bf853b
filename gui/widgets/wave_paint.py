"""Draws waveforms: columns of exact minimum and maximum as an indexed image, single samples as a line with dots when zoomed in."""

from __future__ import annotations

import itertools

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter, QPen, QPolygonF

from ditone.gui.audio.envelope import Edges, Envelope
from ditone.gui.theme import palettes
from ditone.runtime.checks import CLIP_LEVEL

Mask = NDArray[np.uint8]

NOTHING, WAVE, CLIPPED, BODY = 0, 1, 2, 3
LINE_BELOW = 1.0  # samples per pixel: below, samples are joined by a line
DOTS_BELOW = 1 / 3


def column_edges(start_s: float, end_s: float, rate: int, frames: int, columns: int) -> tuple[Edges, NDArray[np.bool_]]:
    """First frame of every pixel column and the one behind the last column; and which columns hold any frame at all."""
    edges = np.floor(np.linspace(start_s * rate, end_s * rate, columns + 1) + 1e-6).astype(np.int64)
    return np.clip(edges, 0, frames), (edges[1:] > 0) & (edges[:-1] < frames)


def strips(height: int, channels: int) -> list[tuple[int, int]]:
    """Top and height of each channel's strip in a view `height` pixels high."""
    edges = [round(index * height / channels) for index in range(channels + 1)]
    return [(top, bottom - top) for top, bottom in itertools.pairwise(edges)]


def columns_mask(low: NDArray[np.float32], high: NDArray[np.float32], height: int, amplitude: float = 1.0) -> Mask:
    """(height, columns) of NOTHING, WAVE and CLIPPED. low, high: (columns,); times `amplitude`, -1 is the bottom row and 1 the top row.

    Columns are joined where a gap would lie between neighbours. Clipped columns have a red end of a tenth of the height.
    """
    rows = np.arange(height, dtype=np.int16)[:, None]
    top, bottom = _row(high * np.float32(amplitude), height), _row(low * np.float32(amplitude), height)
    joined_top, joined_bottom = top.copy(), bottom.copy()
    joined_top[1:] = np.minimum(top[1:], bottom[:-1])  # the left neighbour ends below: reach down to it from above, and so on
    joined_bottom[1:] = np.maximum(bottom[1:], top[:-1])
    mask = ((rows >= joined_top) & (rows <= joined_bottom)).view(np.uint8)
    cap = max(3, height // 10)
    for clipped, ends in ((high >= CLIP_LEVEL, rows < cap), (low <= -CLIP_LEVEL, rows >= height - cap)):
        if clipped.any():
            mask[ends & clipped] = CLIPPED
    return mask


def indexed_image(values: Mask, table: list[int]) -> QImage:
    """An image of (rows, columns) values that index a table of ARGB colours."""
    height, width = values.shape
    padded = np.zeros((height, -(-width // 4) * 4), np.uint8)  # Qt wants rows of whole words
    padded[:, :width] = values
    image = QImage(padded.data, width, height, padded.shape[1], QImage.Format.Format_Indexed8).copy()
    image.setColorTable(table)
    return image


def clip_color() -> QColor:
    """A red that stands out from both lanes' colours, too."""
    return QColor("#ff1744" if palettes.current().name == "dark" else "#e8002a")


def wave_mask(
    envelope: Envelope,
    rate: int,
    view: tuple[float, float],
    width: int,
    height: int,
    offset_frames: int = 0,
    amplitude: float = 1.0,
    body: bool = False,
) -> Mask:
    """(height, width) mask of all channels; the sound begins at frame `offset_frames` of the time line.

    `body`: what lies within the root mean square of a column is told apart from what only its peaks reach.
    """
    edges, inside = column_edges(view[0] - offset_frames / rate, view[1] - offset_frames / rate, rate, envelope.frames, width)
    low, high = envelope.columns(edges)
    mask = np.zeros((height, width), np.uint8)
    levels = envelope.rms(edges) if body else None
    for channel, (top, strip) in enumerate(strips(height, envelope.channels)):
        part = mask[top : top + strip]
        part[:] = columns_mask(low[channel], high[channel], strip, amplitude)
        if levels is not None:
            rows = np.arange(strip, dtype=np.int16)[:, None]
            level = levels[channel] * np.float32(amplitude)
            part[(rows >= _row(level, strip)) & (rows <= _row(-level, strip)) & (part == WAVE)] = BODY
    mask[:, ~inside] = NOTHING
    return mask


def ghost_mask(peaks: NDArray[np.float32], duration_s: float, view: tuple[float, float], width: int, height: int) -> Mask:
    """A symmetric shape of peak levels (0..1) at evenly spaced times over `duration_s`."""
    at = np.linspace(view[0], view[1], width, endpoint=False) / max(duration_s, 1e-9) * len(peaks) - 0.5
    level = np.interp(at, np.arange(len(peaks)), np.clip(np.nan_to_num(peaks), 0.0, 1.0)).astype(np.float32)
    mask = np.minimum(columns_mask(-level, level, height), WAVE)
    mask[:, at > len(peaks) - 0.5] = NOTHING
    return mask


def draw_samples(
    painter: QPainter,
    envelope: Envelope,
    rate: int,
    view: tuple[float, float],
    rect: QRectF,
    color: QColor,
    amplitude: float = 1.0,
) -> None:
    """Single samples joined by a line, with a dot each when there are fewer than one in three pixels."""
    start, end = view
    first, last = int(np.floor(start * rate)) - 1, int(np.ceil(end * rate)) + 2
    first = max(first, 0)
    values = envelope.samples(first, last)
    if not values.shape[1]:
        return
    x = rect.left() + ((first + np.arange(values.shape[1])) / rate - start) / (end - start) * rect.width()
    dots = (end - start) * rate / rect.width() < DOTS_BELOW
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for channel, (top, strip) in enumerate(strips(round(rect.height()), envelope.channels)):
        y = rect.top() + top + (1.0 - np.clip(values[channel] * amplitude, -1.0, 1.0)) / 2 * (strip - 1) + 0.5
        points = [QPointF(px, py) for px, py in zip(x.tolist(), y.tolist(), strict=True)]
        painter.setPen(QPen(color, 1.0))
        painter.drawPolyline(QPolygonF(points))
        if dots:
            painter.setPen(QPen(color, 0))
            for point, value in zip(points, values[channel].tolist(), strict=True):
                painter.setBrush(clip_color() if abs(value) >= CLIP_LEVEL else color)
                painter.drawEllipse(point, 2.2, 2.2)
    painter.restore()


def _row(value: NDArray[np.float32], height: int) -> NDArray[np.int16]:
    return np.clip(np.round((1.0 - value) / 2 * (height - 1)), 0, height - 1).astype(np.int16)
