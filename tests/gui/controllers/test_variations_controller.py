"""Variations and ways between takes, asked for with real clicks."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QMenu
from pytestqt.qtbot import QtBot

from ditone.gui.commands.menus import list_menu, popup_menu
from ditone.gui.core.settings import Settings
from ditone.gui.panels.variation_dialogs import BetweenDialog, VariationsDialog
from ditone.gui.studio import Studio
from ditone.gui.theme import style
from ditone.runtime import variations
from tests.tiny import NEAR, TinyFamily

LEFT = Qt.MouseButton.LeftButton
WAIT_MS = 60_000


@pytest.fixture
def able(qtbot: QtBot, qapp: QApplication, tiny: TinyFamily) -> Iterator[Studio]:
    """The window with a model that can start from a take."""
    tiny.info = NEAR
    style.apply(qapp, "dark")
    made = Studio(Settings())
    qtbot.addWidget(made.window)
    made.window.resize(1440, 900)
    made.window.show()
    qtbot.waitUntil(lambda: made.engine.loaded is not None, timeout=WAIT_MS)
    made.commands.action("autoplay").setChecked(False)
    yield made
    made.window.close()


def take(studio: Studio, qtbot: QtBot, prompt: str, count: int = 1) -> None:
    before = studio.window.takes.model.total()
    rows = studio.window.prompt.rows
    rows["prompt"].set_value(prompt)
    rows["duration_s"].set_value(0.2)
    studio.window.bar.count.setValue(count)
    qtbot.mouseClick(studio.window.bar.generate, LEFT)
    done(studio, qtbot, before + count)


def done(studio: Studio, qtbot: QtBot, total: int) -> None:
    qtbot.waitUntil(lambda: studio.window.takes.model.total() == total and not studio.engine.busy, timeout=WAIT_MS)


def test_variations_are_a_batch_near_the_take(able: Studio, qtbot: QtBot) -> None:
    take(able, qtbot, "hum")
    first = able.window.takes.current()
    assert first is not None
    able.commands.action("variations").trigger()
    dialog = able.window.findChild(VariationsDialog)
    assert dialog is not None
    dialog.slider.setFocus()
    qtbot.keyClick(dialog.slider, Qt.Key.Key_Home)
    assert dialog.level() == variations.LEAST
    for _ in range(3):
        qtbot.keyClick(dialog.slider, Qt.Key.Key_PageUp)
    assert dialog.level() == pytest.approx(variations.LEAST + 0.3)
    dialog.count.setValue(3)
    qtbot.mouseClick(dialog.make, LEFT)
    done(able, qtbot, 4)
    qtbot.waitUntil(lambda: len(able.batch_strip.strip.tiles) == 3)
    made = [tile.entry.request for tile in able.batch_strip.strip.tiles]
    assert all(request.value("variation_of") == variations.recipe(first.request) for request in made)
    assert all(request.value("variation_level") == pytest.approx(0.32) for request in made)
    assert len({request.seed for request in made} | {first.request.seed}) == 4
    able.commands.action("variations").trigger()  # a variation of a variation begins where the last question ended
    again = able.window.findChildren(VariationsDialog)[-1]
    assert again.level() == pytest.approx(0.32) and again.count.value() == 3
    again.reject()


def test_a_row_between_the_takes_of_both_lanes(able: Studio, qtbot: QtBot) -> None:
    able.commands.action("between").trigger()
    assert able.window.findChild(BetweenDialog) is None  # nothing is in the lanes
    take(able, qtbot, "hum")
    able.window.lanes.lanes["A"].buttons["pin"].setChecked(True)
    take(able, qtbot, "a rattle")
    qtbot.waitUntil(lambda: set(able.window.lanes.entries) == {"A", "B"})
    able.commands.action("between").trigger()
    dialog = able.window.findChild(BetweenDialog)
    assert dialog is not None
    dialog.count.setValue(3)
    qtbot.mouseClick(dialog.make, LEFT)
    done(able, qtbot, 5)
    qtbot.waitUntil(lambda: len(able.batch_strip.strip.tiles) == 3)
    places = [tile.entry.request.value("between")[2] for tile in able.batch_strip.strip.tiles]
    assert places == [0.25, 0.5, 0.75]


def test_a_model_that_cannot_does_not_offer_it(studio: Studio) -> None:
    assert not studio.commands.possible("variations")
    menu: QMenu = popup_menu(studio.commands, list_menu(False), None, studio.window)
    assert "take-variations" not in [action.data() for action in menu.actions()]
    menu.close()


def test_the_menu_of_a_row_offers_it(able: Studio, qtbot: QtBot) -> None:
    take(able, qtbot, "hum")
    menu = popup_menu(able.commands, list_menu(False), able.window.takes.current(), able.window)
    action = next(action for action in menu.actions() if action.data() == "take-variations")
    action.trigger()
    dialog = able.window.findChild(VariationsDialog)
    assert dialog is not None
    assert any("hum" in label.text() for label in dialog.findChildren(QLabel))
    dialog.reject()
    menu.close()
