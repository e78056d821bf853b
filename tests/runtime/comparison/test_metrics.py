"""Every figure of a comparison against its closed form."""

from __future__ import annotations

import math

import numpy as np
import pytest

from ditone.runtime.comparison import Sound, compare
from ditone.runtime.comparison.align import find_shift

RATE = 44100


def noise(seconds: float = 1.0, seed: int = 0, channels: int = 1, level: float = 0.1) -> np.ndarray:
    return (np.random.default_rng(seed).standard_normal((int(RATE * seconds), channels)) * level).astype(np.float32)


def test_identical_sounds_null_completely() -> None:
    a = noise()
    f = compare(Sound(a, RATE), Sound(a.copy(), RATE))
    assert f.cosine == pytest.approx(1, abs=1e-12)
    assert f.max_abs_error == 0
    assert f.snr_db is None
    assert f.null_depth_db is None
    assert "equal sample by sample" in f.reasons["null_depth_db"]
    assert f.log_mel_db == 0
    assert f.shift_samples == 0
    assert f.loudness_difference_lu == 0
    assert f.length_difference_s == 0


def test_negated_sound_has_cosine_minus_one_and_no_mel_distance() -> None:
    a = noise()
    f = compare(Sound(a, RATE), Sound(-a, RATE))
    assert f.cosine == pytest.approx(-1, abs=1e-12)
    assert f.null_depth_db == pytest.approx(20 * math.log10(2), abs=1e-9)
    assert f.log_mel_db == pytest.approx(0, abs=1e-9)


def test_half_level_is_six_decibels_everywhere() -> None:
    a = noise(2.0)
    f = compare(Sound(a, RATE), Sound(a / 2, RATE))
    six = 20 * math.log10(2)
    assert f.cosine == pytest.approx(1, abs=1e-9)
    assert f.null_depth_db == pytest.approx(-six, abs=1e-6)
    assert f.snr_db == pytest.approx(six, abs=1e-6)
    assert f.log_mel_db == pytest.approx(six, abs=1e-3)
    assert f.loudness_difference_lu == pytest.approx(-six, abs=1e-3)


@pytest.mark.parametrize("shift", [100, -100, 1, -2000])
def test_a_shift_is_named_and_nulls_once_aligned(shift: int) -> None:
    a = noise()
    b = np.roll(a, shift, axis=0)
    b = b[shift:] if shift < 0 else b
    if shift > 0:
        b[:shift] = 0
    else:
        b = a[-shift:]
    f = compare(Sound(a, RATE), Sound(b, RATE))
    assert f.shift_samples == shift
    assert f.null_depth_db is not None
    assert f.null_depth_db > 0
    aligned = compare(Sound(a, RATE), Sound(b, RATE), align=True)
    assert aligned.aligned
    assert aligned.max_abs_error == 0
    assert aligned.cosine == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize("snr_db", [40.0, 6.0])
def test_white_noise_of_known_level_gives_its_snr(snr_db: float) -> None:
    a = noise(4.0, seed=1)
    n = noise(4.0, seed=2)
    n *= np.sqrt((a**2).sum() / (n**2).sum()) * 10 ** (-snr_db / 20)
    f = compare(Sound(a, RATE), Sound(a + n, RATE))
    assert f.snr_db == pytest.approx(snr_db, abs=0.01)
    assert f.null_depth_db == pytest.approx(-snr_db, abs=0.01)


def test_the_worst_sample_is_found_where_it_is() -> None:
    a = noise()
    b = a.copy()
    b[12345] += 0.5
    f = compare(Sound(a, RATE), Sound(b, RATE))
    assert f.max_abs_error == pytest.approx(0.5, abs=1e-6)
    assert f.max_abs_error_at_s == pytest.approx(12345 / RATE, abs=1e-9)


def test_silence_has_reasons_instead_of_numbers() -> None:
    a, silent = noise(), np.zeros((RATE, 1), np.float32)
    f = compare(Sound(silent, RATE), Sound(a, RATE))
    assert f.cosine is None
    assert f.reasons["cosine"] == "undefined: A is silent"
    assert f.snr_db is None
    assert f.loudness_difference_lu is None
    assert "A is silent" in f.reasons["loudness_difference_lu"]
    both = compare(Sound(silent, RATE), Sound(silent, RATE))
    assert both.max_abs_error == 0


def test_other_rate_and_channels_are_compared_and_said() -> None:
    t = np.arange(RATE) / RATE
    a = (0.5 * np.sin(2 * np.pi * 440 * t)).astype(np.float32)[:, None]
    t48 = np.arange(48000) / 48000
    b = (0.5 * np.sin(2 * np.pi * 440 * t48)).astype(np.float32)[:, None]
    f = compare(Sound(a, RATE), Sound(np.repeat(b, 2, axis=1), 48000))
    assert f.cosine == pytest.approx(1, abs=1e-3)
    assert f.length_difference_s == pytest.approx(0, abs=1e-9)
    assert "48000" in f.reasons["rate"]
    assert "mono" in f.reasons["channels"]


def test_length_difference_and_common_stretch() -> None:
    a = noise(1.0)
    f = compare(Sound(a, RATE), Sound(a[: RATE // 2], RATE))
    assert f.length_difference_s == pytest.approx(-0.5)
    assert f.max_abs_error == 0


def test_another_seed_gives_the_yardstick() -> None:
    a, other = noise(seed=1), noise(seed=2)
    b = a + 0.1 * (other - a)
    f = compare(Sound(a, RATE), Sound(b, RATE), other_seed=Sound(other, RATE))
    assert f.seed_ratio == pytest.approx(0.1, abs=1e-6)


def test_an_empty_sound_is_named() -> None:
    f = compare(Sound(noise(), RATE), Sound(np.zeros((0, 1), np.float32), RATE))
    assert f.cosine is None
    assert f.reasons["cosine"] == "B is empty"


@pytest.mark.parametrize("wrong", [math.nan, math.inf])
def test_a_sample_that_is_no_number_leaves_every_figure_undefined_and_says_so(wrong: float) -> None:
    a, b = noise(), noise()
    b[100] = wrong
    for left, right, name in ((a, b, "B"), (b, a, "A")):
        f = compare(Sound(left, RATE), Sound(right, RATE))
        figures = (f.cosine, f.max_abs_error, f.max_abs_error_at_s, f.snr_db, f.null_depth_db, f.log_mel_db)
        assert (*figures, f.loudness_difference_lu) == (None,) * 7
        assert f.reasons["cosine"] == f"undefined: {name} holds samples that are not finite numbers"
        assert f.reasons["loudness_difference_lu"] == f.reasons["cosine"]


def test_unrelated_sounds_have_no_shift() -> None:
    a, b = noise(seed=3)[:, 0].astype(float), noise(seed=4)[:, 0].astype(float)
    assert find_shift(a, b, RATE) == 0
