"""More like this, with Mini SFX: the slider's ends against the distance of two seeds, and sounds that are no takes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import soundfile
import torch

from ditone.models.mini.config import SAMPLE_RATE_HZ
from ditone.models.mini.pipeline import MiniPipeline
from ditone.runtime import variations
from ditone.runtime.comparison.mel import log_mel_distance_db
from ditone.runtime.registry import ModelInfo
from ditone.runtime.request import Request
from ditone.runtime.run import Run


def made(pipeline: MiniPipeline, request: Request) -> np.ndarray:
    with torch.inference_mode():
        return pipeline.generate(request, Run(request.seed)).mean(axis=1).astype(np.float64)


def distance(a: np.ndarray, b: np.ndarray) -> float:
    return log_mel_distance_db(a, b, SAMPLE_RATE_HZ)


@pytest.mark.parametrize("prompt", ["rain on a tin roof", "dog barking", "door slam"])
def test_the_slider_goes_from_almost_the_same_to_the_same_idea(pipeline: MiniPipeline, info: ModelInfo, prompt: str) -> None:
    request = info.defaults().replaced(prompt=prompt, duration_s=1.0, steps=10, seed=5)
    level = info.control("variation_level")
    assert level is not None and level.suggested == (variations.LEAST, variations.MOST)
    take = made(pipeline, request)
    seeds = np.mean([distance(take, made(pipeline, request.replaced(seed=seed))) for seed in (6, 7)])
    lowest, highest = (
        np.mean([distance(take, made(pipeline, variations.variation(request, value, seed))) for seed in (16, 17)])
        for value in level.suggested
    )
    assert 0 < lowest < 0.1 * seeds
    assert highest > 0.5 * seeds
    assert np.array_equal(*(made(pipeline, variations.variation(request, 0.4, 16)) for _ in range(2)))


def test_a_sound_that_is_no_take_is_a_place_to_start_from(pipeline: MiniPipeline, info: ModelInfo, tmp_path: Path) -> None:
    t = np.arange(round(0.5 * 48000)) / 48000
    sound = (0.3 * np.sin(2 * np.pi * 440 * t) * np.exp(-5 * t)).astype(np.float32)
    soundfile.write(tmp_path / "bell.wav", sound, 48000)
    request = info.defaults().replaced(prompt="bell", duration_s=0.5, steps=6, seed=5)
    near_it, far = (
        made(pipeline, request.replaced(variation_of=str(tmp_path / "bell.wav"), variation_level=level)) for level in (0.1, 1.0)
    )
    spectrum = np.abs(np.fft.rfft(near_it[:16384] * np.hanning(16384)))
    assert np.argmax(spectrum) * SAMPLE_RATE_HZ / 16384 == pytest.approx(440, abs=30)
    assert np.array_equal(far, made(pipeline, request))
