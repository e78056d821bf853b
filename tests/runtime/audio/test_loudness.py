"""Loudness against the calibration signals of EBU Tech 3341 and closed forms."""

from __future__ import annotations

import math

import numpy as np
import pytest

from ditone.runtime.audio.loudness import integrated_lufs, linear, matching_gains, rms_dbfs, true_peak_dbtp
from ditone.runtime.errors import DitoneError

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


@pytest.mark.parametrize("channels", range(1, 9))
def test_up_to_eight_channels_are_measured_by_the_weights_of_the_standard(channels: int) -> None:
    """A 997 Hz sine of 0 dBFS in one front channel is -3.01 LUFS (BS.1770-5); the LFE counts nothing, side channels 1.5 dB more."""
    tone = np.sin(2 * np.pi * 997 * np.arange(48000 * 2) / 48000).astype(np.float32)
    front = np.zeros((len(tone), channels), np.float32)
    front[:, 0] = tone
    assert integrated_lufs(front, 48000) == pytest.approx(-3.01, abs=0.05)
    if channels >= 6:
        last, lfe = np.roll(front, -1, axis=1), np.roll(front, 3, axis=1)
        assert integrated_lufs(last, 48000) == pytest.approx(-3.01 + 1.5, abs=0.05)
        assert integrated_lufs(lfe, 48000) == -math.inf


def test_more_channels_are_a_sentence_and_every_rate_is_measured() -> None:
    with pytest.raises(DitoneError, match="9 channels is not defined; up to 8"):
        integrated_lufs(np.zeros((48000, 9), np.float32), 48000)
    for rate_hz in (1000, 4000, 384000, 768000):
        tone = (0.5 * np.sin(2 * np.pi * 200 * np.arange(rate_hz * 2) / rate_hz)).astype(np.float32)[:, None]
        assert integrated_lufs(tone, rate_hz) == pytest.approx(-10.6, abs=0.6)
