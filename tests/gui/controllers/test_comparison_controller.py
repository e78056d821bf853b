"""The comparison and the library in the whole window, with real clicks and a tiny model."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from ditone.gui.core.settings import Settings
from ditone.gui.studio import Studio
from tests.gui.window import finished_takes
from tests.tiny import TinyFamily


def generate(qtbot: QtBot, studio: Studio, count: int = 1) -> None:
    before = studio.window.takes.model.total()
    studio.window.bar.count.setValue(count)
    qtbot.mouseClick(studio.window.bar.generate, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: studio.window.takes.model.rowCount() >= before + count and not studio.engine.busy, timeout=60_000)


@pytest.fixture
def pair(qtbot: QtBot, studio: Studio) -> Studio:
    """Two takes of one prompt in lanes A and B, other steps."""
    qtbot.waitUntil(lambda: studio.library.library is not None, timeout=30_000)
    row = studio.window.prompt.rows["steps"]
    studio.window.prompt.rows["seed"].lock.setChecked(True)  # type: ignore[attr-defined]
    generate(qtbot, studio)
    studio.window.lanes.lanes["A"].buttons["pin"].click()
    row.set_value(8)
    generate(qtbot, studio)
    assert set(studio.window.lanes.entries) == {"A", "B"}
    return studio


def test_two_takes_are_compared_and_the_worst_sample_is_shown(qtbot: QtBot, pair: Studio) -> None:
    comparison = pair.comparison
    qtbot.waitUntil(lambda: comparison.panel.figures is not None, timeout=30_000)
    assert pair.window.results.currentWidget() is comparison.panel
    names = {row.name: row.value for row in comparison.panel.metric_rows()}
    assert names["Length, B − A"] == "+0.000 s"
    assert "| steps |" in comparison.panel.markdown()
    jump = comparison.panel.findChild(QPushButton, "jump")
    assert jump is not None
    qtbot.mouseClick(jump, Qt.MouseButton.LeftButton)
    at = comparison.panel.figures.max_abs_error_at_s  # type: ignore[union-attr]
    start, end = pair.window.lanes.timeline.view  # type: ignore[union-attr]
    assert start <= at <= end
    assert end - start < 0.02


def test_a_sweep_fills_its_sheet_and_leaves_the_lanes_alone(qtbot: QtBot, pair: Studio) -> None:
    comparison = pair.comparison
    before = dict(pair.window.lanes.entries)
    qtbot.mouseClick(comparison.panel.buttons["sweep"], Qt.MouseButton.LeftButton)
    from ditone.gui.compare.sweep_dialog import SweepDialog

    dialog = pair.window.findChild(SweepDialog)
    assert dialog is not None
    dialog.choose(0, "cfg_scale", "1, 3")
    dialog.choose(1, "steps", "2, 3, 4")
    qtbot.mouseClick(dialog.make, Qt.MouseButton.LeftButton)
    sheet = pair.sweep.sheet
    assert sheet is not None
    qtbot.waitUntil(lambda: len(sheet.figures) == 6, timeout=60_000)
    assert pair.window.pages.currentWidget() is sheet
    assert pair.window.lanes.entries == before
    assert all(tile.entry is not None for tile in sheet.tiles)
    pair.window.pages.close_page()
    assert pair.window.pages.currentWidget() is pair.window.lanes


def test_a_new_sweep_takes_the_place_of_one_that_still_runs(qtbot: QtBot, pair: Studio, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first sheet is gone by then: its takes are cancelled, and none of them is brought to it or to a lane."""
    from ditone.gui.compare.contact_sheet import ContactSheet
    from ditone.runtime.sweep import Axis, sweep

    before = dict(pair.window.lanes.entries)
    request = pair.generation.wanted_request()
    told: list[tuple[ContactSheet, int]] = []
    original = ContactSheet.add

    def add(sheet: ContactSheet, index: int, entry: object) -> None:
        told.append((sheet, index))
        original(sheet, index, entry)  # type: ignore[arg-type]

    monkeypatch.setattr(ContactSheet, "add", add)
    long, short = [Axis("steps", (60, 61, 62))], [Axis("steps", (2, 3))]
    pair.sweep.start(long, sweep(request, long))
    qtbot.waitUntil(lambda: pair.engine.queue.running() is not None, timeout=30_000)
    pair.sweep.start(short, sweep(request, short))
    second = pair.sweep.sheet
    assert second is not None
    qtbot.waitUntil(lambda: not pair.engine.busy and len(second.figures) == 2, timeout=60_000)
    assert [(sheet is second, index) for sheet, index in told] == [(True, 0), (True, 1)]
    assert pair.window.lanes.entries == before
    assert pair.page_takes.waiting() == 0
    assert pair.engine.queue.items() == ()


