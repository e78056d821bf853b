"""What came of a batch: one row a take, read from its results, filtered by words and by what failed."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, QSortFilterProxyModel, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from ditone.gui.core.background import Background
from ditone.gui.i18n.sentences import translate_sentence
from ditone.gui.i18n.translate import marked, tr
from ditone.runtime import files, json_reading
from ditone.runtime.batch.row_results import FAILED

COLUMNS = (
    (marked("Prompt"), "prompt"),
    (marked("Seed"), "seed"),
    (marked("Steps"), "steps"),
    (marked("CFG"), "cfg_scale"),
    (marked("Time"), "total_s"),
    (marked("Result"), "file"),
)
LARGEST_BYTES = 2**30
AnyIndex = QModelIndex | QPersistentModelIndex


def read_results(folder: Path) -> list[dict[str, Any]]:
    """The lines of results.jsonl; one that cannot be read is passed over."""
    path = folder / "results.jsonl"
    if not path.is_file():
        return []
    found = []
    for line in files.read_bytes(path, LARGEST_BYTES).splitlines():
        try:
            row = json_reading.loads(line)
        except json_reading.BadJson:
            continue
        if isinstance(row, dict) and isinstance(row.get("file"), str):
            found.append(row)
    return found


def _written(folder: Path) -> int:
    """When the results were written last; 0 where there are none."""
    try:
        return (folder / "results.jsonl").stat().st_mtime_ns
    except OSError:
        return 0


def _unread(_error: Exception) -> None:
    """They are read again when they are written again."""


class _Rows(QAbstractTableModel):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.rows: list[dict[str, Any]] = []

    def show(self, rows: list[dict[str, Any]]) -> None:
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()

    def rowCount(self, parent: AnyIndex = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: AnyIndex = QModelIndex()) -> int:  # noqa: B008
        return len(COLUMNS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role == Qt.ItemDataRole.DisplayRole and orientation == Qt.Orientation.Horizontal:
            return tr(COLUMNS[section][0])
        return None

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return None
        row, name = self.rows[index.row()], COLUMNS[index.column()][1]
        if name == "file":
            return translate_sentence(str(row.get("error"))) if row.get("state") == FAILED else row["file"]
        value = row.get(name)
        if name == "total_s":
            return f"{value:.2f} s" if isinstance(value, int | float) else ""
        return f"{value:g}" if isinstance(value, float) else "" if value is None else str(value)


class _Filter(QSortFilterProxyModel):
    """Rows that hold the words, and only failed ones where wanted."""

    only_failed = False

    def filterAcceptsRow(self, row: int, parent: AnyIndex) -> bool:
        source = self.sourceModel()
        assert isinstance(source, _Rows)
        failed = source.rows[row].get("state") == FAILED
        return (failed or not self.only_failed) and super().filterAcceptsRow(row, parent)


class ResultsTable(QTableView):
    """`hear` carries the path of the sound of a row that was chosen with a double click or Enter."""

    hear = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._folder = Path()
        self._written = 0
        self._background = Background(self)
        self.rows = _Rows(self)
        self.filtered = _Filter(self)
        self.filtered.setSourceModel(self.rows)
        self.filtered.setFilterKeyColumn(-1)
        self.filtered.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.setModel(self.filtered)
        self.setAccessibleName(self.tr("Takes of the batch"))
        self.setShowGrid(False)
        self.verticalHeader().hide()
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        header = self.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setSectionResizeMode(len(COLUMNS) - 1, QHeaderView.ResizeMode.Stretch)
        self.setColumnWidth(0, 220)
        for column in range(1, len(COLUMNS) - 1):
            self.setColumnWidth(column, 90 if COLUMNS[column][1] == "seed" else 70)  # ten digits
        self.activated.connect(self._on_activated)

    def show_folder(self, folder: Path) -> None:
        """Reads the results of an output folder anew."""
        self._background.forget("results")
        self._written = _written(folder)
        self._show(folder, read_results(folder))

    def follow_folder(self, folder: Path) -> None:
        """The same in the background, where something was written since the last time."""
        written = _written(folder)
        if written != self._written and not self._background.busy("results"):
            self._written = written
            self._background.run("results", partial(read_results, folder), partial(self._show, folder), _unread)

    def _show(self, folder: Path, rows: list[dict[str, Any]]) -> None:
        """What was chosen and where the list stood stay."""
        chosen, place = self._chosen_file(), self.verticalScrollBar().value()
        self._folder = folder
        self.rows.show(rows)
        at = next((i for i, row in enumerate(rows) if row["file"] == chosen), -1) if chosen else -1
        if at >= 0:
            self.setCurrentIndex(self.filtered.mapFromSource(self.rows.index(at, 0)))
        self.verticalScrollBar().setValue(place)

    def _chosen_file(self) -> str:
        index = self.currentIndex()
        return str(self.rows.rows[self.filtered.mapToSource(index).row()]["file"]) if index.isValid() else ""

    def filter(self, words: str, only_failed: bool) -> None:
        """Shows the rows that hold `words`."""
        self.filtered.only_failed = only_failed
        self.filtered.setFilterFixedString(words)

    def _on_activated(self, index: QModelIndex) -> None:
        row = self.rows.rows[self.filtered.mapToSource(index).row()]
        path = self._folder / Path(row["file"]).name
        if row.get("state") != FAILED and path.is_file():
            self.hear.emit(str(path))
