"""A script in the studio: lines made, retaken, chosen, heard, exported, and gone on with after a kill."""

from __future__ import annotations

import csv
import subprocess
import sys
import time
from pathlib import Path
from unittest.mock import patch

import numpy as np
import pytest
import soundfile
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from ditone.gui.core.settings import Settings
from ditone.gui.script.window import ScriptWindow
from ditone.gui.studio import Studio
from ditone.runtime.script.book import FILE, Book
from tests.gui.window import WAIT_MS

LINES = ["Good morning.", "The tide comes in at seven.", "Mind the step.", "Thank you."]


def opened(qtbot: QtBot, model: str = "mini-voice") -> Studio:
    studio = Studio(Settings(), model=model)
    qtbot.addWidget(studio.window)
    studio.window.show()
    qtbot.waitUntil(lambda: studio.engine.loaded is not None and studio.built, timeout=60_000)
    return studio


def window_of(studio: Studio, qtbot: QtBot) -> ScriptWindow:
    actions = {action.text(): action for action in studio.window.findChildren(QAction)}
    actions["Script…"].trigger()
    window = studio.scripts.window
    assert window is not None
    qtbot.waitUntil(window.isVisible)
    return window


def made(window: ScriptWindow, qtbot: QtBot, count: int) -> None:
    qtbot.waitUntil(
        lambda: sum(len(line.takes) for line in window.table.rows.lines) == count and window.make.isVisible(), timeout=WAIT_MS
    )


@pytest.fixture
def speaking(qtbot: QtBot, tmp_path: Path) -> tuple[Studio, ScriptWindow]:
    studio = opened(qtbot)
    window = window_of(studio, qtbot)
    window.folder.setText(str(tmp_path / "script"))
    window.text.setPlainText("# a note\n" + "\n\n".join(LINES))
    qtbot.mouseClick(window.make, Qt.MouseButton.LeftButton)
    made(window, qtbot, len(LINES))
    return studio, window


def test_lines_are_made_retaken_and_an_alternate_is_chosen_and_exported(
    speaking: tuple[Studio, ScriptWindow], qtbot: QtBot, tmp_path: Path
) -> None:
    studio, window = speaking
    assert [line.text for line in window.table.rows.lines] == LINES
    assert studio.window.takes.model.total() == 0  # the script keeps its takes itself
    assert window.focusWidget() is window.table  # and no button that nobody asked for has the keyboard
    first = Book.open(tmp_path / "script").line(2).take
    window.table.selectRow(1)
    qtbot.mouseClick(window.retake, Qt.MouseButton.LeftButton)
    made(window, qtbot, len(LINES) + 1)
    book = Book.open(tmp_path / "script")
    assert book.line(2).chosen == 1
    assert book.line(2).takes[0] == first
    assert book.line(2).takes[1].seed != book.line(2).takes[0].seed
    assert window.takes.count() == 2
    window.takes.setFocus()
    qtbot.keyClick(window.takes, Qt.Key.Key_Up)
    qtbot.waitUntil(lambda: Book.open(tmp_path / "script").line(2).chosen == 0)

    with patch.object(QFileDialog, "getSaveFileName", return_value=(str(tmp_path / "all.wav"), "")):
        qtbot.mouseClick(window.join, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "all.wav" in window.words.text(), timeout=WAIT_MS)
    audio, rate = soundfile.read(tmp_path / "all.wav")
    takes = [line.take for line in Book.open(tmp_path / "script").lines]
    assert len(audio) / rate == pytest.approx(sum(take.duration_s for take in takes if take) + 0.4 * 3, abs=0.01)
    with patch.object(QFileDialog, "getExistingDirectory", return_value=str(tmp_path / "files")):
        qtbot.mouseClick(window.number, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: (tmp_path / "files" / "script.csv").exists(), timeout=WAIT_MS)
    rows = list(csv.DictReader((tmp_path / "files" / "script.csv").read_text(encoding="utf-8").splitlines()))
    assert [row["text"] for row in rows] == LINES
    assert sorted(path.name for path in (tmp_path / "files").glob("*.wav")) == [f"{i:03d}.wav" for i in range(1, 5)]
    studio.window.close()


def test_a_line_is_heard_with_enter_and_the_rest_plays_through(speaking: tuple[Studio, ScriptWindow], qtbot: QtBot) -> None:
    studio, window = speaking
    lanes = studio.window.lanes
    assert lanes.player is not None
    window.table.selectRow(2)
    window.table.setFocus()
    qtbot.keyClick(window.table, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: any(lane.sound is not None for lane in lanes.lanes.values()), timeout=WAIT_MS)
    take = window.table.rows.lines[2].take
    assert take is not None
    (one,) = [lane.sound for lane in lanes.lanes.values() if lane.sound is not None]
    assert one.frames / one.rate == pytest.approx(take.duration_s, abs=0.01)
    lanes.player.pause()
    qtbot.mouseClick(window.through, Qt.MouseButton.LeftButton)
    both = sum(line.take.duration_s for line in window.table.rows.lines[2:] if line.take) + 0.4

    def lengths() -> list[float]:
        return [lane.sound.frames / lane.sound.rate for lane in lanes.lanes.values() if lane.sound is not None]

    qtbot.waitUntil(lambda: any(abs(length - both) < 0.01 for length in lengths()), timeout=WAIT_MS)
    studio.window.close()


