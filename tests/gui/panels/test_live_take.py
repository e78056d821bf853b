"""A take that arrives in pieces, in the window: it can be heard while it is made, and goes on as the finished take."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

import numpy as np
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from ditone.gui.audio import output
from ditone.gui.audio import player as player_module
from ditone.gui.engine.take_entry import TakeEntry
from ditone.gui.studio import Studio
from ditone.runtime.request import Request
from ditone.runtime.run import Run
from ditone.runtime.take import Audio
from tests.gui.audio.test_player import SPEAKERS, PretendedOutput
from tests.tiny import SAMPLE_RATE_HZ, TinyPipeline

LEFT = Qt.MouseButton.LeftButton
PIECE = SAMPLE_RATE_HZ // 2


class Doors:
    """Lets the pieces of a take out one at a time."""

    def __init__(self) -> None:
        self._door = threading.Semaphore(0)
        self.sounds: list[Audio] = []

    def open(self, count: int = 1) -> None:
        for _ in range(count):
            self._door.release()

    def generate(
        self, made: Callable[[TinyPipeline, Request, Run], Audio], pipeline: TinyPipeline, request: Request, run: Run
    ) -> Audio:
        sound = made(pipeline, request, run)
        self.sounds.append(sound)
        for start in range(0, len(sound), PIECE):
            while not self._door.acquire(timeout=0.02):
                run.check()
            run.observer.audio(sound[start : start + PIECE], start, SAMPLE_RATE_HZ)
        while not self._door.acquire(timeout=0.02):
            run.check()
        return sound


@pytest.fixture
def doors(monkeypatch: pytest.MonkeyPatch) -> Iterator[Doors]:
    made, doors = TinyPipeline.generate, Doors()
    monkeypatch.setattr(TinyPipeline, "generate", lambda self, request, run: doors.generate(made, self, request, run))
    monkeypatch.setattr(output, "devices", lambda refresh=False: [SPEAKERS])
    monkeypatch.setattr(output, "usable_rate", lambda device, wanted: wanted)
    monkeypatch.setattr(player_module, "Output", PretendedOutput)
    yield doors
    doors.open(1000)


def begin(studio: Studio, qtbot: QtBot, doors: Doors, seconds: float = 2.0) -> None:
    """Generates, and waits until the first piece is there."""
    studio.window.prompt.rows["duration_s"].set_value(seconds)
    qtbot.mouseClick(studio.window.bar.generate, LEFT)
    doors.open()
    qtbot.waitUntil(lambda: studio.window.lanes.growing is not None, timeout=60_000)


def pieces(studio: Studio, qtbot: QtBot, doors: Doors, seconds: float) -> None:
    """Lets out what is there up to a time."""
    player = studio.window.lanes.player
    assert player is not None
    while player.duration_s(studio.live_take.target) < seconds:
        before = player.duration_s(studio.live_take.target)
        doors.open()
        qtbot.waitUntil(lambda before=before: player.duration_s(studio.live_take.target) > before, timeout=20_000)


def pull(studio: Studio, seconds: float) -> np.ndarray:
    """What the sound card would get; the clock of the player ticks."""
    player = studio.window.lanes.player
    assert player is not None
    sound = player._output.mixer.render(round(seconds * SAMPLE_RATE_HZ))
    player._tick()
    return sound


def test_space_plays_what_is_there_and_the_finished_take_goes_on_where_it_is(studio: Studio, qtbot: QtBot, doors: Doors) -> None:
    begin(studio, qtbot, doors)
    transport, player, lane = studio.window.lanes.transport, studio.window.lanes.player, studio.window.lanes.lanes["A"]
    assert player is not None
    assert transport is not None
    transport.volume.slider.setValue(100)
    assert transport.play.isEnabled() and lane.buttons["play"].isEnabled() and lane.sound is None
    lane.view.setFocus()
    qtbot.keyClick(lane.view, Qt.Key.Key_Space)
    assert player.is_playing()
    first = pull(studio, 1.0)
    assert player.waiting and transport.note.text() in ("Waiting for more", "Waiting…")
    pieces(studio, qtbot, doors, 1.0)
    second = pull(studio, 0.25)
    assert not player.waiting and transport.note.text() == ""
    pieces(studio, qtbot, doors, 2.0)
    doors.open()
    qtbot.waitUntil(lambda: lane.sound is not None, timeout=20_000)
    assert player.is_playing() and player.selected == "A" and studio.window.lanes.entries["A"].take.duration_s == 2.0
    rest = pull(studio, 2.0)
    assert not player._mixer.playing
    sound = np.repeat(doors.sounds[0], 2, axis=1)
    fade = player._mixer.fade_frames
    stop = PIECE - fade
    np.testing.assert_array_equal(first[:stop], sound[:stop])
    np.testing.assert_array_equal(second[fade:], sound[stop + fade : stop + len(second)])
    at = stop + len(second)
    np.testing.assert_allclose(rest[: len(sound) - at], sound[at:], atol=1e-6)
    qtbot.waitUntil(lambda: not player.is_playing(), timeout=60_000)
    assert studio.window.lanes.growing is None


def test_a_take_that_was_paused_in_the_making_keeps_its_place(studio: Studio, qtbot: QtBot, doors: Doors) -> None:
    begin(studio, qtbot, doors)
    player, transport = studio.window.lanes.player, studio.window.lanes.transport
    assert player is not None
    assert transport is not None
    qtbot.mouseClick(studio.window.lanes.lanes["A"].buttons["play"], LEFT)
    pull(studio, 0.25)
    qtbot.waitUntil(lambda: player.position_s() == 0.25, timeout=60_000)
    qtbot.mouseClick(transport.play, LEFT)
    doors.open(10)
    qtbot.waitUntil(lambda: studio.window.lanes.lanes["A"].sound is not None, timeout=20_000)
    assert not player.is_playing() and player.position_s() == 0.25


def test_cancelling_stops_it_and_brings_back_what_was_there(studio: Studio, qtbot: QtBot, doors: Doors) -> None:
    begin(studio, qtbot, doors, 0.5)
    doors.open(2)
    lane, player = studio.window.lanes.lanes["A"], studio.window.lanes.player
    assert player is not None
    qtbot.waitUntil(lambda: lane.sound is not None, timeout=20_000)
    before = lane.sound
    begin(studio, qtbot, doors)
    qtbot.mouseClick(lane.buttons["play"], LEFT)
    pull(studio, 0.1)
    qtbot.mouseClick(studio.window.bar.cancel, LEFT)
    qtbot.waitUntil(lambda: studio.window.lanes.growing is None, timeout=20_000)
    assert not player.is_playing() and player.position_s() == 0.0
    assert lane.sound is before and player.duration_s("A") == 0.5
    qtbot.mouseClick(lane.buttons["play"], LEFT)
    played = pull(studio, 0.5)
    assert np.abs(played).max() > 0


def test_a_cancelled_first_take_leaves_an_empty_lane(studio: Studio, qtbot: QtBot, doors: Doors) -> None:
    begin(studio, qtbot, doors)
    qtbot.mouseClick(studio.window.bar.cancel, LEFT)
    player, transport = studio.window.lanes.player, studio.window.lanes.transport
    assert player is not None
    assert transport is not None
    qtbot.waitUntil(lambda: not player.has("A"), timeout=20_000)
    assert not transport.play.isEnabled() and not studio.window.lanes.lanes["A"].buttons["play"].isEnabled()


def test_what_is_listened_to_goes_on_while_a_take_grows_beside_it(studio: Studio, qtbot: QtBot, doors: Doors) -> None:
    begin(studio, qtbot, doors)
    doors.open(10)
    player = studio.window.lanes.player
    assert player is not None
    qtbot.waitUntil(lambda: studio.window.lanes.lanes["A"].sound is not None, timeout=20_000)
    doors._door = threading.Semaphore(0)
    studio.window.prompt.rows["duration_s"].set_value(2.0)
    qtbot.mouseClick(studio.window.bar.generate, LEFT)
    qtbot.waitUntil(lambda: studio.engine.busy, timeout=20_000)
    qtbot.mouseClick(studio.window.lanes.lanes["A"].buttons["play"], LEFT)  # the lane that the take was meant for
    pull(studio, 0.1)
    doors.open()
    qtbot.waitUntil(lambda: studio.window.lanes.growing == "B", timeout=20_000)
    assert player.is_playing() and player.selected == "A"
    doors.open(10)
    qtbot.waitUntil(lambda: studio.window.lanes.lanes["B"].sound is not None, timeout=20_000)
    assert player.is_playing() and player.selected == "A" and studio.window.lanes.entries["A"].number == 1


def test_autoplay_begins_with_the_first_piece_and_does_not_play_the_take_again(
    studio: Studio, qtbot: QtBot, doors: Doors
) -> None:
    studio.playback.set_autoplay(True)
    begin(studio, qtbot, doors)
    player, transport = studio.window.lanes.player, studio.window.lanes.transport
    assert player is not None
    assert transport is not None
    assert player.is_playing() and player.selected == "A"
    pull(studio, 0.1)
    qtbot.mouseClick(transport.play, LEFT)
    doors.open(10)
    qtbot.waitUntil(lambda: studio.window.lanes.lanes["A"].sound is not None, timeout=20_000)
    assert not player.is_playing()


def test_a_take_for_a_page_of_the_comparison_touches_no_lane(studio: Studio, qtbot: QtBot, doors: Doors) -> None:
    done: list[TakeEntry] = []
    studio.window.prompt.rows["duration_s"].set_value(1.0)
    doors.open(10)
    studio.page_takes.order(studio.generation.wanted_request(), done.append, pytest.fail)
    qtbot.waitUntil(lambda: bool(done) and not studio.engine.busy, timeout=60_000)
    player, lane = studio.window.lanes.player, studio.window.lanes.lanes["A"]
    assert player is not None
    assert not player.has("A") and lane.sound is None and not lane.view.content.growing
    assert studio.window.takes.model.total() == 1
