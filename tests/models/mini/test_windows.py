"""Long takes and loops: windows that cover everything, sounds that fill what was asked, and a seam like any other moment."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from ditone.models.mini.config import LONGEST_S, LONGEST_TAKE_S, SAMPLE_RATE_HZ, TAIL_TOKENS, length_in_tokens
from ditone.models.mini.looping import resampled
from ditone.models.mini.pipeline import MiniPipeline
from ditone.models.mini.windows import WindowedVelocity, layout
from ditone.runtime.errors import BadRequest
from ditone.runtime.registry import ModelInfo
from ditone.runtime.run import Run
from ditone.runtime.take import Audio


def make(pipeline: MiniPipeline, info: ModelInfo, **values: object) -> Audio:
    request = info.checked(
        info.defaults().replaced(**{"prompt": "rain on a tin roof", "steps": 4, "seed": 3, "width": 0.0, **values})
    )
    with torch.inference_mode():
        return pipeline.generate(request, Run(request.seed))


def flux(audio: np.ndarray) -> np.ndarray:
    """Mean change of the log spectrum between frames of 1,024 samples that stand 512 apart, around a circle: (frames,)."""
    turn = np.concatenate([audio[-1024:], audio, audio[:1024]])
    frames = np.lib.stride_tricks.sliding_window_view(turn, 1024)[::512] * np.hanning(1024)
    return np.abs(np.diff(np.log(np.abs(np.fft.rfft(frames)) + 1e-4), axis=0)).mean(1)


class Constant:
    """A runtime that says the same everywhere and counts."""

    evaluations = 0

    def velocity(self, x: torch.Tensor, t: torch.Tensor, duration: torch.Tensor | None = None) -> torch.Tensor:
        self.evaluations += 1
        return torch.full_like(x, 3.0)


@pytest.mark.parametrize("loop", [False, True])
@pytest.mark.parametrize("seconds", [0.1, 0.5, 2.0, 6.01, 8.3, 20.0, 60.0])
def test_every_token_is_under_a_window(seconds: float, loop: bool) -> None:
    plan = layout(seconds, loop)
    v = WindowedVelocity(Constant(), plan).velocity(torch.zeros(1, plan.tokens, 2), torch.ones(1))
    torch.testing.assert_close(v, torch.full_like(v, 3.0))
    assert plan.window <= length_in_tokens(LONGEST_S) + TAIL_TOKENS


def test_one_canvas_where_the_transformer_was_trained_and_no_jump_between_windows() -> None:
    assert layout(LONGEST_S).single
    assert not layout(LONGEST_S + 0.1).single
    for weights in (layout(20.0).weights[1], layout(20.0, loop=True).weights[0]):
        assert float(weights[0]) == float(weights[-TAIL_TOKENS - 1]) == 0.0
        assert float(weights.diff().abs().max()) < 0.05


@pytest.mark.parametrize(("seconds", "loop"), [(0.1, True), (1.237, True), (30.0, False)])
def test_lengths_are_exact(pipeline: MiniPipeline, info: ModelInfo, seconds: float, loop: bool) -> None:
    audio = make(pipeline, info, duration_s=seconds, loop=loop, steps=1)
    assert len(audio) == round(seconds * SAMPLE_RATE_HZ)
    assert 0 < np.abs(audio).max() <= 1.0


def test_a_texture_fills_what_was_asked(pipeline: MiniPipeline, info: ModelInfo) -> None:
    audio = make(pipeline, info, duration_s=8.0, steps=4)[:, 0]
    levels = 20 * np.log10(np.sqrt((audio[: 8 * SAMPLE_RATE_HZ].reshape(16, -1) ** 2).mean(1)) + 1e-9)
    assert levels.max() - levels.min() < 9


@pytest.mark.parametrize(("prompt", "decoder"), [("rain on a tin roof", "neural"), ("rain", "griffin-lim")])
def test_the_seam_of_a_loop_is_like_any_other_moment(pipeline: MiniPipeline, info: ModelInfo, prompt: str, decoder: str) -> None:
    audio = make(pipeline, info, prompt=prompt, duration_s=4.0, loop=True, decoder=decoder, steps=6)[:, 0]
    change = flux(audio)
    assert change[:2].mean() < np.quantile(change, 0.95)  # the frames that hear both the last and the first samples
    steps = np.abs(np.diff(audio))
    assert abs(audio[0] - audio[-1]) < np.quantile(steps, 0.99)
    block = SAMPLE_RATE_HZ // 20
    levels = 20 * np.log10(np.sqrt((audio[: len(audio) // block * block].reshape(-1, block) ** 2).mean(1)) + 1e-6)
    assert abs(levels[0] - levels[-1]) <= np.quantile(np.abs(np.diff(levels)), 0.95) + 1.0


def test_without_the_loop_the_ends_do_not_meet(pipeline: MiniPipeline, info: ModelInfo) -> None:
    """The measure of the seam hears a seam where there is one."""
    change = flux(make(pipeline, info, duration_s=4.0, steps=6)[:, 0])
    assert change[:2].mean() > np.quantile(change, 0.95)


def test_loops_differ_from_takes_and_come_again(pipeline: MiniPipeline, info: ModelInfo) -> None:
    first = make(pipeline, info, duration_s=1.0, loop=True)
    assert np.array_equal(first, make(pipeline, info, duration_s=1.0, loop=True))
    assert not np.allclose(first, make(pipeline, info, duration_s=1.0), atol=1e-3)


def test_a_circle_of_another_length_is_the_same_circle() -> None:
    t = np.arange(4096) / 4096
    wave = np.sin(2 * np.pi * 5 * t)[:, None].astype(np.float32)
    longer = resampled(wave, 4410)
    np.testing.assert_allclose(longer[:, 0], np.sin(2 * np.pi * 5 * np.arange(4410) / 4410), atol=1e-5)
    assert resampled(wave, 4096) is wave


def test_longer_than_a_minute_is_refused_with_the_range(info: ModelInfo) -> None:
    with pytest.raises(BadRequest, match=r"from 0\.1 to 60 s"):
        info.checked(info.defaults().replaced(prompt="rain", duration_s=LONGEST_TAKE_S + 1))
