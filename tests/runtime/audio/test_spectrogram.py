"""A spectrogram shows a tone at its frequency, time and level, at every zoom."""

from __future__ import annotations

import numpy as np
import pytest

from ditone.runtime.audio.spectrogram import spectrogram

RATE = 44100


def tone(hz: float, level_db: float = 0.0, seconds: float = 1.0) -> np.ndarray:
    wave = 10 ** (level_db / 20) * np.sin(2 * np.pi * hz * np.arange(round(seconds * RATE)) / RATE)
    return wave[:, None].astype(np.float32)


@pytest.mark.parametrize("mel", [True, False])
@pytest.mark.parametrize("hz", [440.0, 5000.0, 15000.0])
def test_a_tone_is_brightest_at_its_frequency_and_reads_its_level(mel: bool, hz: float) -> None:
    shown = spectrogram(tone(hz, -20.0), RATE, mel)
    picture = shown.image(0.2, 0.8, 100, 512)
    row = int(picture[:, 50].argmax())
    assert shown.frequency_hz(1 - (row + 0.5) / 512) == pytest.approx(hz, rel=0.05, abs=60)
    assert shown.level_db(0.5, shown.height(hz)) == pytest.approx(-20.0, abs=2.5)


def test_height_and_frequency_are_inverse() -> None:
    for mel in (True, False):
        shown = spectrogram(tone(1000), RATE, mel)
        assert shown.frequency_hz(shown.height(1234.0)) == pytest.approx(1234.0)
        assert shown.frequency_hz(1.0) == pytest.approx(RATE / 2)


def test_a_click_is_seen_at_its_time_however_far_one_zooms_out() -> None:
    audio = np.zeros((RATE * 60, 1), np.float32)
    audio[RATE * 45] = 1.0
    shown = spectrogram(audio, RATE)
    picture = shown.image(0.0, 60.0, 120, 64)
    assert int(picture.max(axis=0).argmax()) in (89, 90)
    assert picture[:, :80].max() == 0


def test_silence_is_dark_and_any_length_works() -> None:
    for frames in (0, 1, 100, 5000):
        shown = spectrogram(np.zeros((frames, 2), np.float32), RATE)
        assert shown.image(0.0, 0.1, 40, 20).shape == (20, 40)
        assert shown.image(0.0, 0.1, 40, 20).max() == 0
