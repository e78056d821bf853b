"""The lines of a script with what is known of their chosen takes: length, pace, loudness, word errors."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from ditone.gui.i18n import formatting
from ditone.gui.i18n.translate import marked, tr
from ditone.runtime.printable import printable
from ditone.runtime.script.book import Line, LineTake

COLUMNS = (
    (marked("Line"), "number", 46),
    (marked("Text"), "text", 0),
    (marked("Take"), "take", 74),
    (marked("Length"), "length", 74),
    (marked("Pace"), "pace", 90),
    (marked("Loudness"), "loudness", 100),
    (marked("WER"), "wer", 60),
    (marked("Voice"), "voice", 60),
)
TEXT, WER, VOICE = 1, len(COLUMNS) - 2, len(COLUMNS) - 1
MOST_TEXT = 400
AnyIndex = QModelIndex | QPersistentModelIndex


def words(line: Line, take: LineTake, name: str) -> str:
    """One figure of a take with its unit; "" where it was not measured."""
    if name == "take":
        return tr("{take} of {takes}").format(take=line.chosen + 1, takes=len(line.takes))
    if name == "length":
        return f"{take.duration_s:.2f} s"
    if name == "pace":
        return tr("{pace:.1f} syl./s").format(pace=take.pace)
    if name == "loudness":
        return "" if take.loudness_lufs is None else formatting.decibel(take.loudness_lufs, "LUFS")
    if name == "voice":
        return "" if take.similarity is None else f"{take.similarity:.2f}"
    return "" if take.wer is None else f"{take.wer:.0%}"


class _Lines(QAbstractTableModel):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.lines: list[Line] = []
        self.states: dict[int, str] = {}  # by the line's number: what it is at, or why it could not be made

    def show(self, lines: list[Line]) -> None:
        same = len(lines) == len(self.lines)
        if not same:
            self.beginResetModel()
        self.lines = lines
        if not same:
            self.endResetModel()
        elif lines:
            self.dataChanged.emit(self.index(0, 0), self.index(len(lines) - 1, len(COLUMNS) - 1))

    def rowCount(self, parent: AnyIndex = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.lines)

    def columnCount(self, parent: AnyIndex = QModelIndex()) -> int:  # noqa: B008
        return len(COLUMNS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return tr(COLUMNS[section][0])
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.ToolTipRole and section == VOICE:
            return tr("How alike the voice is to the reference: 1 is the same, strangers are near 0")
        return None

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        line, name = self.lines[index.row()], COLUMNS[index.column()][1]
        take = line.take
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tip(line)
        if role == Qt.ItemDataRole.TextAlignmentRole and name not in ("text", "take"):
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        if name == "number":
            return str(line.number)
        if name == "text":
            return printable(line.text, MOST_TEXT)
        state = self.states.get(line.number)
        if name == "take" and state:
            return state
        return "" if take is None else words(line, take, name)

    def _tip(self, line: Line) -> str:
        """The whole text, what was heard of it, and remarks; plain, whatever they hold."""
        take = line.take
        parts = [printable(line.text, 2000)]
        if take is not None and take.heard:
            parts.append(tr("Heard: {words}").format(words=printable(take.heard, 2000)))
        parts += [printable(note, 400) for note in (take.notes if take is not None else ())]
        if line.number in self.states:
            parts.append(self.states[line.number])
        return "<qt>" + "<br>".join(part.replace("&", "&amp;").replace("<", "&lt;") for part in parts) + "</qt>"


class ScriptTable(QTableView):
    """`hear` asks for the chosen take of the current line, with a double click or Enter; `moved` follows the current line."""

    hear = Signal()
    moved = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows = _Lines(self)
        self.setModel(self.rows)
        self.setAccessibleName(self.tr("Lines of the script"))
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.verticalHeader().hide()
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        header = self.horizontalHeader()
        for column, (_, _, width) in enumerate(COLUMNS):
            if width:
                self.setColumnWidth(column, width)
        header.setSectionResizeMode(TEXT, QHeaderView.ResizeMode.Stretch)
        self.show_lines([], {})
        self.activated.connect(self.hear)
        self.selectionModel().currentRowChanged.connect(self.moved)

    def show_lines(self, lines: list[Line], states: dict[int, str]) -> None:
        """Shows the lines as they are now; what was chosen stays. `states` by number: what a line is at, or why it failed."""
        self.rows.states = dict(states)
        self.rows.show(list(lines))
        takes = [take for line in lines for take in line.takes]
        self.setColumnHidden(WER, all(take.wer is None for take in takes))
        self.setColumnHidden(VOICE, all(take.similarity is None for take in takes))

    def follow(self, number: int) -> None:
        """Brings a line into sight, unless somebody is at the table."""
        if number and not self.hasFocus():
            self.scrollTo(self.rows.index(number - 1, 0))

    def current(self) -> Line | None:
        """The current line."""
        row = self.currentIndex().row()
        return self.rows.lines[row] if 0 <= row < len(self.rows.lines) else None

    def selected(self) -> list[int]:
        """The numbers of the selected lines, in order."""
        return [self.rows.lines[index.row()].number for index in sorted(self.selectionModel().selectedRows())]
