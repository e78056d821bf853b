"""How loud a sound is: integrated loudness and true peak of ITU-R BS.1770-5, and the gains that make two sounds equally loud."""

from __future__ import annotations

import math
import warnings

import numpy as np
from numpy.typing import NDArray

GATING_BLOCK_S = 0.4
OVERSAMPLING = 4


def integrated_lufs(audio: NDArray[np.float32], rate_hz: int) -> float:
    """Integrated loudness with gating, in LUFS; -inf for silence, nan for a sound (frames, channels) of 0.4 s or shorter."""
    if len(audio) <= GATING_BLOCK_S * rate_hz:
        return math.nan
    import pyloudnorm  # late: it brings scipy, which takes seconds to import

    with np.errstate(divide="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return float(pyloudnorm.Meter(rate_hz).integrated_loudness(np.asarray(audio, np.float64)))


def rms_dbfs(audio: NDArray[np.float32]) -> float:
    """Root mean square over all samples, in dB of full scale; -inf for silence."""
    return decibels(math.sqrt(float(np.square(audio, dtype=np.float64).mean()))) if audio.size else -math.inf


def true_peak_dbtp(audio: NDArray[np.float32], rate_hz: int) -> float:
    """Highest level between the samples too, in dBTP (fourfold oversampling, BS.1770-5 annex 2); -inf for silence."""
    if not audio.size:
        return -math.inf
    import soxr

    between = soxr.resample(np.asarray(audio, np.float32), rate_hz, rate_hz * OVERSAMPLING, quality="HQ")
    return decibels(max(float(np.abs(between).max(initial=0.0)), float(np.abs(audio).max())))


def matching_gains(a: NDArray[np.float32], b: NDArray[np.float32], rate_hz: int) -> tuple[float, float]:
    """Gains in dB, one 0 and one negative, that make two sounds (frames, channels) equally loud: the louder one is attenuated.

    Where one of them is too short for gating both are measured by their root mean square. Silence is not matched: (0, 0).
    """
    levels = integrated_lufs(a, rate_hz), integrated_lufs(b, rate_hz)
    if not all(math.isfinite(level) for level in levels):
        levels = rms_dbfs(a), rms_dbfs(b)
    if not all(math.isfinite(level) for level in levels):
        return 0.0, 0.0
    target = min(levels)
    return target - levels[0], target - levels[1]


def decibels(ratio: float) -> float:
    """20 log10; -inf for 0."""
    return 20.0 * math.log10(ratio) if ratio > 0 else -math.inf


def linear(gain_db: float) -> float:
    """The factor of a gain in dB; 0 dB is exactly 1."""
    return 10.0 ** (gain_db / 20.0)
