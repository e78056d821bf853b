"""Keys of the window: what they do in lanes, panels and text fields, and how the keyboard reaches everything."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from ditone.gui.panels.help import ShortcutSheet
from ditone.gui.panels.number_row import NumberRow
from ditone.gui.panels.seed_row import SeedRow
from ditone.gui.panels.takes_model import ENTRY
from ditone.gui.studio import Studio
from ditone.gui.widgets.difference import DifferenceLane
from ditone.gui.widgets.ruler import Ruler
from ditone.gui.widgets.transport import Transport
from tests.gui.window import WAIT_MS, make_take, prompt_of


def test_letters_act_outside_text_fields_only(studio: Studio, qtbot: QtBot) -> None:
    make_take(studio, qtbot)
    player = studio.window.lanes.player
    assert player is not None
    text = prompt_of(studio).text
    text.setFocus()
    text.clear()
    qtbot.keyClicks(text, "loop")
    assert text.toPlainText() == "loop"
    assert not player.loop
    view = studio.window.lanes.lanes["A"].view
    view.setFocus()
    qtbot.keyClick(view, Qt.Key.Key_L)
    assert player.loop


def test_tab_in_a_lane_switches_between_lanes_and_m_matches_their_levels(studio: Studio, qtbot: QtBot) -> None:
    make_take(studio, qtbot)
    qtbot.mouseClick(studio.window.lanes.lanes["A"].buttons["pin"], Qt.MouseButton.LeftButton)
    make_take(studio, qtbot)
    player = studio.window.lanes.player
    assert player is not None
    view = studio.window.lanes.lanes["A"].view
    view.setFocus()
    heard = player.selected
    qtbot.keyClick(view, Qt.Key.Key_Tab)
    assert {heard, player.selected} == {"A", "B"}
    qtbot.keyClick(view, Qt.Key.Key_M)
    assert player.level_match


def test_arrows_move_the_playhead_in_a_lane_but_the_slider_in_the_panel(studio: Studio, qtbot: QtBot) -> None:
    make_take(studio, qtbot, duration_s=1.0)
    view = studio.window.lanes.lanes["A"].view
    timeline = studio.window.lanes.timeline
    assert timeline is not None
    view.setFocus()
    qtbot.keyClick(view, Qt.Key.Key_Right)
    qtbot.keyClick(view, Qt.Key.Key_Right)
    assert timeline.playhead_s == pytest.approx(0.2)
    row = studio.window.prompt.rows["steps"]
    assert isinstance(row, NumberRow)
    assert row.slider is not None
    row.slider.setFocus()
    steps = row.value()
    qtbot.keyClick(row.slider, Qt.Key.Key_Right)
    assert row.value() == steps + 1
    assert timeline.playhead_s == pytest.approx(0.2)


def test_number_keys_play_the_takes_of_the_last_batch(studio: Studio, qtbot: QtBot) -> None:
    make_take(studio, qtbot, prompt="from an earlier batch")
    studio.window.bar.count.setValue(3)
    qtbot.mouseClick(studio.window.bar.generate, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: studio.window.takes.model.total() == 4 and not studio.engine.busy, timeout=WAIT_MS)
    view = studio.window.lanes.lanes["A"].view
    view.setFocus()
    second_newest = studio.window.takes.model.index(1).data(ENTRY)
    qtbot.keyClick(view, Qt.Key.Key_2)
    qtbot.waitUntil(lambda: any(entry.id == second_newest.id for entry in studio.window.lanes.entries.values()), timeout=WAIT_MS)
    shown = dict(studio.window.lanes.entries)
    qtbot.keyClick(view, Qt.Key.Key_4)  # there are only three
    assert studio.window.lanes.entries == shown


def test_space_still_presses_a_focused_button(studio: Studio, qtbot: QtBot) -> None:
    seed = studio.window.prompt.rows["seed"]
    assert isinstance(seed, SeedRow)
    seed.lock.setFocus()
    qtbot.keyClick(seed.lock, Qt.Key.Key_Space)
    assert seed.is_locked()


def test_f6_walks_through_the_areas(studio: Studio, qtbot: QtBot) -> None:
    prompt_of(studio).text.setFocus()
    visited = []
    for _ in range(5):
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_F6)
        visited.append(QApplication.focusWidget())
    assert len(set(visited)) == 5
    assert visited[-1] is prompt_of(studio).text
    qtbot.keyClick(visited[-1], Qt.Key.Key_F6, Qt.KeyboardModifier.ShiftModifier)
    assert QApplication.focusWidget() is studio.window.bar.generate


def test_the_shortcut_sheet_lists_what_works(studio: Studio, qtbot: QtBot) -> None:
    qtbot.keyClick(studio.window, Qt.Key.Key_F1)
    sheets = studio.window.findChildren(ShortcutSheet)
    assert len(sheets) == 1
    words = [label.text() for label in sheets[0].findChildren(type(studio.window.bar.left))]
    for expected in ("Generate", "Play or pause", "Next area"):
        assert expected in words
    sheets[0].close()


def test_every_control_has_an_accessible_name(studio: Studio) -> None:
    for row in studio.window.prompt.rows.values():
        if isinstance(row, NumberRow):
            assert row.field.accessibleName()
    for widget in (
        studio.window.bar.count,
        studio.window.bar.bar,
        studio.window.takes.search,
        studio.window.takes.list,
        studio.window.queue_panel.tree,
        studio.window.log_panel.text,
    ):
        assert widget.accessibleName()
    for button in studio.window.findChildren(QPushButton):
        assert button.text() or button.accessibleName(), button.objectName()


@pytest.mark.parametrize("place", [Ruler, DifferenceLane, Transport])
def test_a_click_beside_the_waveforms_takes_the_keyboard_from_the_prompt_too(
    studio: Studio, qtbot: QtBot, place: type[QWidget]
) -> None:
    make_take(studio, qtbot)
    qtbot.mouseClick(studio.window.lanes.lanes["A"].buttons["pin"], Qt.MouseButton.LeftButton)
    make_take(studio, qtbot)
    (target,) = studio.window.lanes.findChildren(place)
    qtbot.waitUntil(target.isVisible)
    text = prompt_of(studio).text
    text.setFocus()
    qtbot.mouseClick(
        target, Qt.MouseButton.LeftButton, pos=QPoint(target.width() // 2, 6 if place is Transport else target.height() // 2)
    )
    assert not text.hasFocus()
    assert any(lane.view.hasFocus() for lane in studio.window.lanes.lanes.values())
