"""Log-mel spectra for comparing sounds: a distance in decibels that follows what the ear resolves, not the phase."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

FFT_SIZE, HOP, BANDS = 2048, 512, 80
FLOOR_DB = -80.0  # below it a band is silent in both sounds, and its rounding must not count


@lru_cache(maxsize=8)
def filterbank(rate_hz: int, bands: int = BANDS, fft_size: int = FFT_SIZE) -> NDArray[np.float64]:
    """Triangular filters (bands, fft_size / 2 + 1) on the HTK mel scale up to half the rate, each summing to one."""
    top = 2595 * np.log10(1 + rate_hz / 2 / 700)
    edges = 700 * (10 ** (np.linspace(0, top, bands + 2) / 2595) - 1)
    frequencies = np.linspace(0, rate_hz / 2, fft_size // 2 + 1)
    low, centre, high = edges[:-2, None], edges[1:-1, None], edges[2:, None]
    weights = np.clip(np.minimum((frequencies - low) / (centre - low), (high - frequencies) / (high - centre)), 0, None)
    total = weights.sum(axis=1, keepdims=True)
    nearest = np.abs(frequencies - centre).argmin(axis=1)
    narrow = total[:, 0] == 0  # a low band thinner than one bin takes the nearest bin
    weights[narrow, nearest[narrow]] = 1
    return weights / np.where(total == 0, 1, total)


def log_mel_db(signal: NDArray[np.float64], rate_hz: int) -> NDArray[np.float64]:
    """Level of each band in dB (frames, bands) of a mono signal; a full-scale sine reaches about 0 dB, the floor is FLOOR_DB."""
    window = np.hanning(FFT_SIZE + 1)[:-1]
    padded = np.pad(signal, (FFT_SIZE // 2, FFT_SIZE // 2))
    frames = np.lib.stride_tricks.sliding_window_view(padded, FFT_SIZE)[::HOP] * window
    power = (np.abs(np.fft.rfft(frames, axis=1)) / (FFT_SIZE / 4)) ** 2
    bands = power @ filterbank(rate_hz).T
    levels_db: NDArray[np.float64] = np.maximum(10 * np.log10(np.maximum(bands, 1e-20)), FLOOR_DB)
    return levels_db


def log_mel_distance_db(a: NDArray[np.float64], b: NDArray[np.float64], rate_hz: int) -> float:
    """Mean absolute difference of two mono signals' band levels in dB, over the frames both have.

    Only bands count that at least one of the two fills above FLOOR_DB at that moment, so that silence around a sound, and bands that
    neither reaches, make two sounds no more alike. 0 where both are silent.
    """
    x, y = log_mel_db(a, rate_hz), log_mel_db(b, rate_hz)
    n = min(len(x), len(y))
    active = np.maximum(x[:n], y[:n]) > FLOOR_DB
    return float(np.abs(x[:n] - y[:n])[active].mean()) if active.any() else 0.0