def test_a_stopped_script_is_gone_on_with_by_the_next_window(qtbot: QtBot, tmp_path: Path) -> None:
    first = opened(qtbot)
    window = window_of(first, qtbot)
    window.folder.setText(str(tmp_path / "script"))
    window.text.setPlainText("\n".join(LINES))
    qtbot.mouseClick(window.make, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(list(Book.open(tmp_path / "script").waiting())) < len(LINES), timeout=WAIT_MS)
    qtbot.mouseClick(window.stop, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(window.make.isVisible, timeout=WAIT_MS)
    kept = {take.file: take for line in Book.open(tmp_path / "script").lines for take in line.takes}
    assert len(kept) > 0
    first.window.close()

    second = opened(qtbot)
    assert second.engine.queue.items() == ()  # the script's lines are no waiting takes of the library
    window = window_of(second, qtbot)
    assert window.folder.text() == str(tmp_path / "script")
    assert window.text.toPlainText().splitlines() == LINES
    assert sum(bool(line.takes) for line in window.table.rows.lines) == len(kept)
    qtbot.mouseClick(window.make, Qt.MouseButton.LeftButton)
    made(window, qtbot, len(LINES))
    again = {take.file: take for line in Book.open(tmp_path / "script").lines for take in line.takes}
    assert {name: again[name] for name in kept} == kept
    audio = [soundfile.read(tmp_path / "script" / name)[0] for name in again]
    assert all(np.abs(one).max() > 0.01 for one in audio)
    second.window.close()


def test_why_nothing_can_be_made_is_said(qtbot: QtBot, tmp_path: Path) -> None:
    studio = opened(qtbot)
    window = window_of(studio, qtbot)
    assert not window.make.isEnabled()
    assert "Write or paste a text" in window.words.text()
    window.text.setPlainText("# only a note\n…")
    assert "no line with a letter" in window.words.text()
    window.text.setPlainText("Hello there.")
    assert window.make.isEnabled()
    assert not window.words.text()
    window.folder.setText("/proc/nowhere")
    qtbot.mouseClick(window.make, Qt.MouseButton.LeftButton)
    assert "/proc/nowhere could not be made" in window.words.text()
    studio.engine.choose_model("mini-sfx")
    qtbot.waitUntil(lambda: "does not read texts aloud" in window.words.text(), timeout=WAIT_MS)
    studio.window.close()


def test_the_command_line_and_the_window_open_the_same_folder(speaking: tuple[Studio, ScriptWindow], tmp_path: Path) -> None:
    studio, _ = speaking
    assert (tmp_path / "script" / FILE).exists()
    book = Book.open(tmp_path / "script")
    assert all(line.take is not None and (book.folder / line.take.file).is_file() for line in book.lines)
    studio.window.close()


KILLED = """
import sys
from ditone.gui.application import application
from ditone.gui.core.settings import Settings
from ditone.gui.studio import Studio
app = application()
studio = Studio(Settings(), model="mini-voice")
studio.window.show()
while not (studio.built and studio.engine.loaded):
    app.processEvents()
studio.scripts.open()
studio.scripts.window.folder.setText(sys.argv[1])
studio.scripts.window.text.setPlainText(sys.argv[2])
studio.scripts.window.make.click()
app.exec()
"""


def test_a_window_killed_in_the_middle_loses_no_line(qtbot: QtBot, tmp_path: Path) -> None:
    folder, lines = tmp_path / "script", [f"This is line number {i}." for i in range(1, 13)]
    process = subprocess.Popen([sys.executable, "-c", KILLED, str(folder), "\n".join(lines)])
    try:
        end = time.monotonic() + 90.0
        while not (folder / FILE).exists() or sum(bool(line.takes) for line in Book.open(folder).lines) < 3:
            assert process.poll() is None
            assert time.monotonic() < end
            time.sleep(0.05)
    finally:
        process.kill()
        process.wait()
    kept = {line.number: line.takes for line in Book.open(folder).lines if line.takes}
    assert 3 <= len(kept) < len(lines)
    studio = opened(qtbot)
    window = window_of(studio, qtbot)
    assert window.text.toPlainText().splitlines() == lines
    assert "lines have no take yet" in window.words.text()
    qtbot.mouseClick(window.make, Qt.MouseButton.LeftButton)
    made(window, qtbot, len(lines))
    book = Book.open(folder)
    assert {number: book.line(number).takes for number in kept} == kept
    assert len({line.takes[0].file for line in book.lines}) == len(lines)
    studio.window.close()
