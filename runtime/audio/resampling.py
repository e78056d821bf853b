"""Changes of sample rate."""

from __future__ import annotations

import numpy as np
import soxr

from ditone.runtime.take import Audio


def resample(audio: Audio, from_hz: int, to_hz: int) -> Audio:
    """`audio` (frames, channels) at another rate, in soxr's best quality; the same array where the rates are equal."""
    if from_hz == to_hz:
        return audio
    return np.asarray(soxr.resample(audio, from_hz, to_hz, quality="VHQ"), dtype=np.float32)


class ResampleStream:
    """The same for a sound that comes piece by piece: the pieces of the result, joined, are those of `resample` of the whole, bit for bit.

    What comes out lags a little behind what went in, until `last`.
    """

    def __init__(self, from_hz: int, to_hz: int, channels: int) -> None:
        self._stream = soxr.ResampleStream(from_hz, to_hz, channels, dtype="float32", quality="VHQ") if from_hz != to_hz else None

    def push(self, piece: Audio, last: bool = False) -> Audio:
        """The next piece (frames, channels); what can be told of the result by now, which may be nothing."""
        if self._stream is None:
            return piece
        return np.asarray(self._stream.resample_chunk(np.ascontiguousarray(piece), last=last), dtype=np.float32)
