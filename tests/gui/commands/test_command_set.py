"""Every command stands in the table once, is bound to something, is grey while it is not possible, and can be undone."""

from __future__ import annotations

from collections import Counter

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from ditone.gui.commands import menus
from ditone.gui.commands.command_set import CommandSet
from ditone.gui.commands.shortcut_sheet import sheet_rows
from ditone.gui.commands.table import BY_ID, COMMANDS, WITH_KEYS, When
from ditone.gui.studio import Studio

WAIT_MS = 30_000


def test_ids_and_default_keys_are_there_once() -> None:
    assert max(Counter(command.id for command in COMMANDS).values()) == 1
    keys = Counter(key for command in COMMANDS for key in command.keys.split("|") if key)
    assert max(keys.values()) == 1


def test_what_has_a_key_has_a_heading_and_the_sheet_lists_it_or_a_row_for_several() -> None:
    assert all(bool(command.keys) == bool(command.group) for command in COMMANDS)
    listed = [command for command in WITH_KEYS if command.listed]
    assert len(sheet_rows()) == len(listed) + 1
    assert {command.id for command in WITH_KEYS} - {command.id for command in listed} == {f"batch-{n}" for n in range(1, 10)}


def test_menus_name_commands_of_the_table() -> None:
    named = [entry for _, entries in menus.MENU_BAR for entry in entries] + [*menus.LANE_MENU, *menus.list_menu(True)]
    assert {entry for entry in named if entry not in (menus.LINE, menus.DOCKS)} <= set(BY_ID)
    assert all(BY_ID[entry].of_take for entry in (*menus.LANE_MENU, *menus.list_menu(False)) if entry != menus.LINE)


def test_a_command_that_is_not_in_the_table_cannot_be_bound(qtbot: QtBot) -> None:
    commands = CommandSet()
    with pytest.raises(KeyError):
        commands.bind({"no-such-command": list})


def test_the_window_binds_every_command(studio: Studio) -> None:
    assert studio.commands.unbound() == []


def test_what_is_not_possible_is_grey_in_menu_and_key_alike(studio: Studio, qtbot: QtBot) -> None:
    commands, window = studio.commands, studio.window
    file = window.menuBar().actions()[0].menu()
    export = next(action for action in file.actions() if action.text() == "Export the take")  # type: ignore[union-attr]
    assert not export.isEnabled()
    assert not commands.action("recall").isEnabled() and not commands.action("cancel").isEnabled()
    window.prompt.rows["duration_s"].set_value(0.2)
    qtbot.mouseClick(window.bar.generate, Qt.MouseButton.LeftButton)
    assert commands.action("cancel").isEnabled()
    qtbot.waitUntil(lambda: window.takes.model.total() == 1 and not studio.engine.busy, timeout=WAIT_MS)
    assert export.isEnabled() and commands.action("recall").isEnabled()
    assert not commands.action("cancel").isEnabled()


def test_nothing_is_possible_while_blocked(qtbot: QtBot) -> None:
    done: list[str] = []
    commands = CommandSet()
    commands.bind({"loop": lambda: done.append("loop")})
    commands.provide({When.LANES: lambda: True})
    commands.set_blocked(True)
    commands.action("loop").trigger()
    commands.run("loop")
    assert not commands.action("loop").isEnabled() and done == []
    commands.set_blocked(False)
    commands.action("loop").trigger()
    assert done == ["loop"]


def test_a_step_is_done_undone_and_done_again(qtbot: QtBot) -> None:
    commands = CommandSet()
    value = [0]

    def set_to(new: int) -> None:
        value[0] = new

    commands.push("recall", lambda: set_to(1), lambda: set_to(0))
    assert value == [1] and commands.undo_stack.undoText() == "Recall the take's settings"
    commands.undo_stack.undo()
    assert value == [0]
    commands.undo_stack.redo()
    assert value == [1]
