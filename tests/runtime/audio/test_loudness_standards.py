"""Levels against values that the standards give in closed form."""

import math

import numpy as np
import pytest

from ditone.runtime.audio.loudness import integrated_lufs, rms_dbfs, true_peak_dbtp
from ditone.runtime.audio.resampling import resample

RATE_HZ = 48000


def sine(hz: float, seconds: float, amplitude: float, phase: float = 0.0, channels: int = 1) -> np.ndarray:
    t = np.arange(int(seconds * RATE_HZ)) / RATE_HZ
    return np.repeat((amplitude * np.sin(2 * np.pi * hz * t + phase)).astype(np.float32)[:, None], channels, axis=1)


def test_loudness_of_the_standards_reference_tone() -> None:
    """EBU Tech 3341, test 1: a stereo sine of 1000 Hz at -23 dBFS peak per channel is -23 LUFS."""
    assert integrated_lufs(sine(1000, 20, 10 ** (-23 / 20), channels=2), RATE_HZ) == pytest.approx(-23, abs=0.1)


def test_sounds_below_one_gating_block_have_no_loudness_but_an_rms() -> None:
    short = sine(1000, 0.2, 0.5)
    assert math.isnan(integrated_lufs(short, RATE_HZ))
    assert rms_dbfs(short) == pytest.approx(20 * math.log10(0.5 / math.sqrt(2)), abs=0.01)


def test_silence_is_minus_infinity_everywhere() -> None:
    silence = np.zeros((RATE_HZ, 2), np.float32)
    assert integrated_lufs(silence, RATE_HZ) == rms_dbfs(silence) == true_peak_dbtp(silence, RATE_HZ) == -math.inf
    assert true_peak_dbtp(silence[:0], RATE_HZ) == -math.inf


def test_true_peak_sees_between_samples() -> None:
    """A sine at a quarter of the rate, sampled at 45 degrees, has samples 3 dB below its peak (BS.1770-4, annex 2)."""
    hidden = sine(RATE_HZ / 4, 1, 0.5, phase=math.pi / 4) * np.hanning(RATE_HZ)[:, None].astype(np.float32)
    assert 20 * math.log10(np.abs(hidden).max()) == pytest.approx(-9.03, abs=0.05)
    assert true_peak_dbtp(hidden, RATE_HZ) == pytest.approx(-6.02, abs=0.1)


def test_resampling_keeps_pitch_level_and_length() -> None:
    tone = sine(1000, 1, 0.5, channels=2)
    low = resample(tone, RATE_HZ, 44100)
    assert low.shape == (44100, 2)
    assert low.dtype == np.float32
    spectrum = np.abs(np.fft.rfft(low[:, 0] * np.hanning(44100)))
    assert spectrum.argmax() == 1000
    assert rms_dbfs(low) == pytest.approx(rms_dbfs(tone), abs=0.05)
    assert resample(tone, RATE_HZ, RATE_HZ) is tone
