"""What pictures of the window have shown once: texts that were cut, lanes that were squeezed, signs of the other theme, and what a
listening test must not let through."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QColor, QDragEnterEvent, QPixmap
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from ditone.gui.engine.failure import Failure
from ditone.gui.engine.live_reader import as_long_as_wanted
from ditone.gui.engine.take_queue import QueueItem
from ditone.gui.panels.help import ShortcutSheet
from ditone.gui.studio import Studio
from ditone.gui.theme import icons, palettes, style
from ditone.gui.widgets.elided_label import PartsLabel
from tests.tiny import INFO, TinyFamily

LEFT = Qt.MouseButton.LeftButton
NONE = Qt.KeyboardModifier.NoModifier


def generate(qtbot: QtBot, studio: Studio) -> None:
    done = studio.window.takes.model.total() + 1
    qtbot.mouseClick(studio.window.bar.generate, LEFT)
    qtbot.waitUntil(lambda: studio.window.takes.model.total() >= done and not studio.engine.busy, timeout=60_000)


def cut(root: QWidget) -> list[str]:
    """Texts of labels and buttons under `root` that are shown in less room than they need."""
    found = []
    for widget in root.findChildren(QWidget):
        if not widget.isVisible() or not isinstance(widget, QLabel | QPushButton):
            continue
        wraps = isinstance(widget, QLabel) and widget.wordWrap()
        needed = widget.heightForWidth(widget.width()) if wraps else widget.minimumSizeHint().height()
        if widget.height() < needed or (not wraps and widget.width() < widget.minimumSizeHint().width()):
            found.append(widget.text())
    return found


@pytest.fixture
def pair(qtbot: QtBot, studio: Studio) -> Studio:
    generate(qtbot, studio)
    studio.window.lanes.lanes["A"].buttons["pin"].click()
    generate(qtbot, studio)
    assert set(studio.window.lanes.entries) == {"A", "B"}
    return studio


# -- cards ------------------------------------------------------------------------------------------------------------------------


def test_many_cards_are_scrolled_and_leave_half_the_room_to_the_lanes(qtbot: QtBot, studio: Studio) -> None:
    studio.window.resize(1280, 720)
    cards = studio.window.lanes.cards
    for number in range(2):
        failure = Failure(
            "memory", f"Failure {number} is a sentence.", "A cause.\nAnd more.", ("Do this.", "Or that."), "x\n" * 9
        )
        cards.show_failure(failure, "").show_details.click()
        cards.show_notice(f"Notice {number} is a sentence.")
    area = studio.window.lanes
    qtbot.waitUntil(lambda: area.lanes["A"].height() >= cards.SHARE * area.height() > cards.height() > 100, timeout=10_000)
    assert cards.verticalScrollBar().maximum() > 0
    qtbot.waitUntil(lambda: cut(cards) == [], timeout=10_000)
    for card in cards.cards():
        card.closed.emit()
    assert not cards.isVisible()


def test_a_sign_has_the_colour_of_the_theme(qtbot: QtBot, qapp: QApplication) -> None:
    sign = icons.Sign("error", "error", 20)
    qtbot.addWidget(sign)
    sign.show()
    try:
        for theme, colors in (("dark", palettes.DARK), ("light", palettes.LIGHT)):
            style.apply(qapp, theme)
            assert QColor(colors.error).rgb() in _colours(sign.pixmap())
    finally:
        style.apply(qapp, "dark")


def _colours(pixmap: QPixmap) -> set[int]:
    image = pixmap.toImage()
    return {image.pixelColor(x, y).rgb() for x in range(image.width()) for y in range(image.height())}


# -- listening test ---------------------------------------------------------------------------------------------------------------


@pytest.fixture
def testing(qtbot: QtBot, pair: Studio) -> Studio:
    qtbot.waitUntil(lambda: pair.comparison.panel.figures is not None, timeout=30_000)  # type: ignore[union-attr]
    qtbot.mouseClick(pair.comparison.panel.buttons["blind"], LEFT)
    assert pair.listening_test.page is not None
    qtbot.mouseClick(pair.listening_test.page.start_card.start, LEFT)
    return pair


def test_no_key_menu_or_file_changes_what_is_compared(qtbot: QtBot, testing: Studio) -> None:
    studio = testing
    page, player = studio.listening_test.page, studio.window.lanes.player
    assert page is not None
    assert player is not None
    assert cut(page) == []
    selected, takes = player.selected, studio.window.takes.model.total()
    for key in (Qt.Key.Key_D, Qt.Key.Key_M, Qt.Key.Key_L, Qt.Key.Key_P):
        qtbot.keyClick(page, key)
    qtbot.keyClick(page, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert player.selected == selected
    assert player.level_match
    assert not player.loop
    assert not studio.engine.busy
    assert studio.window.takes.model.total() == takes
    assert not studio.window.menuBar().isEnabled()
    assert not studio.window.bar.generate.isEnabled()
    assert not studio.window.acceptDrops()
    qtbot.keyClick(page, Qt.Key.Key_Escape)
    assert studio.window.menuBar().isEnabled()
    assert studio.window.bar.generate.isEnabled()
    assert studio.window.acceptDrops()
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile("/a.wav")])
    event = QDragEnterEvent(QPoint(5, 5), Qt.DropAction.CopyAction, data, LEFT, NONE)
    QApplication.sendEvent(studio.window, event)
    assert event.isAccepted()
    qtbot.keyClick(studio.window, Qt.Key.Key_L)
    assert player.loop


def test_a_take_that_is_finished_during_the_test_stays_out_of_the_lanes(qtbot: QtBot, pair: Studio, tiny: TinyFamily) -> None:
    qtbot.waitUntil(lambda: pair.comparison.panel.figures is not None, timeout=30_000)  # type: ignore[union-attr]
    before = dict(pair.window.lanes.entries)
    done = pair.window.takes.model.total() + 1
    qtbot.mouseClick(pair.comparison.panel.buttons["blind"], LEFT)
    pair.engine.generate(pair.generation.wanted_request().replaced(seed=77))  # as a take that was queued before
    qtbot.waitUntil(lambda: pair.window.takes.model.total() == done and not pair.engine.busy, timeout=60_000)
    assert pair.window.lanes.entries == before


def test_what_was_around_the_lanes_comes_back_after_the_test_and_nothing_else(qtbot: QtBot, pair: Studio) -> None:
    qtbot.waitUntil(lambda: pair.comparison.panel.figures is not None, timeout=30_000)  # type: ignore[union-attr]
    parts = (pair.window.prompt_dock, pair.window.takes_dock, pair.window.activity_dock, pair.window.strip)
    for activity in (True, False):
        pair.window.activity_dock.setVisible(activity)
        before = [part.isVisible() for part in parts]
        assert before == [True, True, activity, not activity]
        qtbot.mouseClick(pair.comparison.panel.buttons["blind"], LEFT)
        assert not any(part.isVisible() for part in parts)
        assert pair.listening_test.page is not None
        qtbot.keyClick(pair.listening_test.page, Qt.Key.Key_Escape)
        assert [part.isVisible() for part in parts] == before


# -- small things -----------------------------------------------------------------------------------------------------------------


def test_facts_end_at_a_whole_fact(qtbot: QtBot) -> None:
    label = PartsLabel()
    qtbot.addWidget(label)
    label.set_parts(["seed 41", "Euler 12", "−22.1 LUFS", "−0.3 dBTP"])
    label.resize(label.sizeHint())
    assert label.shown_text() == "seed 41 · Euler 12 · −22.1 LUFS · −0.3 dBTP"
    label.resize(label.fontMetrics().horizontalAdvance("seed 41 · Euler 12 · −22.1 L"), 20)
    assert label.shown_text() == "seed 41 · Euler 12 · …"
    assert label.text() == "seed 41 · Euler 12 · −22.1 LUFS · −0.3 dBTP"


def test_the_shortcut_sheet_has_two_columns_of_about_one_height(qtbot: QtBot) -> None:
    groups = {"Make": 6, "Play": 15, "Look": 3, "Go": 6}
    rows = [(group, f"{group} {i}", "F2") for group, count in groups.items() for i in range(count)]
    sheet = ShortcutSheet(rows)
    qtbot.addWidget(sheet)
    sheet.show()
    assert cut(sheet) == []
    at = {label.text(): label.mapTo(sheet, QPoint(0, 0)) for label in sheet.findChildren(QLabel)}
    assert at["Make"].x() < at["Play"].x()
    assert at["Make"].x() == at["Look"].x() == at["Go"].x()
    assert abs(at["Go 5"].y() - at["Play 14"].y()) < 100
    assert at["Make"].y() == at["Play"].y()


def test_the_model_panel_is_as_tall_as_its_facts(qtbot: QtBot, studio: Studio) -> None:
    limits = tuple(
        f"Limit {i}: a sentence that is broken into two lines, because it is longer than the column." for i in range(4)
    )
    studio.engine.info = dataclasses.replace(INFO, limits=limits)
    qtbot.mouseClick(studio.window.bar.chip, LEFT)
    panel = studio.window.model_panel
    qtbot.waitUntil(panel.isVisible, timeout=10_000)
    assert panel.facts_area.verticalScrollBar().maximum() == 0
    assert cut(panel.facts_area) == []
    panel.close()


def test_the_chip_tells_device_and_precision_of_its_own_model_only(studio: Studio) -> None:
    studio.window.bar.set_compact(False)
    assert studio.window.bar.chip.text() == "Tiny · fp32 · CPU"
    other = dataclasses.replace(INFO, model="/elsewhere", title="Another", problems=("weights.bin is missing.",))
    studio.window.bar.show_model(other)
    assert studio.window.bar.chip.text() == "Another"
    studio.window.bar.show_model(INFO)
    assert studio.window.bar.chip.text() == "Tiny · fp32 · CPU"


def test_a_paused_queue_says_so_as_long_as_it_is_paused(qtbot: QtBot, studio: Studio) -> None:
    studio.engine.set_paused(True)
    qtbot.mouseClick(studio.window.bar.generate, LEFT)
    assert studio.window.bar.queued.text() == "1 waiting, paused"
    assert len(studio.window.lanes.cards.cards()) == 1
    studio.engine.set_paused(False)
    assert studio.window.lanes.cards.cards() == []
    qtbot.waitUntil(lambda: studio.window.takes.model.total() == 1 and not studio.engine.busy, timeout=60_000)
    assert studio.window.bar.queued.text() == ""


def test_a_preview_is_no_longer_than_the_take_will_be() -> None:
    item = QueueItem(1, INFO, INFO.defaults().replaced(duration_s=2.0))
    envelope, seconds = as_long_as_wanted(np.arange(25), 2.5, item)
    assert seconds == 2.0
    assert list(envelope) == list(range(20))
    assert as_long_as_wanted(np.arange(25), 1.5, item)[1] == 1.5
