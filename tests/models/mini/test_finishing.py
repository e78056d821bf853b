"""What leaves Mini SFX: edges without a step, an even loudness, width for textures whose mono sum is the mono take."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from ditone.models.mini.config import SAMPLE_RATE_HZ
from ditone.models.mini.decoder import BINS, SUB_FRAMES, Heard
from ditone.models.mini.finishing import HIGHEST_PEAK, LOUDNESS_LUFS, MOST_LIMITING_DB, channels, finish, limited, loudness_lufs
from ditone.models.mini.pipeline import MiniPipeline
from ditone.runtime.audio.loudness import integrated_lufs
from ditone.runtime.registry import ModelInfo
from ditone.runtime.run import Run

NOISE = torch.randn(1, SAMPLE_RATE_HZ, generator=torch.Generator().manual_seed(1))
FRAMES = 120


def made_of(noise_level: float, tone_level: float) -> Heard:
    """A flat noise beside one steady bin."""
    fixed = torch.zeros(1, FRAMES, BINS, dtype=torch.complex64)
    turns = torch.arange(FRAMES) * 40 * 512 / 2048 * 2 * torch.pi
    fixed[0, :, 40] = torch.polar(torch.full((FRAMES,), tone_level), turns.remainder(2 * torch.pi))
    return Heard(fixed, torch.full((1, FRAMES, BINS), noise_level), torch.zeros(1, FRAMES, SUB_FRAMES))


@pytest.mark.parametrize("seconds", [0.1, 0.5, 2.0])
def test_first_and_last_sample_are_silent(seconds: float) -> None:
    audio = finish(NOISE, seconds)
    assert audio.shape == (round(seconds * SAMPLE_RATE_HZ), 1)
    assert audio[0, 0] == 0
    assert abs(audio[-1, 0]) < 1e-3 * np.abs(audio).max()


@pytest.mark.parametrize("level", [0.003, 0.05, 0.3])
def test_every_level_becomes_the_same_loudness(level: float) -> None:
    assert integrated_lufs(finish(level * NOISE, 1.0), SAMPLE_RATE_HZ) == pytest.approx(LOUDNESS_LUFS, abs=0.3)


def test_a_click_stays_below_full_scale_and_silence_stays_silent() -> None:
    click = torch.zeros(1, SAMPLE_RATE_HZ)
    click[0, 5000:5020] = 0.1
    assert np.abs(finish(click, 1.0)).max() == pytest.approx(0.97, abs=1e-3)
    assert not finish(torch.zeros(1, 4410), 0.1).any()


def test_one_click_does_not_hold_the_rest_of_a_take_down() -> None:
    """Three decibels above what the loudness allows come off the click alone, not off everything."""
    gain = 10 ** ((LOUDNESS_LUFS - loudness_lufs(NOISE.numpy().T)) / 20)
    clicked = NOISE.clone()
    clicked[0, 20000] = HIGHEST_PEAK / gain * 10 ** (3 / 20)
    assert loudness_lufs(finish(clicked, 1.0)) == pytest.approx(LOUDNESS_LUFS, abs=0.2)
    clicked[0, 20000] *= 10 ** (6 / 20)  # nine in all: four are taken, five are left to the loudness
    assert loudness_lufs(finish(clicked, 1.0)) == pytest.approx(LOUDNESS_LUFS - 9 + MOST_LIMITING_DB, abs=0.5)


def test_limiting_holds_the_peak_moves_channels_alike_and_touches_nothing_far_away() -> None:
    rng = np.random.default_rng(2)
    audio = (0.1 * rng.standard_normal((9000, 2))).astype(np.float32)
    audio[4000:4010, 0] = 1.5
    audio[3, 1] = -1.4  # a loop has no beginning: the end is turned down as well
    held = limited(audio, 0.97)
    assert np.abs(held).max() <= 0.97
    np.testing.assert_array_less(np.abs(held[-20:]), np.abs(audio[-20:]))
    np.testing.assert_allclose(held[1000:3500], audio[1000:3500], rtol=1e-5)
    ratio = held[3990:4020] / audio[3990:4020]
    np.testing.assert_allclose(ratio[:, 0], ratio[:, 1], rtol=1e-4)
    quiet = 0.5 * audio / np.abs(audio).max()
    np.testing.assert_array_equal(limited(quiet, 0.97), quiet)
    assert np.abs(limited(audio[4000:4020], 0.97)).max() <= 0.97 + 1e-6


@pytest.mark.parametrize("seconds", [0.6, 3.0])
def test_loudness_agrees_with_the_library(seconds: float) -> None:
    audio = (0.1 * NOISE[0, : round(0.4 * SAMPLE_RATE_HZ)]).numpy()[:, None]
    audio = np.concatenate([audio] * round(seconds / 0.4 + 1))[: round(seconds * SAMPLE_RATE_HZ)]
    assert loudness_lufs(audio) == pytest.approx(integrated_lufs(audio, SAMPLE_RATE_HZ), abs=0.2)


def test_a_texture_is_wide_and_its_mono_sum_is_the_mono_take() -> None:
    texture = made_of(noise_level=40.0, tone_level=0.0)
    length = (FRAMES - 1) * 512
    wide, mono = (channels(texture, length, length, 3, width) for width in (0.6, 0.0))
    assert (wide.shape[0], mono.shape[0]) == (2, 1)
    torch.testing.assert_close(wide.mean(0), mono[0], atol=1e-6, rtol=1e-5)
    assert float(torch.corrcoef(wide)[0, 1]) < 0.7
    assert torch.equal(wide, channels(texture, length, length, 3, 0.6))


def test_a_tone_stays_mono() -> None:
    length = (FRAMES - 1) * 512
    assert channels(made_of(noise_level=0.05, tone_level=300.0), length, length, 3, 1.0).shape[0] == 1


def test_takes_of_textures_have_two_channels_unless_no_width_is_asked(pipeline: MiniPipeline, info: ModelInfo) -> None:
    request = info.defaults().replaced(prompt="ocean waves", duration_s=2.0, steps=8, seed=5)
    with torch.inference_mode():
        wide = pipeline.generate(request, Run(5))
        mono = pipeline.generate(request.replaced(width=0.0), Run(5))
        piano = pipeline.generate(request.replaced(prompt="piano note"), Run(5))
    assert (wide.shape[1], mono.shape[1], piano.shape[1]) == (2, 1, 1)
    middle = wide.mean(1)
    assert np.corrcoef(middle, mono[:, 0])[0, 1] > 0.9999
    assert np.corrcoef(wide.T)[0, 1] < 0.95
