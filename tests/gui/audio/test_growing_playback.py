"""A take is heard while it is made: what the sound card gets is the take, with nothing but silence where it was not there yet."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from numpy.typing import NDArray
from pytestqt.qtbot import QtBot

from ditone.gui.audio import output
from ditone.gui.audio.player import Player
from tests.null_sink import NullSink

RATE = 48000
FADE = 240  # 5 ms


def chirp(seconds: float, rate: int) -> NDArray[np.float32]:
    """Slow enough that a click would stand out among its steps, and nowhere twice the same."""
    t = np.arange(round(seconds * rate)) / rate
    return (0.5 * np.cos(2 * np.pi * (110 * t + 40 * t**2)))[:, None].astype(np.float32)


def quiet_runs(audio: NDArray[np.float32], least: int) -> list[tuple[int, int]]:
    """Start and end of every run of at least `least` silent frames between sounds."""
    silent = np.concatenate(([False], np.abs(audio).max(axis=1) == 0, [False]))
    edges = np.flatnonzero(np.diff(silent.astype(np.int8)))
    return [(int(a), int(b)) for a, b in zip(edges[::2], edges[1::2], strict=True) if b - a >= least]


@pytest.mark.parametrize("rate", [RATE, 24000])
def test_only_silence_comes_between_the_pieces_of_a_take(
    player: Player, null_sink: NullSink, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, rate: int
) -> None:
    monkeypatch.setattr(output, "usable_rate", lambda device, wanted: RATE)
    take = chirp(3.0, rate)
    cuts = [round(seconds * rate) for seconds in (0.0, 0.7, 1.5, 2.6)]
    waits = 0
    player.begin("A", rate)
    with null_sink.recording() as recording:
        player.play()
        assert player.is_playing(), player.problem_text
        for start, end in itertools.pairwise(cuts):
            qtbot.waitUntil(lambda: player.waiting, timeout=20_000)
            waits += 1
            qtbot.wait(250)
            for a in range(start, end, rate // 10):
                player.add("A", take[a : min(a + rate // 10, end)], a)
            qtbot.waitUntil(lambda: not player.waiting, timeout=20_000)
        qtbot.waitUntil(lambda: player.waiting, timeout=20_000)
        qtbot.wait(250)
        player.load("A", take, rate)
        qtbot.waitUntil(lambda: not player.is_playing(), timeout=20_000)
        qtbot.wait(200)
    assert waits == 3
    loud = np.flatnonzero(np.abs(recording.audio).max(axis=1))
    recorded = recording.audio[loud[0] : loud[-1] + 1]
    whole = np.repeat(take if rate == RATE else resampled(take, rate), 2, axis=1)
    rests = quiet_runs(recorded, RATE // 10)
    assert len(rests) == 3
    assert np.abs(np.diff(recorded, axis=0)).max() <= np.abs(np.diff(whole, axis=0)).max() + 0.5 / FADE + 1e-4
    parts, joined = [0, *(b for _, b in rests)], []
    ends = [*(a for a, _ in rests), len(recorded)]
    for index, (start, end) in enumerate(zip(parts, ends, strict=True)):
        first = FADE if index else 0  # what fades in was heard before, fading out
        joined.append(recorded[start + first : end if index == 3 else end - FADE])
    heard = np.concatenate([part[2:-2] for part in joined])  # a fade may begin or end in a zero of its own
    assert len(heard) == pytest.approx(len(whole) - 3 * FADE, abs=64)
    position = 0
    for part in joined:
        inner = part[8:-8]
        at = _find(whole, inner[:480], position)
        np.testing.assert_allclose(inner, whole[at : at + len(inner)], atol=1e-6)
        assert at - position <= FADE + 64  # nothing was left out but what is in the fades
        position = at + len(inner)
    assert position == pytest.approx(len(whole), abs=64)


def resampled(take: NDArray[np.float32], rate: int) -> NDArray[np.float32]:
    import soxr

    return np.asarray(soxr.resample(take, rate, RATE, quality="VHQ"), np.float32)


def _find(whole: NDArray[np.float32], wanted: NDArray[np.float32], around: int) -> int:
    """Where a part of the sound is, at or behind a place."""
    places = range(max(around - FADE, 0), min(around + 4 * FADE, len(whole) - len(wanted)))
    return min(places, key=lambda at: float(np.abs(whole[at : at + len(wanted)] - wanted).max()))
