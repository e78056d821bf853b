"""The parity table: takes of the list beside one of them, a row each; a click on a row lets it be heard as B."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QMenu, QPushButton, QVBoxLayout, QWidget

from ditone.gui.compare.figure_table import FigureTable
from ditone.gui.core.background import Background
from ditone.gui.engine import failure as failures
from ditone.gui.widgets.elided_label import ElidedLabel
from ditone.gui.widgets.plain_text import PlainLabel
from ditone.runtime.comparison.metrics import Sound, compare
from ditone.runtime.comparison.parity import parity_row, parity_table
from ditone.runtime.comparison.table import Table, tables_to_csv, to_markdown

if TYPE_CHECKING:
    from ditone.gui.core.settings import Settings
    from ditone.gui.engine.take_entry import AnyTake, TakeEntry

HIDDEN = "compare/hidden_columns"
MOST = 200  # rows; each one's samples are read once
Read = Callable[["AnyTake"], "TakeEntry"]


class ParityPage(QWidget):
    """`read` gives a take its samples; on a background thread. `hear`: a take, to be heard in lane B. `written`: the folder of a page."""

    hear = Signal(object)
    written = Signal(object)
    failed = Signal(object)
    folder_wanted = Signal()
    closed = Signal()

    def __init__(
        self, entries: Sequence[AnyTake], reference: str, read: Read, settings: Settings, parent: QWidget | None = None
    ) -> None:
        """`reference`: the id of the take that the others are set beside."""
        super().__init__(parent)
        self._read, self._settings = read, settings
        self.entries = _first(list(entries), reference)[:MOST]
        self.found: dict[str, dict[str, Any]] = {}
        self._background = Background(self)
        self.view = FigureTable(settings.texts(HIDDEN))
        self.view.setAccessibleName(self.tr("Takes beside the reference"))
        self.view.row_chosen.connect(self._on_row)
        self.view.hidden_changed.connect(partial(settings.set_texts, HIDDEN))
        self.status = PlainLabel()
        self.status.setProperty("role", "dim")
        self.reference_name = ElidedLabel()
        self._build()
        self.measure()

    @property
    def table(self) -> Table:
        """What is shown: the reference's row first, then those that are measured, in the order of the list."""
        rows = [self.found[entry.id] for entry in self.entries if entry.id in self.found]
        return parity_table(self.tr("Takes beside {title}").format(title=self.entries[0].title), rows)

    def measure(self) -> None:
        """Measures every take beside the first one."""
        self.found = {}
        self.reference_name.setText(self.tr("Reference: {title}").format(title=named(self.entries[0])))
        self._show()
        for entry in self.entries:
            work = partial(measured, self._read, self.entries[0], entry)
            self._background.run(
                entry.id, work, partial(self._on_row_found, entry.id), partial(self._on_failed, entry), patient=True
            )

    def refer(self, place: int) -> None:
        """Makes the take of a row the reference."""
        row_ids = [entry.id for entry in self.entries if entry.id in self.found]
        if 0 < place < len(row_ids):
            self.entries = _first(self.entries, row_ids[place])
            self.measure()

    def _on_row_found(self, take: str, row: dict[str, Any]) -> None:
        self.found[take] = row
        self._show()

    def _on_failed(self, entry: AnyTake, error: Exception) -> None:
        self._on_row_found(entry.id, {"name": named(entry), "note": failures.from_exception(error).text})

    def _show(self) -> None:
        self.view.show_table(self.table)
        done, total = len(self.found), len(self.entries)
        self.status.setText("" if done == total else self.tr("{done} of {total} measured").format(done=done, total=total))
        for button in (self.copy, self.export):
            button.setEnabled(done == total)

    def _on_row(self, place: int) -> None:
        shown = [entry for entry in self.entries if entry.id in self.found]
        self.hear.emit(shown[place])

    def _on_refer(self) -> None:
        index = self.view.currentIndex()
        if index.isValid():
            self.refer(self.view.sorted.mapToSource(index).row())

    # -- going on -----------------------------------------------------------------------------------------------------------

    def copy_csv(self) -> None:
        """Puts the raw numbers on the clipboard."""
        QGuiApplication.clipboard().setText(tables_to_csv([self.table]))

    def copy_markdown(self) -> None:
        """Puts the table on the clipboard as Markdown."""
        QGuiApplication.clipboard().setText(to_markdown(self.table))

    def write(self, folder: Path) -> None:
        """Writes page.html, page.md, figures.csv, figures.json and the sounds, off the GUI thread."""
        work = partial(write_page, folder, self.table.title, list(self.entries), self._read)
        self.export.setEnabled(False)
        self._background.run("page", work, self._on_written, self._on_not_written)

    def _on_written(self, folder: Path) -> None:
        self.export.setEnabled(True)
        self.written.emit(folder)

    def _on_not_written(self, error: Exception) -> None:
        self.export.setEnabled(True)
        self.failed.emit(error)

    def _build(self) -> None:
        heading = PlainLabel(self.tr("Parity table"))
        heading.setProperty("role", "title")
        self.refer_button = QPushButton(self.tr("Make it the reference"))
        self.refer_button.setToolTip(self.tr("Sets all other takes beside the chosen one"))
        self.refer_button.clicked.connect(self._on_refer)
        columns = QPushButton(self.tr("Columns"))
        columns.clicked.connect(self._show_columns)
        self.columns = columns
        self.copy = QPushButton(self.tr("Copy"))
        menu = QMenu(self.copy)
        menu.addAction(self.tr("As CSV"), self.copy_csv)
        menu.addAction(self.tr("As Markdown"), self.copy_markdown)
        self.copy.setMenu(menu)
        self.export = QPushButton(self.tr("Export…"))
        self.export.setToolTip(self.tr("Writes one HTML page with the sounds in it, Markdown, CSV and JSON into a folder"))
        self.export.clicked.connect(self.folder_wanted)
        close = QPushButton(self.tr("Close"))
        close.clicked.connect(self.closed)
        top = QHBoxLayout()
        top.addWidget(heading)
        top.addWidget(self.reference_name, 1)
        top.addWidget(self.status)
        top.addWidget(close)
        acts = QHBoxLayout()  # a row of their own: the page must not push the panels beside it together
        for button in (self.refer_button, columns, self.copy, self.export):
            acts.addWidget(button)
        acts.addStretch(1)
        hint = PlainLabel(self.tr("A click on a row plays it as B. A click on a header sorts; a right click hides columns."))
        hint.setProperty("role", "dim")
        hint.setWordWrap(True)
        layout = QVBoxLayout(self)
        layout.addLayout(top)
        layout.addLayout(acts)
        layout.addWidget(self.view, 1)
        layout.addWidget(hint)
        self.setFocusProxy(self.view)
        self.view.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def _show_columns(self) -> None:
        self.view.column_menu().popup(self.columns.mapToGlobal(self.columns.rect().bottomLeft()))


