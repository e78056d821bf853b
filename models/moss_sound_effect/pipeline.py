"""Prompt to sound: MOSS-SoundEffect v2.0."""

from __future__ import annotations

from torch import Tensor

from runtime.sampling import schedule


def sigma_grid(steps: int, shift: float, strength: float = 1.0) -> Tensor:
    """Noise levels (steps + 1,), float64, ending in exactly 0: `strength` (1 - i/steps), shifted."""
    return schedule.sigma_shift(shift)(schedule.linear(steps, strength, 0.0))
