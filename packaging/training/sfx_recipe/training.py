"""The training loop that every stage shares: when a run ends, its learning rate, the moving average, and checkpoints."""

import math
import time
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from ditone.runtime import devices

from .workers import Team

SAVE_EVERY = 100
WARM_UP = 100
ALONE = Team()
Losses = dict[str, Tensor]  # the first one is descended, the others are reported


def mixed_precision() -> torch.autocast:
    """bfloat16 matrix products where the processor has them, else float32."""
    return torch.autocast("cpu", dtype=torch.bfloat16, enabled=not devices.emulates(torch.device("cpu"), torch.bfloat16))


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


def learning_rate(base: float, step: int, progress: float, warm_up: int = WARM_UP) -> float:
    """Linear warm-up, constant, cosine to 2 % in the second half. `step` counts from where the optimiser began."""
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


class Trainer:
    """One resumable run. Continues from the checkpoint where there is one; `started_from` is the step its optimiser began at."""

    def __init__(
        self,
        name: str,
        module: nn.Module,
        checkpoint: Path,
        budget: Budget,
        *,
        rate: float,
        betas: tuple[float, float] = (0.9, 0.98),
        decay: float = 0.998,
        team: Team = ALONE,
        save_every: int = SAVE_EVERY,
        say: Callable[[str], None] = print,
    ) -> None:
        self.name, self.module, self.checkpoint, self.budget = name, module, checkpoint, budget
        self.rate, self.team, self.save_every, self.say = rate, team, save_every, say
        self.average = Average(module, decay)
        self.optimiser = torch.optim.AdamW(module.parameters(), lr=rate, betas=betas, weight_decay=0.01, fused=True)
        self.step, self.trained_s, self.started_from = 0, 0.0, 0
        if state := load_checkpoint(checkpoint):
            module.load_state_dict(state["model"])
            self.average.module.load_state_dict(state["average"])
            self.step, self.trained_s = state["step"], state["trained_s"]
            self.started_from = state.get("started_from", 0)
            if "optimiser" in state:
                self.optimiser.load_state_dict(state["optimiser"])
            say(f"{name}: resumed at step {self.step}")

    def save(self) -> None:
        """Write the checkpoint; buffers that follow the data (such as running deviations) are copied to the average."""
        if not self.team.leads:
            return
        for own, new in zip(self.average.module.buffers(), self.module.buffers(), strict=True):
            own.copy_(new)
        save_checkpoint(
            self.checkpoint,
            model=self.module.state_dict(),
            average=self.average.module.state_dict(),
            optimiser=self.optimiser.state_dict(),
            step=self.step,
            trained_s=self.trained_s,
            started_from=self.started_from,
        )

    def run(self, losses: Callable[[int], Losses]) -> Average:
        """Train until the budget is over; losses(step) gives the losses of one batch. Returns the averaged module."""
        smooth: Tensor | None = None
        progress, over = self.budget.progress(self.step, self.trained_s), self.budget.over(self.step)
        while not over:
            began = time.time()
            rate = learning_rate(self.rate, self.step - self.started_from, progress)
            for group in self.optimiser.param_groups:
                group["lr"] = rate
            named = losses(self.step)
            self.optimiser.zero_grad(set_to_none=False)
            next(iter(named.values())).backward()
            facts = [float(v.detach()) for v in named.values()]
            facts += [self.budget.progress(self.step + 1, self.trained_s), float(self.budget.over(self.step + 1))]
            *values, progress, stop = self.team.agree(self.module, facts)
            over = stop > 0
            torch.nn.utils.clip_grad_norm_(self.module.parameters(), 1.0)
            self.optimiser.step()
            self.average.update(self.module, self.step)
            self.step += 1
            self.trained_s += time.time() - began
            smooth = torch.tensor(values) if smooth is None else torch.lerp(smooth, torch.tensor(values), 0.02)
            if self.step % 20 == 0 and self.team.leads:
                said = " ".join(f"{k} {v:.4f}" for k, v in zip(named, smooth.tolist(), strict=True))
                self.say(f"{self.name}: step {self.step} {said} rate {rate:.2e} trained {self.trained_s:.0f} s")
            if self.step % self.save_every == 0:
                self.save()
        self.save()
        return self.average
