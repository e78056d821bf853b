"""From the controls of a variant to solver, time grid and guidance, and one patch solved with them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor

from ditone.models.dots.config import Recipe
from ditone.runtime.dit.conditioning import Branch, Conditioning
from ditone.runtime.dit.runtime import DitRuntime
from ditone.runtime.run import Run
from ditone.runtime.sampling import schedule
from ditone.runtime.sampling.few_step import MEANFLOW, consistency_grid, trigonometric_consistency
from ditone.runtime.sampling.guidance import Guidance
from ditone.runtime.sampling.path import NOISE_AT_ZERO
from ditone.runtime.sampling.sampler import GuidedVelocity, Preview, sample
from ditone.runtime.sampling.solvers import SOLVERS, Solver


@dataclass(frozen=True)
class Plan:
    """How every patch of a take is solved. `grid` runs from noise at 0 to data at 1."""

    solver: Solver
    grid: Tensor
    guidance: Guidance

    @property
    def steps(self) -> int:
        return self.grid.shape[0] - 1

    @property
    def branches(self) -> int:
        return 1 if self.guidance.scale == 1.0 else 2

    @property
    def time_points(self) -> int:
        """Distinct times that are evaluated, each of which keeps its own copy of the history."""
        return len({float(t) for t in self.solver.times(self.grid, NOISE_AT_ZERO)})


def make_plan(recipe: Recipe, solver: str, steps: int, scale: float) -> Plan:
    """`scale` is the published guidance scale s of v_c + s (v_c - v_u), 0 being off; distilled variants ignore it and the solver."""
    if recipe.variant == "two_step":
        angles = [torch.pi / 2, recipe.tau_mid]
        return Plan(trigonometric_consistency(recipe.sigma), consistency_grid(angles, recipe.sigma), Guidance())
    if recipe.variant == "one_step":
        return Plan(SOLVERS["euler"], schedule.linear(1, 0.0, 1.0), Guidance())
    grid = schedule.linear(steps, 0.0, 1.0)
    if recipe.variant == "meanflow":
        return Plan(MEANFLOW, grid, Guidance())
    return Plan(SOLVERS[solver], grid, Guidance(1.0 + scale))


def prepare(
    runtime: DitRuntime,
    plan: Plan,
    speaker: Tensor | None,
    patch_size: int,
    *,
    cached: bool = True,
    check: Callable[[], None] | None = None,
) -> None:
    """Readies the runtime for a take: modulation of every time point with and without the speaker (batch, width), empty history."""
    times = plan.solver.times(plan.grid, NOISE_AT_ZERO)
    runtime.prepare(
        Conditioning(Branch(vector=speaker), Branch()),  # the unconditional branch drops the speaker too
        times,
        patch_size,
        path=NOISE_AT_ZERO,
        guidance=plan.guidance,
        durations=plan.solver.durations(plan.grid, NOISE_AT_ZERO),
        history="cached" if cached else "recomputed",
        check=check,
    )


def solve_patch(
    runtime: GuidedVelocity, plan: Plan, noise: Tensor, fresh: Callable[[], Tensor], run: Run, preview: Preview | None = None
) -> Tensor:
    """The normalised latents (1, patch_size, latent_dim) that `noise` of that shape leads to.

    fresh: draws noise between consistency steps. preview: as in `sample`, of a clean estimate of the patch. The steps of a patch are not
    reported: people count patches.
    """
    return sample(runtime, noise, plan.grid, plan.solver, NOISE_AT_ZERO, run, preview, fresh, report=lambda done, steps: None)
