"""The strip of a batch, with real clicks and keys: hear, star, mark, take to a lane, thin out in one step."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from ditone.gui.studio import Studio

LEFT = Qt.MouseButton.LeftButton
WAIT_MS = 60_000


@pytest.fixture
def batch(studio: Studio, qtbot: QtBot) -> Studio:
    """Four short takes."""
    studio.commands.action("autoplay").setChecked(False)
    make(studio, qtbot, 4)
    return studio


def make(studio: Studio, qtbot: QtBot, count: int) -> None:
    before = studio.window.takes.model.total()
    studio.window.prompt.rows["duration_s"].set_value(0.2)
    studio.window.bar.count.setValue(count)
    qtbot.mouseClick(studio.window.bar.generate, LEFT)
    qtbot.waitUntil(lambda: studio.window.takes.model.total() == before + count and not studio.engine.busy, timeout=WAIT_MS)
    qtbot.wait(50)


def chosen(studio: Studio) -> str:
    entry = studio.window.takes.current()
    return entry.id if entry is not None else ""


def test_it_is_there_for_a_batch_and_not_for_one_take(studio: Studio, qtbot: QtBot) -> None:
    strip = studio.batch_strip.strip
    make(studio, qtbot, 1)
    assert not strip.isVisible()
    make(studio, qtbot, 3)
    qtbot.waitUntil(lambda: strip.isVisible() and len(strip.tiles) == 3)
    seeds = [tile.entry.request.seed for tile in strip.tiles]
    assert seeds == [seeds[0], seeds[0] + 1, seeds[0] + 2]  # the first made is number 1
    qtbot.waitUntil(lambda: all(tile.loudness for tile in strip.tiles), timeout=2 * WAIT_MS)
    assert "seed" in strip.tiles[0].accessibleName() and "LUFS" in strip.tiles[0].accessibleName().replace("dB", "LUFS")
    make(studio, qtbot, 1)
    assert strip.isVisible() and len(strip.tiles) == 3  # one more take is no batch
    qtbot.mouseClick(strip.close_button, LEFT)
    assert not strip.isVisible()


def test_numbers_play_and_choose_in_lane_list_and_strip(batch: Studio, qtbot: QtBot) -> None:
    strip, lanes = batch.batch_strip.strip, batch.window.lanes
    qtbot.mouseClick(lanes.lanes["A"].view, LEFT)
    qtbot.keyClick(lanes.lanes["A"].view, Qt.Key.Key_2)
    wanted = strip.tiles[1].entry.id
    qtbot.waitUntil(lambda: lanes.current_entry() is not None and lanes.current_entry().id == wanted)  # type: ignore[union-attr]
    assert strip.current == 1 and strip.hasFocus() and chosen(batch) == wanted
    qtbot.keyClick(strip, Qt.Key.Key_4)
    wanted = strip.tiles[3].entry.id
    qtbot.waitUntil(lambda: lanes.current_entry() is not None and lanes.current_entry().id == wanted)  # type: ignore[union-attr]
    qtbot.mouseClick(strip.tiles[0], LEFT)
    qtbot.waitUntil(lambda: chosen(batch) == strip.tiles[0].entry.id)
    assert strip.current == 0


def test_stars_marks_and_keeping_the_starred_is_one_undoable_act(batch: Studio, qtbot: QtBot) -> None:
    strip, model = batch.batch_strip.strip, batch.window.takes.model
    before = [model.index(row).data() for row in range(model.rowCount())]
    strip.setFocus()
    strip.choose(1)
    qtbot.keyClick(strip, Qt.Key.Key_S)
    strip.choose(2)
    qtbot.keyClick(strip, Qt.Key.Key_Asterisk)
    qtbot.waitUntil(lambda: [tile.starred for tile in strip.tiles] == [False, True, True, False])
    assert strip.keep.text() == "Keep starred (2), remove 2"
    qtbot.keyClick(strip, Qt.Key.Key_X)
    assert strip.tiles[2].marked and strip.remove.text() == "Remove marked (1)" and "marked" in strip.tiles[2].accessibleName()
    qtbot.keyClick(strip, Qt.Key.Key_X)
    assert not strip.remove.isVisible()
    qtbot.mouseClick(strip.keep, LEFT)
    qtbot.waitUntil(lambda: len(strip.tiles) == 2 and model.rowCount() == 2)
    assert all(tile.starred for tile in strip.tiles)
    qtbot.keyClick(batch.window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: len(strip.tiles) == 4)
    assert [model.index(row).data() for row in range(model.rowCount())] == before


def test_enter_takes_the_tile_to_the_lane_that_is_free(batch: Studio, qtbot: QtBot) -> None:
    strip, lanes = batch.batch_strip.strip, batch.window.lanes
    lanes.lanes["A"].buttons["pin"].setChecked(True)
    kept = lanes.entries["A"].id
    strip.setFocus()
    strip.choose(0)
    qtbot.keyClick(strip, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "B" in lanes.entries and lanes.entries["B"].id == strip.tiles[0].entry.id)
    assert lanes.entries["A"].id == kept


def test_letters_of_the_strip_do_nothing_else_there(batch: Studio, qtbot: QtBot) -> None:
    strip, timeline = batch.batch_strip.strip, batch.window.lanes.timeline
    assert timeline is not None
    mode = timeline.mode
    strip.setFocus()
    strip.choose(0)
    qtbot.keyClick(strip, Qt.Key.Key_S)  # stars; elsewhere S changes the view
    assert timeline.mode == mode
    assert QApplication.focusWidget() is strip
