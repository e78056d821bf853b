from __future__ import annotations

import math

import pytest
import torch
from torch import Tensor

from ditone.runtime.sampling import schedule
from ditone.runtime.sampling.few_step import MEANFLOW, consistency_grid, trigonometric_consistency
from ditone.runtime.sampling.path import NOISE_AT_ONE, NOISE_AT_ZERO
from ditone.runtime.sampling.solvers import SOLVERS

X = torch.linspace(-1, 2, 12).view(1, 4, 3)


def ignore(i: int, x: Tensor, t: Tensor, v: Tensor) -> None: ...


def test_meanflow_is_exact_when_told_the_mean_velocity() -> None:
    """dx/dt = x: the mean velocity over a step of length d is x (e^d - 1) / d, and any number of steps ends at e x."""

    def mean_velocity(x: Tensor, t: Tensor, duration: Tensor | None = None) -> Tensor:
        assert duration is not None
        d = float(duration)
        return x * (math.exp(d) - 1) / d

    for steps in (1, 2, 4, 7):
        grid = schedule.linear(steps, 0.0, 1.0)
        result = MEANFLOW.run(mean_velocity, X, grid, NOISE_AT_ZERO, lambda: X, ignore)
        torch.testing.assert_close(result, math.e * X)
        durations = MEANFLOW.durations(grid, NOISE_AT_ZERO)
        assert durations is not None
        assert sum(float(d) for d in durations) == pytest.approx(1.0)
        assert len(durations) == len(MEANFLOW.times(grid, NOISE_AT_ZERO)) == steps


def test_other_solvers_are_not_told_step_lengths() -> None:
    assert SOLVERS["euler"].durations(schedule.linear(3, 0.0, 1.0), NOISE_AT_ZERO) is None


def velocity(x: Tensor, t: Tensor, duration: Tensor | None = None) -> Tensor:
    return torch.sin(3 * x) + float(t)


def test_consistency_without_leftover_noise_is_pingpong_but_for_the_last_draw() -> None:
    angles = [math.pi / 2, 1.3, 0.7]
    grid = consistency_grid(angles)
    draws = [torch.full_like(X, 0.3), torch.full_like(X, -0.8), torch.full_like(X, 5.0)]

    def drawing(taken: list[Tensor]):  # type: ignore[no-untyped-def]
        rest = iter(draws)

        def draw() -> Tensor:
            taken.append(next(rest))
            return taken[-1]

        return draw

    taken: list[Tensor] = []
    found = trigonometric_consistency().run(velocity, X, grid, NOISE_AT_ZERO, drawing(taken), ignore)
    assert len(taken) == len(angles) - 1
    torch.testing.assert_close(
        found, SOLVERS["pingpong"].run(velocity, X, grid, NOISE_AT_ZERO, drawing([]), ignore), atol=1e-5, rtol=1e-5
    )


@pytest.mark.parametrize("sigma", [0.0, 0.1])
def test_consistency_finds_the_data_of_a_perfect_network(sigma: float) -> None:
    """On y = t data + (1 - (1 - sigma) t) noise the velocity is data - (1 - sigma) noise; every jump must land on data."""
    data, noise = X.cos(), X.flip(1)
    angles = [math.pi / 2, 1.1]
    current = noise

    def perfect(y: Tensor, t: Tensor, duration: Tensor | None = None) -> Tensor:
        torch.testing.assert_close(y, float(t) * data + (1 - (1 - sigma) * float(t)) * current, atol=1e-5, rtol=1e-5)
        return data - (1 - sigma) * current

    def fresh() -> Tensor:
        nonlocal current
        current = 2 * noise + 1
        return current

    grid = consistency_grid(angles, sigma)
    result = trigonometric_consistency(sigma).run(perfect, noise, grid, NOISE_AT_ZERO, fresh, ignore)
    torch.testing.assert_close(result, data, atol=1e-5, rtol=1e-5)


def test_angles_and_paths_that_make_no_sense_are_refused() -> None:
    for angles in ([], [1.3], [math.pi / 2, 1.3, 1.3], [math.pi / 2, -0.1]):
        with pytest.raises(ValueError, match="angles"):
            consistency_grid(angles)
    with pytest.raises(ValueError, match="t = 0"):
        trigonometric_consistency().run(velocity, X, schedule.linear(2), NOISE_AT_ONE, lambda: X, ignore)
