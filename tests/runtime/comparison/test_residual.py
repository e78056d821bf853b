"""The difference of two sounds against closed forms."""

from __future__ import annotations

import math

import numpy as np
import pytest

from ditone.runtime.comparison.residual import residual

RATE = 44100


@pytest.fixture
def sound() -> np.ndarray:
    return np.random.default_rng(0).normal(0, 0.1, (RATE, 2)).astype(np.float32)


def test_equal_sounds_null_completely(sound: np.ndarray) -> None:
    left = residual(sound, RATE, sound.copy(), RATE)
    assert left.null_depth_db == -math.inf and left.peak == 0.0 and left.shift_samples == 0


def test_a_sound_6_db_lower_leaves_half_of_itself(sound: np.ndarray) -> None:
    left = residual(sound, RATE, sound * 0.5, RATE)
    assert left.null_depth_db == pytest.approx(-6.02, abs=0.01)
    np.testing.assert_allclose(left.audio, sound * 0.5, atol=1e-7)


def test_a_late_copy_is_named_and_nulls_once_aligned(sound: np.ndarray) -> None:
    late = np.concatenate((np.zeros((100, 2), np.float32), sound))
    plain = residual(sound, RATE, late, RATE)
    assert plain.shift_samples == 100 and plain.null_depth_db > 0
    aligned = residual(sound, RATE, late, RATE, align=True)
    assert aligned.null_depth_db == -math.inf and len(aligned.audio) == len(sound)


def test_an_early_copy_is_aligned_on_the_time_line_of_a(sound: np.ndarray) -> None:
    early = sound[250:].copy()
    early[5000, 0] += 0.5
    left = residual(sound, RATE, early, RATE, align=True)
    assert left.shift_samples == -250
    assert int(np.abs(left.audio[:, 0]).argmax()) == 5250
    assert len(left.audio) == len(sound)


def test_silence_and_other_rates_are_no_trouble(sound: np.ndarray) -> None:
    assert math.isnan(residual(np.zeros_like(sound), RATE, sound, RATE).null_depth_db)
    other = residual(sound, RATE, sound[: RATE // 2, :1], RATE // 2)
    assert other.rate_hz == RATE and other.audio.shape[1] == 1
