"""A family may bring a transformer that the engine has never seen: prepared, guided, cancelled and sampled like any other."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from torch import Tensor

from ditone.runtime.dit import Branch, Conditioning, DitRuntime, SequenceInputs
from ditone.runtime.errors import Cancelled
from ditone.runtime.registry import Engine, ModelInfo, Progress
from ditone.runtime.request import EngineSettings
from ditone.runtime.run import SilentObserver
from ditone.runtime.sampling.guidance import Guidance
from ditone.runtime.sampling.path import NOISE_AT_ONE
from ditone.runtime.session import Session
from tests.runtime.dit.two_stream import CHANNELS, TEXT, TwoStream
from tests.tiny import INFO, TinyFamily, TinyPipeline

TIMES = [torch.tensor([t], dtype=torch.float64) for t in (1.0, 0.6, 0.2)]


def transformer() -> TwoStream:
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(5)
        return TwoStream().eval().requires_grad_(False)


def random(*shape: int, seed: int = 0) -> Tensor:
    return torch.randn(shape, generator=torch.Generator().manual_seed(seed))


def long_way(module: TwoStream, context: Tensor, x: Tensor, t: Tensor) -> Tensor:
    return module(x, module.modulation_at(t, None, None), module.conditions_of(Branch(context=context)), SequenceInputs())


@torch.inference_mode()
@pytest.mark.parametrize("tokens", [(4, 4), (4, 2)], ids=["one batch", "branches of other shapes"])
@pytest.mark.parametrize("sequential", [False, True])
def test_guided_velocities_are_those_written_out(tokens: tuple[int, int], sequential: bool) -> None:
    module = transformer()
    contexts = [random(1, count, TEXT, seed=i) for i, count in enumerate(tokens)]
    runtime = DitRuntime(module, sequential_guidance=sequential)
    both = Conditioning(*(Branch(context=context) for context in contexts))
    runtime.prepare(both, TIMES, 6, path=NOISE_AT_ONE, guidance=Guidance(3.0))
    x = random(1, 6, CHANNELS, seed=9)
    for t in TIMES:
        vc, vu = (long_way(module, context, x, t) for context in contexts)
        assert (vc - vu).abs().max() > 0.01
        torch.testing.assert_close(runtime.velocity(x, t), vu + 3 * (vc - vu), atol=1e-5, rtol=1e-5)
    assert runtime.evaluations == 6


class TwoStreamFamily(TinyFamily):
    """The tiny family with the other transformer: nothing else differs, and nothing in the engine knows."""

    def load(self, info: ModelInfo, engine: Engine, progress: Progress) -> TinyPipeline:
        pipeline = super().load(info, engine, progress)
        pipeline.runtime = DitRuntime(transformer(), sequential_guidance=engine.settings.sequential_guidance)
        return pipeline


@pytest.fixture
def family(monkeypatch: pytest.MonkeyPatch) -> TwoStreamFamily:
    family = TwoStreamFamily()
    monkeypatch.setattr("ditone.runtime.registry.families", lambda: {"tiny": family})
    return family


@pytest.mark.parametrize("solver", ["euler", "midpoint", "rk4", "pingpong"])
def test_whole_takes_with_every_solver(family: TwoStreamFamily, solver: str) -> None:
    takes = []
    for settings in (EngineSettings(threads=1), EngineSettings(threads=1, sequential_guidance=True)):
        with Session.open(INFO, settings) as session:
            request = INFO.defaults().replaced(prompt="a b c", negative_prompt="d e f", solver=solver, engine=settings)
            takes.append(session.generate(request))
            assert np.array_equal(session.generate(request).audio, takes[-1].audio)
            other = session.generate(request.replaced(prompt="g h i")).audio
            assert not np.array_equal(other, takes[-1].audio)
    np.testing.assert_allclose(takes[0].audio, takes[1].audio, atol=1e-4)


def test_a_take_stops_between_its_blocks(family: TwoStreamFamily) -> None:
    class Stopping(SilentObserver):
        def step(self, done: int, steps: int) -> None:
            if done == 1:
                session.cancel()

    with Session.open(INFO) as session:
        request = INFO.defaults().replaced(prompt="a b")
        before = session.generate(request).audio
        with pytest.raises(Cancelled):
            session.generate(request, Stopping())
        assert np.array_equal(session.generate(request).audio, before)
