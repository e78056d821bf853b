"""From mel and pitch to sound: a pulse train and noise, both shaped by predicted spectra, and a free part with its own phase.

Spectrum = e^H e^(i theta) P + e^N Z + e^R e^(i phi): P is the spectrum of band-limited pulses at the pitch, Z complex Gaussian noise of
the take's seed. Levels start from the interpolated log-mel. A source-filter vocoder in the spirit of harmonic-plus-noise models
(Stylianou 2001) with the heads of Vocos (Siuzdak 2023).
"""

from __future__ import annotations

import math

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from ditone.models.mini.voice.config import (
    BINS,
    HIGHEST_HARMONIC_HZ,
    HOP,
    MEL_BINS,
    N_FFT,
    PITCH_CENTRE,
    PITCH_SPREAD,
    SAMPLE_RATE_HZ,
    VOICED_HZ,
    DecoderConfig,
)
from ditone.models.mini.voice.encoder import ConvBlock
from ditone.models.mini.voice.features import mel_to_bins

HEADS = 5  # harmonic level, harmonic phase, noise level, free level, free phase
FULL_SCALE = N_FFT / 4


class VoiceDecoder(nn.Module):
    """mel (batch, frames, MEL_BINS) and pitch (batch, frames) to audio."""

    to_bins: Tensor

    def __init__(self, config: DecoderConfig) -> None:
        super().__init__()
        self.register_buffer("to_bins", mel_to_bins(), persistent=False)
        self.enter = nn.Conv1d(MEL_BINS + 2, config.dim, config.kernel, padding=config.kernel // 2)
        self.norm_in = nn.LayerNorm(config.dim)
        self.blocks = nn.ModuleList(
            ConvBlock(config.dim, config.inner, config.kernel, config.blocks) for _ in range(config.blocks)
        )
        self.norm_out = nn.LayerNorm(config.dim)
        self.heads = nn.Linear(config.dim, HEADS * BINS)
        nn.init.normal_(self.heads.weight, std=0.01)
        nn.init.zeros_(self.heads.bias)

    def spectra(self, mel: Tensor, pitch_hz: Tensor) -> Tensor:
        """(batch, frames, HEADS, BINS): H, theta, N, R, phi; levels are natural logs of STFT magnitudes."""
        voiced = (pitch_hz > VOICED_HZ).to(mel.dtype)
        pitch = (pitch_hz.clamp_min(VOICED_HZ).log() - PITCH_CENTRE) / PITCH_SPREAD * voiced
        x = torch.cat(((mel + 8.8) / 2.2, pitch[..., None], voiced[..., None] * 2 - 1), dim=-1)
        x = self.norm_in(self.enter(x.transpose(1, 2)).transpose(1, 2))
        for block in self.blocks:
            x = block(x)
        heads = self.heads(self.norm_out(x)).float().unflatten(-1, (HEADS, BINS))
        level = mel.float() @ self.to_bins + math.log(FULL_SCALE)
        zero = torch.zeros_like(level)
        out: Tensor = heads + torch.stack((level, zero, level - 1.0, level - 1.0, zero), dim=2)
        return out

    def forward(self, mel: Tensor, pitch_hz: Tensor, noise: Tensor) -> Tensor:
        """Audio (batch, frames * HOP); noise: (batch, frames, BINS, 2) standard normal."""
        h, theta, n, r, phi = self.spectra(mel, pitch_hz).unbind(2)
        pulses = torch.stack([pulse_train(row) for row in pitch_hz])
        source = spectrum_of(pulses)[:, : mel.shape[1]]
        spectrum = torch.polar(level(h), theta) * source + level(n) * torch.view_as_complex(noise) + torch.polar(level(r), phi)
        return inverse(spectrum, mel.shape[1] * HOP)


def level(log_magnitude: Tensor) -> Tensor:
    """Magnitudes of logarithms of any shape, kept below what float32 holds."""
    return log_magnitude.clamp(max=7.0).exp()


def spectrum_of(audio: Tensor) -> Tensor:
    """STFT (batch, frames + 1, BINS), scaled so that a unit cosine has magnitude one."""
    window = torch.hann_window(N_FFT, device=audio.device)
    result = torch.stft(audio, N_FFT, HOP, window=window, center=True, pad_mode="reflect", return_complex=True)
    return result.transpose(1, 2) / FULL_SCALE


def inverse(spectrum: Tensor, length: int) -> Tensor:
    """Inverse STFT of (batch, frames, BINS) to (batch, length); a silent frame is added behind the last."""
    padded = F.pad(torch.view_as_real(spectrum), (0, 0, 0, 0, 0, 1)).contiguous()
    window = torch.hann_window(N_FFT, device=spectrum.device)
    return torch.istft(torch.view_as_complex(padded).transpose(1, 2), N_FFT, HOP, window=window, length=length)


def pulse_train(pitch_hz: Tensor) -> Tensor:
    """Sum of all harmonics below HIGHEST_HARMONIC_HZ at unit level, zero where unvoiced: (frames,) Hz -> (frames * HOP,).

    The closed form of a cosine series, sum_{h<=n} cos(h a) = sin((n + 1/2) a) / (2 sin(a / 2)) - 1/2.
    """
    frequency = F.interpolate(pitch_hz[None, None].float(), scale_factor=float(HOP), mode="linear", align_corners=False)[0, 0]
    voiced = frequency > VOICED_HZ
    frequency = frequency.clamp_min(VOICED_HZ)
    cycles = torch.cumsum(frequency.double().cpu() / SAMPLE_RATE_HZ, 0)
    angle = (2 * math.pi * (cycles - cycles.floor())).float().to(pitch_hz.device)
    order = (HIGHEST_HARMONIC_HZ / frequency).floor() + 0.5
    sine = 2 * torch.sin(angle / 2)
    near = sine.abs() < 2e-3
    value = torch.where(near, order, torch.sin(order * angle) / torch.where(near, torch.ones_like(sine), sine))
    return torch.where(voiced, value - 0.5, torch.zeros_like(value))
