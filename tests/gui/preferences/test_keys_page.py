"""Shortcuts changed in the settings dialog and pressed in the window."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from ditone.gui.commands import keymap, keys
from ditone.gui.commands.table import WITH_KEYS
from ditone.gui.core.settings import Settings
from ditone.gui.panels.help import ShortcutSheet
from ditone.gui.panels.plain_rows import TextRow
from ditone.gui.preferences.dialog import Preferences
from ditone.gui.preferences.keys_page import KeysPage
from ditone.gui.studio import Studio

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def page(dialog: Preferences) -> KeysPage:
    dialog.open_page("keys")
    found = dialog.pages["keys"]
    assert isinstance(found, KeysPage)
    return found


def give(page: KeysPage, qtbot: QtBot, name: str, key: Qt.Key, modifier: Qt.KeyboardModifier | None = None) -> None:
    """Selects a shortcut and presses its new key in the field."""
    page.select(name)
    qtbot.keyClick(page.edit, key, modifier or Qt.KeyboardModifier.NoModifier)


def press(studio: Studio, qtbot: QtBot, key: Qt.Key) -> None:
    """Presses a key in the window, with the focus on no text field."""
    studio.window.activateWindow()
    studio.window.lanes.lanes["A"].view.setFocus()
    qtbot.waitUntil(lambda: QApplication.focusWidget() is studio.window.lanes.lanes["A"].view)
    qtbot.keyClick(studio.window.lanes.lanes["A"].view, key)


def sheet_of(studio: Studio, qtbot: QtBot) -> dict[str, str]:
    """What the shortcut sheet says: keys by words."""
    studio.show_shortcuts()
    sheet = studio.window.findChildren(ShortcutSheet)[-1]
    texts = [label.text() for label in sheet.findChildren(type(studio.window.bar.left))]
    sheet.close()
    return dict(pairwise(texts))


def test_a_new_key_acts_at_once_and_the_old_one_no_more(page: KeysPage, studio: Studio, qtbot: QtBot) -> None:
    player, transport = studio.window.lanes.player, studio.window.lanes.transport
    assert player is not None and transport is not None
    give(page, qtbot, "loop", Qt.Key.Key_K)
    press(studio, qtbot, Qt.Key.Key_K)
    assert player.loop
    press(studio, qtbot, Qt.Key.Key_L)
    assert player.loop
    press(studio, qtbot, Qt.Key.Key_K)
    assert not player.loop


def test_tooltips_and_the_sheet_say_the_new_key(page: KeysPage, studio: Studio, qtbot: QtBot) -> None:
    transport = studio.window.lanes.transport
    assert transport is not None
    assert transport.loop.toolTip() == "Loop the selection, or everything (L)"
    assert studio.window.bar.generate.toolTip() == "Make the sound (Ctrl+Return). With Shift: replace what is queued."
    give(page, qtbot, "loop", Qt.Key.Key_K)
    give(page, qtbot, "generate", Qt.Key.Key_G, Qt.KeyboardModifier.ControlModifier)
    assert transport.loop.toolTip() == "Loop the selection, or everything (K)"
    assert studio.window.bar.generate.toolTip() == "Make the sound (Ctrl+G). With Shift: replace what is queued."
    assert sheet_of(studio, qtbot)["Loop"] == "K"
    assert sheet_of(studio, qtbot)["Hear a take of the last batch"] == "1 … 9"
    studio.window.bar.show_problem("why not")
    assert studio.window.bar.generate.toolTip() == "why not"


def test_a_letter_key_types_in_a_text_field(page: KeysPage, studio: Studio, qtbot: QtBot) -> None:
    give(page, qtbot, "loop", Qt.Key.Key_K)
    row = studio.window.prompt.rows["prompt"]
    assert isinstance(row, TextRow)
    studio.window.activateWindow()
    row.text.setFocus()
    row.text.selectAll()
    qtbot.keyClick(row.text, Qt.Key.Key_K)
    player = studio.window.lanes.player
    assert player is not None
    assert row.value() == "k"
    assert not player.loop


def test_a_taken_key_is_refused_with_a_sentence_that_says_by_what(page: KeysPage, studio: Studio, qtbot: QtBot) -> None:
    give(page, qtbot, "loop", Qt.Key.Key_M)
    assert page.sentence.text() == "M already does “Level match”. Choose another key, or give that one another key first."
    assert page.sentence.isVisible()
    assert keys.current("loop") == "L" and keys.current("match") == "M"
    assert page.edit.keySequence().toString() == "L"
    press(studio, qtbot, Qt.Key.Key_L)
    assert studio.window.lanes.player is not None and studio.window.lanes.player.loop


def test_keys_of_fields_and_menus_are_refused(page: KeysPage, studio: Studio) -> None:
    assert "moves through fields" in studio.keymap.set_keys("loop", "Return")
    assert studio.keymap.set_keys("loop", "Alt+F") == "Alt+F opens the menu “File”. Choose another key."
    assert keys.current("loop") == "L"


def test_one_key_or_all_are_reset(page: KeysPage, qtbot: QtBot) -> None:
    give(page, qtbot, "loop", Qt.Key.Key_K)
    give(page, qtbot, "fit", Qt.Key.Key_L)
    page.select("loop")
    qtbot.mouseClick(page.reset, LEFT)
    assert "already does “Fit”" in page.sentence.text()  # its default was given away meanwhile
    assert keys.current("loop") == "K"
    page.select("fit")
    qtbot.mouseClick(page.reset, LEFT)
    assert keys.current("fit") == "F" and keys.current("loop") == "K"
    assert not page.reset.isEnabled()
    qtbot.mouseClick(page.reset_all, LEFT)
    assert keys.current("loop") == "L"
    assert page.sentence.text() == ""


def test_a_shortcut_can_have_no_key(page: KeysPage, studio: Studio, qtbot: QtBot) -> None:
    page.select("loop")
    qtbot.mouseClick(page.clear, LEFT)
    press(studio, qtbot, Qt.Key.Key_L)
    player, transport = studio.window.lanes.player, studio.window.lanes.transport
    assert player is not None and transport is not None
    assert not player.loop
    assert transport.loop.toolTip() == "Loop the selection, or everything"


def test_the_key_that_switches_lanes_can_be_changed_too(page: KeysPage, studio: Studio, qtbot: QtBot) -> None:
    heard = []
    studio.window.lanes.lanes["A"].switch_requested.connect(lambda: heard.append(1))
    press(studio, qtbot, Qt.Key.Key_Tab)
    assert heard == [1]
    give(page, qtbot, "switch-lane", Qt.Key.Key_X)
    press(studio, qtbot, Qt.Key.Key_X)
    assert heard == [1, 1]
    press(studio, qtbot, Qt.Key.Key_Tab)
    assert heard == [1, 1]


def test_a_restart_keeps_the_keys(page: KeysPage, studio: Studio, qtbot: QtBot) -> None:
    give(page, qtbot, "loop", Qt.Key.Key_K)
    studio.settings.save()
    keys.choose({})
    second = Studio(Settings())
    qtbot.addWidget(second.window)
    assert keys.current("loop") == "K"
    assert keys.current("match") == "M"


def test_a_broken_settings_file_gives_no_key_twice(tmp_path: Path) -> None:
    settings = Settings(tmp_path)
    settings.set("keys/loop", "M")
    settings.set("keys/fit", "K")
    settings.set("keys/zoom", "K")
    settings.set("keys/pin", "no such key")
    keymap.load(settings)
    assert [keys.current(name) for name in ("loop", "match", "zoom", "pin")] == ["L", "M", "Z", "P"]
    assert keys.current("fit") == "K"


def test_every_default_key_is_there_once() -> None:
    used = [sequence.toString() for value in keys.DEFAULTS.values() for sequence in keys.sequences(value)]
    assert len(used) == len(set(used))


def test_every_shortcut_of_the_window_can_be_changed(studio: Studio) -> None:
    assert {command.id for command in WITH_KEYS} == set(keys.DEFAULTS)
