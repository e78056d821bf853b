"""What both training loops share: when a run ends, its learning rate, the moving average, and checkpoints."""

import math
import time
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import nn


@dataclass
class Budget:
    """A run ends at a wall-clock time or after a number of steps, whichever is given."""

    until: float | None = None  # seconds since the epoch
    steps: int | None = None

    def progress(self, step: int, trained_s: float) -> float:
        """Share of the planned training that is done, 0 to 1; with a time limit it follows the clock."""
        if self.steps is not None:
            return min(1.0, step / max(1, self.steps))
        assert self.until is not None
        return trained_s / max(1e-6, trained_s + max(0.0, self.until - time.time()))

    def over(self, step: int) -> bool:
        """Whether to stop now."""
        return (self.steps is not None and step >= self.steps) or (self.until is not None and time.time() >= self.until)


def learning_rate(base: float, step: int, progress: float, warm_up: int = 100) -> float:
    """Linear warm-up, constant, cosine to 2 % in the second half."""
    cosine = 1.0 if progress < 0.5 else 0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * (progress - 0.5) / 0.5))
    return base * min(1.0, (step + 1) / warm_up) * cosine


class Average:
    """Exponential moving average of a module's parameters with warm-up."""

    def __init__(self, module: nn.Module, decay: float = 0.998) -> None:
        self.module = deepcopy(module).requires_grad_(False).eval()
        self.decay = decay

    @torch.no_grad()
    def update(self, module: nn.Module, step: int) -> None:
        """Move towards the module's present weights."""
        decay = min(self.decay, (1 + step) / (10 + step))
        own = list(self.module.parameters())
        torch._foreach_lerp_(own, [p.detach() for p in module.parameters()], 1 - decay)


def save_checkpoint(path: Path, **state: Any) -> None:
    """Write atomically, so that a stop in the middle leaves the previous checkpoint."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_suffix(".partial")
    torch.save(state, partial)
    partial.replace(path)


def load_checkpoint(path: Path) -> dict[str, Any] | None:
    """The checkpoint, or None where there is none yet."""
    return torch.load(path, map_location="cpu", weights_only=True) if path.exists() else None
