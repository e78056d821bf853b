"""A table of figures with its raw numbers behind what is shown: sorted by value, columns hidden and brought back."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, QPoint, QSortFilterProxyModel, Qt, Signal
from PySide6.QtGui import QFont, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QMenu, QTableView, QWidget

from ditone.gui.i18n.sentences import translate_sentence
from ditone.gui.i18n.translate import marked, tr
from ditone.runtime.comparison.table import Column, Table, shown

RAW = Qt.ItemDataRole.UserRole
NAME_WIDTH, DIFFERENCE_WIDTH, WIDEST = 200, 240, 320
AnyIndex = QModelIndex | QPersistentModelIndex
TITLES = (  # of the columns of `ditone.runtime.comparison.parity` and `ditone.runtime.bench.running`
    marked("Name"), marked("Model"), marked("What differs"), marked("Precision"), marked("Device"), marked("Seed"), marked("Cosine"),
    marked("1 - cosine"), marked("Max error"), marked("at (s)"), marked("SNR (dB)"), marked("Null depth (dB)"), marked("Log-mel (dB)"),
    marked("Loudness (LU)"), marked("Length (s)"), marked("Shift (samples)"), marked("Inverted"), marked("Equal"), marked("WER"),
    marked("WER to reference"), marked("RTF"), marked("Evaluations"), marked("Total (s)"), marked("Memory over base (MiB)"),
    marked("Peak memory (MiB)"), marked("VRAM over base (MiB)"), marked("Peak VRAM (MiB)"), marked("Note"), marked("Repeats"),
    marked("Spread (s)"), marked("Speed"), marked("Spread of speed"), marked("Speed of fastest"), marked("Busy"),
    marked("Latents, last step"), marked("Parts at step"),
)  # fmt: skip
WORDS = {"yes": marked("yes"), "no": marked("no"), "reference": marked("reference")}


class Rows(QAbstractTableModel):
    """The rows of a table, at first empty; the first one is the reference and stands out."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.table = Table("", (), ())
        self.columns: list[Column] = []

    def show(self, table: Table) -> None:
        """Shows another table."""
        self.beginResetModel()
        self.table, self.columns = table, table.used(details=False)
        self.endResetModel()

    def rowCount(self, parent: AnyIndex = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.table.rows)

    def columnCount(self, parent: AnyIndex = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.columns)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return tr(self.columns[section].title)
        return None

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row, column = self.table.rows[index.row()], self.columns[index.column()]
        value = row.get(column.name)
        if role == RAW:
            return value
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            text = shown(column, value)
            text = translate_sentence(text) if column.name == "note" else tr(text) if text in WORDS else text
            return text if column.kind == "text" else text.replace("-", "−").replace("e−", "e-")
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignLeft if column.kind == "text" else Qt.AlignmentFlag.AlignRight
            return side | Qt.AlignmentFlag.AlignVCenter
        if role == Qt.ItemDataRole.FontRole and index.row() == 0:
            font = QFont()
            font.setBold(True)
            return font
        return None


class ByValue(QSortFilterProxyModel):
    """Sorts by numbers where there are numbers; what has none comes last, whichever way."""

    def lessThan(self, left: AnyIndex, right: AnyIndex) -> bool:
        a, b = (index.data(RAW) for index in (left, right))
        falling = self.sortOrder() == Qt.SortOrder.DescendingOrder
        a, b = (_key(value, falling) for value in (a, b))
        return bool(a < b)


def _key(value: Any, falling: bool) -> tuple[int, float, str]:
    """Numbers, then texts, then nothing: turned round where the order falls, since the view turns it round once more."""
    if value is None or value == "" or (isinstance(value, float) and math.isnan(value)):
        return (-1 if falling else 2), 0.0, ""
    return (0, float(value), "") if isinstance(value, int | float) else (1, 0.0, str(value).casefold())


class FigureTable(QTableView):
    """`row_chosen`: the place of a row in the table that was given, when it is clicked or Enter is pressed. `hidden_changed`: names."""

    row_chosen = Signal(int)
    hidden_changed = Signal(list)

    def __init__(self, hidden: Sequence[str] = (), parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.hidden = set(hidden)
        self.rows = Rows(self)
        self.sorted = ByValue(self)
        self.sorted.setSourceModel(self.rows)
        self.setModel(self.sorted)
        self.setShowGrid(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalHeader().hide()
        header = self.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setSectionsMovable(True)
        header.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        header.customContextMenuRequested.connect(self._header_menu)
        self.sorted.sort(-1)
        self.setSortingEnabled(True)
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.clicked.connect(self._on_chosen)

    def show_table(self, table: Table) -> None:
        """Shows another table; what was hidden stays hidden, and the order stays."""
        before = [column.name for column in self.rows.columns]
        self.rows.show(table)
        if [column.name for column in self.rows.columns] != before:
            self.resizeColumnsToContents()
            for place, column in enumerate(self.rows.columns):
                wide = {"name": NAME_WIDTH, "differs": DIFFERENCE_WIDTH}.get(column.name)
                self.setColumnWidth(place, wide or min(self.columnWidth(place), WIDEST))
        self._hide()

    def set_hidden(self, name: str, hidden: bool) -> None:
        """Takes a column out of sight, or brings it back."""
        (self.hidden.add if hidden else self.hidden.discard)(name)
        self._hide()
        self.hidden_changed.emit(sorted(self.hidden))

    def column_menu(self) -> QMenu:
        """Every column with a tick where it is shown."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for column in self.rows.columns:
            action = menu.addAction(tr(column.title))
            action.setCheckable(True)
            action.setChecked(column.name not in self.hidden)
            action.setEnabled(column.name != "name")
            action.setData(column.name)
            action.toggled.connect(self._on_toggled)
        return menu

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter is a click on the chosen row. (`activated` would come with a click, too, where a desktop wants one click only.)"""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self._on_chosen(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def _on_toggled(self, on: bool) -> None:
        action: Any = self.sender()
        self.set_hidden(str(action.data()), not on)

    def _header_menu(self, position: QPoint) -> None:
        self.column_menu().popup(self.horizontalHeader().mapToGlobal(position))

    def _hide(self) -> None:
        for place, column in enumerate(self.rows.columns):
            self.setColumnHidden(place, column.name in self.hidden)

    def _on_chosen(self, index: QModelIndex) -> None:
        self.row_chosen.emit(self.sorted.mapToSource(index).row())
