"""Every undoable act: Ctrl+Z brings back the same stored session, Ctrl+Shift+Z what came after it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from ditone.gui.commands.undo import History
from ditone.gui.controllers.recovery_controller import LANES_KEY, PANEL_KEY
from ditone.gui.engine import drag_files
from ditone.gui.studio import Studio
from ditone.runtime.library import files
from tests import tiny as tiny_module
from tests.gui.controllers.test_source_controller import SOURCE_CONTROLS

MOMENT = re.compile(rb"(?<=deleted_at\": \")[^\"]+")  # a second deletion has another one
LEFT, CTRL, SHIFT = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def full(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Studio:
    """A window with three takes, whose model takes a source."""
    monkeypatch.setattr(drag_files, "folder", lambda: tmp_path / "dragged")
    monkeypatch.setattr(tiny_module, "INFO", replace(tiny_module.INFO, controls=tiny_module.INFO.controls + SOURCE_CONTROLS))
    studio: Studio = request.getfixturevalue("studio")
    studio.window.prompt.rows["duration_s"].set_value(0.3)
    studio.window.bar.count.setValue(3)
    qtbot.mouseClick(studio.window.bar.generate, LEFT)
    qtbot.waitUntil(lambda: studio.window.takes.model.total() == 3 and not studio.engine.busy)
    library = studio.library.library
    assert library is not None
    qtbot.waitUntil(lambda: library.count() == 3)
    return studio


def session(studio: Studio) -> dict[str, Any]:
    """What a restart would find: panel, lanes, marks on disk and in the index; and the list as it is seen."""
    studio.marks.finish()
    studio.recovery.store_panel()
    library, takes = studio.library.library, studio.window.takes
    assert library is not None
    rows = [takes.model.index(row).data(Qt.ItemDataRole.UserRole) for row in range(takes.model.rowCount())]
    return {
        "panel": studio.settings.text(PANEL_KEY),
        "lock": studio.window.prompt.seed_locked(),
        "preset": studio.window.prompt.preset,
        "lanes": json.loads(studio.settings.text(LANES_KEY) or "{}"),
        "sounds": {letter: lane.sound.title if lane.sound else "" for letter, lane in studio.window.lanes.lanes.items()},
        "pins": {letter: lane.pinned for letter, lane in studio.window.lanes.lanes.items()},
        "marks": {
            path.name: MOMENT.sub(b"then", path.read_bytes()) for path in sorted(library.root.rglob(f"*{files.MARKS_SUFFIX}"))
        },
        "index": sorted(
            (entry.id, replace(entry.marks, deleted_at=entry.marks.deleted_at and "then"))
            for entry in [*library.search(), *library.deleted()]
        ),
        "list": [(entry.id, entry.number, takes.model.starred(entry), takes.model.title(entry)) for entry in rows],
        "chosen": takes.chosen(),
    }


def press(studio: Studio, qtbot: QtBot, key: Qt.Key, modifiers: Qt.KeyboardModifier = CTRL) -> None:
    studio.window.takes.list.setFocus()
    qtbot.keyClick(studio.window.takes.list, key, modifiers)


def undone(studio: Studio, qtbot: QtBot, act: Callable[[], object], but: tuple[str, ...] = ()) -> None:
    """Does something, undoes it with the keys, does it again, and undoes it again. `but`: parts that follow something else."""

    def is_again(wanted: dict[str, Any]) -> None:
        now = session(studio)
        assert {key: value for key, value in now.items() if value != wanted[key] and key not in but} == {}

    qtbot.wait(50)
    before = session(studio)
    act()
    qtbot.waitUntil(lambda: session(studio) != before)
    qtbot.wait(50)
    after = session(studio)
    for _ in range(2):
        press(studio, qtbot, Qt.Key.Key_Z)
        qtbot.waitUntil(lambda: is_again(before), timeout=20_000)
        press(studio, qtbot, Qt.Key.Key_Z, CTRL | SHIFT)
        qtbot.waitUntil(lambda: is_again(after), timeout=20_000)
    press(studio, qtbot, Qt.Key.Key_Z)
    qtbot.waitUntil(lambda: is_again(before), timeout=20_000)


def test_every_act_on_takes_is_undone_to_the_same_bytes(full: Studio, qtbot: QtBot) -> None:
    takes = full.window.takes
    takes.list.setFocus()
    takes.list.setCurrentIndex(takes.model.index(1))
    undone(full, qtbot, lambda: qtbot.keyClick(takes.list, Qt.Key.Key_Asterisk))

    def rename() -> None:
        takes.list.setFocus()
        qtbot.keyClick(takes.list, Qt.Key.Key_F2)
        qtbot.waitUntil(lambda: takes.list.findChild(QLineEdit) is not None)
        editor = takes.list.findChild(QLineEdit)
        editor.selectAll()
        qtbot.keyClicks(editor, "the good one")
        qtbot.keyClick(editor, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: not takes.list.is_editing())

    undone(full, qtbot, rename)

    def delete_two() -> None:
        takes.list.setFocus()
        takes.list.setCurrentIndex(takes.model.index(0))
        takes.list.selectionModel().select(takes.model.index(1), QItemSelectionModel.SelectionFlag.Select)
        qtbot.keyClick(takes.list, Qt.Key.Key_Delete)

    qtbot.keyClick(takes.list, Qt.Key.Key_Asterisk)  # what is starred returns with its star
    takes.list.setCurrentIndex(takes.model.index(0))
    takes.list.selectionModel().select(takes.model.index(1), QItemSelectionModel.SelectionFlag.Select)
    undone(full, qtbot, delete_two)
    assert [takes.model.index(row).data(Qt.ItemDataRole.UserRole).number for row in range(3)] == [3, 2, 1]
    delete_two()
    qtbot.waitUntil(takes.undo.isVisible)
    qtbot.mouseClick(takes.undo, LEFT)  # the button of the bar is the same undo
    assert takes.model.total() == 3 and not takes.undo_bar.isVisible()


def test_every_act_on_the_panel_is_undone_to_the_same_bytes(full: Studio, qtbot: QtBot, tmp_path: Path) -> None:
    window, rows = full.window, full.window.prompt.rows
    exported = full.files
    entry = window.takes.current()
    assert entry is not None
    qtbot.waitUntil(lambda: full.library.library.get(entry.id) is not None)  # type: ignore[union-attr]
    stored = full.library.library.get(entry.id)  # type: ignore[union-attr]
    assert stored is not None
    rows["prompt"].text.setFocus()
    rows["prompt"].text.selectAll()
    qtbot.keyClicks(rows["prompt"].text, "typed by hand ")
    rows["steps"].field.setValue(9)
    window.lanes.timeline.set_selection(0.05, 0.2)
    undone(full, qtbot, lambda: full.recall.recall(entry))
    assert rows["prompt"].text.toPlainText() == "typed by hand "
    preset = window.prompt.info.presets[0]  # type: ignore[union-attr]
    undone(full, qtbot, lambda: window.prompt.choose_preset(preset))
    undone(full, qtbot, lambda: exported.drop([str(stored.path)]), but=("chosen",))
    undone(full, qtbot, lambda: full.commands.run("take-use-as-source", window.lanes.current_entry()))

    def inpaint() -> None:
        window.lanes.timeline.set_selection(0.05, 0.2)
        full.commands.run("inpaint")

    undone(full, qtbot, inpaint)

    def write_region() -> None:
        rows["regions"].text.setFocus()
        qtbot.keyClicks(rows["regions"].text, "0.1-0.2")

    undone(full, qtbot, write_region)
    undone(full, qtbot, lambda: rows["source"].path.setText(str(stored.path)))


def test_what_a_lane_showed_comes_back(full: Studio, qtbot: QtBot) -> None:
    takes, lanes = full.window.takes, full.window.lanes

    def to_lane() -> None:
        takes.list.setFocus()
        takes.list.setCurrentIndex(takes.model.index(2))
        qtbot.keyClick(takes.list, Qt.Key.Key_Return)

    third = takes.model.index(2).data(Qt.ItemDataRole.UserRole)
    if lanes.letter_of(third.id) is not None:
        lanes.clear(lanes.letter_of(third.id))  # type: ignore[arg-type]
    takes.list.setCurrentIndex(takes.model.index(2))
    undone(full, qtbot, to_lane, but=("chosen",))  # the choice follows what is heard


def test_ctrl_z_in_the_prompt_takes_typing_back_first_and_an_older_act_only_then(full: Studio, qtbot: QtBot) -> None:
    prompt, entry = full.window.prompt.rows["prompt"].text, full.window.takes.current()
    prompt.setFocus()
    prompt.selectAll()
    qtbot.keyClicks(prompt, "mine")
    full.recall.recall(entry)
    recalled = prompt.toPlainText()
    prompt.moveCursor(prompt.textCursor().MoveOperation.End)
    qtbot.keyClicks(prompt, "!")
    qtbot.keyClick(prompt, Qt.Key.Key_Z, CTRL)
    assert prompt.toPlainText() == recalled
    qtbot.keyClick(prompt, Qt.Key.Key_Z, CTRL)
    assert prompt.toPlainText() == "mine"


def test_acts_inside_a_step_make_no_step_and_those_together_make_one(qtbot: QtBot) -> None:
    history, done = History(), []

    def act(name: str) -> None:
        history.do(name, lambda: done.append(name), lambda: done.remove(name))

    with history.together("both"):
        act("a")
        act("b")
    with history.together("none"):
        pass
    history.do("outer", lambda: act("inner"), lambda: done.remove("inner"))
    assert done == ["a", "b", "inner"] and history.stack.count() == 2
    history.undo()
    history.undo()
    assert done == []
    history.redo()
    assert done == ["a", "b"] and history.stack.undoText() == "both"
    history.done("x", lambda: done.append("x1"), list, key="k")
    history.done("x", lambda: done.append("x2"), list, key="k")
    history.undo()
    assert done == ["a", "b", "x1"]
