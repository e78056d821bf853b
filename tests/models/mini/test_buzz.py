"""Noise sounds like noise: a take of rain or wind must not repeat itself after one or two hops of the decoder."""

from __future__ import annotations

import numpy as np
import torch

from ditone.models.mini.config import SAMPLE_RATE_HZ
from ditone.models.mini.pipeline import MiniPipeline
from ditone.runtime.registry import ModelInfo
from ditone.runtime.run import Run

PROMPTS = ("rain", "wind blowing", "ocean waves", "thunder", "campfire", "explosion", "whoosh", "gunshot")


def repetition(audio: np.ndarray) -> float:
    """Larger absolute autocorrelation above 1.5 kHz at lags 1,024 and 2,048 of (samples,)."""
    size = 1 << int(np.ceil(np.log2(2 * len(audio))))
    power = np.abs(np.fft.rfft(audio.astype(np.float64), size)) ** 2
    power[np.fft.rfftfreq(size, 1 / SAMPLE_RATE_HZ) < 1500] = 0
    correlation = np.fft.irfft(power, size)
    return float(np.abs(correlation[[1024, 2048]]).max() / correlation[0])


def test_the_figure_tells_noise_from_a_hum() -> None:
    noise = np.random.default_rng(0).standard_normal(60000)
    assert repetition(noise) < 0.02
    assert repetition(np.tile(noise[:1024], 60)) > 0.9


def test_noise_like_takes_do_not_repeat_themselves(pipeline: MiniPipeline, info: ModelInfo) -> None:
    found = {}
    for seed, prompt in enumerate(PROMPTS):
        request = info.defaults().replaced(prompt=prompt, duration_s=1.5, steps=10, seed=1000 + seed)
        with torch.inference_mode():
            found[prompt] = repetition(pipeline.generate(request, Run(request.seed))[:, 0])
    assert np.median(list(found.values())) < 0.08, found
