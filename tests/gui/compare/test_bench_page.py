"""The bench of the studio: chosen with real clicks, measured in a process of its own, shown and saved."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from ditone.gui.compare.bench_page import BenchPage
from ditone.gui.studio import Studio
from ditone.runtime import registry
from tests.gui.compare.test_compare import INFO, take


@pytest.fixture
def page(qtbot: QtBot) -> BenchPage:
    """The bench of a built-in model: another process knows no other one."""
    info = registry.resolve("mini-voice")
    request = info.defaults().replaced(prompt="Hello.", steps=2, seed=3)
    made = BenchPage(info, request)
    qtbot.addWidget(made)
    made.resize(1200, 600)
    made.show()
    return made


def test_what_is_ticked_is_multiplied_out(qtbot: QtBot) -> None:
    page = BenchPage(INFO, take().take.request)
    qtbot.addWidget(page)
    page.show()
    assert page.words.text() == "1 row, 5 timed takes"
    qtbot.keyClick(page.solvers["rk4"], Qt.Key.Key_Space)
    page.precisions["bfloat16"].setChecked(True)
    qtbot.keyClicks(page.steps, "2, 4")
    assert page.words.text() == "12 rows, 60 timed takes"
    plan = page.plan()
    names = [plan["tables"][0]["reference"]["name"], *(row["name"] for row in plan["tables"][0]["rows"])]
    assert names[0] == "Euler 8, auto"
    assert len(set(names)) == 12 and "RK4 4, bfloat16" in names
    qtbot.keyClicks(page.steps, ", 800")
    assert "Steps is 800" in page.words.text()
    assert not page.go.isEnabled()
    page.steps.setText("many")
    assert 'Steps are "many"' in page.words.text()


def test_a_bench_is_measured_in_another_process_and_saved(qtbot: QtBot, page: BenchPage, tmp_path: Path) -> None:
    page.steps.setText("1")
    page.repeats.setValue(1)
    assert not page.open.isEnabled()
    qtbot.mouseClick(page.go, Qt.MouseButton.LeftButton)
    assert page.running and page.go.text() == "Stop"
    qtbot.waitUntil(lambda: not page.running, timeout=120_000)
    assert page.table is not None, page.status.text()
    assert [row["differs"] for row in page.table.rows] == ["reference", "steps 2 -> 1"]
    assert page.table.rows[1]["repeats"] == 1 and page.table.rows[1]["speed"] > 0
    assert page.view.rows.rowCount() == 2
    with qtbot.waitSignal(page.written, timeout=30_000) as signal:
        page.write(tmp_path / "bench")
    assert (signal.args[0] / "page.html").is_file()


def test_stop_ends_the_process(qtbot: QtBot, page: BenchPage) -> None:
    page.repeats.setValue(50)
    qtbot.mouseClick(page.go, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(page.go, Qt.MouseButton.LeftButton)
    assert not page.running
    assert page.status.text() == "Stopped."
    assert page.go.text() == "Start" and page.go.isEnabled()
    assert not page.open.isEnabled()


def test_why_a_bench_failed_is_said(qtbot: QtBot, page: BenchPage, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = page.plan()
    plan["tables"][0]["reference"]["model"] = "gone"
    monkeypatch.setattr(page, "plan", lambda: plan)
    qtbot.mouseClick(page.go, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not page.running, timeout=60_000)
    assert "cannot be made" in page.status.text()
    assert page.table is None


def test_the_button_in_the_window_opens_the_bench_of_the_panel(
    qtbot: QtBot, studio: Studio, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(tmp_path))
    studio.window.prompt.rows["prompt"].set_value("a tone")
    studio.window.results.setCurrentWidget(studio.comparison.panel)
    qtbot.mouseClick(studio.comparison.panel.buttons["bench"], Qt.MouseButton.LeftButton)
    page = studio.bench.page
    assert page is not None and page.isVisible()
    assert page.request.prompt == "a tone"
    assert page.words.text() == "1 row, 5 timed takes"
