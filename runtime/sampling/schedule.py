"""Time grids and their shifts. A grid is a float64 CPU tensor (steps + 1,), or (batch, steps + 1) where items have their own lengths.

Grids run from noise to data: 1 -> 0 for families with the noise at t = 1, 0 -> 1 for the others.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import torch
from torch import Tensor

from ditone.runtime import elementary

Shift = Callable[[Tensor], Tensor]


def linear(steps: int, start: float = 1.0, end: float = 0.0) -> Tensor:
    """steps + 1 points, evenly spaced. Raises ValueError for fewer than one step. The grid: (steps + 1,)."""
    if steps < 1:
        raise ValueError(f"{steps} steps asked for; at least 1 is needed")
    return torch.linspace(start, end, steps + 1, dtype=torch.float64)


def pinned(grid: Tensor, shift: Shift) -> Tensor:
    """`shift(grid)` with the first point put back, as Stable Audio 3 does (so a start below 1 may be followed by a higher point).

    grid: (steps + 1,) or (batch, steps + 1).
    """
    shifted = shift(grid).clone()
    shifted[..., 0] = grid[..., 0]
    return shifted


def sigma_shift(shift: float) -> Shift:
    """sigma' = s sigma / (1 + (s - 1) sigma) (Esser et al. 2024, eq. 23). Raises ValueError unless s > 0."""
    if not shift > 0:
        raise ValueError(f"schedule shift is {shift}; it must be above 0 (1 leaves the grid linear)")
    return lambda t: shift * t / (1 + (shift - 1) * t)


def log_snr_shift(at_one: float = -6.2, at_zero: float = 2.0) -> Shift:
    """t' = sigmoid(-lambda), lambda linear in t from `at_zero` (t = 0) to `at_one` (t = 1); the ends stay exact (Stable Audio 3)."""

    def shift(t: Tensor) -> Tensor:
        shifted = elementary.sigmoid(-(at_zero + (at_one - at_zero) * t))
        shifted = torch.where(t <= 0, torch.zeros_like(t), shifted)
        return torch.where(t >= 1, torch.ones_like(t), shifted)

    return shift


def log_snr_length_shift(
    lengths: Tensor, rate: float, anchor_length: float = 2000.0, anchor: float = -6.2, at_zero: float = 2.0
) -> Shift:
    """Log-SNR shift whose start falls by `rate` per octave of length; lengths (batch,) in latent frames."""
    start = anchor - rate * torch.log2(lengths.double().clamp(min=1) / anchor_length)

    def shift(t: Tensor) -> Tensor:
        return log_snr_shift(1.0, 0.0)(t) if t.ndim == 0 else _log_snr_rows(t, start, at_zero)

    return shift


def _log_snr_rows(t: Tensor, start: Tensor, at_zero: float) -> Tensor:
    """t: (points,) or (batch, points); start: (batch,), each item's log SNR at 1. The result is (batch, points)."""
    t = t.expand(start.shape[0], -1) if t.ndim == 1 else t
    shifted = elementary.sigmoid(-(at_zero + (start[:, None] - at_zero) * t))
    shifted = torch.where(t <= 0, torch.zeros_like(t), shifted)
    return torch.where(t >= 1, torch.ones_like(t), shifted)


def full_shift(
    lengths: Tensor, base: float = 0.5, maximum: float = 1.15, shortest: int = 256, longest: int = 4096, use_sine: bool = False
) -> Shift:
    """t' = o / (o + exp(-mu)), o = t / (1 - t), mu linear in the clipped length (Stable Audio 3, "full"); optionally sin(pi t' / 2).

    lengths: (batch,) in latent frames.
    """
    lengths = lengths.double().clamp(shortest, longest)
    mu = base + (maximum - base) * (lengths - shortest) / (longest - shortest)

    def shift(t: Tensor) -> Tensor:
        rows = t.expand(mu.shape[0], -1) if t.ndim == 1 else t
        weight = torch.exp(-mu)[:, None]
        shifted = rows / (rows + weight * (1 - rows))
        return torch.sin(shifted * math.pi / 2) if use_sine else shifted

    return shift


def flux_shift(lengths: Tensor, alpha_min: float, alpha_max: float, shortest: int = 256, longest: int = 4096) -> Shift:
    """t' = A t / (1 + (A - 1) t), ln A linear in the logarithm of the clipped length. lengths: (batch,) in latent frames."""
    share = (lengths.double().clamp(shortest, longest).log() - math.log(shortest)) / (math.log(longest) - math.log(shortest))
    alpha = torch.exp(math.log(alpha_min) + share * (math.log(alpha_max) - math.log(alpha_min)))

    def shift(t: Tensor) -> Tensor:
        rows = t.expand(alpha.shape[0], -1) if t.ndim == 1 else t
        a = alpha[:, None]
        return a * rows / (1 + (a - 1) * rows)

    return shift


def cosine(grid: Tensor) -> Tensor:
    """1 - cos(pi/2 s): small steps near s = 0 (CosyVoice3, where s = 0 is noise). grid: (steps + 1,) or (batch, steps + 1)."""
    return 1 - torch.cos(grid * (math.pi / 2))
