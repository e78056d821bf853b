from __future__ import annotations

import pytest
import torch

from ditone.models.stable_audio_3.schedule import Schedule, published
from ditone.runtime.errors import BadModelFolder, BadRequest

LENGTH = torch.tensor([323])


def test_the_published_grids() -> None:
    eight = [1, 0.994376, 0.984480, 0.957912, 0.890903, 0.745547, 0.512497, 0.273885, 0]
    assert Schedule().grid(8, 1.0, LENGTH).tolist() == pytest.approx(eight, abs=1e-6)
    assert Schedule().grid(4, 1.0, LENGTH).tolist() == pytest.approx([1, 0.98448, 0.890903, 0.512497, 0], abs=1e-6)


def test_no_options_mean_the_log_snr_default() -> None:
    assert published({}) == Schedule("log-snr")
    assert published({"type": "full", "min_length": 128}) == Schedule("full", shortest=128)
    with pytest.raises(BadModelFolder, match="wavy"):
        published({"type": "wavy"})


def test_from_audio_the_published_grid_jumps_up_and_the_falling_one_does_not() -> None:
    jumping, falling = Schedule().grid(8, 0.5, LENGTH), Schedule(monotone=True).grid(8, 0.5, LENGTH)
    assert jumping.tolist()[:3] == pytest.approx([0.5, 0.830264, 0.745547], abs=1e-6)
    for grid in (
        falling,
        Schedule("full", monotone=True).grid(6, 0.3, LENGTH),
        Schedule("none", monotone=True).grid(5, 0.7, LENGTH),
    ):
        assert bool((grid.diff() < 0).all())
        assert float(grid[-1]) == 0
    assert float(falling[0]) == 0.5
    assert float(falling[1]) < 0.5


def test_grids_by_length_are_one_row_an_item_and_one_for_all_where_they_agree() -> None:
    by_length = Schedule("log-snr", rate=1.0)
    assert by_length.grid(4, 1.0, torch.tensor([100, 1000])).shape == (2, 5)
    assert by_length.grid(4, 1.0, torch.tensor([100, 100])).shape == (5,)
    assert Schedule("flux", alpha_min=1.5, alpha_max=6.0).grid(4, 1.0, torch.tensor([100, 4000])).shape == (2, 5)
    assert Schedule().grid(4, 1.0, torch.tensor([100, 4000])).shape == (5,)


def test_no_steps_are_refused() -> None:
    with pytest.raises(BadRequest, match="at least 1"):
        Schedule().grid(0, 1.0, LENGTH)