def _first(entries: list[AnyTake], chosen: str) -> list[AnyTake]:
    """The same takes, the chosen one in front."""
    return sorted(entries, key=lambda entry: entry.id != chosen)


def named(entry: AnyTake) -> str:
    """ "12 rain on a roof": a take by its number in the list and its title."""
    return f"{entry.number} {entry.title}" if entry.number else entry.title


def sound_of(entry: TakeEntry, name: str) -> Sound:
    """A take as one side of a comparison."""
    return Sound(entry.take.audio, entry.take.sample_rate_hz, name, entry.take.facts())


def measured(read: Read, reference: AnyTake, entry: AnyTake) -> dict[str, Any]:
    """The row of a take."""
    b = sound_of(read(entry), named(entry))
    if entry.id == reference.id:
        return parity_row(named(entry), b, b, None)
    a = sound_of(read(reference), named(reference))
    return parity_row(named(entry), a, b, compare(a, b))


def write_page(folder: Path, title: str, entries: Sequence[AnyTake], read: Read) -> Path:
    """Writes the page of these takes, the first one being the reference, into a new folder, and returns it."""
    from ditone.gui.compare.report import new_folder
    from ditone.runtime.bench import machine, page
    from ditone.runtime.bench.plan import Entry, Group
    from ditone.runtime.bench.running import Made, Result, steps_of
    from ditone.runtime.bench.running import sound_of as exported
    from ditone.runtime.comparison import latents
    from ditone.runtime.errors import DitoneError

    made = []
    for entry in entries:
        whole = read(entry)
        made.append(Made(Entry(named(entry), 1), exported(whole.take, named(entry), whole.licence), steps_of(whole.take)))
    result = Result(Group(title, made[0].entry, tuple(one.entry for one in made[1:])), made[0], made[1:])
    first = made[0]
    for one in made[1:]:
        drift = None
        if first.steps is not None and one.steps is not None:
            try:
                drift = latents.compared(first.steps, one.steps)
            except DitoneError:  # takes of other lengths or models
                drift = None
        result.drifts.append(drift)
        result.figures.append(compare(first.sound, one.sound) if first.sound and one.sound else None)
        result.rates.append(None)
    folder = new_folder(folder)
    page.write(folder, title, [result], machine.describe(), ["Takes of a library; they may have been made on another machine."])
    return folder
