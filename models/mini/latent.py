"""From audio to the 64-channel latent and back to a log-mel spectrogram.

Log-mel frames (100 bands, hop 512) are stacked four at a time, centred and projected on their 64 leading principal
directions. Component i is divided by sigma_i^0.7 * sigma_1^0.3: a partial whitening that keeps the strong components
strong, so that the flow spends its accuracy where the sound is.
"""

import numpy as np
import torch
from torch import Tensor, nn

from ditone.models.mini.config import (
    FRAMES_PER_TOKEN,
    HOP,
    LATENT_CHANNELS,
    LOG_FLOOR,
    MEL_BINS,
    MEL_HIGH_HZ,
    MEL_LOW_HZ,
    N_FFT,
    SAMPLE_RATE_HZ,
)


def mel_filters() -> Tensor:
    """HTK-mel triangles whose rows sum to one: (MEL_BINS, N_FFT // 2 + 1)."""
    low, high = (2595.0 * np.log10(1.0 + f / 700.0) for f in (MEL_LOW_HZ, MEL_HIGH_HZ))
    edges = 700.0 * (10.0 ** (np.linspace(low, high, MEL_BINS + 2) / 2595.0) - 1.0)
    f = np.linspace(0.0, SAMPLE_RATE_HZ / 2, N_FFT // 2 + 1)
    rising = (f[None] - edges[:-2, None]) / (edges[1:-1] - edges[:-2])[:, None]
    falling = (edges[2:, None] - f[None]) / (edges[2:] - edges[1:-1])[:, None]
    rows = np.maximum(0.0, np.minimum(rising, falling))
    return torch.from_numpy(rows / rows.sum(1, keepdims=True)).float()


def log_mel(audio: Tensor, filters: Tensor | None = None) -> Tensor:
    """Natural-log mel spectrogram, a full-scale sine being 0 in its own bin.

    audio: (..., samples) -> (..., samples // HOP + 1, MEL_BINS), frame k centred on sample k * HOP.
    """
    filters = mel_filters() if filters is None else filters
    flat = audio.reshape(-1, audio.shape[-1])
    window = torch.hann_window(N_FFT, device=audio.device)
    spectrum = torch.stft(flat, N_FFT, HOP, window=window, center=True, pad_mode="constant", return_complex=True)
    mel = spectrum.abs().transpose(1, 2) / (N_FFT / 4) @ filters.T.to(audio.device)
    return mel.clamp_min(1e-5).log().clamp_min(LOG_FLOOR).reshape(*audio.shape[:-1], -1, MEL_BINS)


class LatentSpace(nn.Module):
    """The linear map between stacked log-mel frames and latent tokens."""

    mean: Tensor  # (400,)
    basis: Tensor  # (400, 64), orthonormal columns
    scale: Tensor  # (64,)

    def __init__(self) -> None:
        super().__init__()
        width = MEL_BINS * FRAMES_PER_TOKEN
        self.register_buffer("mean", torch.zeros(width))
        self.register_buffer("basis", torch.eye(width, LATENT_CHANNELS))
        self.register_buffer("scale", torch.ones(LATENT_CHANNELS))

    def encode(self, mel: Tensor) -> Tensor:
        """mel: (batch, 4 n, 100) -> latents (batch, n, 64)."""
        batch, frames, _ = mel.shape
        if frames % FRAMES_PER_TOKEN:
            raise ValueError(f"{frames} frames are not a multiple of {FRAMES_PER_TOKEN}")
        stacked = mel.reshape(batch, frames // FRAMES_PER_TOKEN, -1)
        return (stacked - self.mean) @ self.basis / self.scale

    def decode(self, latents: Tensor) -> Tensor:
        """latents: (batch, n, 64) -> log-mel (batch, 4 n, 100)."""
        stacked = (latents * self.scale) @ self.basis.T + self.mean
        mel = stacked.reshape(latents.shape[0], latents.shape[1] * FRAMES_PER_TOKEN, MEL_BINS)
        return mel.clamp(LOG_FLOOR, 0.0)  # no band is louder than a full-scale sine

    @classmethod
    def fit(cls, stacked: Tensor) -> tuple["LatentSpace", float]:
        """Fit on rows of four stacked frames (rows, 400); returns the map and the share of variance it keeps."""
        space = cls()
        mean = stacked.double().mean(0)
        centred = stacked.double() - mean
        variance, directions = torch.linalg.eigh(centred.T @ centred / (len(stacked) - 1))
        order = variance.argsort(descending=True)[:LATENT_CHANNELS]
        # directions without variance (a tiny data set) keep a usable scale
        sigma = variance[order].clamp_min(float(variance.max()) * 1e-6).sqrt()
        space.mean.copy_(mean)
        space.basis.copy_(directions[:, order])
        space.scale.copy_(sigma**0.7 * sigma[0] ** 0.3)
        return space, float(variance[order].sum() / variance.sum())
