"""Solvers by experiment: order of convergence on equations whose solution is known, exactness where the path is a straight line."""

import math

import pytest
import torch
from torch import Tensor

from ditone.runtime.sampling import schedule
from ditone.runtime.sampling.path import NOISE_AT_ONE, NOISE_AT_ZERO, Path, spread
from ditone.runtime.sampling.solvers import SOLVERS, Solver, Velocity

DETERMINISTIC = [solver for solver in SOLVERS.values() if not solver.stochastic]


def solve(solver: Solver, velocity: Velocity, x: Tensor, grid: Tensor, path: Path) -> Tensor:
    return solver.run(velocity, x, grid, path, lambda: torch.zeros_like(x), lambda i, x, t, v: None)


def logistic(x: Tensor, t: Tensor) -> Tensor:
    """dx/dt = 3 cos(t) x (1 - x), whose solution has logit(x) = 3 sin(t) + constant."""
    return 3 * math.cos(float(t[0])) * x * (1 - x)


def logistic_solution(x: Tensor, start: float, end: float) -> Tensor:
    return torch.sigmoid(torch.logit(x) + 3 * (math.sin(end) - math.sin(start)))


def logistic_error(solver: Solver, steps: int) -> float:
    x = torch.linspace(0.1, 0.8, 6, dtype=torch.float64).view(1, 3, 2)
    found = solve(solver, logistic, x, schedule.linear(steps, 0.9, 0.2), NOISE_AT_ONE)
    return float((found - logistic_solution(x, 0.9, 0.2)).abs().max())


@pytest.mark.parametrize("solver", DETERMINISTIC, ids=lambda s: s.name)
def test_error_shrinks_with_the_solvers_order(solver: Solver) -> None:
    """Halving the step divides the error by 2^order."""
    order = math.log2(logistic_error(solver, 32) / logistic_error(solver, 64))
    assert order == pytest.approx(solver.order, abs=0.2)


def test_higher_order_is_more_exact_at_equal_steps() -> None:
    errors = [logistic_error(SOLVERS[name], 16) for name in ("euler", "midpoint", "rk4")]
    assert errors[0] > 10 * errors[1] > 100 * errors[2]


@pytest.mark.parametrize("solver", SOLVERS.values(), ids=lambda s: s.name)
@pytest.mark.parametrize("path", [NOISE_AT_ONE, NOISE_AT_ZERO], ids=["noise at 1", "noise at 0"])
@pytest.mark.parametrize("steps", [1, 2, 7])
def test_every_solver_ends_on_the_data_when_the_paths_are_straight(solver: Solver, path: Path, steps: int) -> None:
    """One point of data: every path is a straight line to it, so that any solver with any grid must arrive."""
    data = torch.tensor([[[0.3, -1.2], [2.0, 0.0]]], dtype=torch.float64)
    noise = torch.tensor([[[1.0, -0.5], [0.2, 0.7]]], dtype=torch.float64)
    grid = schedule.linear(steps) if path is NOISE_AT_ONE else schedule.linear(steps, 0.0, 1.0)

    def velocity(x: Tensor, t: Tensor) -> Tensor:
        level = spread(path.noise_level(t), x)
        if level < 2e-5:  # the limit; rk4 evaluates its last point a hair before the data, as trained networks need
            return noise - data if path is NOISE_AT_ONE else data - noise
        return (x - data) / level if path is NOISE_AT_ONE else (data - x) / level

    torch.testing.assert_close(solve(solver, velocity, noise, grid, path), data, atol=1e-9, rtol=0)


@pytest.mark.parametrize("solver", SOLVERS.values(), ids=lambda s: s.name)
@pytest.mark.parametrize("path", [NOISE_AT_ONE, NOISE_AT_ZERO], ids=["noise at 1", "noise at 0"])
@pytest.mark.parametrize("batched", [False, True], ids=["one grid", "a grid per item"])
def test_announced_times_are_the_evaluated_times(solver: Solver, path: Path, batched: bool) -> None:
    """The modulation of every time is made beforehand and found again by exact equality."""
    grid = schedule.linear(5) if path is NOISE_AT_ONE else schedule.linear(5, 0.0, 1.0)
    if batched:
        grid = torch.stack((grid, grid**2))
    seen: list[Tensor] = []
    steps: list[int] = []

    def velocity(x: Tensor, t: Tensor) -> Tensor:
        seen.append(t)
        return x

    x = torch.ones(2, 3, 1, dtype=torch.float64)
    solver.run(velocity, x, grid, path, lambda: torch.zeros_like(x), lambda i, x, t, v: steps.append(i))
    assert len(seen) == 5 * solver.evaluations_per_step
    assert {tuple(t.tolist()) for t in seen} == {tuple(t.tolist()) for t in solver.times(grid, path)}
    assert steps == [0, 1, 2, 3, 4]


def test_pingpong_is_clean_estimate_and_fresh_noise() -> None:
    draws = [torch.full((1, 1, 1), value, dtype=torch.float64) for value in (10.0, 20.0)]
    given = iter(draws)
    grid = torch.tensor([1.0, 0.25, 0.0], dtype=torch.float64)
    x = torch.full((1, 1, 1), 2.0, dtype=torch.float64)
    seen = []

    def velocity(x: Tensor, t: Tensor) -> Tensor:
        seen.append(float(x))
        return torch.full_like(x, 0.5)

    result = SOLVERS["pingpong"].run(velocity, x, grid, NOISE_AT_ONE, lambda: next(given), lambda i, x, t, v: None)
    first = 2.0 - 1.0 * 0.5  # the clean estimate at t = 1
    second = 0.75 * first + 0.25 * 10.0
    assert seen == [2.0, second]
    assert float(result) == second - 0.25 * 0.5
    assert next(given, None) is None  # one draw a step, also where its weight is zero: the stream stays aligned


def test_items_with_their_own_grids_are_solved_like_single_items() -> None:
    grids = torch.stack((schedule.linear(6, 0.9, 0.1), schedule.linear(6, 0.9, 0.1) ** 2))
    x = torch.rand(2, 3, 2, generator=torch.Generator().manual_seed(0), dtype=torch.float64)

    def velocity(x: Tensor, t: Tensor) -> Tensor:
        return spread(t, x) * x * (1 - x)

    for solver in DETERMINISTIC:
        both = solve(solver, velocity, x, grids, NOISE_AT_ONE)
        for i in range(2):
            alone = solve(solver, velocity, x[i : i + 1], grids[i], NOISE_AT_ONE)
            torch.testing.assert_close(both[i : i + 1], alone, atol=1e-6, rtol=1e-6)  # factors of a batch are float32


def test_a_step_that_raises_stops_the_solver() -> None:
    def stop(i: int, *_: object) -> None:
        if i == 2:
            raise KeyboardInterrupt

    calls = []
    x = torch.zeros(1, 1, 1)
    with pytest.raises(KeyboardInterrupt):
        SOLVERS["euler"].run(lambda x, t: calls.append(t) or x, x, schedule.linear(9), NOISE_AT_ONE, lambda: x, stop)
    assert len(calls) == 3
