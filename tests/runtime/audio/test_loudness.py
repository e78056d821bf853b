"""Loudness against the calibration signals of EBU Tech 3341 and closed forms."""

from __future__ import annotations

import math

import numpy as np
import pytest

from ditone.runtime.audio.loudness import integrated_lufs, linear, matching_gains, rms_dbfs, true_peak_dbtp

RATE = 48000


def tone(level_dbfs: float, seconds: float = 3.0, hz: float = 1000.0, channels: int = 2) -> np.ndarray:
    wave = linear(level_dbfs) * np.sin(2 * np.pi * hz * np.arange(round(seconds * RATE)) / RATE)
    return np.repeat(wave[:, None], channels, axis=1).astype(np.float32)


@pytest.mark.parametrize("level", [-23.0, -33.0])
def test_a_stereo_tone_of_1_khz_measures_its_level(level: float) -> None:
    assert integrated_lufs(tone(level), RATE) == pytest.approx(level, abs=0.1)


def test_quiet_parts_are_gated_out() -> None:
    programme = np.concatenate((tone(-36, 10), tone(-23, 60), tone(-36, 10)))
    assert integrated_lufs(programme, RATE) == pytest.approx(-23.0, abs=0.1)


def test_silence_and_shortness_have_no_loudness() -> None:
    assert integrated_lufs(np.zeros((RATE, 1), np.float32), RATE) == -math.inf
    assert math.isnan(integrated_lufs(tone(-23, 0.4), RATE))


def test_the_true_peak_lies_between_the_samples() -> None:
    wave = tone(-6.0, 1.0, RATE / 4)
    shifted = (linear(-6.0) * np.sin(2 * np.pi * np.arange(RATE) / 4 + np.pi / 4)).astype(np.float32)[:, None]
    assert 20 * math.log10(np.abs(shifted).max()) == pytest.approx(-9.0, abs=0.05)
    assert true_peak_dbtp(shifted, RATE) == pytest.approx(-6.0, abs=0.4)
    assert true_peak_dbtp(wave, RATE) >= -6.01
    assert true_peak_dbtp(np.zeros((10, 1), np.float32), RATE) == -math.inf


def test_the_mean_square_of_a_sine_is_3_db_below_its_peak() -> None:
    assert rms_dbfs(tone(0.0)) == pytest.approx(-3.01, abs=0.01)
    assert rms_dbfs(np.zeros((4, 2), np.float32)) == -math.inf


def test_matching_attenuates_the_louder_one_and_leaves_silence_alone() -> None:
    quiet, loud = tone(-30), tone(-20)
    assert matching_gains(quiet, loud, RATE) == (0.0, pytest.approx(-10.0, abs=0.01))
    assert matching_gains(loud, quiet, RATE) == (pytest.approx(-10.0, abs=0.01), 0.0)
    assert matching_gains(loud[:4800], quiet[:4800], RATE) == (pytest.approx(-10.0, abs=0.01), 0.0)
    assert matching_gains(loud, np.zeros_like(loud), RATE) == (0.0, 0.0)
