"""From a log-mel spectrogram to sound: ConvNeXt blocks, magnitudes and phases for every frame, inverse STFT.

The shape follows Vocos (Siuzdak 2023, arXiv 2306.00814). Magnitudes are the interpolated log-mel plus a learned
correction that starts at zero, so that an untrained decoder already has the right levels.
"""

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from ditone.models.mini.config import HOP, MEL_BINS, MEL_HIGH_HZ, MEL_LOW_HZ, N_FFT, SAMPLE_RATE_HZ, DecoderConfig
from ditone.models.mini.latent import mel_filters

BINS = N_FFT // 2 + 1
FULL_SCALE = N_FFT / 4  # STFT magnitude of a full-scale sine under a Hann window


def interpolation_matrix() -> Tensor:
    """(MEL_BINS, BINS): linear interpolation of band levels between band centres, constant outside them."""
    low, high = (2595.0 * np.log10(1.0 + f / 700.0) for f in (MEL_LOW_HZ, MEL_HIGH_HZ))
    centres = np.linspace(low, high, MEL_BINS + 2)[1:-1]
    bins = 2595.0 * np.log10(1.0 + np.linspace(0, SAMPLE_RATE_HZ / 2, BINS) / 700.0)
    position = np.clip((bins - centres[0]) / (centres[1] - centres[0]), 0, MEL_BINS - 1)
    lower = np.minimum(position.astype(int), MEL_BINS - 2)
    matrix = np.zeros((MEL_BINS, BINS), np.float32)
    matrix[lower, np.arange(BINS)] = 1 - (position - lower)
    matrix[lower + 1, np.arange(BINS)] += position - lower
    return torch.from_numpy(matrix)


def synthesise(spectrum: Tensor, length: int) -> Tensor:
    """Inverse STFT. spectrum: (batch, frames, BINS) complex -> (batch, length)."""
    window = torch.hann_window(N_FFT, device=spectrum.device)
    frames = (length + HOP - 1) // HOP + 1
    spectrum = F.pad(torch.view_as_real(spectrum), (0, 0, 0, 0, 0, max(0, frames - spectrum.shape[1])))
    return torch.istft(torch.view_as_complex(spectrum.contiguous()).transpose(1, 2), N_FFT, HOP, window=window, length=length)


def analyse(audio: Tensor) -> Tensor:
    """STFT. audio: (batch, samples) -> (batch, samples // HOP + 1, BINS) complex."""
    window = torch.hann_window(N_FFT, device=audio.device)
    return torch.stft(audio, N_FFT, HOP, window=window, center=True, pad_mode="constant", return_complex=True).transpose(1, 2)


class ConvNeXtBlock(nn.Module):
    """Depthwise convolution over time, LayerNorm, two pointwise layers, scaled residual (Liu et al. 2022)."""

    def __init__(self, config: DecoderConfig) -> None:
        super().__init__()
        self.depthwise = nn.Conv1d(config.dim, config.dim, config.kernel, padding=config.kernel // 2, groups=config.dim)
        self.norm = nn.LayerNorm(config.dim)
        self.up = nn.Linear(config.dim, config.inner)
        self.down = nn.Linear(config.inner, config.dim)
        self.scale = nn.Parameter(torch.full((config.dim,), 1.0 / config.blocks))

    def forward(self, x: Tensor) -> Tensor:
        """x: (batch, frames, dim)."""
        y = self.depthwise(x.transpose(1, 2)).transpose(1, 2)
        return x + self.scale * self.down(F.gelu(self.up(self.norm(y))))


class MiniDecoder(nn.Module):
    """Log-mel frames to audio."""

    to_bins: Tensor  # (MEL_BINS, BINS)
    filters: Tensor  # (MEL_BINS, BINS)

    def __init__(self, config: DecoderConfig) -> None:
        super().__init__()
        self.config = config
        self.register_buffer("to_bins", interpolation_matrix(), persistent=False)
        self.register_buffer("filters", mel_filters(), persistent=False)
        self.enter = nn.Conv1d(MEL_BINS, config.dim, config.kernel, padding=config.kernel // 2)
        self.norm_in = nn.LayerNorm(config.dim)
        self.blocks = nn.ModuleList(ConvNeXtBlock(config) for _ in range(config.blocks))
        self.norm_out = nn.LayerNorm(config.dim)
        self.correction = nn.Linear(config.dim, BINS)
        self.phase = nn.Linear(config.dim, BINS)
        nn.init.zeros_(self.correction.weight)
        nn.init.zeros_(self.correction.bias)

    def spectrum(self, mel: Tensor) -> Tensor:
        """mel: (batch, frames, MEL_BINS) -> complex spectrum (batch, frames, BINS)."""
        x = (mel + 5.0) / 3.0  # about zero mean, unit variance
        x = self.norm_in(self.enter(x.transpose(1, 2)).transpose(1, 2))
        for block in self.blocks:
            x = block(x)
        x = self.norm_out(x)
        level = mel.float() @ self.to_bins + self.correction(x).float()
        phase = self.phase(x).float()
        return torch.polar(level.clamp(max=2.0).exp() * FULL_SCALE, phase)

    def forward(self, mel: Tensor, length: int | None = None, refinements: int = 0) -> Tensor:
        """mel: (batch, frames, MEL_BINS) -> audio (batch, length), by default (frames - 1) * HOP samples.

        Each refinement analyses the result and corrects its band levels towards `mel`, keeping the phases.
        """
        length = (mel.shape[1] - 1) * HOP if length is None else length
        audio = synthesise(self.spectrum(mel), length)
        for _ in range(refinements):
            audio = refine(audio, mel, self.to_bins, self.filters)
        return audio


def refine(audio: Tensor, mel: Tensor, to_bins: Tensor, filters: Tensor) -> Tensor:
    """One correction of band levels: STFT, gain by the difference of log-mels (at most 12 dB), inverse STFT."""
    spectrum = analyse(audio)
    frames = min(spectrum.shape[1], mel.shape[1])
    own = (spectrum[:, :frames].abs() / FULL_SCALE @ filters.T).clamp_min(1e-5).log()
    gain = ((mel[:, :frames] - own).clamp(-1.4, 1.4) @ to_bins).exp()
    return synthesise(spectrum[:, :frames] * gain, audio.shape[-1])
