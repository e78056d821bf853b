"""Spectrograms for the eye: -90..0 dB in 256 steps over mel or linear bands, in halving resolutions so that any zoom is one look-up."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

FLOOR_DB = -90.0
BANDS = 256
WINDOW = 2048
FRAMES_WANTED = 2400
HOPS = (64, 128, 256, 512, 1024)
BATCH = 256


@dataclass(frozen=True, eq=False)
class Spectrogram:
    """levels[0]: (bands, frames) uint8, lowest band first, 0 = -90 dB and below, 255 = 0 dB (a sine at full scale).

    levels[k] holds the maximum of pairs of frames of levels[k - 1]. Frame i of levels[0] is centred on sample i * hop.
    """

    levels: tuple[NDArray[np.uint8], ...]
    hop: int
    rate_hz: int
    mel: bool

    def image(self, start_s: float, end_s: float, columns: int, rows: int) -> NDArray[np.uint8]:
        """(rows, columns), highest frequency first: each column the loudest frame of its time, or between two frames when zoomed in."""
        per_column = (end_s - start_s) * self.rate_hz / self.hop / columns
        depth = min(max(int(np.floor(np.log2(max(per_column, 1e-9)))), 0), len(self.levels) - 1)
        level = self.levels[depth]
        edges = np.linspace(start_s, end_s, columns + 1) * self.rate_hz / self.hop / 2**depth
        band = np.clip(((np.arange(rows)[::-1] + 0.5) / rows * BANDS).astype(np.int64), 0, BANDS - 1)
        last = level.shape[1] - 1
        if per_column >= 1.0:  # one or two frames a column: none is left out
            first, end = (min(max(int(edge), 0), last) for edge in (edges[0], edges[-1]))
            starts = np.clip(np.floor(edges[:-1]).astype(np.int64), first, end) - first
            return np.maximum.reduceat(level[band, first : end + 1], starts, axis=1)
        at = (edges[:-1] + edges[1:]) / 2
        left = np.clip(np.floor(at).astype(np.int64), 0, last)
        weight = np.round((at - np.floor(at)) * 256).astype(np.uint16)
        first, second = level[np.ix_(band, left)], level[np.ix_(band, np.minimum(left + 1, last))]
        mixed: NDArray[np.uint8] = ((first * (256 - weight) + second * weight) >> 8).astype(np.uint8)
        return mixed

    def frequency_hz(self, share: float) -> float:
        """The frequency at a height from 0 (bottom) to 1 (top)."""
        top = self.rate_hz / 2
        return float(_from_mel(share * _to_mel(top))) if self.mel else share * top

    def height(self, frequency_hz: float) -> float:
        """The inverse of `frequency_hz`."""
        top = self.rate_hz / 2
        return float(_to_mel(frequency_hz) / _to_mel(top)) if self.mel else frequency_hz / top

    def level_db(self, time_s: float, share: float) -> float:
        """The level at a time and height, in dB."""
        level = self.levels[0]
        frame = min(max(round(time_s * self.rate_hz / self.hop), 0), level.shape[1] - 1)
        band = min(max(int(share * BANDS), 0), BANDS - 1)
        return FLOOR_DB + float(level[band, frame]) / 255 * -FLOOR_DB


def spectrogram(audio: NDArray[np.float32], rate_hz: int, mel: bool = True) -> Spectrogram:
    """The mean power over the channels of a sound (frames, channels), Hann window of 2048 samples."""
    hop = next((hop for hop in HOPS if len(audio) / hop <= FRAMES_WANTED), HOPS[-1])
    frames = max(1, -(-len(audio) // hop))
    window = np.hanning(WINDOW + 1)[:-1].astype(np.float32)
    scale = np.float32((2.0 / window.sum()) ** 2)  # a sine at full scale has power 1
    padded = np.zeros((audio.shape[1], (frames - 1) * hop + WINDOW), np.float32)
    padded[:, WINDOW // 2 : WINDOW // 2 + len(audio)] = audio.T[:, : padded.shape[1] - WINDOW // 2]
    bands = _Bands(rate_hz, mel)
    fine = np.empty((BANDS, frames), np.uint8)
    for first in range(0, frames, BATCH):
        count = min(BATCH, frames - first)
        power = np.zeros((count, WINDOW // 2 + 1), np.float32)
        for channel in padded:
            part = np.lib.stride_tricks.sliding_window_view(channel, WINDOW)[first * hop : (first + count - 1) * hop + 1 : hop]
            spectrum = np.fft.rfft(part * window, axis=1)
            power += spectrum.real**2 + spectrum.imag**2
        fine[:, first : first + count] = _quantised(bands.of(power * (scale / len(padded)))).T
    levels = [fine]
    while levels[-1].shape[1] > 1:
        previous = levels[-1]
        even = previous[:, : previous.shape[1] // 2 * 2]
        pooled = np.maximum(even[:, 0::2], even[:, 1::2])
        levels.append(pooled if even.shape[1] == previous.shape[1] else np.concatenate((pooled, previous[:, -1:]), axis=1))
    return Spectrogram(tuple(levels), hop, rate_hz, mel)


class _Bands:
    """From FFT bins to bands of equal height: the loudest bin of a band, or between two bins where bands are narrower than bins."""

    def __init__(self, rate_hz: int, mel: bool) -> None:
        top = rate_hz / 2
        edges = np.linspace(0.0, 1.0, BANDS + 1)
        edges_hz = _from_mel(edges * _to_mel(top)) if mel else edges * top
        bins = edges_hz / (rate_hz / WINDOW)
        self._first = np.minimum(np.ceil(bins[:-1]).astype(np.int64), WINDOW // 2)
        centre = (bins[:-1] + bins[1:]) / 2
        self._left = np.minimum(np.floor(centre).astype(np.int64), WINDOW // 2 - 1)
        self._weight = (centre - self._left).astype(np.float32)
        self._narrow = np.diff(bins) < 2.0

    def of(self, power: NDArray[np.float32]) -> NDArray[np.float32]:
        """(frames, bins) to (frames, bands)."""
        wide = np.maximum.reduceat(power, self._first, axis=1)
        between = power[:, self._left] * (1 - self._weight) + power[:, self._left + 1] * self._weight
        return np.where(self._narrow, between, wide)


def _quantised(power: NDArray[np.float32]) -> NDArray[np.uint8]:
    level_db = 10.0 * np.log10(np.maximum(power, 1e-12))
    return np.round(np.clip((level_db - FLOOR_DB) / -FLOOR_DB, 0.0, 1.0) * 255).astype(np.uint8)


def _to_mel(frequency_hz: float | NDArray[np.float64]) -> NDArray[np.float64]:
    """O'Shaughnessy's formula."""
    return 2595.0 * np.log10(1.0 + np.asarray(frequency_hz) / 700.0)


def _from_mel(mel: float | NDArray[np.float64]) -> NDArray[np.float64]:
    return 700.0 * (10.0 ** (np.asarray(mel) / 2595.0) - 1.0)
