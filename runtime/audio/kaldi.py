"""Log mel filterbank as Kaldi computes it (speaker encoders expect its habits: Povey window, pre-emphasis within each frame)."""

from __future__ import annotations

import math

import torch
import torch.nn.functional as F
from torch import Tensor

PRE_EMPHASIS = 0.97
POVEY_EXPONENT = 0.85


def fbank(
    samples: Tensor,
    sample_rate_hz: int = 16000,
    *,
    mel_bins: int = 80,
    frame_ms: float = 25.0,
    shift_ms: float = 10.0,
    low_hz: float = 20.0,
    high_hz: float | None = None,
) -> Tensor:
    """samples (n,) in [-1, 1], not scaled to int16 -> natural log power in mel bands (frames, mel_bins), float32.

    Only whole frames are taken ("snip edges"), no dither is added, the floor is the machine epsilon, `high_hz` is the Nyquist rate
    unless given. Raises ValueError for a signal shorter than one frame.
    """
    length, shift = round(sample_rate_hz * frame_ms / 1000), round(sample_rate_hz * shift_ms / 1000)
    if samples.shape[-1] < length:
        raise ValueError(f"{samples.shape[-1]} samples are shorter than one frame of {length}")
    frames = samples.float().unfold(-1, length, shift)
    frames = frames - frames.mean(dim=-1, keepdim=True)
    before = torch.cat((frames[:, :1], frames[:, :-1]), dim=1)  # the first sample of a frame is its own predecessor
    window = torch.hann_window(length, periodic=False, device=samples.device) ** POVEY_EXPONENT
    size = 2 ** math.ceil(math.log2(length))
    spectrum = torch.fft.rfft(F.pad((frames - PRE_EMPHASIS * before) * window, (0, size - length)))
    power = spectrum.abs().square()[:, : size // 2]
    bank = mel_bank(mel_bins, size, sample_rate_hz, low_hz, high_hz or sample_rate_hz / 2).to(samples.device)
    energies: Tensor = power @ bank.T
    return energies.clamp(min=torch.finfo(torch.float32).eps).log()


def mel_bank(bins: int, fft_size: int, sample_rate_hz: int, low_hz: float, high_hz: float) -> Tensor:
    """Triangles (bins, fft_size / 2) that are straight in mel (1127 ln(1 + f / 700)); the Nyquist bin belongs to none."""
    low, high = (1127.0 * math.log(1.0 + hz / 700.0) for hz in (low_hz, high_hz))
    edges = low + (high - low) / (bins + 1) * torch.arange(bins + 2)[:, None]
    mel = 1127.0 * torch.log(1.0 + torch.arange(fft_size // 2) * (sample_rate_hz / fft_size) / 700.0)
    rising = (mel - edges[:-2]) / (edges[1:-1] - edges[:-2])
    falling = (edges[2:] - mel) / (edges[2:] - edges[1:-1])
    return torch.minimum(rising, falling).clamp(min=0.0)
