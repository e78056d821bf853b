"""Plots of a bench as SVG that stands inside a page: waveforms, drifts by noise level, the times of every take."""

from __future__ import annotations

import itertools
import math
import statistics
from collections.abc import Sequence
from html import escape

import numpy as np
from numpy.typing import NDArray

from ditone.runtime.audio.resampling import resample
from ditone.runtime.bench.running import Result
from ditone.runtime.comparison.align import to_mono
from ditone.runtime.comparison.metrics import Sound

WIDTH, HEIGHT = 900, 110
COLUMNS = 600
COLORS = ("#2f7fd1", "#c2600a", "#7a3ea3", "#2d8a4e", "#b3261e", "#6b7280", "#0f8b8d", "#b0891c")
FLOOR = 1e-16  # below it nothing is told of 1 - cosine


def waveform(sound: Sound, reference: Sound | None) -> str:
    """A sound over the reference's shape, and below it their difference, all at one scale."""
    b = to_mono(sound.audio)
    a = None if reference is None else to_mono(resample(reference.audio, reference.rate_hz, sound.rate_hz))
    longest = max(len(b), 0 if a is None else len(a), 1)
    peak = max(float(np.abs(b).max(initial=0.0)), 0.0 if a is None else float(np.abs(a).max(initial=0.0)))
    scale = 1 / peak if math.isfinite(peak) and peak > 0 else 1.0
    parts = [] if a is None else [_area(a, longest, 0, "#8888", scale)]
    parts.append(_area(b, longest, 0, COLORS[0], scale))
    height = HEIGHT
    if a is not None:
        n = min(len(a), len(b))
        parts.append(_area(a[:n] - b[:n], longest, HEIGHT, COLORS[2], scale))
        height = 2 * HEIGHT
    seconds = longest / sound.rate_hz
    parts.append(_text(WIDTH - 4, height - 4, f"{seconds:.2f} s", "end"))
    parts.append(_text(4, 12, f"height: {1 / scale:.3g} of full scale", "start"))
    return _svg(height, parts)


def drifts(result: Result) -> str:
    """1 - cosine of the latents at each step against the noise level, both axes as in the solve: noise falls to the right."""
    shown = [(made, drift) for made, drift in zip(result.rows, result.drifts, strict=True) if drift is not None]
    if not shown:
        return ""
    height, left, bottom = 260, 70, 30
    values = [max(1 - cosine, FLOOR) for _, drift in shown for cosine in drift.cosine]
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(max(values), 1e-2)))
    span = max(high - low, 1)

    def at(level: float, distance: float) -> tuple[float, float]:
        x = left + (1 - level) * (WIDTH - left - 10)
        return x, 10 + (high - math.log10(max(distance, FLOOR))) / span * (height - bottom - 20)

    parts = []
    for power in range(low, high + 1, max(span // 6, 1)):
        y = at(0, 10.0**power)[1]
        parts.append(f'<line x1="{left}" x2="{WIDTH - 10}" y1="{y:.1f}" y2="{y:.1f}" stroke="#8884"/>')
        parts.append(_text(left - 6, y + 4, f"1e{power}", "end"))
    for tenth in range(0, 11, 2):
        parts.append(_text(at(1 - tenth / 10, 1)[0], height - 8, f"{1 - tenth / 10:.1f}", "middle"))
    for number, (made, drift) in enumerate(shown):
        color = COLORS[number % len(COLORS)]
        levels = drift.levels or [1 - p for p in drift.progress]
        points = " ".join(
            "{:.1f},{:.1f}".format(*at(level, 1 - cosine)) for level, cosine in zip(levels, drift.cosine, strict=True)
        )
        parts.append(f'<polyline points="{points}" fill="none" stroke="{color}" stroke-width="1.5"/>')
        parts.append(_text(left, height + 12 + 15 * number, made.entry.name, "start", color))
    return _svg(height + 10 + 15 * len(shown), parts)


def times(result: Result) -> str:
    """A dot for every timed take, hollow where the machine was busy, and a line at the median."""
    shown = [made for made in result.made() if made.times]
    longest = max((timing.total_s for made in shown for timing in made.times), default=0.0) or 1.0
    left, row = 260, 22
    parts = []
    for number, made in enumerate(shown):
        y = 14 + row * number
        parts.append(_text(left - 8, y + 4, made.entry.name[:44], "end"))
        for timing in made.times:
            x = left + timing.total_s / longest * (WIDTH - left - 70)
            fill = "none" if timing.load.busy else COLORS[0]
            parts.append(f'<circle cx="{x:.1f}" cy="{y}" r="3.5" fill="{fill}" stroke="{COLORS[0]}"/>')
        middle = statistics.median(timing.total_s for timing in made.times)
        x = left + middle / longest * (WIDTH - left - 70)
        parts.append(f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{y - 8}" y2="{y + 8}" stroke="{COLORS[1]}" stroke-width="2"/>')
        parts.append(_text(WIDTH - 4, y + 4, f"{middle:.3f} s", "end"))
    return _svg(14 + row * len(shown), parts) if shown else ""


def envelope(signal: NDArray[np.float64], columns: int) -> list[tuple[float, float]]:
    """(lowest, highest) sample of each of `columns` equal parts."""
    edges = np.linspace(0, len(signal), columns + 1).astype(int)
    parts = (signal[start : max(end, start + 1)] for start, end in itertools.pairwise(edges))
    return [(float(part.min()), float(part.max())) for part in parts if len(part)]


def _area(signal: NDArray[np.float64], longest: int, top: int, color: str, scale: float) -> str:
    columns = max(round(COLUMNS * len(signal) / longest), 1)
    found = envelope(signal, columns) if len(signal) else []
    middle, half, step = top + HEIGHT / 2, HEIGHT / 2 - 4, WIDTH / COLUMNS
    points = [(i * step, middle - half * _clipped(high * scale)) for i, (_, high) in enumerate(found)]
    points += [(i * step, middle - half * _clipped(low * scale) + 0.6) for i, (low, _) in reversed(list(enumerate(found)))]
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f'<polygon points="{path}" fill="{color}" stroke="none"/>'


def _clipped(value: float) -> float:
    return max(-1.0, min(1.0, value)) if math.isfinite(value) else 0.0


def _text(x: float, y: float, words: str, anchor: str, color: str = "currentColor") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="11" fill="{color}">{escape(words)}</text>'


def _svg(height: int, parts: Sequence[str]) -> str:
    return f'<svg viewBox="0 0 {WIDTH} {height}" xmlns="http://www.w3.org/2000/svg" role="img">{"".join(parts)}</svg>'
