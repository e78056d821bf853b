"""The straight path between noise and data that every family's velocity belongs to, and its two published directions.

Rectified flow (Liu et al. 2022; Lipman et al. 2022): x moves on a line between a noise sample and a clean sample, and the network
predicts dx/dt. Some families put the noise at t = 1 (Stable Audio 3, MOSS, the built-in models), others at t = 0 (CosyVoice3, dots.tts).
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor


def spread(coefficient: Tensor, x: Tensor) -> Tensor | float:
    """A time coefficient (1,) or (batch,) on the CPU as a factor for x (batch, frames, channels), without a device synchronisation."""
    if coefficient.numel() == 1:
        return float(coefficient)
    return coefficient.to(x.device, torch.float32, non_blocking=True).view(-1, *([1] * (x.ndim - 1)))


@dataclass(frozen=True)
class Path:
    """`noise_at` is the flow time of pure noise: 1.0 or 0.0. Times are CPU tensors of shape (1,) or (batch,)."""

    noise_at: float

    def noise_level(self, t: Tensor) -> Tensor:
        """Share of noise in x at time t. t: (1,) or (batch,), and so is the result."""
        return t if self.noise_at == 1.0 else 1 - t

    def clean(self, x: Tensor, t: Tensor, velocity: Tensor) -> Tensor:
        """The clean sample that (x, velocity) at time t points to."""
        level = spread(self.noise_level(t), x)
        return x - level * velocity if self.noise_at == 1.0 else x + level * velocity

    def mix(self, clean: Tensor, noise: Tensor, t: Tensor) -> Tensor:
        """The point at time t of the line between `clean` and `noise`.

        clean and noise: (batch, frames, channels); t: (1,) or (batch,).
        """
        level = self.noise_level(t)
        return spread(1 - level, clean) * clean + spread(level, clean) * noise


NOISE_AT_ONE = Path(1.0)
NOISE_AT_ZERO = Path(0.0)
