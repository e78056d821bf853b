"""Speech as 82 numbers a frame: normalised log-mel, pitch, voicing; two frames make one token."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor, nn

from ditone.models.mini.voice.config import (
    BINS,
    CHANNELS,
    FRAMES_PER_TOKEN,
    HOP,
    LOG_FLOOR,
    MEL_BINS,
    N_FFT,
    PITCH_CENTRE,
    PITCH_SPREAD,
    SAMPLE_RATE_HZ,
    VOICED_HZ,
)


def mel_centres() -> np.ndarray:
    """Band edges and centres on the HTK mel scale from 0 Hz to half the rate: (MEL_BINS + 2,) in mel."""
    return np.linspace(0.0, 2595.0 * np.log10(1.0 + SAMPLE_RATE_HZ / 2 / 700.0), MEL_BINS + 2)


def mel_filters() -> Tensor:
    """Triangles whose rows sum to one: (MEL_BINS, BINS)."""
    edges = 700.0 * (10.0 ** (mel_centres() / 2595.0) - 1.0)
    f = np.linspace(0.0, SAMPLE_RATE_HZ / 2, BINS)
    rising = (f[None] - edges[:-2, None]) / np.diff(edges)[:-1, None]
    falling = (edges[2:, None] - f[None]) / np.diff(edges)[1:, None]
    rows = np.maximum(1e-12, np.minimum(rising, falling))
    return torch.from_numpy(rows / rows.sum(1, keepdims=True)).float()


def mel_to_bins() -> Tensor:
    """(MEL_BINS, BINS): linear interpolation of band levels between band centres, constant outside them."""
    centres = mel_centres()[1:-1]
    bins = 2595.0 * np.log10(1.0 + np.linspace(0.0, SAMPLE_RATE_HZ / 2, BINS) / 700.0)
    position = np.clip((bins - centres[0]) / (centres[1] - centres[0]), 0, MEL_BINS - 1)
    lower = np.minimum(position.astype(int), MEL_BINS - 2)
    matrix = np.zeros((MEL_BINS, BINS), np.float32)
    matrix[lower, np.arange(BINS)] = 1 - (position - lower)
    matrix[lower + 1, np.arange(BINS)] += position - lower
    return torch.from_numpy(matrix)


def log_mel(audio: Tensor, frames: int) -> Tensor:
    """Natural-log mel (frames, MEL_BINS) of mono audio (samples,); a full-scale sine is 0 in its own bin."""
    window = torch.hann_window(N_FFT)
    spectrum = torch.stft(audio, N_FFT, HOP, window=window, center=True, pad_mode="reflect", return_complex=True)
    mel = spectrum.abs().T[:frames] / (N_FFT / 4) @ mel_filters().T
    return mel.clamp_min(1e-5).log()


class FeatureSpace(nn.Module):
    """Normalisation of each mel band, and the way from frames to tokens and back."""

    mean: Tensor  # (MEL_BINS,)
    deviation: Tensor  # (MEL_BINS,)
    residual: Tensor  # (TOKEN_CHANNELS,): deviation of target minus prior, the scale of the flow's data

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("mean", torch.zeros(MEL_BINS))
        self.register_buffer("deviation", torch.ones(MEL_BINS))
        self.register_buffer("residual", torch.ones(CHANNELS * FRAMES_PER_TOKEN))

    def encode(self, mel: Tensor, pitch_hz: Tensor) -> Tensor:
        """mel (..., frames, MEL_BINS) and pitch (..., frames), 0 where unvoiced -> tokens (..., frames / 2, 164)."""
        voiced = pitch_hz > VOICED_HZ
        pitch = torch.where(
            voiced, (pitch_hz.clamp_min(VOICED_HZ).log() - PITCH_CENTRE) / PITCH_SPREAD, torch.zeros_like(pitch_hz)
        )
        level = (mel - self.mean) / self.deviation
        frames = torch.cat((level, pitch[..., None], voiced.to(mel.dtype)[..., None] * 2 - 1), dim=-1)
        return torch.unflatten(frames, -2, (-1, FRAMES_PER_TOKEN)).flatten(-2)

    def decode(self, tokens: Tensor) -> tuple[Tensor, Tensor]:
        """tokens (..., n, 164) -> mel (..., 2 n, MEL_BINS) and pitch in Hz (..., 2 n), 0 where unvoiced."""
        frames = torch.unflatten(tokens, -1, (FRAMES_PER_TOKEN, CHANNELS)).flatten(-3, -2)
        mel = (frames[..., :MEL_BINS] * self.deviation + self.mean).clamp(LOG_FLOOR, 2.0)
        pitch = (frames[..., MEL_BINS] * PITCH_SPREAD + PITCH_CENTRE).clamp(4.0, 6.6).exp()
        return mel, torch.where(frames[..., MEL_BINS + 1] > 0, pitch, torch.zeros_like(pitch))
