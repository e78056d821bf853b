"""The loop of a take: noise to latents along a grid, with progress, previews, traces and cancelling, whatever family and solver."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from torch import Tensor

from ditone.runtime.run import Envelope, Run
from ditone.runtime.sampling.path import Path
from ditone.runtime.sampling.solvers import Solver

Preview = Callable[[Tensor], tuple[Envelope, float]]


class GuidedVelocity(Protocol):
    """What the sampler needs of a `DitRuntime`."""

    evaluations: int

    def velocity(self, x: Tensor, t: Tensor, duration: Tensor | None = None) -> Tensor:
        """The guided velocity of x (batch, frames, channels) at time t (1,) or (batch,), and of its shape."""


def sample(
    runtime: GuidedVelocity,
    noise: Tensor,
    grid: Tensor,
    solver: Solver,
    path: Path,
    run: Run,
    preview: Preview | None = None,
    draw: Callable[[], Tensor] | None = None,
    trace: bool = False,
    report: Callable[[int, int], None] | None = None,
) -> Tensor:
    """The final state from `noise` (batch, frames, channels) along `grid`; `runtime` must be prepared for `solver.times(grid, path)`.

    preview: (envelope, duration_s) of a clean estimate; asked only when the observer wants one. draw: fresh noise of the state's shape
    for stochastic solvers, by default from the take's generator. trace keeps the clean estimate of each step in `run.trace`.
    report: told how many of the steps are done, by default the observer, for takes that are more than one walk along a grid.
    """
    steps = grid.shape[-1] - 1
    device = noise.device
    report = report or run.observer.step

    def velocity(x: Tensor, t: Tensor, duration: Tensor | None = None, /) -> Tensor:
        run.check()
        return runtime.velocity(x, t, duration)

    def step(i: int, x: Tensor, t: Tensor, v: Tensor) -> None:
        report(i, steps)
        if trace:
            run.keep_step(i, path.clean(x, t, v), float(path.noise_level(t).flatten()[0]))
        if preview is not None and run.observer.wants_preview():
            run.observer.preview(*preview(path.clean(x, t, v)))

    def fresh() -> Tensor:
        return run.noise(tuple(noise.shape), device)

    before = runtime.evaluations
    result = solver.run(velocity, noise, grid, path, draw or fresh, step)
    run.evaluations += runtime.evaluations - before
    report(steps, steps)
    if trace:
        run.keep_end(result)
    return result
