"""A comparison as a folder: the figures in Markdown, plots as PNG, and the two sounds, so that a claim can be sent and made again."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from gui.compare.side import Side
from gui.compare.wording import Row, as_markdown
from runtime.audio import writing
from runtime.errors import DitoneError
from runtime.parity.align import same_channels, to_mono
from runtime.parity.drift import Drift
from runtime.parity.mel import FLOOR_DB, log_mel_db

WIDTH, HEIGHT, MARGIN = 1200, 240, 36
COLOR_A, COLOR_B, COLOR_D = "#0b63b5", "#9a5200", "#7a3ea3"


@dataclass(frozen=True)
class Report:
    """Everything a report shows. rows and settings are those of the Compare page."""

    a: Side
    b: Side
    rows: Sequence[Row]
    settings: Sequence[tuple[str, str, str]]
    listening: Sequence[str] = ()
    drift: Drift | None = None


def write_report(folder: Path, report: Report) -> Path:
    """Makes `folder` (a new name when it exists) with report.md, PNGs and both sounds. Raises DitoneError. Returns the folder."""
    folder = _new_folder(folder)
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
    lines = ["# Comparison", "", text, *(f"Listening test: {line}" for line in report.listening), ""]
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


def _new_folder(folder: Path) -> Path:
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
        area = QRect(MARGIN, i * HEIGHT + 16, WIDTH - 2 * MARGIN, HEIGHT - 32)
        painter.setPen(QPen(QColor("#c3c8d0"), 1))
        painter.drawRect(area)
        painter.setPen(QPen(QColor(color), 1))
        columns = round(area.width() * len(signal) / rate / longest) if longest else 0
        edges = np.linspace(0, len(signal), max(columns, 1) + 1).astype(int)
        middle, half = area.center().y(), area.height() / 2
        for k in range(columns):
            part = signal[edges[k] : max(edges[k + 1], edges[k] + 1)]
            if len(part):
                top, bottom = (round(middle - half * float(np.clip(v, -1, 1))) for v in (part.max(), part.min()))
                painter.drawLine(area.left() + k, top, area.left() + k, bottom)
        painter.drawText(area.adjusted(8, 4, 0, 0), Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop, name)
    painter.end()
    return image


def spectrograms(a: Side, b: Side) -> QImage:
    """Mel spectrograms of A over B, one scale of levels."""
    image, painter = _canvas(2 * HEIGHT)
    for i, (side, name) in enumerate(((a, "A"), (b, "B"))):
        area = QRect(MARGIN, i * HEIGHT + 16, WIDTH - 2 * MARGIN, HEIGHT - 32)
        levels = log_mel_db(to_mono(side.sound.audio), side.sound.rate_hz).T[::-1]
        painter.drawImage(area, _gray(levels))
        painter.setPen(QPen(QColor("#ffffff"), 1))
        painter.drawText(area.adjusted(8, 4, 0, 0), Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop, name)
    painter.end()
    return image


def drift_curve(drift: Drift) -> QImage:
    """Cosine against the progress of the solve."""
    image, painter = _canvas(HEIGHT)
    area = QRect(MARGIN, 16, WIDTH - 2 * MARGIN, HEIGHT - 32)
    painter.setPen(QPen(QColor("#c3c8d0"), 1))
    painter.drawRect(area)
    low = min(0.0, *drift.cosine)
    points = [
        QPoint(round(area.left() + p * area.width()), round(area.bottom() - (c - low) / (1 - low) * area.height()))
        for p, c in zip(drift.progress, drift.cosine, strict=True)
    ]
    painter.setPen(QPen(QColor(COLOR_A), 2))
    painter.drawPolyline(points)
    painter.drawText(area.adjusted(8, 4, 0, 0), Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop, "cosine by step")
    painter.end()
    return image


def _canvas(height: int) -> tuple[QImage, QPainter]:
    image = QImage(WIDTH, height, QImage.Format.Format_RGB32)
    image.fill(QColor("#ffffff"))
    return image, QPainter(image)


def _gray(levels_db: NDArray[np.float64]) -> QImage:
    gray = np.ascontiguousarray(np.clip((levels_db - FLOOR_DB) / -FLOOR_DB * 255, 0, 255).astype(np.uint8))
    return QImage(gray.data, gray.shape[1], gray.shape[0], gray.shape[1], QImage.Format.Format_Grayscale8).copy()
