"""The frame stays where it is: Generate at one place, one line of notices, the keyboard where it was put."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QPushButton
from pytestqt.qtbot import QtBot

from ditone.gui.core.settings import Settings
from ditone.gui.engine.status import State, Status
from ditone.gui.panels.cards import NoticeBar
from ditone.gui.studio import Studio
from tests.gui.window import make_take, prompt_of

LEFT = Qt.MouseButton.LeftButton


@pytest.mark.parametrize("width", [1440, 1180])
def test_generate_stays_at_its_place_whatever_is_written_beside_it(studio: Studio, qtbot: QtBot, width: int) -> None:
    window, bar = studio.window, studio.window.bar
    window.resize(width, 800)
    qtbot.wait(50)
    before = bar.generate.geometry()
    for words in ("Ready", "Denoising 29 / 50", "Done in 128.4 s · RTF 12.31 and a half", "2 files missing"):
        bar.show_status(Status(State.GENERATING, words))
        QApplication.processEvents()
        assert bar.generate.geometry() == before
        assert bar.pill.toolTip() == words
    bar.show_loaded(None)
    QApplication.processEvents()
    assert bar.generate.geometry() == before


def test_a_click_on_generate_leaves_the_keyboard_in_the_prompt(studio: Studio, qtbot: QtBot) -> None:
    prompt_of(studio).text.setFocus()
    make_take(studio, qtbot)
    assert prompt_of(studio).text.hasFocus()
    qtbot.mouseClick(studio.window.bar.cancel, LEFT)
    assert prompt_of(studio).text.hasFocus()


def test_the_keyboard_never_lands_on_a_button_by_itself(studio: Studio, qtbot: QtBot) -> None:
    bar = studio.window.bar
    bar.cancel.setEnabled(True)
    bar.cancel.setFocus()
    bar.cancel.setEnabled(False)  # as when the run it would have stopped is over
    assert not isinstance(QApplication.focusWidget(), QPushButton)
    assert prompt_of(studio).text.hasFocus()
    close = QPushButton(studio.window.centralWidget())
    close.show()
    close.setFocus()
    close.hide()  # as with the button of a card that goes
    assert not isinstance(QApplication.focusWidget(), QAbstractButton)


def test_there_is_one_line_of_notices_and_the_others_wait_behind_it(studio: Studio, qtbot: QtBot) -> None:
    cards = studio.window.lanes.cards
    for words in ("The first thing.", "The second thing.", "The third thing."):
        cards.show_notice(words)
    seen = [card for card in cards.cards() if isinstance(card, NoticeBar) and not card.isHidden()]
    assert [card.text.text() for card in seen] == ["The third thing."]
    assert seen[0].more.text() == "2 more"
    qtbot.mouseClick(seen[0].more, LEFT)
    seen = [card for card in cards.cards() if isinstance(card, NoticeBar) and not card.isHidden()]
    assert [card.text.text() for card in seen] == ["The second thing."]
    cards.withdraw_notice("The second thing.")
    seen = [card for card in cards.cards() if isinstance(card, NoticeBar) and not card.isHidden()]
    assert len(seen) == 1 and seen[0].more.text() == "1 more"


def test_space_with_control_plays_from_the_prompt_and_ctrl_l_selects_it(studio: Studio, qtbot: QtBot) -> None:
    studio.commands.action("autoplay").setChecked(False)
    make_take(studio, qtbot)
    text, player = prompt_of(studio).text, studio.window.lanes.player
    assert player is not None
    started: list[int] = []
    player.play = lambda: started.append(1)  # type: ignore[method-assign]
    player.toggle = lambda: started.append(1)  # type: ignore[method-assign]
    text.setFocus()
    qtbot.keyClick(text, Qt.Key.Key_Space, Qt.KeyboardModifier.ControlModifier)
    assert started and text.toPlainText() == prompt_of(studio).value()
    qtbot.mouseClick(studio.window.lanes.lanes["A"].view, LEFT)
    assert not text.hasFocus()  # a click on a lane takes the keyboard from the prompt
    qtbot.keyClick(studio.window, Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier)
    assert text.hasFocus() and text.textCursor().selectedText() == text.toPlainText()


def test_new_takes_play_at_the_first_start(qtbot: QtBot) -> None:
    studio = Studio(Settings())  # nothing was ever set
    qtbot.addWidget(studio.window)
    assert studio.commands.action("autoplay").isChecked()
