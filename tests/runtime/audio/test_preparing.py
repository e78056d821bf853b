"""Nothing is changed unless asked; what is asked is what is measured afterwards."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from ditone.runtime.audio.loudness import integrated_lufs, true_peak_dbtp
from ditone.runtime.audio.preparing import Preparation, cut, dithered, file_stem, free_path, prepare
from ditone.runtime.request import Request
from ditone.runtime.take import Take

RATE = 44100


@pytest.fixture
def noise() -> np.ndarray:
    return np.random.default_rng(0).uniform(-0.1, 0.1, (RATE * 2, 2)).astype(np.float32)


def test_without_a_wish_it_is_the_very_same_array(noise: np.ndarray) -> None:
    assert prepare(noise, RATE, Preparation()).audio is noise


def test_gain_to_a_loudness_is_met(noise: np.ndarray) -> None:
    made = prepare(noise, RATE, Preparation(gain="loudness", target_db=-20.0))
    assert integrated_lufs(made.audio, RATE) == pytest.approx(-20.0, abs=0.05)
    assert made.notes == ()


def test_the_ceiling_holds_and_is_told(noise: np.ndarray) -> None:
    made = prepare(noise, RATE, Preparation(gain="loudness", target_db=-3.0, ceiling_dbtp=-1.0))
    assert true_peak_dbtp(made.audio, RATE) == pytest.approx(-1.0, abs=0.1)
    assert "dB quieter than asked" in made.notes[0]


def test_gain_to_a_peak_is_met(noise: np.ndarray) -> None:
    made = prepare(noise, RATE, Preparation(gain="peak", target_db=-6.0))
    assert true_peak_dbtp(made.audio, RATE) == pytest.approx(-6.0, abs=0.1)


def test_silence_keeps_its_level_and_a_short_sound_is_measured_otherwise(noise: np.ndarray) -> None:
    silent = prepare(np.zeros_like(noise), RATE, Preparation(gain="peak"))
    assert not silent.audio.any() and "silent" in silent.notes[0]
    short = prepare(noise[:2000], RATE, Preparation(gain="loudness", target_db=-30.0))
    assert np.sqrt(np.mean(short.audio**2)) == pytest.approx(10 ** (-30 / 20), rel=1e-3)


def test_a_part_is_exact_inside_and_does_not_click_at_cut_ends() -> None:
    sound = np.ones((RATE, 1), np.float32)
    part = cut(sound, RATE, 0.25, 0.75)
    assert len(part) == RATE // 2
    assert np.abs(np.diff(part[:, 0], prepend=0.0, append=0.0)).max() < 0.02
    np.testing.assert_array_equal(part[200:-200], sound[: len(part) - 400])
    whole = cut(sound, RATE, 0.0, 2.0)
    np.testing.assert_array_equal(whole, sound)  # ends that were not cut are not touched


def test_dither_has_the_power_and_reach_of_triangular_noise_and_is_repeatable() -> None:
    quiet = np.full((RATE, 1), 0.1, np.float32)
    noise = (dithered(quiet) - quiet) * 2**15
    assert np.abs(noise).max() <= 1.01
    assert noise.std() == pytest.approx(np.sqrt(1 / 6), rel=0.03)
    np.testing.assert_array_equal(dithered(quiet), dithered(quiet))


def take(prompt: str) -> Take:
    return Take(
        Request("mini", prompt, seed=7, solver="euler", steps=8),
        np.zeros((10, 1), np.float32),
        RATE,
        "mini",
        "sfx",
        "cpu",
        "float32",
        {},
        8,
        0.0,
        None,
        created_at="2026-01-02T03:04:05.000+00:00",
    )


@pytest.mark.parametrize(
    ("prompt", "template", "expected"),
    [
        ("rain on a roof", "{prompt} {seed}", "rain on a roof 7"),
        ('what? a "bell"/gong', "{prompt}", "what a bell gong"),
        ("", "{prompt} {date}", "untitled 2026-01-02"),
        ("雨の音", "{prompt} {solver}{steps}", "雨の音 euler8"),
        ("con", "{prompt}", "con_"),
        ("x", "...", "take"),
        ("x", "{unknown}", "{unknown}"),
    ],
)
def test_names_are_safe_on_every_system(prompt: str, template: str, expected: str) -> None:
    assert file_stem(template, take(prompt)) == expected


def test_a_name_that_is_taken_gets_a_number(tmp_path: Path) -> None:
    (tmp_path / "rain.wav").touch()
    (tmp_path / "rain 2.wav").touch()
    assert free_path(tmp_path, "rain", ".wav").name == "rain 3.wav"
    assert free_path(tmp_path, "rain", ".flac").name == "rain.flac"


def test_opus_gets_a_rate_that_it_knows_and_says_so(noise: np.ndarray) -> None:
    made = prepare(noise, RATE, Preparation(), "OPUS")
    assert made.rate_hz == 48000 and len(made.audio) == pytest.approx(len(noise) * 48000 / RATE, abs=2)
    assert "48 kHz" in made.notes[0]


def test_dither_is_for_16_bit_only(noise: np.ndarray) -> None:
    assert prepare(noise, RATE, Preparation(dither=True), "PCM_24").audio is noise
    assert prepare(noise, RATE, Preparation(dither=True), "PCM_16").audio is not noise
