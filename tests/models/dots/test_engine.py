"""Engine options: what they may change, what they must not, and that memory comes back."""

from __future__ import annotations

import gc
from collections.abc import Callable
from pathlib import Path

import numpy as np
import psutil
import pytest
import torch
from torch import Tensor

from ditone.models.dots import loading
from ditone.models.dots.config import read_config
from ditone.models.dots.sampling import make_plan, prepare, solve_patch
from ditone.runtime.dit.packing import pack_projections
from ditone.runtime.dit.runtime import DitRuntime
from ditone.runtime.registry import ModelInfo
from ditone.runtime.request import EngineSettings, Request
from ditone.runtime.run import Run
from ditone.runtime.session import Session

FOLDER = Path(__file__).parents[2] / "reference" / "cases" / "dots" / "models"


def draw(seed: int, *shape: int) -> Tensor:
    return torch.randn(shape, generator=torch.Generator().manual_seed(seed))


def patches(
    variant: str, *, dtype: torch.dtype = torch.float32, packed: bool = False, sequential: bool = False, cached: bool = True
) -> Tensor:
    """Three patches behind a given history."""
    config = read_config(FOLDER / variant)
    core = loading.load_core(FOLDER / variant, config, dtype)
    if packed:
        pack_projections(core.dit)
    runtime = DitRuntime(core.dit, sequential_guidance=sequential, poison_unwritten=True)
    plan = make_plan(config.recipe, "euler", 4, 1.2)
    size = config.patch_size
    made = []
    with torch.inference_mode():
        prepare(runtime, plan, 0.3 * draw(1, 1, config.dit.width), size, cached=cached)
        for p in range(3):
            hidden = draw(10 + p, 1, 1, config.llm_width).to(dtype)
            runtime.set_lead(core.hidden_tokens(hidden))
            noise = draw(20 + p, 1, size, config.latent_dim)
            made.append(solve_patch(runtime, plan, noise, lambda noise=noise: noise, Run(0)))
            runtime.append_history(core.history_tokens(hidden, draw(30 + p, 1, size, config.latent_dim)))
    return torch.cat(made)


def cosine(a: Tensor, b: Tensor) -> float:
    return float(torch.nn.functional.cosine_similarity(a.flatten().double(), b.flatten().double(), dim=0))


@pytest.mark.parametrize("variant", ["soar", "mf", "mf_2steps", "mf_1step"])
def test_bfloat16_stays_close_to_float32(variant: str) -> None:
    exact = patches(variant)
    assert cosine(patches(variant, dtype=torch.bfloat16), exact) > 0.999


@pytest.mark.parametrize("options", [{"packed": True}, {"sequential": True}, {"cached": False}], ids=lambda o: next(iter(o)))
@pytest.mark.parametrize("variant", ["soar", "mf"])
def test_options_that_only_order_the_work_differently(variant: str, options: dict[str, bool]) -> None:
    torch.testing.assert_close(patches(variant, **options), patches(variant), atol=5e-6, rtol=1e-5)


@pytest.mark.parametrize(
    "settings", [{"precision": "bfloat16"}, {"packed_projections": True}, {"sequential_guidance": True}], ids=str
)
def test_a_session_with_options_makes_speech(
    settings: dict[str, object],
    info: Callable[[str], ModelInfo],
    session: Callable[[str], Session],
    request_for: Callable[..., Request],
) -> None:
    engine = EngineSettings(**{"device": "cpu", "precision": "float32", "threads": 1, **settings})  # type: ignore[arg-type]
    plain = session("soar").generate(request_for())
    with Session.open(info("soar"), engine) as other:
        take = other.generate(request_for().replaced(engine=engine))
    assert take.precision == settings.get("precision", "float32")
    assert np.isfinite(take.audio).all()
    assert take.audio.shape == plain.audio.shape
    if "precision" not in settings:
        np.testing.assert_allclose(take.audio, plain.audio, atol=2e-5)


def test_caches_come_back_after_each_take(session: Callable[[str], Session], request_for: Callable[..., Request]) -> None:
    loaded = session("soar")
    loaded.generate(request_for(solver="rk4-38", steps=1))
    assert loaded._pipeline.runtime.history_bytes() == 0  # type: ignore[union-attr]


def test_many_takes_leave_memory_flat(
    session: Callable[[str], Session], request_for: Callable[..., Request], cases: Path
) -> None:
    loaded, process = session("mf"), psutil.Process()
    voice = str(cases / "loop_mf_continuation" / "prompt.wav")

    def some(count: int) -> float:
        for i in range(count):
            values: dict[str, object] = {"reference": voice} if i % 3 == 0 else {}
            loaded.generate(request_for("mf", steps=1, max_patches=2 + i % 4, seed=i, **values))
        gc.collect()
        return process.memory_info().rss / 2**20

    some(5)
    before = some(5)
    assert some(15) - before < 8.0
