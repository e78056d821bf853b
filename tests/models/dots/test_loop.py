"""The patch loop where the recorded speech does not reach: references of one patch, and the ends of a schedule."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from torch import Tensor

from ditone.models.dots import loading
from ditone.models.dots.config import DotsConfig, read_config
from ditone.models.dots.core import DotsCore
from ditone.models.dots.loading import LatentStats
from ditone.models.dots.loop import Patch, speak
from ditone.models.dots.sampling import make_plan
from ditone.models.dots.text import TextTokenizer
from ditone.runtime.dit.runtime import DitRuntime
from ditone.runtime.run import Run

FOLDER = Path(__file__).parents[2] / "reference" / "cases" / "dots" / "models" / "soar"
Model = tuple[DotsConfig, DotsCore, LatentStats]


@pytest.fixture(scope="module")
def model() -> Model:
    config = read_config(FOLDER)
    return config, loading.load_core(FOLDER, config), loading.load_stats(FOLDER, config)


@torch.inference_mode()
def patches(
    model: Model, *, count: int = 4, prompt: Tensor | None = None, threshold: float = 1.0, cached: bool = True
) -> list[Patch]:
    config, core, stats = model
    generator = torch.Generator().manual_seed(0)
    return list(
        speak(
            core,
            DitRuntime(core.dit, poison_unwritten=True),
            stats,
            TextTokenizer(FOLDER).schedule("Hello.", count),
            make_plan(config.recipe, "euler", 2, 1.2),
            lambda shape: torch.randn(shape, generator=generator),
            patch_size=config.patch_size,
            prompt=prompt,
            stop_threshold=threshold,
            cached=cached,
            run=Run(0),
        )
    )


def test_a_reference_of_one_patch_only_spares_the_first_stop_test(model: Model) -> None:
    """Its one patch is made again, so nothing of it is prefilled."""
    config = model[0]
    nothing = torch.zeros(1, 0, config.latent_dim)
    plain, continued = patches(model), patches(model, prompt=nothing)
    assert all(torch.equal(a.latents, b.latents) for a, b in zip(plain, continued, strict=True))
    lowest = min(patch.stop_probability for patch in plain) / 2
    assert len(patches(model, threshold=lowest)) == 1
    assert [patch.last for patch in patches(model, threshold=lowest, prompt=nothing)] == [False, True]


def test_the_reference_takes_its_share_of_the_schedule(model: Model) -> None:
    config = model[0]
    prompt = torch.randn(1, 3 * config.patch_size, config.latent_dim, generator=torch.Generator().manual_seed(1))
    assert len(patches(model, count=7, prompt=prompt)) == 4


def test_the_stopping_patch_is_kept(model: Model) -> None:
    probabilities = [patch.stop_probability for patch in patches(model, count=8)]
    threshold = sorted(probabilities)[-2]
    first = next(i for i, p in enumerate(probabilities) if p > threshold)
    stopped = patches(model, count=8, threshold=threshold)
    assert len(stopped) == first + 1
    assert stopped[-1].last


def test_the_cached_history_is_the_recomputed_one(model: Model) -> None:
    for a, b in zip(patches(model, count=6), patches(model, count=6, cached=False), strict=True):
        torch.testing.assert_close(a.latents, b.latents, atol=1e-5, rtol=1e-4)
