"""Solvers of distilled models, which make a take in one to eight evaluations.

MeanFlow (Geng et al. 2025, arXiv 2505.13447): the network is told the step's length and predicts the mean velocity over it, so one step is
exact where it was learned well. Trigonometric consistency (Lu & Song 2024, arXiv 2410.11081): every evaluation jumps to the clean
estimate and goes back to the next noise level with fresh noise on a circle.
A model distilled to a single step needs no solver of its own: it is one Euler step.
"""

from __future__ import annotations

import math

import torch
from torch import Tensor

from ditone.runtime.sampling.path import Path, spread
from ditone.runtime.sampling.solvers import Noise, Solver, Step, Velocity, points


def meanflow(velocity: Velocity, x: Tensor, grid: Tensor, path: Path, noise: Noise, step: Step) -> Tensor:
    """x + h u(x, t, h), u being the mean velocity over [t, t + h].

    x: (batch, frames, channels); grid: (steps + 1,) or (batch, steps + 1).
    """
    for i, t, u in points(grid):
        v = velocity(x, t, u - t)
        step(i, x, t, v)
        x = x + spread(u - t, x) * v
    return x


def trigonometric_consistency(sigma: float = 0.0) -> Solver:
    """Consistency steps between angles tau of (noise, data) = (sin, cos), for a network trained on the straight path with noise at 0.

    sigma: noise left at the data end of that path. A flow time t stands for tau = atan2(1 - (1 - sigma) t, t), so the noise end is
    tau = pi / 2. With a = sin tau + (1 - sigma) cos tau and b = cos tau - (1 - sigma) sin tau, the network sees y = x / a, and
    clean = cos tau (a y) - sin tau (b y - v / a); then x = cos tau' clean + sin tau' noise. No noise is drawn after the last step.
    With sigma 0 the steps are those of PingPong without its last draw.
    """

    def run(velocity: Velocity, x: Tensor, grid: Tensor, path: Path, noise: Noise, step: Step) -> Tensor:
        if path.noise_at != 0.0:
            raise ValueError("trigonometric consistency is defined for paths with the noise at t = 0")
        last = grid.shape[-1] - 2
        a, b, cos, sin = _coefficients(float(grid[0]), sigma)
        y = x / a
        for i, t, u in points(grid):
            v = velocity(y, t)
            step(i, y, t, v)
            clean = cos * (a * y) - sin * (b * y - v / a)
            if i == last:
                return clean
            a, b, cos, sin = _coefficients(float(u), sigma)
            y = (cos * clean + sin * noise()) / a
        return y

    return Solver("consistency", "Consistency steps", 1, 1, True, run)


def _coefficients(t: float, sigma: float) -> tuple[float, float, float, float]:
    """a, b, cos tau, sin tau of a flow time."""
    tau = math.atan2(1 - (1 - sigma) * t, t)
    cos, sin = math.cos(tau), math.sin(tau)
    return sin + (1 - sigma) * cos, cos - (1 - sigma) * sin, cos, sin


def consistency_grid(angles: list[float], sigma: float = 0.0) -> Tensor:
    """Flow times (steps + 1,) float64 of angles that fall from pi / 2; the data end is added. Raises ValueError for other angles."""
    if not angles or abs(angles[0] - math.pi / 2) > 1e-6 or any(b >= a for a, b in zip(angles, angles[1:] + [0.0], strict=True)):
        raise ValueError(f"consistency angles {angles} must fall from pi / 2 towards 0")
    times = [0.0]
    for tau in angles[1:]:
        times.append(math.cos(tau) / (math.sin(tau) + (1 - sigma) * math.cos(tau)))
    return torch.tensor([*times, 1.0], dtype=torch.float64)


MEANFLOW = Solver("meanflow", "MeanFlow", 1, 1, False, meanflow)
