"""The parity table, sorted, hidden in part, heard and exported with real clicks."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from ditone.gui.compare.figure_table import RAW, FigureTable
from ditone.gui.compare.parity_page import HIDDEN, ParityPage
from ditone.gui.core.settings import Settings
from ditone.gui.studio import Studio
from ditone.runtime.comparison.table import Column, Table
from ditone.runtime.errors import DitoneError
from tests.gui.compare.test_compare import take

COLUMNS = (Column("name", "Name"), Column("total_s", "Total (s)", "number"), Column("note", "Note"))


def shown(view: FigureTable, column: str) -> list[object]:
    """What stands in a column, from top to bottom."""
    at = [one.name for one in view.rows.columns].index(column)
    return [view.sorted.index(row, at).data(RAW) for row in range(view.sorted.rowCount())]


def click(qtbot: QtBot, view: FigureTable, row: int) -> None:
    """A click on a row's first cell."""
    place = view.visualRect(view.sorted.index(row, 0)).center()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)


def click_header(qtbot: QtBot, view: FigureTable, column: int) -> None:
    """A click on a column's header."""
    header = view.horizontalHeader()
    place = QPoint(header.sectionViewportPosition(column) + header.sectionSize(column) // 2, header.height() // 2)
    qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=place)


def test_a_click_on_a_header_sorts_by_number_with_empty_cells_last(qtbot: QtBot) -> None:
    view = FigureTable()
    qtbot.addWidget(view)
    view.resize(600, 300)
    view.show()
    view.show_table(Table("", COLUMNS, [{"name": str(i), "total_s": value} for i, value in enumerate((10.0, 9.0, None, 100.0))]))
    assert shown(view, "name") == ["0", "1", "2", "3"]
    click_header(qtbot, view, 1)
    assert shown(view, "total_s") == [9.0, 10.0, 100.0, None]
    click_header(qtbot, view, 1)
    assert shown(view, "total_s") == [100.0, 10.0, 9.0, None]
    with qtbot.waitSignal(view.row_chosen) as signal:
        click(qtbot, view, 0)
    assert signal.args == [3]
    with qtbot.waitSignal(view.row_chosen) as signal:
        qtbot.keyClick(view, Qt.Key.Key_Return)
    assert signal.args == [3]


@pytest.fixture
def page(qtbot: QtBot) -> ParityPage:
    takes = [take(8), take(4), take(2, 2)]
    made = ParityPage(takes, takes[0].id, lambda entry: entry, Settings())  # type: ignore[arg-type, return-value]
    qtbot.addWidget(made)
    made.resize(1200, 400)
    made.show()
    qtbot.waitUntil(lambda: len(made.found) == 3, timeout=30_000)
    return made


def test_takes_are_set_beside_the_reference(page: ParityPage) -> None:
    assert shown(page.view, "differs") == ["reference", "steps 8 -> 4", "seed 1 -> 2, steps 8 -> 2"]
    cosines = shown(page.view, "cosine")
    assert cosines[0] is None and cosines[1] > cosines[2]  # type: ignore[operator]
    assert page.status.text() == ""


def test_a_click_lets_a_row_be_heard_and_another_one_be_the_reference(qtbot: QtBot, page: ParityPage) -> None:
    second = page.entries[1]
    with qtbot.waitSignal(page.hear) as signal:
        click(qtbot, page.view, 1)
    assert signal.args == [second]
    qtbot.mouseClick(page.refer_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(page.found) == 3, timeout=30_000)
    assert page.entries[0] is second
    assert shown(page.view, "differs")[1] == "steps 4 -> 8"


def test_hidden_columns_stay_hidden_and_can_be_brought_back(qtbot: QtBot, page: ParityPage) -> None:
    menu = page.view.column_menu()
    action = next(action for action in menu.actions() if action.data() == "snr_db")
    action.trigger()
    at = [column.name for column in page.view.rows.columns].index("snr_db")
    assert page.view.isColumnHidden(at)
    assert Settings().texts(HIDDEN) == ["snr_db"]
    again = ParityPage(page.entries, page.entries[0].id, lambda entry: entry, Settings())  # type: ignore[arg-type, return-value]
    qtbot.addWidget(again)
    qtbot.waitUntil(lambda: len(again.found) == 3, timeout=30_000)
    assert again.view.isColumnHidden(at)
    again.view.set_hidden("snr_db", False)
    assert not again.view.isColumnHidden(at)


def test_copies_and_pages_hold_raw_numbers(qtbot: QtBot, page: ParityPage, tmp_path: Path) -> None:
    page.copy_csv()
    rows = list(csv.DictReader(QGuiApplication.clipboard().text().splitlines()))
    assert float(rows[1]["one_minus_cosine"]) > 0
    with qtbot.waitSignal(page.written, timeout=60_000) as signal:
        page.write(tmp_path / "parity")
    assert signal.args == [tmp_path / "parity"]
    text = (tmp_path / "parity" / "page.html").read_text("utf-8")
    assert text.count("<audio") == 3
    assert len(list((tmp_path / "parity" / "sounds").iterdir())) == 3
    assert len((tmp_path / "parity" / "figures.csv").read_text("utf-8").splitlines()) == 4


def test_a_take_that_cannot_be_read_says_so_in_its_row(qtbot: QtBot) -> None:
    takes = [take(8), take(4)]

    def read(entry: object) -> object:
        if entry is takes[1]:
            raise DitoneError("The file is gone.")
        return entry

    page = ParityPage(takes, takes[0].id, read, Settings())  # type: ignore[arg-type]
    qtbot.addWidget(page)
    qtbot.waitUntil(lambda: len(page.found) == 2, timeout=30_000)
    assert "The file is gone" in str(shown(page.view, "note")[1])


def test_the_button_in_the_window_shows_the_takes_of_the_list(
    qtbot: QtBot, studio: Studio, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for steps in (2, 4):
        request = studio.generation.wanted_request().replaced(prompt="a tone", steps=steps, seed=1)
        with qtbot.waitSignal(studio.library.stored, timeout=60_000):
            studio.engine.generate(request)
    qtbot.waitUntil(lambda: len(studio.window.takes.shown()) == 2, timeout=30_000)
    panel = studio.comparison.panel
    studio.window.results.setCurrentWidget(panel)
    qtbot.mouseClick(panel.buttons["parity"], Qt.MouseButton.LeftButton)
    page = studio.parity.page
    assert page is not None
    qtbot.waitUntil(lambda: len(page.found) == 2, timeout=30_000)
    other = page.entries[1]
    click(qtbot, page.view, 1)
    qtbot.waitUntil(lambda: studio.window.lanes.letter_of(other.id) is not None, timeout=30_000)
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(tmp_path / "pages"))
    with qtbot.waitSignal(page.written, timeout=60_000):
        qtbot.mouseClick(page.export, Qt.MouseButton.LeftButton)
    assert (tmp_path / "pages" / "parity" / "page.html").is_file()
