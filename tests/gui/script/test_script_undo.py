"""Choosing a take of a line is undone like everything else, and a model that is changed in the middle loses nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from ditone.gui.commands.shortcut_sheet import sheet_rows
from ditone.gui.core.settings import Settings
from ditone.gui.script.window import ScriptWindow
from ditone.gui.studio import Studio
from ditone.runtime.script.book import Book
from tests.gui.window import WAIT_MS

LEFT = Qt.MouseButton.LeftButton
LINES = ("One.", "Two.", "Three.", "Four.", "Five.", "Six.")


@pytest.fixture
def speaking(qtbot: QtBot, tmp_path: Path) -> tuple[Studio, ScriptWindow]:
    """The window of a script of six lines, none of them made."""
    studio = Studio(Settings(), model="mini-voice")
    qtbot.addWidget(studio.window)
    studio.window.show()
    qtbot.waitUntil(lambda: studio.engine.loaded is not None and studio.built, timeout=60_000)
    studio.window.prompt.rows["steps"].set_value(1)
    studio.commands.action("script").trigger()
    window = studio.scripts.window
    assert window is not None
    qtbot.waitUntil(window.isVisible)
    window.folder.setText(str(tmp_path / "script"))
    window.text.setPlainText("\n".join(LINES))
    return studio, window


def idle(window: ScriptWindow, qtbot: QtBot) -> None:
    qtbot.waitUntil(window.make.isVisible, timeout=WAIT_MS)


@pytest.mark.timeout(200)
def test_a_choice_is_undone_and_done_again_with_keys_in_the_scripts_window(
    speaking: tuple[Studio, ScriptWindow], qtbot: QtBot, tmp_path: Path
) -> None:
    studio, window = speaking
    qtbot.mouseClick(window.make, LEFT)
    idle(window, qtbot)
    window.table.selectRow(1)
    qtbot.mouseClick(window.retake, LEFT)
    idle(window, qtbot)
    folder = tmp_path / "script"
    assert Book.open(folder).lines[1].chosen == 1 and window.takes.count() == 2
    window.takes.setFocus()
    qtbot.keyClick(window.takes, Qt.Key.Key_Up)
    assert Book.open(folder).lines[1].chosen == 0
    assert "line 2" in studio.commands.action("undo").text()
    window.activateWindow()
    window.table.setFocus()
    qtbot.waitUntil(window.isActiveWindow)
    qtbot.keyClick(window.table, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert Book.open(folder).lines[1].chosen == 1 and window.takes.currentIndex() == 1
    qtbot.keyClick(window.table, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    assert Book.open(folder).lines[1].chosen == 0 and window.takes.currentIndex() == 0


@pytest.mark.timeout(200)
def test_a_model_that_is_changed_in_the_middle_stops_the_script_and_what_was_made_is_kept(
    speaking: tuple[Studio, ScriptWindow], qtbot: QtBot, tmp_path: Path
) -> None:
    studio, window = speaking
    finished: list[str] = []
    studio.engine.take_finished.connect(lambda event: finished.append(event.item.request.prompt))
    qtbot.mouseClick(window.make, LEFT)
    qtbot.waitUntil(lambda: bool(finished), timeout=WAIT_MS)
    studio.engine.choose_model("mini-sfx")
    qtbot.waitUntil(lambda: studio.engine.info is not None and studio.engine.info.model == "mini-sfx", timeout=WAIT_MS)
    idle(window, qtbot)
    lines = Book.open(tmp_path / "script").lines
    assert [line.text for line in lines if line.takes] == finished
    assert not window.make.isEnabled()
    studio.engine.choose_model("mini-voice")
    qtbot.waitUntil(window.make.isEnabled, timeout=WAIT_MS)


def test_the_shortcut_sheet_names_the_script() -> None:
    assert any("Script" in str(row) for row in sheet_rows())
