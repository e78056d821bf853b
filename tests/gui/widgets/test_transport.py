"""The transport's buttons do to the player what they say, and show its state in words."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from ditone.gui.audio import output
from ditone.gui.audio.output import NoOutput
from ditone.gui.audio.player import Player
from ditone.gui.audio.sound import Sound
from ditone.gui.widgets.meter import PeakMeter
from ditone.gui.widgets.timeline import TimelineState
from ditone.gui.widgets.transport import Transport

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def transport(qtbot: QtBot, timeline: TimelineState, sound: Sound, monkeypatch: pytest.MonkeyPatch) -> Transport:
    monkeypatch.setattr(output, "devices", _none)
    made = Transport(Player(), timeline)
    qtbot.addWidget(made)
    for letter in ("A", "B"):
        made.player.load(letter, sound.audio, sound.rate)
        timeline.set_duration(letter, sound.duration_s, sound.rate)
    made.resize(1300, made.sizeHint().height())
    made.show()
    return made


def _none(refresh: bool = False) -> list[output.OutputDevice]:
    raise NoOutput("No output device.")


def test_the_selection_is_what_plays_and_start_goes_to_its_beginning(transport: Transport, qtbot: QtBot) -> None:
    transport.timeline.set_selection(0.5, 1.5)
    assert transport.timeline.playhead_s == pytest.approx(0.5)
    assert transport.selection.text() == "0:00.500 – 0:01.500 (1.000 s)"
    transport.player.seek(1.0)
    qtbot.mouseClick(transport.start, LEFT)
    assert transport.player.position_s() == pytest.approx(0.5, abs=1e-4)
    assert transport.timeline.playhead_s == pytest.approx(0.5)
    transport.timeline.clear_selection()
    qtbot.mouseClick(transport.start, LEFT)
    assert transport.player.position_s() == 0.0


def test_position_and_length_are_shown(transport: Transport) -> None:
    transport.player.seek(1.25)
    assert transport.position.text() == "0:01.250 / 0:02.000"


def test_the_lane_buttons_switch_and_only_one_is_down(transport: Transport, qtbot: QtBot) -> None:
    qtbot.mouseClick(transport.slots["B"], LEFT)
    assert transport.player.selected == "B"
    assert [button.isChecked() for button in transport.slots.values()] == [False, True]
    qtbot.mouseClick(transport.slots["B"], LEFT)
    assert [button.isChecked() for button in transport.slots.values()] == [False, True]
    transport.switch()
    assert transport.player.selected == "A"


def test_without_a_device_play_stays_off_and_the_note_says_why(transport: Transport, qtbot: QtBot) -> None:
    qtbot.mouseClick(transport.play, LEFT)
    assert not transport.player.is_playing()
    assert transport.note.text() == "No output device."
    assert transport.play.accessibleName().startswith("Play")


def test_loop_and_volume_follow_the_controls(transport: Transport, qtbot: QtBot) -> None:
    qtbot.mouseClick(transport.loop, LEFT)
    assert transport.player.loop
    transport.volume.field.setValue(50)
    assert transport.player.volume == 0.5 and transport.volume.slider.value() == 50
    assert "−12.0 dB" in transport.volume.slider.toolTip()
    qtbot.mouseClick(transport.volume.mute, LEFT)
    assert transport.player.volume == 0.0
    qtbot.mouseClick(transport.volume.mute, LEFT)
    assert transport.player.volume == 0.5


def test_the_amount_of_level_match_is_written_on_its_button(transport: Transport, sound: Sound, qtbot: QtBot) -> None:
    transport.player.load("B", sound.audio * 2, sound.rate)
    with qtbot.waitSignal(transport.player.match_changed, timeout=20_000):
        qtbot.mouseClick(transport.match, LEFT)
    assert transport.match.text().strip() == "B −6.0 dB"


def test_the_difference_is_asked_for(transport: Transport, qtbot: QtBot) -> None:
    with qtbot.waitSignal(transport.difference_toggled) as asked:
        qtbot.mouseClick(transport.difference, LEFT)
    assert asked.args == [True]


def test_the_meter_rises_holds_and_remembers_full_scale(qtbot: QtBot) -> None:
    meter = PeakMeter()
    qtbot.addWidget(meter)
    meter.add(np.array([0.5, 1.0], np.float32))
    assert meter.held_db == [pytest.approx(-6.02, abs=0.01), pytest.approx(0.0)]
    assert meter.clipped
    qtbot.mouseClick(meter, LEFT)
    assert not meter.clipped
    qtbot.waitUntil(lambda: max(meter.held_db) <= -60.0, timeout=10_000)


def test_with_less_room_words_go_and_then_numbers_and_everything_still_fits(transport: Transport, qtbot: QtBot) -> None:
    assert "Default output" in transport.device.text() and transport.volume.field.isVisible()
    for width in (1300, 900, transport.minimumSizeHint().width()):
        transport.resize(width, transport.height())
        qtbot.wait(1)
        assert transport.meter.geometry().right() < width
        assert transport.layout().minimumSize().width() <= width
    assert not transport.volume.field.isVisible() and "/" not in transport.position.text()
    transport.resize(1300, transport.height())
    transport.set_compact(True)
    assert not transport.volume.field.isVisible()


def test_the_view_follows_the_playhead_unless_one_looks_elsewhere(transport: Transport, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transport.player, "is_playing", lambda: True)
    timeline = transport.timeline
    timeline.show_range(0.0, 0.5)
    transport.player.position_changed.emit(0.49)
    assert timeline.view == (0.0, 0.5)
    transport.player.position_changed.emit(0.51)
    assert timeline.view == pytest.approx((0.51, 1.01))
    timeline.show_range(1.5, 2.0)
    transport.player.position_changed.emit(0.55)
    assert timeline.view == pytest.approx((1.5, 2.0))


def test_the_view_menu_chooses_what_lanes_draw(transport: Transport) -> None:
    actions = {action.text(): action for action in transport.view.views.actions()}
    assert not actions["Linear scale"].isEnabled()
    actions["Waveform and spectrogram"].trigger()
    assert transport.timeline.mode == "both" and "Waveform and spectrogram" in transport.view.accessibleName()
    actions["Linear scale"].trigger()
    assert not transport.timeline.mel
    transport.timeline.cycle_mode()
    assert actions["Waveform"].isChecked()
