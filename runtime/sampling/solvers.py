"""Solvers: each moves the state along a time grid by one short pure function over a velocity callable.

x: (batch, frames, channels) float32. `velocity(x, t)` takes a CPU time tensor (1,) or (batch,), and for models that were told the length
of their steps a second one. `step(i, x, t, v)` is told each step's
state, time and velocity, and may raise to stop. Draws come from `noise()`, so a solver owns no random state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

import torch
from torch import Tensor

from ditone.runtime.sampling.path import Path, spread


class Velocity(Protocol):
    """The guided network as a function of state, time and, where it was trained with it, step length.

    x: (batch, frames, channels); t and duration: (1,) or (batch,). The result has the shape of x.
    """

    def __call__(self, x: Tensor, t: Tensor, duration: Tensor | None = None, /) -> Tensor: ...


Noise = Callable[[], Tensor]
Step = Callable[[int, Tensor, Tensor, Tensor], None]
Run = Callable[[Velocity, Tensor, Tensor, Path, Noise, Step], Tensor]


def points(grid: Tensor) -> Iterator[tuple[int, Tensor, Tensor]]:
    """(index, t, next t) of a grid (steps + 1,) or (batch, steps + 1)."""
    columns = grid[None] if grid.ndim == 1 else grid
    for i in range(columns.shape[1] - 1):
        yield i, columns[:, i], columns[:, i + 1]


def euler(velocity: Velocity, x: Tensor, grid: Tensor, path: Path, noise: Noise, step: Step) -> Tensor:
    """First order: x + h v(x, t). x: (batch, frames, channels); grid: (steps + 1,) or (batch, steps + 1)."""
    for i, t, u in points(grid):
        v = velocity(x, t)
        step(i, x, t, v)
        x = x + spread(u - t, x) * v
    return x


def midpoint(velocity: Velocity, x: Tensor, grid: Tensor, path: Path, noise: Noise, step: Step) -> Tensor:
    """Second order (explicit midpoint rule): the slope half a step ahead.

    x: (batch, frames, channels); grid: (steps + 1,) or (batch, steps + 1).
    """
    for i, t, u in points(grid):
        h = u - t
        v = velocity(x, t)
        step(i, x, t, v)
        x = x + spread(h, x) * velocity(x + spread(h / 2, x) * v, t + h / 2)
    return x


def rk4(velocity: Velocity, x: Tensor, grid: Tensor, path: Path, noise: Noise, step: Step) -> Tensor:
    """Fourth order, the classic Runge-Kutta rule. x: (batch, frames, channels); grid: (steps + 1,) or (batch, steps + 1)."""
    for i, t, u in points(grid):
        h = u - t
        k1 = velocity(x, t)
        step(i, x, t, k1)
        k2 = velocity(x + spread(h / 2, x) * k1, t + h / 2)
        k3 = velocity(x + spread(h / 2, x) * k2, t + h / 2)
        k4 = velocity(x + spread(h, x) * k3, _inside(u, path))
        x = x + spread(h / 6, x) * (k1 + 2 * (k2 + k3) + k4)
    return x


def rk4_38(velocity: Velocity, x: Tensor, grid: Tensor, path: Path, noise: Noise, step: Step) -> Tensor:
    """Fourth order, Kutta's 3/8 rule (what torchdiffeq calls rk4; dots.tts uses it).

    x: (batch, frames, channels); grid: (steps + 1,) or (batch, steps + 1).
    """
    for i, t, u in points(grid):
        h = u - t
        k1 = velocity(x, t)
        step(i, x, t, k1)
        k2 = velocity(x + spread(h / 3, x) * k1, t + h / 3)
        k3 = velocity(x + spread(h, x) * (k2 - k1 / 3), t + h * 2 / 3)
        k4 = velocity(x + spread(h, x) * (k1 - k2 + k3), u)
        x = x + spread(h / 8, x) * (k1 + 3 * (k2 + k3) + k4)
    return x


def pingpong(velocity: Velocity, x: Tensor, grid: Tensor, path: Path, noise: Noise, step: Step) -> Tensor:
    """To the clean estimate, then back to the next noise level with fresh noise; the last draw is made although its weight is zero.

    x: (batch, frames, channels); grid: (steps + 1,) or (batch, steps + 1).
    """
    for i, t, u in points(grid):
        v = velocity(x, t)
        step(i, x, t, v)
        x = path.mix(path.clean(x, t, v), noise(), u)
    return x


def dpmpp_2m(velocity: Velocity, x: Tensor, grid: Tensor, path: Path, noise: Noise, step: Step) -> Tensor:
    """DPM-Solver++ (2M) (Lu et al. 2022, algorithm 2) on the straight path, lambda = ln((1 - level) / level).

    The first step is of first order, and so is the last one when it ends in pure data.
    x: (batch, frames, channels); grid: (steps + 1,) or (batch, steps + 1).
    """
    previous: tuple[Tensor, Tensor] | None = None
    last = grid.shape[-1] - 2
    for i, t, u in points(grid):
        v = velocity(x, t)
        step(i, x, t, v)
        clean = path.clean(x, t, v)
        a, b = path.noise_level(t), path.noise_level(u)
        estimate = clean
        if previous is not None and not (i == last and bool((b == 0).all())):
            ratio = (_log_snr(a) - _log_snr(previous[0])) / (_log_snr(b) - _log_snr(a))
            estimate = spread(1 + 0.5 / ratio, x) * clean - spread(0.5 / ratio, x) * previous[1]
        x = spread(b / a, x) * x + spread((a - b) / a, x) * estimate
        previous = (a, clean)
    return x


def _log_snr(level: Tensor) -> Tensor:
    """Of noise levels between 0 and 1, in their shape."""
    return torch.log((1 - level).clamp(min=1e-10)) - torch.log(level.clamp(min=1e-10))


def _inside(t: Tensor, path: Path) -> Tensor:
    """Times (1,) or (batch,) kept 1e-5 away from a data end at zero, where a network was never trained."""
    return t.clamp(min=1e-5) if path.noise_at == 1.0 else t


@dataclass(frozen=True)
class Solver:
    """A solver with its facts: its name in requests, its name for people, its order, and its evaluations a step.

    stochastic: whether it draws noise. run: the function; when it evaluates must follow from the grid and the path alone, not from what the
    network answers, since everything that depends on the time is made before a take begins.
    """

    name: str
    title: str
    order: int
    evaluations_per_step: int
    stochastic: bool
    run: Run

    def evaluated(self, grid: Tensor, path: Path) -> list[tuple[Tensor, Tensor | None]]:
        """Every time that this solver evaluates on `grid`, (1,) or (batch,), in order, each with the step length it tells or None.

        Found by running it once, on one value an item, with a velocity that writes down when it was asked.
        """
        asked: list[tuple[Tensor, Tensor | None]] = []

        def velocity(x: Tensor, t: Tensor, duration: Tensor | None = None, /) -> Tensor:
            asked.append((t, duration))
            return torch.zeros_like(x)

        x = torch.zeros(1 if grid.ndim == 1 else grid.shape[0], 1, 1)
        self.run(velocity, x, grid, path, lambda: torch.zeros_like(x), lambda i, x, t, v: None)
        return asked

    def times(self, grid: Tensor, path: Path) -> list[Tensor]:
        """The times of `evaluated`, for the modulation bank.

        grid: (steps + 1,) or (batch, steps + 1); each time (1,) or (batch,).
        """
        return [t for t, _ in self.evaluated(grid, path)]

    def durations(self, grid: Tensor, path: Path) -> list[Tensor] | None:
        """The step lengths of `evaluated` beside `times`; None for a solver that does not tell them.

        grid: (steps + 1,) or (batch, steps + 1); each length (1,) or (batch,).
        """
        lengths = [duration for _, duration in self.evaluated(grid, path) if duration is not None]
        return lengths or None


SOLVERS: dict[str, Solver] = {
    s.name: s
    for s in (
        Solver("euler", "Euler", 1, 1, False, euler),
        Solver("midpoint", "Midpoint", 2, 2, False, midpoint),
        Solver("rk4", "RK4", 4, 4, False, rk4),
        Solver("rk4-38", "RK4 (3/8 rule)", 4, 4, False, rk4_38),
        Solver("pingpong", "PingPong", 1, 1, True, pingpong),
        Solver("dpmpp", "DPM-Solver++ 2M", 2, 1, False, dpmpp_2m),
    )
}
