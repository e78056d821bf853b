"""Sounds without ends: decoding a circle of frames, and bringing a circle of samples to the length that was asked."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from ditone.models.mini.config import HOP
from ditone.runtime.take import Audio

MARGIN_FRAMES = 32  # more than the decoder sees to one side (21 frames) and the inverse STFT's two


def around(mel: Tensor) -> Tensor:
    """mel (batch, frames, bands) of a circle with MARGIN_FRAMES more on both sides, as often around as needed."""
    frames = mel.shape[1]
    return mel[:, torch.arange(-MARGIN_FRAMES, frames + MARGIN_FRAMES + 1) % frames]


def middle(audio: Tensor, frames: int) -> Tensor:
    """The circle itself from the sound (channels, samples) of `around`: the samples between the margins."""
    return audio[:, MARGIN_FRAMES * HOP : (MARGIN_FRAMES + frames) * HOP]


def closed(audio: Tensor, frames: int) -> Tensor:
    """`middle` of (channels, samples) for a decoder that is not periodic: what follows the end is faded over the beginning."""
    inside = middle(audio, frames).clone()
    fade = min(frames, MARGIN_FRAMES) * HOP
    behind = audio[:, (MARGIN_FRAMES + frames) * HOP :][:, :fade]
    turn = torch.linspace(0, torch.pi / 2, behind.shape[1], device=audio.device)
    inside[:, : len(turn)] = inside[:, : len(turn)] * turn.sin() + behind * turn.cos()
    return inside


def rounded(audio: Tensor, period: int) -> Tensor:
    """The sound (channels, samples) of `around` for a part that is not periodic: `middle` of it is as `closed` would make it."""
    out = audio.clone()
    out[:, MARGIN_FRAMES * HOP :][:, :period] = closed(audio, period // HOP)
    return out


def resampled(audio: Audio, samples: int) -> Audio:
    """A circle (samples, channels) brought to another number of samples by its Fourier series: still a circle, not a step more."""
    before = len(audio)
    if before == samples:
        return audio
    spectrum = np.fft.rfft(audio.astype(np.float64), axis=0)
    bins = samples // 2 + 1
    spectrum = spectrum[:bins] if len(spectrum) >= bins else np.pad(spectrum, ((0, bins - len(spectrum)), (0, 0)))
    result: Audio = (np.fft.irfft(spectrum, samples, axis=0) * (samples / before)).astype(np.float32)
    return result
