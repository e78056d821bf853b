"""How loud a sound is: integrated loudness and true peak of ITU-R BS.1770-5, and the gains that make two sounds equally loud."""

from __future__ import annotations

import math
import warnings
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ditone.runtime.errors import DitoneError

GATING_BLOCK_S = 0.4
OVERSAMPLING = 4


# weights of BS.1770-5, table 4, in the order of WAV files (front L R, centre, LFE, back L R, side L R); the LFE is left out
CHANNEL_WEIGHTS = {
    1: (1.0,),
    2: (1.0, 1.0),
    3: (1.0, 1.0, 1.0),
    4: (1.0, 1.0, 1.41, 1.41),
    5: (1.0, 1.0, 1.0, 1.41, 1.41),
    6: (1.0, 1.0, 1.0, 0.0, 1.41, 1.41),
    7: (1.0, 1.0, 1.0, 0.0, 1.0, 1.41, 1.41),
    8: (1.0, 1.0, 1.0, 0.0, 1.0, 1.0, 1.41, 1.41),
}
MEASURED_HZ = (8_000, 192_000)  # rates at which the weighting filters mean something; others are brought to 48 kHz first
ABSOLUTE_GATE_LUFS, RELATIVE_GATE_LU, OVERLAP = -70.0, -10.0, 0.75


def integrated_lufs(audio: NDArray[np.float32], rate_hz: int) -> float:
    """Integrated loudness with gating, in LUFS; -inf for silence, nan for a sound (frames, channels) of 0.4 s or shorter.

    Raises DitoneError for more than eight channels, for which the standard has no weights.
    """
    if audio.shape[1] not in CHANNEL_WEIGHTS:
        raise DitoneError(
            f"The loudness of {audio.shape[1]} channels is not defined; up to {max(CHANNEL_WEIGHTS)} were expected."
        )
    if len(audio) <= GATING_BLOCK_S * rate_hz:
        return math.nan
    if not MEASURED_HZ[0] <= rate_hz <= MEASURED_HZ[1]:
        import soxr

        audio, rate_hz = soxr.resample(audio, rate_hz, 48000, quality="HQ"), 48000
    import pyloudnorm  # late: it brings scipy, which takes seconds to import

    with np.errstate(divide="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        meter = pyloudnorm.Meter(rate_hz)
        if audio.shape[1] <= 2:
            return float(meter.integrated_loudness(np.asarray(audio, np.float64)))
        return _gated(meter, np.asarray(audio, np.float64), rate_hz)


def _gated(meter: Any, audio: NDArray[np.float64], rate_hz: int) -> float:
    """BS.1770-5, equations 2 to 7, for layouts that the library does not weigh."""
    block, step = GATING_BLOCK_S * rate_hz, GATING_BLOCK_S * rate_hz * (1 - OVERLAP)
    count = round((len(audio) - block) / step) + 1
    starts = (np.arange(count) * step).astype(int)
    power = np.zeros(count)
    for channel, weight in zip(audio.T, CHANNEL_WEIGHTS[audio.shape[1]], strict=True):
        if weight:
            for stage in meter._filters.values():
                channel = stage.apply_filter(channel)
            summed = np.concatenate(([0.0], np.cumsum(np.square(channel))))
            power += weight * (summed[np.minimum(starts + int(block), len(channel))] - summed[starts]) / block
    levels = -0.691 + 10 * np.log10(power)
    loud = levels >= ABSOLUTE_GATE_LUFS
    if not loud.any():
        return -math.inf
    gate = -0.691 + 10 * math.log10(power[loud].mean()) + RELATIVE_GATE_LU
    return -0.691 + 10 * math.log10(power[loud & (levels > gate)].mean())


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
    factor: float = 10.0 ** (gain_db / 20.0)
    return factor
