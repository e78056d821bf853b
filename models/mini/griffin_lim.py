"""Decoder without parameters: fast Griffin-Lim (Perraudin et al. 2013) from interpolated log-mel magnitudes."""

import torch
from torch import Tensor

from ditone.models.mini.config import HOP
from ditone.models.mini.decoder import FULL_SCALE, analyse, interpolation_matrix, synthesise


def griffin_lim(mel: Tensor, length: int | None = None, iterations: int = 32, momentum: float = 0.99, seed: int = 0) -> Tensor:
    """mel: (batch, frames, 100) log-mel -> audio (batch, length), by default (frames - 1) * HOP samples."""
    length = (mel.shape[1] - 1) * HOP if length is None else length
    magnitude = (mel.float() @ interpolation_matrix().to(mel.device)).exp() * FULL_SCALE
    generator = torch.Generator().manual_seed(seed)
    phase = torch.rand(magnitude.shape, generator=generator).to(mel.device) * (2 * torch.pi)
    spectrum = torch.polar(magnitude, phase)
    previous = torch.zeros_like(spectrum)
    for _ in range(iterations):
        rebuilt = analyse(synthesise(spectrum, (mel.shape[1] - 1) * HOP))
        accelerated = rebuilt + momentum * (rebuilt - previous)
        previous = rebuilt
        spectrum = magnitude * accelerated / accelerated.abs().clamp_min(1e-9)
    return synthesise(spectrum, length)
