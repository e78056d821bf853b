"""Brings two sounds to one rate, one channel count and, where wanted, one start."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ditone.runtime.audio.mono import mono
from ditone.runtime.take import Audio

LEAST_OVERLAP = 0.5  # of the shorter sound: what fits with less of it in common is a part that repeats, not a delay
MIN_CORRELATION = 0.5  # of the aligned parts: below it the best shift is chance, not a delay
AS_GOOD = 1e-3  # of a correlation: a steady tone fits at many shifts and in both polarities; the smallest shift is told


@dataclass(frozen=True)
class Fit:
    """How B lies against A: late by `shift` samples (negative: early), and turned upside down where `inverted`."""

    shift: int = 0
    inverted: bool = False


def to_mono(audio: NDArray[np.floating[Any]]) -> NDArray[np.float64]:
    """(frames, channels) as one channel."""
    return mono(np.asarray(audio, np.float32)).astype(np.float64)


def find_shift(a: NDArray[np.float64], b: NDArray[np.float64]) -> int:
    """Samples by which b is late against a (negative: early); see `find_fit`."""
    return find_fit(a, b).shift


def find_fit(a: NDArray[np.float64], b: NDArray[np.float64]) -> Fit:
    """Delay and polarity of b against a, from the peak of the cross-correlation over all shifts that leave LEAST_OVERLAP in common.

    No shift and no turn when either is silent, or when the best fit correlates too weakly. Mono signals of one rate.
    """
    if not a.any() or not b.any():
        return Fit()
    overlap = max(int(LEAST_OVERLAP * min(len(a), len(b))), 1)
    early, late = len(a) - overlap, len(b) - overlap
    size = 1 << int(np.ceil(np.log2(len(a) + len(b))))
    product = np.fft.irfft(np.conj(np.fft.rfft(a, size)) * np.fft.rfft(b, size), size)
    lags = np.concatenate((product[len(product) - early :], product[: late + 1]))
    found = []
    for inverted, values in ((False, lags), (True, -lags)):
        shift = int(np.argmax(values)) - early
        x, y = shifted(a, b, shift)
        norm = float(np.linalg.norm(x) * np.linalg.norm(y))
        likeness = float(x @ y) / norm if norm > 0 else 0.0
        found.append((-likeness if inverted else likeness, Fit(shift, inverted)))
    best = max(likeness for likeness, _ in found)
    if best < MIN_CORRELATION:
        return Fit()
    return min((fit for likeness, fit in found if likeness >= best - AS_GOOD), key=lambda fit: (abs(fit.shift), fit.inverted))


def shifted(a: NDArray[np.float64], b: NDArray[np.float64], shift: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The common stretch of a and b once b is moved `shift` samples earlier; works along the first axis."""
    a = a[max(-shift, 0) :]
    b = b[max(shift, 0) :]
    n = min(len(a), len(b))
    return a[:n], b[:n]


def same_channels(a: Audio, b: Audio) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Both as float64 with equal channel counts: a mono sound against a stereo one is compared with its mono sum."""
    if a.shape[1] == b.shape[1]:
        return a.astype(np.float64), b.astype(np.float64)
    return to_mono(a)[:, None], to_mono(b)[:, None]
