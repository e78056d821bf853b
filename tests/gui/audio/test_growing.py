"""A sound that is played while it is being made: what is heard is the sound, with nothing but silence where it was not there yet."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from ditone.gui.audio.growing import GrowingSound
from ditone.gui.audio.mixer import Mixer
from ditone.gui.core.background import Background
from ditone.runtime.audio.resampling import ResampleStream, resample

RATE = 8000
FADE = 40  # 5 ms
AHEAD = 2400  # 0.3 s
BLOCK = 256


def tone(frames: int, channels: int = 2) -> np.ndarray:
    wave = 0.5 * np.cos(2 * np.pi * np.arange(frames) / 160)
    return np.repeat(wave[:, None], channels, axis=1).astype(np.float32)


def mixer_making() -> Mixer:
    mixer = Mixer(RATE)
    mixer.begin("A")
    return mixer


def played(mixer: Mixer, frames: int) -> np.ndarray:
    return np.concatenate([mixer.render(BLOCK) for _ in range(-(-frames // BLOCK))])


def largest_step(audio: np.ndarray) -> float:
    return float(np.abs(np.diff(audio, axis=0)).max())


def test_pieces_that_come_in_time_are_played_to_the_last_bit() -> None:
    sound, mixer = tone(8000), mixer_making()
    mixer.play()
    out = []
    for end in range(2500, 8001, 500):
        mixer.extend("A", sound[:end])
        out.append(played(mixer, 500 // BLOCK * BLOCK))
        assert not mixer.waiting
    mixer.load("A", sound)
    heard = np.concatenate([*out, played(mixer, 8000)])
    first = mixer.fade_frames
    np.testing.assert_array_equal(heard[: sum(map(len, out))], sound[: sum(map(len, out))])
    np.testing.assert_allclose(heard[: len(sound)], sound, atol=1e-6)  # the finished sound fades in over the same one
    np.testing.assert_array_equal(heard[sum(map(len, out)) + first : len(sound)], sound[sum(map(len, out)) + first :])
    assert not heard[len(sound) :].any() and not mixer.playing


def test_it_does_not_begin_before_enough_is_there() -> None:
    sound, mixer = tone(8000), mixer_making()
    mixer.play()
    assert not mixer.render(BLOCK).any() and mixer.waiting
    mixer.extend("A", sound[: AHEAD - 1])
    assert not mixer.render(BLOCK).any() and mixer.waiting and mixer.position == 0
    mixer.extend("A", sound[:AHEAD])
    np.testing.assert_array_equal(mixer.render(BLOCK), sound[:BLOCK])
    assert not mixer.waiting


def test_at_the_end_of_what_is_there_it_fades_out_waits_and_goes_on_without_losing_a_sample() -> None:
    sound, mixer = tone(12000), mixer_making()
    mixer.extend("A", sound[:3000])
    mixer.play()
    first = played(mixer, 4096)
    stop = 3000 - FADE
    np.testing.assert_array_equal(first[:stop], sound[:stop])
    assert not first[3000:].any()
    assert mixer.waiting and mixer.playing and mixer.position == stop
    mixer.extend("A", sound[: stop + AHEAD - 1])
    assert not mixer.render(BLOCK).any()
    mixer.extend("A", sound[:12000])
    second = played(mixer, 4096)
    np.testing.assert_array_equal(second[FADE:], sound[stop + FADE : stop + len(second)])
    assert largest_step(np.concatenate((first, second))) < largest_step(sound) + 0.5 / FADE


def test_a_take_that_ends_while_it_is_waited_for_is_heard_to_its_end() -> None:
    sound, mixer = tone(3200), mixer_making()
    mixer.extend("A", sound[:3000])
    mixer.play()
    played(mixer, 4096)
    assert mixer.waiting
    mixer.load("A", sound)
    rest = played(mixer, 1024)
    np.testing.assert_array_equal(rest[FADE : 200 + FADE], sound[3000:])
    assert not mixer.waiting and not mixer.playing and not rest[200 + FADE :].any()


def test_a_loop_within_what_is_there_goes_round_and_a_longer_one_waits() -> None:
    sound, mixer = tone(8000), mixer_making()
    mixer.loop = True
    mixer.set_region((0, 1600))
    mixer.extend("A", sound[:1700])
    mixer.play()
    np.testing.assert_array_equal(played(mixer, 4096), sound[np.arange(4096) % 1600])
    mixer.set_region((0, 4000))
    played(mixer, 4096)
    assert mixer.waiting and mixer.position == 1700 - FADE


def test_pausing_a_wait_and_playing_again_waits_again() -> None:
    sound, mixer = tone(8000), mixer_making()
    mixer.extend("A", sound[:3000])
    mixer.play()
    played(mixer, 4096)
    mixer.pause()
    mixer.render(BLOCK)
    assert not mixer.waiting
    mixer.play()
    mixer.render(BLOCK)
    assert mixer.waiting and mixer.position == 3000 - FADE


def test_switching_to_a_sound_in_the_making_keeps_the_place_and_waits_there() -> None:
    sound, mixer = tone(8000), mixer_making()
    mixer.load("B", tone(8000))
    mixer.selected = "B"
    mixer.play()
    played(mixer, 4096)
    mixer.extend("A", sound[:3000])
    mixer.selected = "A"
    mixer.render(BLOCK)
    assert mixer.waiting and mixer.position == 4096
    mixer.extend("A", sound)
    mixer.render(BLOCK)
    np.testing.assert_array_equal(mixer.render(BLOCK), sound[4096 + BLOCK : 4096 + 2 * BLOCK])


@pytest.mark.parametrize(("rate", "channels"), [(44100, 2), (24000, 1), (48000, 1), (16000, 1)])
def test_a_stream_of_pieces_is_resampled_as_the_whole_is(rate: int, channels: int) -> None:
    sound = np.random.default_rng(3).uniform(-0.5, 0.5, (2 * rate, channels)).astype(np.float32)
    stream, cuts = ResampleStream(rate, 48000, channels), [0, 1, 900, 901, rate // 3, rate, 2 * rate]
    pieces = [stream.push(sound[a:b], last=b == 2 * rate) for a, b in itertools.pairwise(cuts)]
    np.testing.assert_array_equal(np.concatenate(pieces), resample(sound, rate, 48000))


@pytest.fixture
def background(qtbot: QtBot) -> Background:
    return Background()


def test_pieces_reach_the_mixer_in_order_at_its_rate(qtbot: QtBot, background: Background) -> None:
    sound = np.random.default_rng(4).uniform(-0.5, 0.5, (12000, 1)).astype(np.float32)
    mixer, growing = Mixer(RATE), GrowingSound("A", 12000, background, _fails)
    growing.add(sound[:500], 0)
    growing.feed(mixer)
    for start in range(500, 12000, 500):
        growing.add(sound[start : start + 500], start)
    wanted = np.repeat(resample(sound, 12000, RATE), 2, axis=1)
    qtbot.waitUntil(lambda: len(mixer.slots["A"]) > 7000, timeout=20_000)
    qtbot.waitUntil(lambda: not background.busy("A grows"), timeout=20_000)
    made = mixer.slots["A"].samples
    np.testing.assert_array_equal(made, wanted[: len(made)])
    assert growing.duration_s == 1.0


def test_a_piece_that_does_not_join_is_left_for_the_finished_sound(background: Background) -> None:
    sound = tone(4000)
    mixer, growing = Mixer(RATE), GrowingSound("A", RATE, background, _fails)
    growing.feed(mixer)
    growing.add(sound[:1000], 0)
    growing.add(sound[2000:3000], 2000)
    np.testing.assert_array_equal(mixer.slots["A"].samples, sound[:1000])


def test_a_long_sound_outgrows_its_buffer_and_what_was_given_before_stays(background: Background) -> None:
    sound = np.arange(100 * 40 * RATE // 100, dtype=np.float32)[:, None] / (40 * RATE)
    mixer, growing = Mixer(RATE, channels=1), GrowingSound("A", RATE, background, _fails)
    growing.feed(mixer)
    growing.add(sound[: 20 * RATE], 0)
    before = mixer.slots["A"].samples
    growing.add(sound[20 * RATE :], 20 * RATE)
    np.testing.assert_array_equal(mixer.slots["A"].samples, sound)
    np.testing.assert_array_equal(before, sound[: 20 * RATE])


_fails: Callable[[Exception], object] = pytest.fail
