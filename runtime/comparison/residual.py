"""What is left when one sound is taken from the other: to be seen and heard, on the time line of A."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ditone.runtime.audio.resampling import resample
from ditone.runtime.comparison.align import find_shift, same_channels, shifted, to_mono
from ditone.runtime.take import Audio


@dataclass(frozen=True, eq=False)
class Residual:
    """audio: A - B, (frames, channels) float32 at A's rate, silent where A has nothing to compare with.

    shift_samples: by how much B is late against A; `aligned` says whether that was taken out before. null_depth_db: RMS of the
    difference over RMS of A; -inf for equal sounds, nan where A is silent.
    """

    audio: Audio
    rate_hz: int
    shift_samples: int
    aligned: bool
    null_depth_db: float

    @property
    def peak(self) -> float:
        """Largest absolute sample."""
        return float(np.abs(self.audio).max(initial=0.0))


def residual(a: Audio, a_rate_hz: int, b: Audio, b_rate_hz: int, align: bool = False) -> Residual:
    """The difference of two sounds (frames, channels) over their common stretch, at A's rate."""
    x, y = same_channels(a, resample(b, b_rate_hz, a_rate_hz))
    shift = find_shift(to_mono(x), to_mono(y))
    taken = shift if align else 0
    p, q = shifted(x, y, taken)
    difference = p - q
    signal, noise = float((p * p).sum()), float((difference * difference).sum())
    if noise == 0:
        depth = -math.inf
    else:
        depth = 10 * math.log10(noise / signal) if signal > 0 else math.nan
    begin = max(-taken, 0)
    audio = np.zeros((begin + len(difference), difference.shape[1]), np.float32)
    audio[begin:] = difference
    return Residual(audio, a_rate_hz, shift, align, depth)
