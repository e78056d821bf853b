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
    assert find_shift(a, b) == 0


def test_a_truncated_copy_is_not_called_equal() -> None:
    a = noise(1.0)
    for b in (a[: RATE // 2], np.concatenate((a, np.zeros((10, 1), np.float32)))):
        f = compare(Sound(a, RATE), Sound(b, RATE))
        assert not f.equal
        assert f.snr_db is None
        assert "equal sample by sample" not in f.reasons["snr_db"]
        assert "part that both have" in f.reasons["null_depth_db"]
    assert compare(Sound(a, RATE), Sound(a.copy(), RATE)).equal
    assert not compare(Sound(a, RATE), Sound(np.repeat(a, 2, axis=1), RATE)).equal  # a stereo file is another file


@pytest.mark.parametrize("channels", [1, 2])
@pytest.mark.parametrize("shift_s", [0.2, -0.4])
def test_a_long_delay_is_found_as_scipy_finds_it(shift_s: float, channels: int) -> None:
    from scipy.signal import correlate, correlation_lags

    a = noise(2.0, channels=channels)
    shift = round(shift_s * RATE)
    pad = np.zeros((abs(shift), channels), np.float32)
    b = np.concatenate((pad, a[:-shift])) if shift > 0 else np.concatenate((a[-shift:], pad))
    f = compare(Sound(a, RATE), Sound(b, RATE), align=True)
    mono_a, mono_b = a.mean(1), b.mean(1)
    lags = correlation_lags(len(b), len(a))
    assert f.shift_samples == shift == lags[np.argmax(correlate(mono_b, mono_a, method="fft"))]
    assert f.max_abs_error == 0
    assert not f.equal


@pytest.mark.parametrize("shift", [0, 3000])
def test_inverted_polarity_is_found_and_named(shift: int) -> None:
    a = noise(1.0)
    b = -np.concatenate((np.zeros((shift, 1), np.float32), a))
    f = compare(Sound(a, RATE), Sound(b, RATE))
    assert f.inverted
    assert f.shift_samples == shift
    assert "upside down" in f.reasons["polarity"]
    assert not compare(Sound(a, RATE), Sound(a, RATE)).inverted


def test_an_inverted_tone_is_inverted_rather_than_late() -> None:
    tone = np.sin(2 * np.pi * 441 * np.arange(RATE) / RATE).astype(np.float32)[:, None]
    f = compare(Sound(tone, RATE), Sound(-tone, RATE))
    assert (f.inverted, f.shift_samples) == (True, 0)


def test_silence_around_a_sound_does_not_dilute_log_mel() -> None:
    a = noise(1.0)
    silence = np.zeros((9 * RATE, 1), np.float32)
    short = compare(Sound(a, RATE), Sound(a / 2, RATE)).log_mel_db
    long = compare(Sound(np.concatenate((a, silence)), RATE), Sound(np.concatenate((a / 2, silence)), RATE)).log_mel_db
    assert short == pytest.approx(6.02, abs=0.01)
    assert long == pytest.approx(short, abs=0.2)  # the one frame across the edge
    assert compare(Sound(silence, RATE), Sound(silence, RATE)).log_mel_db == 0


@pytest.mark.parametrize("size", [1e-2, 1e-5, 1e-7])
@pytest.mark.parametrize("channels", [1, 2])
def test_the_distance_from_cosine_one_keeps_its_digits(size: float, channels: int) -> None:
    from scipy.spatial.distance import cosine

    a, other = noise(1.0, 1, channels), noise(1.0, 2, channels)
    b = (a + size * other).astype(np.float32)
    f = compare(Sound(a, RATE), Sound(b, RATE))
    x, y = a.astype(np.longdouble).ravel(), b.astype(np.longdouble).ravel()
    error = y - x
    across = error - x * (error @ x) / (x @ x)  # what of the error turns the vector
    expected = float((across @ across) / (2 * (y @ y)))
    assert f.one_minus_cosine == pytest.approx(expected, rel=1e-3 if size < 1e-2 else 1e-2)
    assert f.one_minus_cosine == pytest.approx(float(cosine(x.astype(float), y.astype(float))), abs=1e-14)


def test_loudness_is_that_of_another_meter() -> None:
    import shutil
    import subprocess

    import soundfile

    if shutil.which("ffmpeg") is None:
        pytest.skip("ffmpeg is not installed")
    import re
    import tempfile
    from pathlib import Path

    levels = []
    a, b = noise(5.0, 1, 2), 0.3 * noise(5.0, 2, 2)
    with tempfile.TemporaryDirectory() as folder:
        for audio in (a, b):
            path = Path(folder) / "a.wav"
            soundfile.write(path, audio, RATE, subtype="FLOAT")
            told = subprocess.run(
                ["ffmpeg", "-nostats", "-i", path, "-af", "ebur128", "-f", "null", "-"], capture_output=True, text=True
            )
            levels.append(float(re.findall(r"I:\s+(-?[\d.]+) LUFS", told.stderr)[-1]))
    f = compare(Sound(a, RATE), Sound(b, RATE))
    assert f.loudness_difference_lu == pytest.approx(levels[1] - levels[0], abs=0.15)  # it tells one digit