def test_a_faster_setting_is_found_and_brought_to_lane_b(qtbot: QtBot, pair: Studio) -> None:
    comparison = pair.comparison
    qtbot.waitUntil(lambda: comparison.panel.figures is not None, timeout=30_000)
    qtbot.mouseClick(comparison.panel.buttons["faster"], Qt.MouseButton.LeftButton)
    page = pair.faster_setting.page
    assert page is not None
    page.value.setValue(0.0)
    before = [entry.id for entry in pair.window.takes.shown()]
    qtbot.mouseClick(page.start, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: page.search.found is not None, timeout=60_000)
    found = page.search.found
    assert found is not None
    assert [entry.id for entry in pair.window.takes.shown()] == before  # candidates live in the page
    qtbot.mouseClick(page.to_lane, Qt.MouseButton.LeftButton)
    assert pair.window.lanes.entries["B"] is found
    assert {entry.id for entry in pair.window.takes.shown()} == {*before, found.id}  # what is taken from it is kept


def test_a_blind_test_hides_everything_and_is_kept(qtbot: QtBot, pair: Studio) -> None:
    comparison = pair.comparison
    qtbot.waitUntil(lambda: comparison.panel.figures is not None, timeout=30_000)
    qtbot.mouseClick(comparison.panel.buttons["blind"], Qt.MouseButton.LeftButton)
    page = pair.listening_test.page
    assert page is not None
    assert not pair.window.takes_dock.isVisible()
    assert not pair.window.lanes.isVisible()
    page.start_card.trials.setCurrentText("8")
    qtbot.mouseClick(page.start_card.start, Qt.MouseButton.LeftButton)
    for _ in range(8):
        qtbot.keyClick(page, Qt.Key.Key_3)
        qtbot.keyClick(page, Qt.Key.Key_Left)
    assert page.test is not None
    assert page.test.done
    qtbot.mouseClick(page.result_card.close_button, Qt.MouseButton.LeftButton)
    assert pair.window.takes_dock.isVisible()
    assert "of 8 right" in comparison.listening[0]
    library = pair.library.library  # type: ignore[union-attr]
    qtbot.waitUntil(lambda: len(library.index.read("SELECT * FROM comparisons")) == 1, timeout=10_000)


def test_a_report_is_written(qtbot: QtBot, pair: Studio, tmp_path: Path) -> None:
    comparison = pair.comparison
    qtbot.waitUntil(lambda: comparison.panel.figures is not None, timeout=30_000)
    comparison.write_report(tmp_path / "report")
    qtbot.waitUntil(lambda: (tmp_path / "report" / "report.md").exists(), timeout=30_000)
    assert len(list((tmp_path / "report").glob("*.wav"))) == 2


def test_takes_are_found_again_after_a_restart(qtbot: QtBot, studio: Studio, tiny: TinyFamily) -> None:
    qtbot.waitUntil(lambda: studio.library.library is not None, timeout=30_000)
    made = finished_takes(studio)
    generate(qtbot, studio, 3)
    library = studio.library.library  # type: ignore[union-attr]
    qtbot.waitUntil(lambda: library.count() == 3, timeout=30_000)
    first = studio.window.takes.model.index(0).data(Qt.ItemDataRole.UserRole)
    studio.marks.toggle_star(first)  # type: ignore[union-attr]
    qtbot.waitUntil(lambda: len(library.search(starred=True)) == 1, timeout=10_000)
    studio.window.close()
    again = Studio(Settings())
    qtbot.addWidget(again.window)
    again.window.show()
    qtbot.waitUntil(lambda: again.window.takes.model.rowCount() == 3, timeout=60_000)
    again.window.takes.starred.setChecked(True)
    assert again.window.takes.model.rowCount() == 1
    stored = again.window.takes.model.index(0).data(Qt.ItemDataRole.UserRole)
    assert stored.id == first.id
    again.window.takes.list.setCurrentIndex(again.window.takes.model.index(0))
    qtbot.keyClick(again.window.takes.list, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(again.window.lanes.entries), timeout=30_000)
    assert (
        next(iter(again.window.lanes.entries.values())).take.audio == next(e for e in made if e.id == first.id).take.audio
    ).all()
    again.window.close()


def test_deleting_is_undone_in_one_act(qtbot: QtBot, studio: Studio) -> None:
    qtbot.waitUntil(lambda: studio.library.library is not None, timeout=30_000)
    generate(qtbot, studio, 3)
    library = studio.library.library  # type: ignore[union-attr]
    qtbot.waitUntil(lambda: library.count() == 3, timeout=30_000)
    studio.window.takes.list.selectAll()
    qtbot.keyClick(studio.window.takes.list, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: library.count() == 0, timeout=10_000)
    assert studio.window.takes.model.rowCount() == 0
    assert studio.window.takes.undo_words.text() == "3 takes deleted"
    qtbot.mouseClick(studio.window.takes.undo, Qt.MouseButton.LeftButton)
    assert studio.window.takes.model.rowCount() == 3  # the list at once, the disk after it
    qtbot.waitUntil(lambda: library.count() == 3, timeout=10_000)
