"""A comparison as a folder: the figures in Markdown, plots as PNG, and the two sounds, so that a claim can be sent and made again."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from ditone.gui.compare.metric_text import Row, as_markdown
from ditone.gui.compare.side import Side
from ditone.runtime.audio import writing
from ditone.runtime.comparison.align import same_channels, to_mono
from ditone.runtime.comparison.drift import Drift
from ditone.runtime.comparison.mel import FLOOR_DB, log_mel_db
from ditone.runtime.errors import DitoneError

WIDTH, HEIGHT = 1200, 260
LEFT, RIGHT, TOP, BOTTOM = 64, 24, 26, 40  # around each plot
LINE, DIM = "#c3c8d0", "#5a6270"
COLOR_A, COLOR_B, COLOR_D = "#0b63b5", "#9a5200", "#7a3ea3"


@dataclass(frozen=True)
class Report:
    """Everything a report shows. rows and settings are those of the Compare page; part: what is selected, in words."""

    a: Side
    b: Side
    rows: Sequence[Row]
    settings: Sequence[tuple[str, str, str]]
    listening: Sequence[str] = ()
    drift: Drift | None = None
    part: str = ""


def write_report(folder: Path, report: Report) -> Path:
    """Makes `folder` (a new name when it exists) with report.md, PNGs and both sounds. Raises DitoneError. Returns the folder."""
    folder = new_folder(folder)
    names = {}
    for letter, side in (("A", report.a), ("B", report.b)):
        name = f"{letter}-{_slug(side.title)}.wav"
        facts = None if side.facts is None else dict(side.facts)
        writing.write(folder / name, side.sound.audio, side.sound.rate_hz, metadata=facts, title=side.title)
        names[letter] = name
    plots = {"waveforms.png": waveforms(report.a, report.b), "spectrograms.png": spectrograms(report.a, report.b)}
    if report.drift is not None:
        plots["drift.png"] = drift_curve(report.drift)
    for name, image in plots.items():
        if not image.save(str(folder / name)):
            raise DitoneError(f"{folder / name} could not be written.", actions=("Choose another folder.",))
    text = as_markdown(report.a.title, report.b.title, report.rows, report.settings)
    lines = [
        "# Comparison",
        "",
        *([report.part, ""] if report.part else []),
        text,
        *(f"Listening test: {line}" for line in report.listening),
        "",
    ]
    lines += [f"![{name}]({name})" for name in plots]
    lines += [
        "",
        "Made again with:",
        "",
        *(f"    ditone recall {name} -o again-{letter}.wav" for letter, name in names.items() if _ours(report, letter)),
    ]
    try:
        (folder / "report.md").write_text("\n".join(lines) + "\n", encoding="utf-8")
    except OSError as error:
        raise DitoneError(f"{folder / 'report.md'} could not be written: {error.strerror or error}.") from error
    return folder


def _ours(report: Report, letter: str) -> bool:
    return (report.a if letter == "A" else report.b).facts is not None


def new_folder(folder: Path) -> Path:
    """Makes a folder that was not there, numbered where its name is taken. Raises DitoneError."""
    for number in range(1, 1000):
        candidate = folder if number == 1 else folder.with_name(f"{folder.name}-{number}")
        try:
            candidate.mkdir(parents=True)
        except FileExistsError:
            continue
        except OSError as error:
            raise DitoneError(
                f"{candidate} could not be made: {error.strerror or error}.", actions=("Choose another folder.",)
            ) from error
        return candidate
    raise DitoneError(f"{folder} and 999 more of that name exist already.", actions=("Choose another folder.",))


def _slug(title: str) -> str:
    return re.sub(r"[^\w-]+", "-", title).strip("-")[:40] or "sound"


def waveforms(a: Side, b: Side) -> QImage:
    """A over B over their difference, all at one scale."""
    x, y = same_channels(a.sound.audio, b.sound.audio)
    signals = [(to_mono(x), COLOR_A, "A"), (to_mono(y), COLOR_B, "B")]
    if a.sound.rate_hz == b.sound.rate_hz:
        n = min(len(x), len(y))
        signals.append((to_mono(x[:n] - y[:n]), COLOR_D, "A − B"))
    longest = max(len(s) / side.sound.rate_hz for s, side in ((x, a), (y, b)))
    image, painter = _canvas(HEIGHT * len(signals))
    for i, (signal, color, name) in enumerate(signals):
        rate = b.sound.rate_hz if name == "B" else a.sound.rate_hz
        area = _area(i)
        _frame(painter, area, name, color)
        _bottom_axis(painter, area, 0.0, longest, "s")
        _left_axis(painter, area, [(0.5 - 0.5 * v, f"{v:g}".replace("-", "−")) for v in (-1, -0.5, 0, 0.5, 1)])
        painter.setPen(QPen(QColor(color), 1))
        columns = round(area.width() * len(signal) / rate / longest) if longest else 0
        edges = np.linspace(0, len(signal), max(columns, 1) + 1).astype(int)
        middle, half = area.center().y(), area.height() / 2
        for k in range(columns):
            part = signal[edges[k] : max(edges[k + 1], edges[k] + 1)]
            if len(part):
                top, bottom = (round(middle - half * float(np.clip(v, -1, 1))) for v in (part.max(), part.min()))
                painter.drawLine(area.left() + k, top, area.left() + k, bottom)
    painter.end()
    return image


def spectrograms(a: Side, b: Side) -> QImage:
    """Mel spectrograms of A over B: one scale of time, one of levels (white: none, black: 0 dB)."""
    image, painter = _canvas(2 * HEIGHT)
    longest = max(len(side.sound.audio) / side.sound.rate_hz for side in (a, b))
    for i, (side, name, color) in enumerate(((a, "A", COLOR_A), (b, "B", COLOR_B))):
        area, rate = _area(i), side.sound.rate_hz
        levels = log_mel_db(to_mono(side.sound.audio), rate).T[::-1]
        _frame(painter, area, f"{name}, mel bands from {FLOOR_DB:.0f} to 0 dB".replace("-", "−"), color)
        share = len(side.sound.audio) / rate / longest if longest else 1.0
        painter.drawImage(QRect(area.left(), area.top(), round(area.width() * share), area.height()), _gray(levels))
        _bottom_axis(painter, area, 0.0, longest, "s")
        top = _mel(rate / 2)
        known = [hz for hz in (200, 500, 1000, 2000, 5000, 10_000) if hz < 0.8 * rate / 2]
        _left_axis(painter, area, [(1 - _mel(hz) / top, f"{hz / 1000:g} kHz") for hz in known])
    painter.end()
    return image


def drift_curve(drift: Drift) -> QImage:
    """Cosine against the progress of the solve, with the threshold dashed."""
    image, painter = _canvas(HEIGHT)
    area = _area(0)
    _frame(painter, area, "cosine of A and B at each step", COLOR_D)
    lowest = min(drift.threshold, *drift.cosine)
    low = lowest - 0.15 * (1 - lowest)
    place = {value: area.bottom() - (value - low) / (1 - low) * area.height() for value in (*drift.cosine, drift.threshold)}
    points = [
        QPoint(round(area.left() + p * area.width()), round(place[c])) for p, c in zip(drift.progress, drift.cosine, strict=True)
    ]
    _bottom_axis(painter, area, 0.0, 100.0, "% of the solve")
    ticks = (lowest, drift.threshold, 1.0) if drift.threshold - lowest > 0.15 * (1 - low) else (lowest, 1.0)
    _left_axis(painter, area, [((1 - value) / (1 - low), f"{value:.3f}".replace("-", "−")) for value in ticks])
    painter.setPen(QPen(QColor("#5a6270"), 1, Qt.PenStyle.DashLine))
    painter.drawLine(area.left(), round(place[drift.threshold]), area.right(), round(place[drift.threshold]))
    painter.setPen(QPen(QColor(COLOR_D), 2))
    painter.drawPolyline(points)
    painter.end()
    return image


def _area(i: int) -> QRect:
    """Where the i-th plot of an image is drawn; its axes lie around it."""
    return QRect(LEFT, i * HEIGHT + TOP, WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM)


def _frame(painter: QPainter, area: QRect, name: str, color: str) -> None:
    painter.setPen(QPen(QColor(LINE), 1))
    painter.drawRect(area)
    painter.setPen(QColor(color))
    painter.drawText(area.left(), area.top() - 6, name)


def _bottom_axis(painter: QPainter, area: QRect, start: float, end: float, unit: str) -> None:
    """Ticks at round values, about ten of them, the unit behind the last one."""
    if end <= start:
        return
    power = 10.0 ** np.floor(np.log10((end - start) / 10))
    step = next(f * power for f in (1, 2, 5, 10) if f * power >= (end - start) / 10)
    painter.setPen(QColor(DIM))
    for value in np.arange(np.ceil(start / step) * step, end + step / 100, step):
        x = round(area.left() + (value - start) / (end - start) * area.width())
        painter.drawLine(x, area.bottom(), x, area.bottom() + 4)
        painter.drawText(QRect(x - 60, area.bottom() + 5, 120, 18), Qt.AlignmentFlag.AlignHCenter, f"{value:.6g}")
    painter.drawText(QRect(area.right() - 140, area.bottom() + 20, 140, 18), Qt.AlignmentFlag.AlignRight, unit)


def _left_axis(painter: QPainter, area: QRect, ticks: Sequence[tuple[float, str]]) -> None:
    """ticks: (share of the height from the top, words)."""
    painter.setPen(QColor(DIM))
    for share, words in ticks:
        y = round(area.top() + share * area.height())
        painter.drawLine(area.left() - 4, y, area.left(), y)
        painter.drawText(QRect(0, y - 9, area.left() - 8, 18), Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, words)


def _mel(hz: float) -> float:
    return 2595 * math.log10(1 + hz / 700)


def _canvas(height: int) -> tuple[QImage, QPainter]:
    image = QImage(WIDTH, height, QImage.Format.Format_RGB32)
    image.fill(QColor("#ffffff"))
    return image, QPainter(image)


def _gray(levels_db: NDArray[np.float64]) -> QImage:
    gray = np.ascontiguousarray(np.clip(255 - (levels_db - FLOOR_DB) / -FLOOR_DB * 255, 0, 255).astype(np.uint8))
    return QImage(gray.data, gray.shape[1], gray.shape[0], gray.shape[1], QImage.Format.Format_Grayscale8).copy()
