"""The difference lane: what it shows, says and lets one hear."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from ditone.gui.audio.player import Player
from ditone.gui.audio.sound import Sound
from ditone.gui.widgets.difference import LOUDEST_DBFS, DifferenceLane
from ditone.gui.widgets.timeline import TimelineState

RATE = 44100
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def lane(qtbot: QtBot, timeline: TimelineState) -> DifferenceLane:
    made = DifferenceLane(Player(), timeline)
    qtbot.addWidget(made)
    made.resize(900, 160)
    return made


def noise(level: float = 0.1) -> np.ndarray:
    return (np.random.default_rng(1).uniform(-level, level, (RATE, 1))).astype(np.float32)


def show(lane: DifferenceLane, qtbot: QtBot, a: np.ndarray, b: np.ndarray) -> None:
    for slot, audio in (("A", a), ("B", b)):
        lane.player.load(slot, audio, RATE)
        lane.timeline.set_duration(slot, len(audio) / RATE, RATE)
    with qtbot.waitSignal(lane.changed, timeout=20_000):
        lane.set_sounds(Sound(a, RATE), Sound(b, RATE))


def test_it_is_hidden_until_there_are_two_sounds_and_folded_then(lane: DifferenceLane, qtbot: QtBot) -> None:
    lane.set_sounds(Sound(noise(), RATE), None)
    assert lane.isHidden()
    show(lane, qtbot, noise(), noise() * 0.5)
    assert lane.isVisible() and lane.view.isHidden()
    qtbot.mouseClick(lane.fold, LEFT)
    assert lane.view.isVisible()


def test_equal_sounds_null_to_minus_infinity(lane: DifferenceLane, qtbot: QtBot) -> None:
    show(lane, qtbot, noise(), noise())
    assert lane.words.text() == "null −∞ dB"


def test_a_shift_is_named_and_taken_out_when_aligned(lane: DifferenceLane, qtbot: QtBot) -> None:
    late = np.concatenate((np.zeros((100, 1), np.float32), noise()))
    show(lane, qtbot, noise(), late)
    assert "B 100 samples late" in lane.words.text()
    with qtbot.waitSignal(lane.changed, timeout=20_000):
        lane.align.setChecked(True)
    assert "null −∞ dB" in lane.words.text() and "(aligned)" in lane.words.text()


def test_gain_is_shown_as_chosen_but_heard_only_as_loud_as_is_safe(lane: DifferenceLane, qtbot: QtBot) -> None:
    show(lane, qtbot, noise(0.1), noise(0.1) * 0.9)
    lane.gains.button(40).click()
    shown = np.abs(lane.view.sound.audio).max()
    assert shown == pytest.approx(100 * np.abs(noise() * 0.1).max(), rel=1e-3)
    assert lane.heard_gain_db == pytest.approx(LOUDEST_DBFS + 40.0, abs=0.1)
    assert "heard at" in lane.words.text()
    lane.gains.button(20).click()
    assert lane.heard_gain_db == 20.0 and "heard at" not in lane.words.text()


def test_listening_switches_to_the_difference_and_back(lane: DifferenceLane, qtbot: QtBot) -> None:
    show(lane, qtbot, noise(), noise() * 0.5)
    lane.player.select("B")
    qtbot.mouseClick(lane.listen, LEFT)
    assert lane.player.selected == "D" and lane.listen.isChecked()
    qtbot.mouseClick(lane.listen, LEFT)
    assert lane.player.selected == "B" and not lane.listen.isChecked()


def test_when_a_lane_is_emptied_the_difference_goes(lane: DifferenceLane, qtbot: QtBot) -> None:
    show(lane, qtbot, noise(), noise() * 0.5)
    lane.set_listening(True)
    lane.set_sounds(Sound(noise(), RATE), None)
    assert lane.player.selected == "A" and not lane.player.has("D") and lane.isHidden()
