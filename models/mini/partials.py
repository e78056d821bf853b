"""The fixed part of a sound as sines that run on: one for every peak of the magnitudes.

A network that sees a spectrogram cannot tell phases: the frames of a steady tone look alike, so it gives all of them one phase, and
the tone lands on the nearest multiple of one hop's frequency (86 Hz) with noise around it. Here the phase is carried from frame to
frame by the frequency of the peak (as in single pass spectrogram inversion, Beauregard et al. 2015), and a peak is drawn as a window
draws a sine, with the energy of the bins around it.
"""

import numpy as np
import torch
from torch import Tensor

from ditone.models.mini.config import HOP, N_FFT

TURN_PER_BIN = 2 * np.pi * HOP / N_FFT  # radians in one hop for every bin of frequency
DB = 20 / np.log(10)  # decibels in one natural logarithm
REACH, HIDDEN_DB_PER_BIN = 3, 3.0  # bins to both sides; a peak that lies lower than this below a neighbour is part of it
MOST_CHANGE = 3.0  # bins that one partial moves in a hop; what moves further is another one
STEADY, FOLLOWED = 0.5, 0.15  # a partial that moves less than so many bins follows its peak by this share: peaks tremble


def lobe(bins: np.ndarray) -> np.ndarray:
    """Magnitude of a sine under a Hann window at a distance in bins, 1 at its centre; nothing beyond the main lobe."""
    edge = np.abs(np.abs(bins) - 1) < 1e-6  # where the formula is 0 / 0
    shape = np.abs(np.sinc(bins) / np.where(edge, 1.0, 1 - bins**2))
    result: np.ndarray = np.where(edge, 0.5, np.where(np.abs(bins) < 2, shape, 0.0))
    return result


def nearest_peak(peaks: np.ndarray) -> np.ndarray:
    """(frames, bins) marks -> the bin of the nearest mark; the bin itself in frames without any."""
    bins = np.arange(peaks.shape[1])
    far = 4 * len(bins)
    below = np.maximum.accumulate(np.where(peaks, bins, -far), axis=1)
    above = np.minimum.accumulate(np.where(peaks, bins, far)[:, ::-1], axis=1)[:, ::-1]
    nearest = np.where(bins - below <= above - bins, below, above)
    result: np.ndarray = np.where(peaks.any(1, keepdims=True), nearest, bins)
    return result


def partials(magnitude: Tensor) -> Tensor:
    """(batch, frames, bins) magnitudes -> the spectrum (batch, frames, bins) of sines with the energy around every peak."""
    frames = [_one(m) for m in magnitude.detach().float().cpu().numpy()]
    return torch.from_numpy(np.stack(frames)).to(magnitude.device)


def _one(magnitude: np.ndarray) -> np.ndarray:
    """Of one sound, (frames, bins)."""
    count, width = magnitude.shape
    bins = np.arange(width)
    level = np.log(magnitude.astype(np.float64) + 1e-9)
    peaks = np.zeros(magnitude.shape, bool)
    peaks[:, 1:-1] = (magnitude[:, 1:-1] >= magnitude[:, :-2]) & (magnitude[:, 1:-1] > magnitude[:, 2:])
    for step in range(1, REACH + 1):
        hidden = HIDDEN_DB_PER_BIN * step / DB
        peaks[:, step:] &= level[:, step:] >= level[:, :-step] - hidden
        peaks[:, :-step] &= level[:, :-step] >= level[:, step:] - hidden
    bend = np.zeros_like(level)  # where a parabola through a peak and its neighbours has its top
    before, at, behind = level[:, :-2], level[:, 1:-1], level[:, 2:]
    bend[:, 1:-1] = np.where(peaks[:, 1:-1], 0.5 * (before - behind) / np.minimum(before - 2 * at + behind, -1e-9), 0.0)
    owner = nearest_peak(peaks)
    rows = np.arange(count)[:, None]
    frequency = owner + np.clip(bend, -0.5, 0.5)[rows, owner]
    distance = bins - frequency
    near = np.abs(distance) < 2
    shape = np.zeros_like(distance)
    shape[near] = lobe(distance[near])
    flat = (rows * width + owner).ravel()
    energy, own = (np.bincount(flat, x.ravel(), count * width) for x in (magnitude.astype(np.float64) ** 2, shape**2))
    gain = np.sqrt(energy / (own + 1e-9))[flat].reshape(count, width)
    phases = np.empty((count, width))
    phase, last = np.zeros(width), frequency[0] if count else bins
    for k in range(count):
        own_last, own_now = last[owner[k]], frequency[k]
        apart = np.abs(own_last - own_now)
        smooth = np.where(apart < STEADY, own_last + FOLLOWED * (own_now - own_last), own_now)
        middle = np.where(apart < MOST_CHANGE, 0.5 * (own_last + smooth), smooth)
        phase = phase[owner[k]] + TURN_PER_BIN * middle
        phases[k], last = phase, smooth
    # a sine's bins alternate in sign, because a frame's samples are counted from its start
    spectrum = np.zeros(magnitude.shape, np.complex64)
    spectrum[near] = (gain * shape)[near] * np.exp(1j * (phases - np.pi * bins)[near])
    return spectrum
