"""Where two takes part: the cosine of their clean estimates step by step, and where along the solve a drift begins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ditone.runtime.errors import DitoneError

Trace = NDArray[np.float16]
TRACE_LIMIT_BYTES = 64 * 2**20


@dataclass(frozen=True)
class Drift:
    """One value a step of the trace with fewer steps, compared where both have the same share of noise.

    progress: position along the solve, 0 = first estimate, 1 = last. cosine: of the two estimates there. largest: the largest
    difference of a single value there. levels: shares of noise, from 1 on; empty where the takes did not record them, and positions
    were paired instead. begins_at: progress of the first step whose cosine falls below `threshold`, or None when none does.
    """

    progress: tuple[float, ...]
    cosine: tuple[float, ...]
    threshold: float
    begins_at: float | None
    largest: tuple[float, ...] = ()
    levels: tuple[float, ...] = ()


def drift(a: Trace, b: Trace, threshold: float = 0.99, levels: tuple[Sequence[float], Sequence[float]] | None = None) -> Drift:
    """Compares two traces (steps, frames, channels), the clean estimate after each step.

    levels: the share of noise at each step of either. Each step of the trace with fewer steps is compared with the other one at the
    same share of noise, between two of its steps on the straight line between their estimates: one solve with twice the steps of
    another then shows what its solver adds, and not that its odd steps lie elsewhere. Without `levels` the shares of the steps that
    are done stand in. Raises DitoneError when the latents have other shapes, because then the two takes have not begun from the same
    noise.
    """
    if a.shape[1:] != b.shape[1:] or not len(a) or not len(b):
        raise DitoneError(
            f"The two takes cannot be followed step by step: their latents are {_size(a)} and {_size(b)}.",
            'Traces of equal length and model are needed; keep them by the control "Keep step traces".',
        )
    known = levels is not None and len(levels[0]) == len(a) and len(levels[1]) == len(b)
    at_a = np.asarray(levels[0], float) if known and levels else 1 - _shares(len(a))
    at_b = np.asarray(levels[1], float) if known and levels else 1 - _shares(len(b))
    (few, at), (many, at_many) = ((a, at_a), (b, at_b)) if len(a) <= len(b) else ((b, at_b), (a, at_a))
    pairs = [(x.astype(np.float64), _estimate(many, at_many, level)) for x, level in zip(few, at, strict=True)]
    cosines = tuple(_cosine(x, y) for x, y in pairs)
    largest = tuple(float(np.abs(x - y).max(initial=0.0)) for x, y in pairs)
    progress = tuple(float(share) for share in _shares(len(few)))
    below = [share for share, value in zip(progress, cosines, strict=True) if value < threshold]
    shares = tuple(float(level) for level in at) if known else ()
    return Drift(progress, cosines, threshold, below[0] if below else None, largest, shares)


def _shares(steps: int) -> NDArray[np.float64]:
    return np.linspace(0, 1, steps) if steps > 1 else np.ones(1)


def _estimate(trace: Trace, levels: NDArray[np.float64], level: float) -> NDArray[np.float64]:
    """The estimate at a share of noise; levels fall from step to step."""
    after = int(np.clip(np.searchsorted(-levels, -level), 1, max(len(levels) - 1, 1)))
    if len(levels) == 1:
        only: NDArray[np.float64] = trace[0].astype(np.float64)
        return only
    before, width = after - 1, levels[after - 1] - levels[after]
    share = float(np.clip((levels[before] - level) / width, 0, 1)) if width > 0 else 0.0
    if share in (0.0, 1.0):
        step: NDArray[np.float64] = trace[before if share == 0 else after].astype(np.float64)
        return step
    mixed: NDArray[np.float64] = (1 - share) * trace[before].astype(np.float64) + share * trace[after].astype(np.float64)
    return mixed


def _cosine(x: NDArray[np.float64], y: NDArray[np.float64]) -> float:
    p, q = x.ravel(), y.ravel()
    norm = float(np.linalg.norm(p) * np.linalg.norm(q))
    return 1.0 if norm == 0 and np.array_equal(p, q) else 0.0 if norm == 0 else float(np.clip(p @ q / norm, -1, 1))


def _size(trace: Trace) -> str:
    return " x ".join(str(n) for n in trace.shape[1:]) or "empty"
