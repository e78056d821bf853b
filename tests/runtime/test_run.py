"""What a take draws and asks: one stream of noise for its whole life, the same on every device and in every process."""

from __future__ import annotations

import threading

import pytest
import torch

from ditone.runtime.errors import Cancelled
from ditone.runtime.run import Run


def test_draws_go_on_in_one_stream() -> None:
    """Every draw is new noise, and all of them together are what one generator of that seed gives."""
    run, generator = Run(7), torch.Generator("cpu").manual_seed(7)
    drawn = [run.noise((2, 3)), run.noise((2, 3)), run.uniform((4,)), run.noise((5,))]
    expected = [
        torch.randn(2, 3, generator=generator),
        torch.randn(2, 3, generator=generator),
        torch.rand(4, generator=generator),
    ]
    expected.append(torch.randn(5, generator=generator))
    assert all(torch.equal(a, b) for a, b in zip(drawn, expected, strict=True))
    assert not torch.equal(drawn[0], drawn[1])


def test_a_seed_means_the_same_noise_and_another_seed_other_noise() -> None:
    first, again, other = (Run(seed).noise((8,)) for seed in (3, 3, 4))
    assert torch.equal(first, again)
    assert not torch.equal(first, other)


def test_a_run_ends_once_it_is_asked_to() -> None:
    cancel = threading.Event()
    run = Run(0, cancel=cancel)
    run.check()
    cancel.set()
    with pytest.raises(Cancelled):
        run.check()
    with pytest.raises(Cancelled), run.stage("denoise"):
        raise AssertionError("a stage began although the take was to stop")
