"""Real playback through PortAudio and ALSA into a null sink; what was recorded is compared with the take."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray
from pytestqt.qtbot import QtBot

from ditone.gui.audio import output
from ditone.gui.audio.player import Player
from tests.null_sink import NullSink

RATE = 48000


def noise(seconds: float, seed: int = 0, rate: int = RATE) -> NDArray[np.float32]:
    return np.random.default_rng(seed).uniform(-0.5, 0.5, (round(seconds * rate), 2)).astype(np.float32)


def heard(recorded: NDArray[np.float32]) -> NDArray[np.float32]:
    """The recording without the silence around it."""
    loud = np.flatnonzero(np.abs(recorded).max(axis=1))
    return recorded[loud[0] : loud[-1] + 1]


def record(sink: NullSink, qtbot: QtBot, player: Player, while_playing: Callable[[], None] | None = None) -> NDArray[np.float32]:
    with sink.recording() as recording:
        player.play()
        assert player.is_playing(), player.problem_text
        if while_playing:
            while_playing()
        qtbot.waitUntil(lambda: not player.is_playing(), timeout=10_000)
        qtbot.wait(200)
    return heard(recording.audio)


def test_a_take_is_played_to_the_last_bit(player: Player, null_sink: NullSink, qtbot: QtBot) -> None:
    take = noise(1.0)
    player.load("A", take, RATE)
    positions: list[float] = []
    player.position_changed.connect(positions.append)
    recorded = record(null_sink, qtbot, player)
    np.testing.assert_array_equal(recorded, take)
    rising = positions[: int(np.argmax(positions)) + 1]
    assert rising == sorted(rising) and max(rising) == pytest.approx(1.0, abs=0.1)
    assert player.position_s() == 0.0


def test_the_switch_to_b_is_sample_accurate_and_has_no_click(player: Player, null_sink: NullSink, qtbot: QtBot) -> None:
    t = np.arange(2 * RATE) / RATE
    a = np.repeat(0.4 * np.sin(2 * np.pi * 220 * t)[:, None], 2, axis=1).astype(np.float32)
    b = np.repeat(0.4 * np.sin(2 * np.pi * 331 * t + 1)[:, None], 2, axis=1).astype(np.float32)
    player.load("A", a, RATE)
    player.load("B", b, RATE)
    recorded = record(null_sink, qtbot, player, lambda: (qtbot.wait(600), player.select("B")))
    assert len(recorded) == len(a) or abs(len(recorded) - len(a)) <= 1  # the last sample of B may be a zero crossing
    first = 1 if a[0, 0] == 0 else 0
    is_a = (recorded == a[first : first + len(recorded)]).all(axis=1)
    is_b = (recorded == b[first : first + len(recorded)]).all(axis=1)
    fade = round(0.005 * RATE)
    switch = int(np.flatnonzero(~is_a)[0])
    assert 0.2 * RATE < switch < 1.8 * RATE
    assert is_a[:switch].all() and is_b[switch + fade :].all()
    assert np.abs(np.diff(recorded, axis=0)).max() <= np.abs(np.diff(b, axis=0)).max() * 1.1


def test_a_loop_goes_round_without_gap(player: Player, null_sink: NullSink, qtbot: QtBot) -> None:
    take = noise(1.0)
    player.load("A", take, RATE)
    player.set_region(0.0, 0.5)
    player.set_loop(True)
    recorded = record(null_sink, qtbot, player, lambda: (qtbot.wait(1700), player.pause()))
    assert len(recorded) > 1.2 * RATE
    sure = recorded[: -round(0.01 * RATE)]  # the pause fades the end out
    np.testing.assert_array_equal(sure, take[np.arange(len(sure)) % (RATE // 2)])


def test_pause_and_play_lose_nothing_and_click_nowhere(player: Player, null_sink: NullSink, qtbot: QtBot) -> None:
    t = np.arange(RATE) / RATE
    tone = np.repeat(0.5 * np.cos(2 * np.pi * 100 * t)[:, None], 2, axis=1).astype(np.float32)
    player.load("A", tone, RATE)

    def pause_and_go_on() -> None:
        qtbot.wait(400)
        player.pause()
        paused_at = player.position_s()
        assert 0.1 < paused_at < 0.9
        qtbot.wait(300)
        player.play()
        assert player.position_s() == pytest.approx(paused_at, abs=0.002)

    recorded = record(null_sink, qtbot, player, pause_and_go_on)
    np.testing.assert_array_equal(recorded[: RATE // 10], tone[: RATE // 10])
    np.testing.assert_array_equal(recorded[-RATE // 20 :], tone[-RATE // 20 :])
    assert np.abs(np.diff(recorded, axis=0)).max() <= 0.5 / (0.005 * RATE) + np.abs(np.diff(tone, axis=0)).max()


def test_a_take_of_another_rate_keeps_its_pitch_and_length(
    player: Player, null_sink: NullSink, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(output, "usable_rate", lambda device, wanted: RATE)
    t = np.arange(22050) / 22050
    tone = (0.4 * np.sin(2 * np.pi * 440 * t))[:, None].astype(np.float32)
    player.load("A", tone, 22050)
    recorded = record(null_sink, qtbot, player)
    assert len(recorded) == pytest.approx(RATE, abs=4)
    expected = 0.4 * np.sin(2 * np.pi * 440 * np.arange(RATE) / RATE)
    inner = slice(2000, 40000)
    offset = int(np.argmax([recorded[inner.start + k : inner.stop + k, 0] @ expected[inner] for k in range(-3, 4)])) - 3
    np.testing.assert_allclose(recorded[inner.start + offset : inner.stop + offset, 1], expected[inner], atol=2e-3)
