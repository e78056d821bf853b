"""Sounds of any number of channels for an output of one or two."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ditone.runtime.audio.mono import mono

Samples = NDArray[np.float32]


def fit_channels(samples: Samples, channels: int, growing: bool = False) -> Samples:
    """(frames, channels): one channel goes to all; more than two are mixed down to two first, and two to one by their mix.

    `growing`: the samples are a piece of a sound, so that the mix is a plain mean, which is the same for all pieces.
    """
    samples = np.asarray(samples, np.float32)
    if samples.ndim == 1:
        samples = samples[:, None]
    if samples.shape[1] > 2:
        samples = mixed_down(samples)
    have = samples.shape[1]
    if have == 1:
        samples = np.repeat(samples, channels, axis=1)
    elif channels == 1:
        samples = samples.mean(axis=1, keepdims=True, dtype=np.float32) if growing else mono(samples)[:, None]
    elif have < channels:
        samples = np.pad(samples, ((0, 0), (0, channels - have)))
    return np.ascontiguousarray(samples[:, :channels])


def mixed_down(samples: Samples) -> Samples:
    """(frames, 3 to 8 channels) as two channels by ITU-R BS.775-3, annex 4: centre and surrounds at -3 dB, the LFE left out.

    Channels are in the order of WAV files. The levels are scaled so that full scale in every channel stays full scale.
    """
    half = 0.5**0.5
    left: dict[int, tuple[float, ...]] = {
        3: (1, 0, half),
        4: (1, 0, half, 0),
        5: (1, 0, half, half, 0),
        6: (1, 0, half, 0, half, 0),
    }
    left |= {7: (1, 0, half, 0, 0.5, half, 0), 8: (1, 0, half, 0, half, 0, half, 0)}
    right: dict[int, tuple[float, ...]] = {
        3: (0, 1, half),
        4: (0, 1, 0, half),
        5: (0, 1, half, 0, half),
        6: (0, 1, half, 0, 0, half),
    }
    right |= {7: (0, 1, half, 0, 0.5, 0, half), 8: (0, 1, half, 0, 0, half, 0, half)}
    channels = min(samples.shape[1], max(left))
    matrix = np.array((left[channels], right[channels]), np.float32).T
    return np.asarray(samples[:, :channels] @ (matrix / matrix.sum(axis=0, keepdims=True)), np.float32)
