"""Lanes under real mouse and wheel events, and what they draw and say."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QAccessible, QDropEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QPlainTextEdit
from pytestqt.qtbot import QtBot

from ditone.gui.audio.sound import Sound
from ditone.gui.theme import palettes
from ditone.gui.widgets.lane import Lane
from ditone.gui.widgets.timeline import TimelineState
from ditone.gui.widgets.wave_paint import BODY, CLIPPED, WAVE, clip_color, column_edges, columns_mask, wave_mask

RATE = 44100
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def lane(qtbot: QtBot, timeline: TimelineState, sound: Sound) -> Lane:
    made = Lane("A", timeline)
    qtbot.addWidget(made)
    made.resize(800, 200)
    made.set_sound(sound)
    made.show()
    qtbot.waitExposed(made)
    return made


def at(lane: Lane, seconds: float) -> QPoint:
    return QPoint(round(lane.view.x_of(seconds)), lane.view.height() // 2)


def wheel(lane: Lane, seconds: float, steps: int, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    where = QPointF(at(lane, seconds))
    event = QWheelEvent(
        where,
        lane.view.mapToGlobal(where),
        QPoint(),
        QPoint(0, 120 * steps),
        Qt.MouseButton.NoButton,
        modifiers,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(lane.view, event)


def test_a_click_asks_to_hear_from_there_and_takes_the_selection_away(lane: Lane, qtbot: QtBot) -> None:
    lane.timeline.set_selection(0.2, 0.4)
    with qtbot.waitSignal(lane.seek_requested) as asked:
        qtbot.mouseClick(lane.view, LEFT, pos=at(lane, 1.0))
    assert asked.args[0] == pytest.approx(1.0, abs=0.003)
    assert lane.timeline.selection is None


def test_a_drag_selects_and_an_edge_can_be_dragged_on(lane: Lane, qtbot: QtBot) -> None:
    drag(lane, qtbot, 0.5, 1.0)
    assert lane.timeline.selection == pytest.approx((0.5, 1.0), abs=0.004)
    drag(lane, qtbot, 1.0, 1.6)
    assert lane.timeline.selection == pytest.approx((0.5, 1.6), abs=0.006)
    drag(lane, qtbot, 0.5, 1.8)  # past the other edge
    assert lane.timeline.selection == pytest.approx((1.6, 1.8), abs=0.006)


def drag(lane: Lane, qtbot: QtBot, start: float, end: float) -> None:
    qtbot.mousePress(lane.view, LEFT, pos=at(lane, start))
    qtbot.mouseMove(lane.view, at(lane, (start + end) / 2))
    qtbot.mouseMove(lane.view, at(lane, end))
    qtbot.mouseRelease(lane.view, LEFT, pos=at(lane, end))


def test_a_double_click_selects_all(lane: Lane, qtbot: QtBot) -> None:
    qtbot.mouseDClick(lane.view, LEFT, pos=at(lane, 1.0))
    assert lane.timeline.selection == (0.0, 2.0)


def test_the_wheel_zooms_at_the_pointer_and_scrolls_with_shift(lane: Lane) -> None:
    x = lane.view.x_of(1.5)
    wheel(lane, 1.5, 5)
    assert lane.timeline.span_s == pytest.approx(2.0 * 0.8**5)
    assert lane.view.x_of(1.5) == pytest.approx(x, abs=1.0)
    start = lane.timeline.view[0]
    wheel(lane, 1.5, 2, Qt.KeyboardModifier.ShiftModifier)
    assert lane.timeline.view[0] < start


def test_a_single_full_scale_sample_is_seen_and_marked_at_every_zoom(sound: Sound) -> None:
    for span in (2.0, 0.5, 0.05, 0.01):
        mask = wave_mask(sound.envelope, RATE, (1.5 - span / 3, 1.5 + span / 2), 700, 120)
        columns = np.flatnonzero((mask == CLIPPED).any(axis=0))
        assert len(columns) in (1, 2), span
        assert (mask[:12, columns] == CLIPPED).any()


def test_zoomed_in_the_samples_are_dots_and_the_clipped_one_is_red(lane: Lane) -> None:
    lane.timeline.show_range(1.5 - 20 / RATE, 1.5 + 20 / RATE)
    picture = lane.view.grab().toImage()
    x, y = round(lane.view.x_of(round(1.5 * RATE) / RATE)), 1
    near = [picture.pixelColor(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (0, 1)]
    wanted = clip_color()
    assert any(abs(c.red() - wanted.red()) + abs(c.green() - wanted.green()) + abs(c.blue() - wanted.blue()) < 24 for c in near)


def test_columns_are_joined_so_that_a_steep_wave_has_no_holes() -> None:
    low, high = np.array([-0.9, 0.5], np.float32), np.array([-0.5, 0.9], np.float32)
    mask = columns_mask(low, high, 101)
    assert (mask[5:96].max(axis=1) == WAVE).all()


def test_columns_behind_the_end_are_empty() -> None:
    edges, inside = column_edges(0.0, 2.0, 100, 100, 10)
    assert edges[-1] == 100
    assert inside.tolist() == [True] * 5 + [False] * 5


def test_the_header_tells_the_facts_and_an_empty_lane_what_to_do(lane: Lane) -> None:
    facts = f"{lane._facts.text()} {lane.levels.text()}"
    assert [word in facts for word in ("seed 7", "Euler 50", "CFG 6", "−19.2 LUFS")] == [True] * 4
    assert lane.buttons["export"].isEnabled()
    lane.clear()
    assert not lane.buttons["export"].isEnabled() and lane.timeline.empty
    assert "Lane A is empty" in lane.view.hint


def test_header_buttons_ask(lane: Lane, qtbot: QtBot) -> None:
    for name, signal in (
        ("play", lane.play_requested),
        ("pin", lane.pin_requested),
        ("export", lane.export_requested),
        ("more", lane.more_requested),
    ):
        with qtbot.waitSignal(signal):
            qtbot.mouseClick(lane.buttons[name], LEFT)
    assert lane.pinned


def test_a_ghost_is_drawn_while_a_sound_is_made_and_the_old_one_comes_back(lane: Lane, sound: Sound) -> None:
    before = lane.view.grab().toImage()
    lane.set_ghost(np.full(100, 0.9, np.float32), 4.0)
    assert lane.timeline.duration_s == 4.0
    middle = lane.view.grab().toImage().pixelColor(round(lane.view.x_of(3.0)), lane.view.height() // 4)
    assert middle.name() != palettes.current().field
    lane.add_chunk(sound.audio, 0, RATE)
    lane.clear_ghost()
    assert lane.timeline.duration_s == 2.0
    assert lane.view.grab().toImage() == before


def test_dropped_files_are_told_with_their_paths(lane: Lane, qtbot: QtBot) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile("/tmp/one.wav"), QUrl("https://example.org/two.wav")])
    event = QDropEvent(QPointF(10, 10), Qt.DropAction.CopyAction, data, LEFT, Qt.KeyboardModifier.NoModifier)
    with qtbot.waitSignal(lane.files_dropped) as dropped:
        lane.dropEvent(event)
    assert dropped.args[0] == ["/tmp/one.wav"]


def test_assistive_tools_find_a_slider_that_tells_and_moves_the_position(lane: Lane, qtbot: QtBot) -> None:
    lane.timeline.set_playhead(1.25)
    lane.timeline.set_selection(0.5, 1.0)
    found = QAccessible.queryAccessibleInterface(lane.view)
    assert found.role() == QAccessible.Role.Slider
    assert lane.view.value() == 1250
    assert "metal clang" in lane.view.accessibleDescription() and "selected from 0:00.500" in lane.view.accessibleDescription()
    with qtbot.waitSignal(lane.seek_requested) as asked:
        lane.view.setValue(300)
    assert asked.args[0] == pytest.approx(0.3)


def test_the_cursor_reads_time_and_level_and_over_a_spectrogram_the_frequency(lane: Lane, qtbot: QtBot) -> None:
    lane.timeline.set_cursor(1.5 - 1e-4)
    assert lane.view.readout() == "0:01.500   0.0 dBFS"
    lane.timeline.set_mode("spectrogram")
    qtbot.waitUntil(lambda: bool(lane.view.content.spectrograms), timeout=20_000)
    qtbot.mouseMove(lane.view, QPoint(100, lane.view.height() - 20))
    qtbot.mouseMove(lane.view, at(lane, 0.1))
    assert "kHz" in lane.view.readout() and "dB" in lane.view.readout()


def test_moving_the_playhead_does_not_draw_the_waveform_again(lane: Lane) -> None:
    lane.view.grab()
    kept = lane.view.content.image(lane.timeline, lane.view.size(), 1.0)
    lane.timeline.set_playhead(1.0)
    assert lane.view.content.image(lane.timeline, lane.view.size(), 1.0) is kept


def test_tab_asks_for_the_other_lane_and_keeps_the_focus(lane: Lane, qtbot: QtBot) -> None:
    lane.view.setFocus()
    with qtbot.waitSignal(lane.switch_requested):
        qtbot.keyClick(lane.view, Qt.Key.Key_Tab)


def test_loudness_and_true_peak_appear_in_the_header_when_they_are_measured(lane: Lane, sound: Sound, qtbot: QtBot) -> None:
    lane.set_sound(Sound(sound.audio, RATE, "clang", {"seed": 7}))
    assert not lane.levels.text()
    qtbot.waitUntil(lambda: "LUFS" in lane.levels.text() and "dBTP" in lane.levels.text(), timeout=60_000)
    assert "dBTP" in lane.view.accessibleDescription()
    lane.set_sound(Sound(sound.audio[:4000], RATE, "short", {}))
    qtbot.waitUntil(lambda: "dBFS RMS" in lane.levels.text(), timeout=60_000)


def test_ctrl_and_wheel_make_waveforms_taller_but_clipping_marks_stay_true(lane: Lane, sound: Sound) -> None:
    wheel(lane, 0.5, 6, Qt.KeyboardModifier.ControlModifier)
    assert lane.timeline.amplitude == pytest.approx(1.25**6)
    assert lane.timeline.span_s == 2.0
    plain = wave_mask(sound.envelope, RATE, (0.0, 2.0), 400, 120)
    taller = wave_mask(sound.envelope, RATE, (0.0, 2.0), 400, 120, amplitude=lane.timeline.amplitude)
    assert (taller == WAVE).sum() > 1.5 * (plain == WAVE).sum()
    assert (taller == CLIPPED).sum() == (plain == CLIPPED).sum()
    lane.timeline.fit()
    assert lane.timeline.amplitude == 1.0


def test_levels_are_never_elided_however_long_the_prompt_and_narrow_the_lane(lane: Lane, sound: Sound, qtbot: QtBot) -> None:
    facts = {"seed": 2_000_000_001, "solver": "DPM-Solver++ 2M", "steps": 50, "cfg": 6.0, "lufs": -19.2, "true_peak_dbtp": -1.0}
    lane.resize(760, 200)  # what a lane has of a window of 1440 x 900 with both docks open
    lane.set_sound(Sound(sound.audio, RATE, "a very long prompt about rain on a tin roof at night", facts))
    qtbot.waitUntil(lambda: lane.levels.width() >= lane.levels.sizeHint().width())
    assert lane.levels.text() == "−19.2 LUFS · −1.0 dBTP"
    assert lane.levels.geometry().right() < lane.buttons["play"].geometry().left()


def test_the_root_mean_square_is_a_body_inside_the_peaks(sound: Sound) -> None:
    rms = sound.envelope.rms(np.array([0, RATE // 2, RATE], np.int64))
    wanted = [np.sqrt(np.mean(sound.audio[a:b, 0].astype(np.float64) ** 2)) for a, b in ((0, RATE // 2), (RATE // 2, RATE))]
    assert rms[0] == pytest.approx(wanted, rel=0.02)
    mask = wave_mask(sound.envelope, RATE, (0.0, 2.0), 400, 120, body=True)
    assert (mask == BODY).any() and (mask == WAVE).any()
    plain = wave_mask(sound.envelope, RATE, (0.0, 2.0), 400, 120)
    assert ((mask > 0) == (plain > 0)).all()  # peaks are as they were


def test_a_click_on_the_header_takes_the_keyboard_from_a_text(lane: Lane, qtbot: QtBot) -> None:
    text = QPlainTextEdit(lane.parentWidget() or lane)
    text.show()
    text.setFocus()
    qtbot.mouseClick(lane.header, Qt.MouseButton.LeftButton)
    assert lane.view.hasFocus()
    text.setFocus()
    qtbot.mouseClick(lane.buttons["pin"], Qt.MouseButton.LeftButton)
    assert lane.view.hasFocus()


def test_in_a_very_narrow_lane_units_go_before_numbers(lane: Lane, sound: Sound, qtbot: QtBot) -> None:
    lane.resize(760, 200)
    lane.set_sound(Sound(sound.audio, RATE, "rain", {"seed": 7, "lufs": -21.0, "true_peak_dbtp": -11.7}))
    assert lane.levels.text() == "−21.0 LUFS · −11.7 dBTP"
    seen = set()
    for width in range(760, 180, -4):
        lane.resize(width, 200)
        seen.add(lane.levels.text())
    assert seen == {"−21.0 LUFS · −11.7 dBTP", "−21.0 LUFS · −11.7", "−21.0 LUFS"}
    assert "−11.7 dBTP" in lane.levels.toolTip()
