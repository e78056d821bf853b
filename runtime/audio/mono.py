"""The one mix to mono. A plain mean halves a recording that lies on one side, and silences two channels that are each other's negative."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ditone.runtime.audio.loudness import decibels

LIVE_DB = -40.0  # a channel this far under the loudest is an empty one
CANCELLED_DB = -12.0  # eight channels that have nothing to do with each other lose 9 dB in the mean


@dataclass(frozen=True, eq=False)
class Mono:
    """samples (frames,); `note` says, for people, when it is not the mean of all channels."""

    samples: NDArray[np.float32]
    note: str = ""


def mix(audio: NDArray[np.float32]) -> Mono:
    """Sound (frames, channels) as one channel: the mean of the channels that are not empty; where they cancel each other, the loudest."""
    if audio.shape[1] == 1 or not len(audio):
        return Mono(audio[:, 0])
    power = np.square(audio, dtype=np.float64).mean(axis=0)
    loudest = int(np.argmax(power))
    if not power[loudest] > 0 or not np.isfinite(power).all():
        return Mono(audio.mean(axis=1, dtype=np.float64).astype(np.float32))
    live = np.flatnonzero(power > power[loudest] * 10 ** (LIVE_DB / 10))
    mean = audio[:, live].mean(axis=1, dtype=np.float64)
    kept = float(np.square(mean).mean() / power[live].mean())
    if decibels(np.sqrt(kept)) < CANCELLED_DB:
        return Mono(audio[:, loudest].copy(), f"Its channels cancel each other, so only channel {loudest + 1} was used.")
    if len(live) == 1:
        return Mono(audio[:, loudest].copy(), f"Only channel {loudest + 1} holds sound, so it alone was used.")
    return Mono(mean.astype(np.float32))


def mono(audio: NDArray[np.float32]) -> NDArray[np.float32]:
    """The samples of `mix`."""
    return mix(audio).samples
