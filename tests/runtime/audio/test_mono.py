"""The one mix to mono: no recording is halved for lying on one side, none vanishes without a word."""

import numpy as np
import pytest

from ditone.runtime.audio import voice_checks
from ditone.runtime.audio.mono import mix, mono

TONE = (0.5 * np.sin(np.arange(16000) * 0.1)).astype(np.float32)[:, None]
NOISE = (0.1 * np.random.default_rng(0).standard_normal((16000, 8))).astype(np.float32)


def test_the_mean_of_live_channels() -> None:
    np.testing.assert_array_equal(mono(TONE), TONE[:, 0])
    both = np.concatenate((TONE, NOISE[:, :1]), axis=1)
    np.testing.assert_allclose(mono(both), both.mean(axis=1), atol=1e-7)
    np.testing.assert_allclose(mono(NOISE), NOISE.mean(axis=1), atol=1e-7)
    assert mix(both).note == mix(NOISE).note == ""
    assert mono(np.zeros((0, 2), np.float32)).shape == (0,)


@pytest.mark.parametrize("level", [0.0, 0.001])
@pytest.mark.parametrize("side", [0, 1])
def test_one_side_is_not_halved(level: float, side: int) -> None:
    audio = np.concatenate((TONE, level * NOISE[:, :1]), axis=1)[:, :: 1 - 2 * side]
    mixed = mix(audio)
    np.testing.assert_array_equal(mixed.samples, TONE[:, 0])
    assert mixed.note == f"Only channel {side + 1} holds sound, so it alone was used."


@pytest.mark.parametrize("factor", [-1.0, -0.9])
def test_channels_that_cancel_are_said(factor: float) -> None:
    mixed = mix(np.concatenate((TONE, factor * TONE), axis=1))
    np.testing.assert_array_equal(mixed.samples, TONE[:, 0])
    assert "cancel each other" in mixed.note


def test_a_clipped_channel_beside_an_empty_one_is_told() -> None:
    speech = np.clip(TONE * 4, -1, 1)
    found = voice_checks.check(mono(np.concatenate((speech, np.zeros_like(speech)), axis=1))[:, None], 4000)
    assert "clipped" in [finding.kind for finding in found]
