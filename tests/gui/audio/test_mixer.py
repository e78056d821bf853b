"""The mixer is compared sample by sample with what a listener should get."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ditone.gui.audio.channels import fit_channels
from ditone.gui.audio.mixer import Mixer, ends_match

RATE = 8000
FADE = 40  # 5 ms


def noise(frames: int, seed: int = 0, channels: int = 2) -> np.ndarray:
    return np.random.default_rng(seed).uniform(-1, 1, (frames, channels)).astype(np.float32)


def sine(frames: int, period: float, start: float = 0.0) -> np.ndarray:
    wave = 0.8 * np.sin(2 * np.pi * (np.arange(frames) + start) / period)
    return np.repeat(wave[:, None], 2, axis=1).astype(np.float32)


def mixer(**slots: np.ndarray) -> Mixer:
    made = Mixer(RATE)
    for name, samples in slots.items():
        made.load(name, samples)
    return made


def rendered(of: Mixer, blocks: list[int]) -> np.ndarray:
    return np.concatenate([of.render(count) for count in blocks])


@settings(max_examples=60, deadline=None)
@given(blocks=st.lists(st.integers(1, 300), min_size=1, max_size=12), length=st.integers(1, 900))
def test_a_sound_is_played_bit_exactly_in_blocks_of_any_size_then_silence(blocks: list[int], length: int) -> None:
    sound = noise(length)
    played = mixer(A=sound)
    played.play()
    out = rendered(played, [*blocks, 900])
    expected = np.zeros_like(out)
    expected[:length] = sound[: len(out)]
    np.testing.assert_array_equal(out, expected)


@settings(max_examples=60, deadline=None)
@given(blocks=st.lists(st.integers(1, 300), min_size=2, max_size=12), start=st.integers(0, 400), length=st.integers(100, 400))
def test_a_loop_whose_ends_match_repeats_exactly_without_gap(blocks: list[int], start: int, length: int) -> None:
    sound = noise(1000)  # in noise every step is usual, so the seam needs no fade
    played = mixer(A=sound)
    played.set_region((start, start + length))
    played.loop = True
    played.seek(start)
    played.play()
    out = rendered(played, blocks)
    where = start + np.arange(len(out)) % length
    first = 0 if start == 0 else FADE  # a start inside the sound fades in
    if not ends_match(sound, start, start + length, FADE):
        where, out, first = where[: length - FADE], out[: length - FADE], first
    np.testing.assert_array_equal(out[first:], sound[where][first:])


def test_a_loop_whose_ends_do_not_match_keeps_its_length_and_has_no_step() -> None:
    sound = sine(4000, period=200.0)
    played = mixer(A=sound)
    played.set_region((1000, 2050))  # a quarter of a period too long
    played.loop = True
    played.seek(1000)
    played.play()
    out = played.render(1050 * 3)
    usual = np.abs(np.diff(sound, axis=0)).max()
    assert np.abs(sound[1000] - sound[2049]).max() > 20 * usual  # the test loops a real step
    assert np.abs(np.diff(out, axis=0)).max() < 2 * usual
    np.testing.assert_array_equal(out[1050 : 1050 + 1050 - FADE], sound[1000 : 2050 - FADE])
    np.testing.assert_array_equal(out[2100 : 2100 + 1050 - FADE], sound[1000 : 2050 - FADE])


def test_a_loop_of_the_whole_sound_has_no_step_at_the_seam_either() -> None:
    sound = sine(1050, period=200.0, start=50)
    played = mixer(A=sound)
    played.loop = True
    played.play()
    out = played.render(2100)
    assert np.abs(np.diff(out, axis=0)).max() < 2 * np.abs(np.diff(sound, axis=0)).max()


def test_full_periods_loop_without_any_fade() -> None:
    sound = sine(4000, period=200.0)
    played = mixer(A=sound)
    played.set_region((0, 1000))
    played.loop = True
    played.play()
    np.testing.assert_array_equal(played.render(3000), np.concatenate([sound[:1000]] * 3))


def test_the_switch_between_a_and_b_is_a_linear_fade_at_the_same_sample() -> None:
    a, b = noise(2000, 1), noise(2000, 2)
    played = mixer(A=a, B=b)
    played.play()
    before = played.render(500)
    played.selected = "B"
    after = played.render(500)
    np.testing.assert_array_equal(before, a[:500])
    rise = (np.arange(1, FADE + 1) / FADE)[:, None]
    np.testing.assert_allclose(after[:FADE], b[500 : 500 + FADE] * rise + a[500 : 500 + FADE] * (1 - rise), atol=1e-6)
    np.testing.assert_array_equal(after[FADE:], b[500 + FADE : 1000])


@settings(max_examples=40, deadline=None)
@given(switches=st.lists(st.integers(1, 200), min_size=1, max_size=20))
def test_switching_between_equal_sounds_is_never_heard(switches: list[int]) -> None:
    sound = noise(5000)
    played = mixer(A=sound, B=sound.copy())
    played.play()
    out = []
    for count in switches:
        out.append(played.render(count))
        played.selected = "B" if played.selected == "A" else "A"
    heard = np.concatenate(out)
    np.testing.assert_allclose(heard, sound[: len(heard)], atol=2e-6)


def test_seeking_while_playing_fades_and_goes_on_at_the_sample() -> None:
    sound = noise(4000)
    played = mixer(A=sound)
    played.play()
    played.render(300)
    played.seek(2000)
    out = played.render(400)
    np.testing.assert_array_equal(out[FADE:], sound[2000 + FADE : 2400])
    assert played.position == 2400


def test_pause_and_play_inside_a_tone_make_no_step() -> None:
    sound = np.full((4000, 2), 0.9, np.float32)
    played = mixer(A=sound)
    played.play()
    first = played.render(500)
    played.pause()
    rest = played.render(300)
    assert played.position == 500
    played.play()
    again = played.render(300)
    out = np.concatenate((first, rest, again))
    assert np.abs(np.diff(out, axis=0)).max() <= 0.9 / FADE * 1.01
    assert not rest[FADE:].any()
    np.testing.assert_array_equal(again[FADE:], sound[:260])


def test_a_seek_between_pause_and_the_next_block_is_kept() -> None:
    played = mixer(A=noise(4000))
    played.play()
    played.render(100)
    played.pause()
    played.seek(1000)
    played.render(100)
    assert played.position == 1000


def test_the_end_of_the_sound_stops_playing_and_the_next_play_starts_over() -> None:
    sound = noise(300)
    played = mixer(A=sound)
    played.play()
    played.render(400)
    assert not played.playing and played.position == 0
    played.play()
    np.testing.assert_array_equal(played.render(100), sound[:100])


def test_a_region_is_heard_whole_and_rings_out_without_a_step() -> None:
    sound = np.full((4000, 2), 0.5, np.float32)
    played = mixer(A=sound)
    played.set_region((0, 1000))
    played.play()
    out = played.render(1500)
    np.testing.assert_array_equal(out[:1000], sound[:1000])
    assert np.abs(np.diff(out, axis=0)).max() <= 0.5 / FADE * 1.01
    assert not out[1000 + FADE :].any()


def test_moving_the_loop_away_from_the_playhead_makes_no_step() -> None:
    sound = np.concatenate((np.full((2000, 2), 0.8, np.float32), np.full((2000, 2), -0.8, np.float32)))
    played = mixer(A=sound)
    played.loop = True
    played.seek(3000)
    played.play()
    played.render(200)
    played.set_region((0, 1000))
    out = played.render(400)
    assert np.abs(np.diff(out, axis=0)).max() <= 1.6 / FADE * 1.01
    np.testing.assert_array_equal(out[FADE:], sound[FADE:400])


def test_a_new_sound_in_the_playing_slot_fades_over() -> None:
    played = mixer(A=np.full((4000, 2), 0.8, np.float32))
    played.play()
    played.render(100)
    played.load("A", np.full((4000, 2), -0.8, np.float32))
    out = played.render(200)
    assert np.abs(np.diff(out, axis=0)).max() <= 1.6 / FADE * 1.01
    assert (out[FADE:] == np.float32(-0.8)).all()


def test_gain_and_volume_change_without_a_step_and_end_exact() -> None:
    sound = np.full((4000, 2), 0.5, np.float32)
    played = mixer(A=sound)
    played.play()
    played.render(100)
    played.set_gain("A", 0.5)
    played.volume = 0.5
    out = played.render(300)
    assert np.abs(np.diff(out, axis=0)).max() <= 0.5 / FADE * 1.6
    assert (out[FADE:] == np.float32(0.125)).all()


def test_an_empty_slot_is_silent_and_stops() -> None:
    played = mixer(A=noise(1000))
    played.selected = "B"
    played.play()
    assert not played.render(200).any()
    assert not played.playing


def test_a_halted_output_resumes_where_it_stopped() -> None:
    sound = noise(2000)
    played = mixer(A=sound)
    played.play()
    played.render(700)
    played.halt()
    assert played.position == 700
    played.play()
    np.testing.assert_array_equal(played.render(200)[FADE:], sound[700 + FADE : 900])


@pytest.mark.parametrize(("have", "want"), [(1, 2), (2, 1), (2, 2), (2, 4)])
def test_channels_are_fitted_to_the_output(have: int, want: int) -> None:
    sound = noise(10, channels=have)
    fitted = fit_channels(sound, want)
    assert fitted.shape == (10, want)
    expected = sound.mean(axis=1) if want == 1 else sound[:, 0]
    np.testing.assert_allclose(fitted[:, 0], expected, atol=1e-7)


def test_five_one_is_mixed_down_with_its_centre_and_surrounds_and_without_the_lfe() -> None:
    one = np.eye(6, dtype=np.float32)  # a frame for each channel alone: left, right, centre, LFE, left and right surround
    heard = fit_channels(one, 2)
    assert heard[3].tolist() == [0, 0]
    assert heard[2, 0] == heard[2, 1] > 0
    assert heard[4, 0] > 0 and heard[4, 1] == 0 and heard[5, 1] > 0 and heard[5, 0] == 0
    assert fit_channels(np.ones((1, 6), np.float32), 2).max() == pytest.approx(1.0)


def test_selecting_behind_the_playhead_does_not_stop_what_plays() -> None:
    sound = noise(3000)
    played = mixer(A=sound)
    played.play()
    played.render(2000)
    played.set_region((100, 500))
    np.testing.assert_array_equal(played.render(1000), sound[2000:])
    played.render(10)
    assert not played.playing and played.position == 100
    played.play()
    np.testing.assert_array_equal(played.render(400)[FADE:], sound[100 + FADE : 500])


def test_peaks_are_those_of_the_sound_before_the_volume() -> None:
    played = mixer(A=np.full((500, 2), [0.5, -0.25], np.float32))
    played.volume = 0.1
    played.play()
    played.render(100)
    np.testing.assert_array_equal(played.peaks, np.float32([0.5, 0.25]))


def test_half_a_second_goes_round_for_an_hour_without_drift() -> None:
    rate = 1000
    sound = noise(rate)
    played = Mixer(rate)
    played.load("A", sound)
    played.set_region((0, rate // 2))
    played.loop = True
    played.play()
    for _ in range(360):  # ten seconds at a time
        last = played.render(10 * rate)
    np.testing.assert_array_equal(last, np.tile(sound[: rate // 2], (20, 1)))


@pytest.mark.parametrize("chosen", ["A", "B"])
def test_a_press_in_a_blind_test_sounds_the_same_whichever_is_chosen(chosen: str) -> None:
    tone = np.sin(np.arange(48000) / 20)[:, None].astype(np.float32)
    mixer = Mixer(48000, 1)
    mixer.load("A", tone)
    mixer.load("B", tone)
    mixer.play()
    mixer.render(4800)
    mixer.hear_anew(chosen)
    after = np.concatenate([mixer.render(100) for _ in range(10)])
    fade = mixer.fade_frames
    steps = np.arange(1, len(after) + 1)
    shape = np.where(steps <= fade, 1 - steps / fade, np.clip((steps - fade) / fade, 0, 1))[:, None]
    assert after == pytest.approx(tone[4800:5800] * shape, abs=1e-5)  # out, silence, in: also when it was heard already
