"""Schedules: values worked out by hand, and what every grid must be."""

import math

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from ditone.runtime.sampling import schedule


def test_linear_grid() -> None:
    assert schedule.linear(4).tolist() == [1.0, 0.75, 0.5, 0.25, 0.0]
    assert schedule.linear(2, 0.0, 1.0).tolist() == [0.0, 0.5, 1.0]
    with pytest.raises(ValueError, match="0 steps asked for"):
        schedule.linear(0)


def test_sigma_shift_values() -> None:
    shifted = schedule.sigma_shift(3.0)(schedule.linear(4))
    assert shifted.tolist() == pytest.approx([1.0, 0.9, 0.75, 0.5, 0.0])
    torch.testing.assert_close(schedule.sigma_shift(1.0)(schedule.linear(7)), schedule.linear(7))
    with pytest.raises(ValueError, match="must be above 0"):
        schedule.sigma_shift(0.0)


def test_log_snr_shift_is_linear_in_log_snr_and_exact_at_the_ends() -> None:
    shifted = schedule.log_snr_shift(-6.2, 2.0)(schedule.linear(4))
    assert shifted[0] == 1.0
    assert shifted[-1] == 0.0
    assert float(shifted[2]) == pytest.approx(1 / (1 + math.exp(-2.1)))
    log_snr = torch.log((1 - shifted[1:-1]) / shifted[1:-1])
    assert log_snr.tolist() == pytest.approx([-4.15, -2.1, -0.05])


def test_log_snr_follows_length_by_octaves() -> None:
    grid = schedule.linear(10)
    rows = schedule.log_snr_length_shift(torch.tensor([2000, 4000]), rate=0.5)(grid)
    torch.testing.assert_close(rows[0], schedule.log_snr_shift(-6.2)(grid))
    torch.testing.assert_close(rows[1], schedule.log_snr_shift(-6.7)(grid))


def test_full_shift_between_its_anchor_lengths() -> None:
    rows = schedule.full_shift(torch.tensor([10, 4096, 9999]))(schedule.linear(2))
    for row, mu in zip(rows, (0.5, 1.15, 1.15), strict=True):
        assert float(row[1]) == pytest.approx(1 / (1 + math.exp(-mu)))  # at t = 1/2 the odds are one
    sine = schedule.full_shift(torch.tensor([256]), use_sine=True)(schedule.linear(2))
    assert float(sine[0, 1]) == pytest.approx(math.sin(math.pi / 2 / (1 + math.exp(-0.5))))


def test_flux_shift_meets_its_anchors() -> None:
    grid = schedule.linear(4)
    rows = schedule.flux_shift(torch.tensor([256, 1024, 4096]), 1.0, 4.0)(grid)
    torch.testing.assert_close(rows[0], grid)
    torch.testing.assert_close(rows[1], schedule.sigma_shift(2.0)(grid))  # halfway in the logarithm
    torch.testing.assert_close(rows[2], schedule.sigma_shift(4.0)(grid))


def test_cosine_grid() -> None:
    assert schedule.cosine(schedule.linear(2, 0.0, 1.0)).tolist() == pytest.approx([0.0, 1 - math.sqrt(0.5), 1.0])


def test_pinned_keeps_only_the_first_point() -> None:
    grid = schedule.linear(4, 0.8, 0.0)
    shifted = schedule.pinned(grid, schedule.sigma_shift(3.0))
    assert float(shifted[0]) == 0.8
    torch.testing.assert_close(shifted[1:], schedule.sigma_shift(3.0)(grid)[1:])
    assert grid.tolist()[0] == 0.8


@given(
    steps=st.integers(1, 200),
    shift=st.sampled_from(
        [
            schedule.sigma_shift(0.3),
            schedule.sigma_shift(8.0),
            schedule.log_snr_shift(),
            schedule.full_shift(torch.tensor([1000])),
            schedule.flux_shift(torch.tensor([1000]), 1.0, 6.0),
            schedule.log_snr_length_shift(torch.tensor([500]), 1.0),
        ]
    ),
)
def test_every_shift_keeps_ends_and_order(steps: int, shift: schedule.Shift) -> None:
    grid = shift(schedule.linear(steps)).reshape(-1)
    assert grid.dtype == torch.float64
    assert float(grid[0]) == pytest.approx(1.0, abs=1e-12)
    assert float(grid[-1]) == pytest.approx(0.0, abs=1e-12)
    assert bool((grid.diff() < 0).all())
