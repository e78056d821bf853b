"""Changes of sample rate."""

from __future__ import annotations

import numpy as np
import soxr

from runtime.take import Audio


def resample(audio: Audio, from_hz: int, to_hz: int) -> Audio:
    """`audio` (frames, channels) at another rate, in soxr's best quality; the same array where the rates are equal."""
    if from_hz == to_hz:
        return audio
    return np.asarray(soxr.resample(audio, from_hz, to_hz, quality="VHQ"), dtype=np.float32)
