"""Brings two sounds to one rate, one channel count and, where wanted, one start."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ditone.runtime.audio.mono import mono
from ditone.runtime.take import Audio

MAX_SHIFT_S = 0.05  # further apart two takes are no longer one sound played late
MIN_CORRELATION = 0.5  # of the aligned parts: below it the best shift is chance, not a delay


def to_mono(audio: NDArray[np.floating[Any]]) -> NDArray[np.float64]:
    """(frames, channels) as one channel."""
    return mono(np.asarray(audio, np.float32)).astype(np.float64)


def find_shift(a: NDArray[np.float64], b: NDArray[np.float64], rate_hz: int, max_shift_s: float = MAX_SHIFT_S) -> int:
    """Samples by which b is late against a (negative: early), within `max_shift_s`, from the peak of the cross-correlation.

    0 when either is silent, or when the best shift correlates too weakly to be a delay. Mono signals of one rate.
    """
    limit = int(max_shift_s * rate_hz)
    if not limit or not a.any() or not b.any():
        return 0
    size = 1 << int(np.ceil(np.log2(len(a) + len(b))))
    product = np.fft.irfft(np.conj(np.fft.rfft(a, size)) * np.fft.rfft(b, size), size)
    lags = np.concatenate((product[-limit:], product[: limit + 1]))
    shift = int(np.argmax(lags)) - limit
    x, y = shifted(a, b, shift)
    norm = float(np.linalg.norm(x) * np.linalg.norm(y))
    return shift if norm > 0 and float(x @ y) / norm >= MIN_CORRELATION else 0


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
