"""Where two takes part: the cosine of their clean estimates step by step, and where along the solve a drift begins."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ditone.runtime.errors import DitoneError

Trace = NDArray[np.float16]
TRACE_LIMIT_BYTES = 64 * 2**20


@dataclass(frozen=True)
class Drift:
    """progress_a/b: position along the solve, 0 = first estimate, 1 = last. cosine: of the estimates at the same progress of A's steps.

    begins_at: progress of the first step whose cosine falls below `threshold`, or None when none does.
    """

    progress: tuple[float, ...]
    cosine: tuple[float, ...]
    threshold: float
    begins_at: float | None


def drift(a: Trace, b: Trace, threshold: float = 0.99) -> Drift:
    """Compares two traces (steps, frames, channels), the clean estimate after each step.

    With unequal step counts each step of A is compared with B's step at the nearest progress. Raises DitoneError when the latents have
    other shapes, because then the two takes have not begun from the same noise.
    """
    if a.shape[1:] != b.shape[1:] or not len(a) or not len(b):
        raise DitoneError(
            f"The two takes cannot be followed step by step: their latents are {_size(a)} and {_size(b)}.",
            'Traces of equal length and model are needed; keep them by the control "Keep step traces".',
        )
    progress = np.linspace(0, 1, len(a)) if len(a) > 1 else np.ones(1)
    nearest = np.round(progress * (len(b) - 1)).astype(int)
    cosines = tuple(_cosine(a[i], b[j]) for i, j in enumerate(nearest))
    below = [float(p) for p, value in zip(progress, cosines, strict=True) if value < threshold]
    return Drift(tuple(float(p) for p in progress), cosines, threshold, below[0] if below else None)


def _cosine(x: Trace, y: Trace) -> float:
    p, q = x.astype(np.float64).ravel(), y.astype(np.float64).ravel()
    norm = float(np.linalg.norm(p) * np.linalg.norm(q))
    return 1.0 if norm == 0 and np.array_equal(p, q) else 0.0 if norm == 0 else float(np.clip(p @ q / norm, -1, 1))


def _size(trace: Trace) -> str:
    return " x ".join(str(n) for n in trace.shape[1:]) or "empty"
