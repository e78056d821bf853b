"""The player without a sound device, with one that goes away, and with one that is only pretended."""

from __future__ import annotations

import sys
import time
import types

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from ditone.gui.audio import output
from ditone.gui.audio.mixer import Mixer
from ditone.gui.audio.output import NoOutput, OutputDevice
from ditone.gui.audio.player import Player

RATE = 48000
SPEAKERS = OutputDevice(0, "Speakers", "ALSA", 2, RATE, True)
PHONES = OutputDevice(1, "Headphones", "ALSA", 2, RATE, False)


class PretendedOutput:
    """An output whose frames are pulled by the test."""

    latency_s = 0.0
    early = False

    def __init__(self, device: OutputDevice, mixer: Mixer, wanted_hz: int, latency_s: float | None = None) -> None:
        self.wanted_latency_s = latency_s
        self.underflows = 0
        self.device, self.mixer, self.wanted_hz = device, mixer, wanted_hz
        self.lost = False
        self.closed = False

    def heard_frame(self) -> float:
        return self.mixer.position

    def levels(self) -> None:
        return None

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def player(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Player:
    from ditone.gui.audio import player as module

    monkeypatch.setattr(output, "devices", lambda refresh=False: [SPEAKERS, PHONES])
    monkeypatch.setattr(output, "usable_rate", lambda device, wanted: device.rate_hz)
    monkeypatch.setattr(module, "Output", PretendedOutput)
    return Player()


def noise(seconds: float, level: float = 0.5) -> np.ndarray:
    return np.random.default_rng(1).uniform(-level, level, (round(seconds * RATE), 2)).astype(np.float32)


def test_without_portaudio_everything_can_be_called_and_a_sentence_tells(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sounddevice", None)
    monkeypatch.setattr(output, "sounddevice", _missing)
    player = Player()
    problems: list[str] = []
    player.problem.connect(problems.append)
    player.load("A", noise(1.0), RATE)
    player.set_loop(True)
    player.seek(0.5)
    player.set_volume(0.5)
    player.play()
    assert not player.is_playing()
    assert problems == ["No sound can be played: the PortAudio library is missing."]
    assert player.devices() == []
    assert player.position_s() == 0.5
    player.close()


def _missing() -> None:
    raise NoOutput("No sound can be played: the PortAudio library is missing.")


def test_a_missing_library_names_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        def find_spec(self, name: str, *_: object) -> None:
            if name == "sounddevice":
                raise OSError("PortAudio library not found")

    monkeypatch.delitem(sys.modules, "sounddevice", raising=False)
    monkeypatch.setattr(sys, "meta_path", [Broken(), *sys.meta_path])
    monkeypatch.setattr(sys, "platform", "linux")
    with pytest.raises(NoOutput) as caught:
        output.devices()
    assert "libportaudio2" in caught.value.text()


def test_a_device_that_goes_pauses_with_a_note_and_the_next_play_uses_the_default(player: Player, qtbot: QtBot) -> None:
    player.set_device(PHONES.key)
    player.load("A", noise(2.0), RATE)
    player.play()
    assert player.device_in_use == PHONES.key
    player._output.mixer.render(4800)
    with qtbot.waitSignal(player.problem) as told:
        player._output.lost = True
    assert "Headphones" in told.args[0] and "default" in told.args[0]
    assert not player.is_playing()
    assert player.position_s() == pytest.approx(0.1, abs=0.001)
    player.play()
    assert player.is_playing() and player.device_in_use == SPEAKERS.key
    assert player.problem_text == ""


def test_what_nobody_asked_for_does_not_look_for_devices_anew(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[bool] = []

    def none(refresh: bool = False) -> list[OutputDevice]:
        looks.append(refresh)
        raise NoOutput("No output device.")

    monkeypatch.setattr(output, "devices", none)
    player = Player()
    player.load("A", noise(1.0), RATE)
    for _ in range(3):  # a take after the other, each of which would play by itself
        player.play(unasked=True)
    assert player.problem_text and not any(looks)
    player.play()
    assert looks[-1]  # the device may have been connected by now


def test_level_match_only_attenuates_the_louder_lane(player: Player, qtbot: QtBot) -> None:
    player.load("A", noise(1.0, 0.1), RATE)
    player.load("B", noise(1.0, 0.4), RATE)
    with qtbot.waitSignal(player.match_changed, timeout=20_000):
        player.set_level_match(True)
    assert player.match_db("A") == 0.0
    assert player.match_db("B") == pytest.approx(-12.04, abs=0.05)
    player.set_level_match(False)
    assert player.match_db("B") == 0.0


def test_sounds_of_less_than_a_gating_block_are_matched_by_their_mean_square(player: Player, qtbot: QtBot) -> None:
    player.load("A", noise(0.2, 0.4), RATE)
    player.load("B", noise(0.2, 0.2), RATE)
    with qtbot.waitSignal(player.match_changed, timeout=20_000):
        player.set_level_match(True)
    assert (player.match_db("A"), player.match_db("B")) == (pytest.approx(-6.02, abs=0.01), 0.0)


def test_a_long_sound_of_another_rate_is_prepared_beside_and_then_plays(player: Player, qtbot: QtBot) -> None:
    player.load("A", np.zeros((44100 * 20, 1), np.float32), 44100)
    player.play()
    assert player.is_playing()
    assert not player._mixer.playing
    qtbot.waitUntil(lambda: player._mixer.playing, timeout=20_000)
    assert len(player._mixer.slots["A"]) == pytest.approx(RATE * 20, abs=2)
    player.pause()


def test_playing_to_the_end_stops_and_goes_back_to_the_start(player: Player, qtbot: QtBot) -> None:
    player.load("A", noise(0.1), RATE)
    player.play()
    with qtbot.waitSignal(player.state_changed):
        player._output.mixer.render(RATE)
    assert not player.is_playing() and player.position_s() == 0.0


def test_an_idle_output_is_closed_so_that_devices_can_be_looked_for_again(player: Player, qtbot: QtBot) -> None:
    player.load("A", noise(0.5), RATE)
    player.play()
    opened = player._output
    player.pause()
    assert not opened.closed  # what was read before the pause still has to play out
    began = time.monotonic()
    qtbot.waitUntil(lambda: opened.closed, timeout=60_000)
    assert time.monotonic() - began > 1.0
    assert player.device_in_use is None


def test_an_empty_slot_can_neither_be_selected_nor_played(player: Player) -> None:
    player.play()
    assert not player.is_playing()
    player.load("A", noise(0.5), RATE)
    player.select("B")
    assert player.selected == "A"


def test_the_output_waits_longer_until_the_engine_is_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    torch = types.ModuleType("torch")
    torch.__spec__ = types.SimpleNamespace(_initializing=True)
    monkeypatch.setitem(sys.modules, "torch", torch)
    assert output.wanted_latency() == 0.3
    torch.__spec__._initializing = False
    assert output.wanted_latency() == "high"


def test_an_output_that_runs_dry_is_opened_again_with_more_latency_at_the_same_place(player: Player, qtbot: QtBot) -> None:
    player.load("A", noise(2.0), RATE)
    player.play()
    first = player._output
    assert first.wanted_latency_s is None
    first.mixer.render(4800)
    qtbot.wait(100)  # longer than the latency, so that the beginning has been heard
    first.latency_s, first.underflows = 0.04, 3
    qtbot.waitUntil(lambda: player._output is not first, timeout=60_000)
    assert first.closed and player.is_playing()
    assert player._output.wanted_latency_s == pytest.approx(0.1)
    assert player.position_s() == pytest.approx(0.1, abs=0.001)


def follow(player: Player) -> None:
    """What the clock does 60 times a second."""
    player._tick()


def test_a_sound_in_the_making_is_played_waits_and_goes_on_with_the_finished_one(player: Player, qtbot: QtBot) -> None:
    sound = noise(2.0)
    player.begin("A", RATE)
    assert player.has("A") and player.grows("A") and player.duration_s("A") == 0.0
    player.add("A", sound[:24000], 0)
    assert player.duration_s("A") == 0.5
    player.play()
    mixer = player._output.mixer
    first = mixer.render(36000)
    follow(player)
    assert player.is_playing() and player.waiting
    qtbot.waitUntil(lambda: player.position_s() == (24000 - mixer.fade_frames) / RATE, timeout=60_000)
    player.load("A", sound, RATE)
    assert not player.grows("A")
    second = mixer.render(96000)
    follow(player)
    assert not player.waiting
    stop = 24000 - mixer.fade_frames
    np.testing.assert_array_equal(first[:stop], sound[:stop])
    np.testing.assert_array_equal(second[240 : len(sound) - stop], sound[stop + 240 :])
    qtbot.waitUntil(lambda: not player.is_playing(), timeout=60_000)


def test_a_sound_in_the_making_can_be_begun_before_anything_is_there(player: Player) -> None:
    player.begin("A", RATE)
    player.play()
    assert player.is_playing()
    player._output.mixer.render(4800)
    follow(player)
    assert player.waiting and player.position_s() == 0.0
    player.pause()
    assert not player.waiting and not player.is_playing()


def test_a_sound_in_the_making_goes_on_on_another_device(player: Player, qtbot: QtBot) -> None:
    sound = noise(1.0)
    player.begin("A", RATE // 2)
    player.add("A", sound[: RATE // 2], 0)
    player.play()
    qtbot.waitUntil(lambda: len(player._output.mixer.slots["A"]) > 40000, timeout=20_000)
    player._output.mixer.render(12000)
    player.set_device(PHONES.key)
    assert player.is_playing() and player.device_in_use == PHONES.key
    assert player._mixer.slots["A"].growing and player._mixer.position == pytest.approx(12000, abs=800)
    player.add("A", sound[RATE // 2 :], RATE // 2)
    qtbot.waitUntil(lambda: len(player._mixer.slots["A"]) > 80000, timeout=20_000)


def test_giving_up_a_sound_in_the_making_empties_its_slot(player: Player) -> None:
    player.begin("A", RATE)
    player.add("A", noise(1.0), 0)
    player.play()
    player.load("A", None)
    assert not player.has("A") and "A" not in player._mixer.slots
    player.add("A", noise(1.0), 48000)
    assert not player.has("A")
