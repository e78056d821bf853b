"""Guidance against its published formulas, written out here the long way."""

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import Tensor

from ditone.runtime.sampling.guidance import Guidance, Guide
from ditone.runtime.sampling.path import NOISE_AT_ONE, NOISE_AT_ZERO, Path
from tests.published_guidance import apg_as_published, cfg

PATHS = pytest.mark.parametrize("path", [NOISE_AT_ONE, NOISE_AT_ZERO], ids=["noise at 1", "noise at 0"])


def tensors(batch: int = 2, frames: int = 5, channels: int = 3, seed: int = 0) -> tuple[Tensor, Tensor, Tensor]:
    generator = torch.Generator().manual_seed(seed)
    return tuple(torch.randn(batch, frames, channels, generator=generator) for _ in range(3))  # type: ignore[return-value]


def time(value: float) -> Tensor:
    return torch.tensor([value], dtype=torch.float64)


@PATHS
@pytest.mark.parametrize("scale", [0.0, 0.5, 3.0, 7.5])
def test_apg_with_eta_one_is_cfg(path: Path, scale: float) -> None:
    """eta = 1 keeps the parallel part whole."""
    c, u, x = tensors()
    for t in (1e-4, 0.3, 0.9999):
        plain = Guide(Guidance(scale, apg=0.0), path).combine(c, u, x, time(t))
        torch.testing.assert_close(plain, u + scale * (c - u), atol=1e-5, rtol=1e-5)
        torch.testing.assert_close(plain, cfg(c, u, scale), atol=1e-5, rtol=1e-5)


@PATHS
@pytest.mark.parametrize("eta", [0.0, 0.25, 1.0])
@pytest.mark.parametrize("t", [0.05, 0.5, 0.95])
def test_both_published_forms_of_apg_agree(path: Path, eta: float, t: float) -> None:
    """Through clean estimates, as published, and on velocities directly, as here."""
    c, u, x = tensors()
    direct = Guide(Guidance(4.0, apg=1 - eta), path).combine(c, u, x, time(t))
    published = apg_as_published(c, u, x, time(t), 4.0, eta, path)
    torch.testing.assert_close(direct, published, atol=1e-5, rtol=1e-5)


def test_apg_takes_out_exactly_the_parallel_part() -> None:
    c, u, x = tensors(batch=1)
    t = time(0.4)
    guided = Guide(Guidance(5.0, apg=1.0), NOISE_AT_ONE).combine(c, u, x, t)
    clean = x - 0.4 * c
    update = guided - c
    assert abs(float((update * clean).sum())) < 1e-4 * float(update.norm() * clean.norm())


def test_scale_one_and_equal_branches_change_nothing() -> None:
    c, u, x = tensors()
    torch.testing.assert_close(Guide(Guidance(1.0, apg=0.5), NOISE_AT_ONE).combine(c, u, x, time(0.5)), c)
    torch.testing.assert_close(Guide(Guidance(6.0, apg=0.5), NOISE_AT_ONE).combine(c, c, x, time(0.5)), c)


@settings(max_examples=40, deadline=None)
@given(
    apg=st.sampled_from([0.0, 0.5, 1.0]), threshold=st.sampled_from([0.0, 0.7]), seed=st.integers(0, 99), real=st.integers(1, 4)
)
def test_padded_frames_never_touch_real_ones(apg: float, threshold: float, seed: int, real: int) -> None:
    """Whatever stands in padded frames, real frames come out as if the padding were not there."""
    c, u, x = tensors(batch=1, frames=5, seed=seed)
    valid = (torch.arange(5) < real)[None]
    setting = Guidance(4.0, apg=apg, norm_threshold=threshold)
    padded = Guide(setting, NOISE_AT_ONE).combine(c, u, x, time(0.6), valid)
    cropped = Guide(setting, NOISE_AT_ONE).combine(c[:, :real], u[:, :real], x[:, :real], time(0.6))
    torch.testing.assert_close(padded[:, :real], cropped, atol=1e-5, rtol=1e-5)


def test_each_item_of_a_batch_is_guided_alone() -> None:
    c, u, x = tensors(batch=3)
    setting = Guidance(4.0, apg=0.8, norm_threshold=1.0, rescale=0.3)
    together = Guide(setting, NOISE_AT_ONE).combine(c, u, x, time(0.6))
    for i in range(3):
        alone = Guide(setting, NOISE_AT_ONE).combine(c[i : i + 1], u[i : i + 1], x[i : i + 1], time(0.6))
        torch.testing.assert_close(together[i : i + 1], alone)


def test_the_norm_threshold_bounds_the_clean_difference() -> None:
    c, u, x = tensors(batch=1)
    limited = Guide(Guidance(3.0, norm_threshold=0.5), NOISE_AT_ONE).combine(c, u, x, time(0.8))
    update = (limited - c) / 2  # (scale - 1) times the difference
    assert float(update.norm()) * 0.8 == pytest.approx(0.5, rel=1e-5)
    free = Guide(Guidance(3.0, norm_threshold=1e6), NOISE_AT_ONE).combine(c, u, x, time(0.8))
    torch.testing.assert_close(free, cfg(c, u, 3.0), atol=1e-5, rtol=1e-5)


def test_momentum_averages_differences_of_clean_estimates() -> None:
    """Algorithm 1 of the paper: average = difference + beta * average, with differences of clean estimates."""
    guide = Guide(Guidance(3.0, momentum=-0.5), NOISE_AT_ONE)
    average = torch.zeros(1, 5, 3)
    for i, t in enumerate((0.9, 0.6, 0.3)):
        c, u, x = tensors(batch=1, seed=i)
        average = t * (c - u) - 0.5 * average
        expected = c + 2 * average / t
        torch.testing.assert_close(guide.combine(c, u, x, time(t)), expected, atol=1e-5, rtol=1e-5)


def test_rescale_restores_the_conditional_deviation() -> None:
    c, u, x = tensors()
    full = Guide(Guidance(8.0, rescale=1.0), NOISE_AT_ONE).combine(c, u, x, time(0.5))
    torch.testing.assert_close(full.std(dim=-1), c.std(dim=-1), atol=1e-5, rtol=1e-5)
    half = Guide(Guidance(8.0, rescale=0.5), NOISE_AT_ONE).combine(c, u, x, time(0.5))
    none = Guide(Guidance(8.0), NOISE_AT_ONE).combine(c, u, x, time(0.5))
    torch.testing.assert_close(half, (full + none) / 2, atol=1e-5, rtol=1e-5)


def test_the_interval_switches_guidance_off_outside() -> None:
    setting = Guidance(3.0, interval=(0.2, 0.8))
    assert [setting.active_at(time(t)) for t in (0.1, 0.2, 0.5, 0.8, 0.9)] == [False, True, True, True, False]
    assert not Guidance(1.0).active_at(time(0.5))
