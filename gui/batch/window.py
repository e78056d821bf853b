"""The window of batches: prompts, seeds and settings to multiply out, the folder, progress, and what came of each row."""

from __future__ import annotations

import contextlib
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from ditone.gui.batch.batch_run import BatchRun
from ditone.gui.batch.results_table import ResultsTable
from ditone.gui.core.music_folder import music_folder
from ditone.gui.engine import failure as failures
from ditone.gui.widgets.plain_text import PlainLabel
from ditone.gui.widgets.quiet_wheel import Spin
from ditone.runtime.batch.plan import MOST_ROWS
from ditone.runtime.batch.run import Progress
from ditone.runtime.batch.writing_plans import VARIED, write_plan
from ditone.runtime.errors import DitoneError
from ditone.runtime.registry import ModelInfo
from ditone.runtime.request import Request

PLAN = "plan.yaml"
PROMPT_LINES = 5


class BatchWindow(QDialog):
    """`hear` carries the path of a sound to be heard. A batch goes on while its window is closed."""

    hear = Signal(str)

    def __init__(self, info: ModelInfo, base: Request, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Batch"))
        self.info, self.base = info, base
        self.batch = BatchRun(self)
        self._error = ""
        self.prompts = QPlainTextEdit(base.prompt.replace("\n", " "))
        self.takes = Spin()
        self.varied = {name: QLineEdit() for name in VARIED if _control_of(name) in {control.name for control in info.controls}}
        self.folder = QLineEdit(str(_new_folder()))
        self.choose = QPushButton(self.tr("Choose…"))
        self.workers = Spin()
        self.takes.setRange(1, 10_000)
        self.takes.setValue(8)
        self.workers.setRange(0, 256)
        self.workers.setSpecialValueText(self.tr("as many as fit"))
        self.words = PlainLabel()
        self.bar = QProgressBar()
        self.start = QPushButton(self.tr("Make the takes"))
        self.stop = QPushButton(self.tr("Stop"))
        self.reveal = QPushButton(self.tr("Open folder"))
        self.search = QLineEdit(placeholderText=self.tr("Filter"))
        self.only_failed = QCheckBox(self.tr("Only failed"))
        self.table = ResultsTable()
        self._lay_out()
        self._connect()
        self._check()

    # -- building -----------------------------------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        self.prompts.setFixedHeight(self.prompts.fontMetrics().lineSpacing() * PROMPT_LINES + 14)
        self.prompts.setTabChangesFocus(True)
        for widget, words in (
            (self.prompts, self.tr("Prompts, one a line")),
            (self.takes, self.tr("Takes of each prompt")),
            (self.folder, self.tr("Folder")),
            (self.workers, self.tr("Processes")),
            (self.search, self.tr("Filter the takes of the batch")),
            (self.bar, self.tr("Progress of the batch")),
        ):
            widget.setAccessibleName(words)
        form = QFormLayout()
        form.addRow(self.tr("Prompts, one a line"), self.prompts)
        form.addRow(self.tr("Takes of each"), self.takes)
        for name, field in self.varied.items():
            control = self.info.control(_control_of(name))
            title = control.title if control is not None else name
            field.setPlaceholderText(self.tr("as in the prompt panel, or values separated by commas"))
            field.setAccessibleName(title)
            form.addRow(title, field)
        place = QHBoxLayout()
        place.addWidget(self.folder, 1)
        place.addWidget(self.choose)
        form.addRow(self.tr("Folder"), place)
        form.addRow(self.tr("Processes"), self.workers)
        self.words.setWordWrap(True)
        self.bar.setTextVisible(False)
        self.bar.hide()
        self.start.setProperty("role", "primary")
        self.stop.hide()
        for button in (self.choose, self.reveal, self.stop, self.start):
            button.setAutoDefault(False)  # Enter in the list hears a take, and presses nothing
        buttons = QHBoxLayout()
        buttons.addWidget(self.reveal)
        buttons.addStretch(1)
        buttons.addWidget(self.stop)
        buttons.addWidget(self.start)
        narrow = QHBoxLayout()
        narrow.addWidget(self.search, 1)
        narrow.addWidget(self.only_failed)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 12)
        layout.setSpacing(10)
        layout.addLayout(form)
        layout.addWidget(self.words)
        layout.addWidget(self.bar)
        layout.addLayout(buttons)
        layout.addLayout(narrow)
        layout.addWidget(self.table, 1)
        self.resize(760, 640)

    def _connect(self) -> None:
        for signal in (self.prompts.textChanged, self.takes.valueChanged, self.folder.textChanged):
            signal.connect(self._check)
        for field in self.varied.values():
            field.textChanged.connect(self._check)
        self.choose.clicked.connect(self._choose)
        self.start.clicked.connect(self._start)
        self.stop.clicked.connect(self._stop)
        self.reveal.clicked.connect(self._reveal)
        self.search.textChanged.connect(self._filter)
        self.only_failed.toggled.connect(self._filter)
        self.table.hear.connect(self.hear)
        self.batch.progressed.connect(self._on_progress)
        self.batch.failed.connect(self._on_failed)
        self.batch.finished.connect(self._on_finished)

    # -- what is asked for --------------------------------------------------------------------------------------------------

    def lines(self) -> list[str]:
        """The prompts."""
        return [line.strip() for line in self.prompts.toPlainText().splitlines() if line.strip()]

    def values(self) -> dict[str, list[float]]:
        """The settings that vary, by column. Raises ValueError where one is no number."""
        found = {}
        for name, field in self.varied.items():
            parts = [part.strip() for part in field.text().split(",") if part.strip()]
            found[name] = [int(part) if name == "steps" else float(part) for part in parts]
        return {name: numbers for name, numbers in found.items() if numbers}

    def _count(self) -> int:
        count = len(self.lines()) * self.takes.value()
        for values in self.values().values():
            count *= len(values)
        return count

    def _check(self) -> None:
        try:
            count = self._count()
        except ValueError:
            self._say(self.tr("Values must be numbers, separated by commas."), "note", False)
            return
        if not count:
            self._say(self.tr("Write at least one prompt."), "note", False)
        elif count > MOST_ROWS:
            self._say(self.tr("A batch takes at most {count:,} takes.").format(count=MOST_ROWS), "note", False)
        elif not self.folder.text().strip():
            self._say(self.tr("Choose a folder for the sounds."), "note", False)
        else:
            self._say(
                self.tr("{count:,} takes. A folder with an earlier batch goes on with it.").format(count=count), "dim", True
            )

    def _say(self, text: str, role: str, ready: bool) -> None:
        self.words.setText(text)
        self.words.setProperty("role", role)
        self.words.style().polish(self.words)
        self.start.setEnabled(ready and not self.batch.running)

    # -- the run ------------------------------------------------------------------------------------------------------------

    def _start(self) -> None:
        folder = Path(self.folder.text().strip()).expanduser()
        try:
            folder.mkdir(parents=True, exist_ok=True)
            write_plan(folder / PLAN, self.base, self.info, self.lines(), self.takes.value(), self.values())
        except (OSError, DitoneError) as error:
            self._on_failed(error)
            return
        self.bar.setRange(0, 0)
        self.bar.show()
        self.stop.show()
        self.stop.setEnabled(True)
        self._say(self.tr("Starting…"), "dim", False)
        self.batch.start(folder / PLAN, folder, self.workers.value())
        self.stop.setFocus()  # else it would go to whatever comes next
        self.start.setEnabled(False)

    def _stop(self) -> None:
        self.stop.setEnabled(False)
        self._say(self.tr("Stopping…"), "dim", False)
        self.batch.stop()

    def _on_progress(self, progress: Progress) -> None:
        self.bar.setRange(0, progress.total)
        self.bar.setValue(progress.done)
        words = self.tr("{done:,} of {total:,} takes").format(done=progress.done, total=progress.total)
        if progress.failed:
            words += self.tr(", {count:,} failed").format(count=progress.failed)
        if progress.left:
            words += self.tr(", {time} left").format(time=progress.left.removesuffix(" left"))
        if not self.batch.stopping:
            self._say(words, "dim", False)
        self.table.follow_folder(Path(self.folder.text().strip()).expanduser())

    def _on_failed(self, error: Exception) -> None:
        self._error = failures.from_exception(error).text
        self._say(self._error, "note", True)

    def _on_finished(self) -> None:
        if self.stop.hasFocus():
            self.table.setFocus()
        self.stop.hide()
        self.bar.hide()
        self._refresh()
        rows = self.table.rows.rows
        failed = sum(row.get("state") == "failed" for row in rows)
        if not self._error:
            if failed:
                words = self.tr("{made:,} takes are in the folder, {failed:,} failed. Start again to try the rest.")
            elif self.batch.stopping:
                words = self.tr("{made:,} takes are in the folder. Start again to go on.")
            else:
                words = self.tr("{made:,} takes are in the folder.")
            self._say(words.format(made=len(rows) - failed, failed=failed), "dim", True)
        self._error = ""
        self.start.setEnabled(True)

    def _refresh(self) -> None:
        with contextlib.suppress(DitoneError, OSError):
            self.table.show_folder(Path(self.folder.text().strip()).expanduser())

    def _filter(self) -> None:
        self.table.filter(self.search.text(), self.only_failed.isChecked())

    def _choose(self) -> None:
        chosen = QFileDialog.getExistingDirectory(self, self.tr("A folder for the batch"), self.folder.text())
        if chosen:
            self.folder.setText(chosen)
            self._refresh()

    def _reveal(self) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(self.folder.text()))


def _control_of(column: str) -> str:
    from ditone.runtime.request_options import OPTIONS

    return OPTIONS[column]


def _new_folder() -> Path:
    return music_folder() / "Ditone batches" / f"{datetime.now():%Y-%m-%d %H.%M}"
