"""The batch window as a user works it: prompts and values in, sounds in a folder out, stopped, gone on with and filtered."""

from pathlib import Path

import pytest
import yaml
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from ditone.gui.batch.window import BatchWindow
from ditone.runtime import registry
from ditone.runtime.request import Request


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> BatchWindow:
    info = registry.resolve("mini-sfx")
    base = info.checked(Request("mini-sfx", "bell", duration_s=0.2, steps=2, solver="euler", seed=5))
    window = BatchWindow(info, base)
    qtbot.addWidget(window)
    window.folder.setText(str(tmp_path / "out"))
    window.workers.setValue(1)
    window.takes.setValue(2)
    window.show()
    return window


def press(qtbot: QtBot, window: BatchWindow) -> None:
    with qtbot.waitSignal(window.batch.finished):
        qtbot.mouseClick(window.start, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(window.start.isEnabled)


def test_prompts_and_values_become_sounds_in_the_folder(qtbot: QtBot, window: BatchWindow, tmp_path: Path) -> None:
    window.prompts.setPlainText("bell\n\nrain\n")
    window.varied["steps"].setText("2, 3")
    assert "8" in window.words.text()
    press(qtbot, window)
    out = tmp_path / "out"
    assert len(list(out.glob("*.wav"))) == 8
    plan = yaml.safe_load((out / "plan.yaml").read_text())
    assert plan["matrix"] == {"prompt": ["bell", "rain"], "steps": [2, 3], "seed": "5..6"}
    assert plan["defaults"]["seconds"] == 0.2
    assert window.table.filtered.rowCount() == 8
    qtbot.keyClicks(window.search, "rain")
    assert window.table.filtered.rowCount() == 4
    with qtbot.waitSignal(window.hear) as heard:
        window.table.setCurrentIndex(window.table.filtered.index(0, 0))
        window.table.setFocus()
        qtbot.keyClick(window.table, Qt.Key.Key_Return)
    assert Path(heard.args[0]).is_file() and "rain" in heard.args[0]


def test_a_stopped_batch_goes_on_where_it_was(qtbot: QtBot, window: BatchWindow, tmp_path: Path) -> None:
    window.takes.setValue(6)
    with qtbot.waitSignal(window.batch.progressed, check_params_cb=lambda progress: progress.done >= 1):
        qtbot.mouseClick(window.start, Qt.MouseButton.LeftButton)
    with qtbot.waitSignal(window.batch.finished):
        qtbot.mouseClick(window.stop, Qt.MouseButton.LeftButton)
    made = {path: path.stat().st_mtime_ns for path in (tmp_path / "out").glob("*.wav")}
    assert 1 <= len(made) <= 6
    press(qtbot, window)
    assert len(list((tmp_path / "out").glob("*.wav"))) == 6
    assert all(path.stat().st_mtime_ns == moment for path, moment in made.items())


def test_takes_are_listed_while_others_are_made_and_what_was_chosen_stays(
    qtbot: QtBot, window: BatchWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ditone.runtime.batch.run.TABLES_AFTER_S", 0.0)
    window.takes.setValue(12)
    qtbot.mouseClick(window.start, Qt.MouseButton.LeftButton)
    assert window.focusWidget() is window.stop
    qtbot.waitUntil(lambda: window.table.filtered.rowCount() >= 2, timeout=60_000)
    assert window.batch.running and window.table.filtered.rowCount() < 12
    window.table.setCurrentIndex(window.table.filtered.index(1, 0))
    qtbot.waitUntil(lambda: not window.batch.running and window.start.isEnabled(), timeout=120_000)
    assert window.table.filtered.rowCount() == 12
    assert window.table.currentIndex().row() == 1


def test_what_failed_is_listed_with_its_sentence(qtbot: QtBot, window: BatchWindow, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "00002 bell 6.wav").mkdir()  # a folder stands where the sound should
    press(qtbot, window)
    assert "1 failed" in window.words.text()
    window.only_failed.click()
    assert window.table.filtered.rowCount() == 1
    last = window.table.filtered.index(0, window.table.filtered.columnCount() - 1)
    assert "00002 bell 6.wav" in str(last.data())


def test_what_cannot_be_made_is_said_and_not_started(qtbot: QtBot, window: BatchWindow) -> None:
    window.prompts.setPlainText("   \n")
    assert not window.start.isEnabled()
    window.prompts.setPlainText("bell")
    window.varied["cfg"].setText("3, much")
    assert not window.start.isEnabled()
    assert "numbers" in window.words.text()
    window.varied["cfg"].setText("3, 4000")  # out of the control's range
    press(qtbot, window)
    assert "4000" in window.words.text()
