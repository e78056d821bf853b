"""Broken sounds are found and said; good ones, loud ones and quiet ones pass."""

import numpy as np
import pytest

from ditone.runtime.checks import clipped_samples, output_notes


def tone(amplitude: float, channels: int = 1) -> np.ndarray:
    one = (amplitude * np.sin(np.arange(4000) * 0.1)).astype(np.float32)
    return np.repeat(one[:, None], channels, axis=1)


def test_good_sounds_pass() -> None:
    for audio in (tone(0.5), tone(0.99, 2), tone(0.001), np.pad(tone(0.3), ((4000, 4000), (0, 0)))):
        assert output_notes(audio) == []


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_numbers_that_are_no_sound(bad: float) -> None:
    audio = tone(0.5)
    audio[100:140] = bad
    (note,) = output_notes(audio)
    assert "1.0 % of its samples are not finite" in note


def test_silence_in_all_channels() -> None:
    assert "silent" in output_notes(np.zeros((100, 2), np.float32))[0]
    assert "silent" in output_notes(tone(5e-5))[0]
    one_side = np.concatenate((tone(0.5), np.zeros((4000, 1), np.float32)), axis=1)
    assert output_notes(one_side) == ["Channel 2 is silent; the sound is on one side only."]


def test_a_constant_level_is_no_sound() -> None:
    constant = np.full((500, 2), 0.25, np.float32)
    constant[:, 1] = -0.5
    assert "constant level" in output_notes(constant)[0]


def test_clipping_is_runs_at_full_scale() -> None:
    clipped = np.clip(tone(1.5), -1, 1)
    (note,) = output_notes(clipped)
    assert f"clips: {clipped_samples(clipped)} samples" in note
    single = tone(0.5)
    single[[10, 20, 21]] = 1.0  # one peak and one of two samples: loud, not clipped
    assert output_notes(single) == []
    single[20:23] = -1.0
    assert clipped_samples(single) == 3


def test_runs_at_both_ends_and_in_every_channel_count() -> None:
    audio = tone(0.1, 2)
    audio[:4, 0] = 1
    audio[-5:, 1] = -1
    assert clipped_samples(audio) == 9


def test_nothing_at_all() -> None:
    assert "empty" in output_notes(np.zeros((0, 1), np.float32))[0]


def test_white_noise_is_said_and_coloured_noise_is_not() -> None:
    white = (0.1 * np.random.default_rng(0).standard_normal((44100, 2))).astype(np.float32)
    assert "plain noise" in output_notes(white)[0]
    rain = np.stack([np.convolve(channel, [1, 0.6, 0.3], "same") for channel in white.T], axis=1).astype(np.float32)
    assert output_notes(rain) == []
    assert output_notes(white[:4000]) == []  # too short to tell


def test_channels_that_do_not_belong_together_and_an_offset_are_told() -> None:
    rng = np.random.default_rng(0)
    noise = (0.1 * rng.standard_normal((48000, 1))).astype(np.float32)
    sound = np.cumsum(noise, axis=0, dtype=np.float32) % np.float32(0.5) - np.float32(0.25)
    antiphase = output_notes(np.concatenate((sound, -sound), axis=1))
    assert antiphase == ["The two channels are in antiphase: played as mono, the sound all but vanishes."]
    assert "DC offset of +0.40" in output_notes(sound + np.float32(0.4))[0]
    assert output_notes(np.concatenate((sound, sound), axis=1)) == []
    assert "plain noise" in output_notes(np.concatenate((noise, noise), axis=1))[0]


def test_a_click_is_no_noise() -> None:
    click = np.zeros((48000, 1), np.float32)
    click[24000] = 0.9
    assert output_notes(click) == []
    click[::4000] = 0.5
    assert output_notes(click) == []
