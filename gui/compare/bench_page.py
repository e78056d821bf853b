"""The bench: what the prompt panel says, beside other precisions, solvers and steps, timed in turns in a process of its own."""

from __future__ import annotations

import itertools
import os
import shutil
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import yaml
from PySide6.QtCore import QProcess, QProcessEnvironment, QTemporaryDir, QTimer, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QCheckBox, QGridLayout, QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from ditone.gui.compare.figure_table import FigureTable
from ditone.gui.core.background import Background
from ditone.gui.i18n.family_words import translate_model
from ditone.gui.i18n.formatting import clock
from ditone.gui.widgets.plain_text import PlainLabel
from ditone.gui.widgets.quiet_wheel import Spin
from ditone.runtime import json_reading
from ditone.runtime.comparison.parity import LATENTS, TIMES, parity_table, with_columns
from ditone.runtime.comparison.table import Table
from ditone.runtime.errors import BadRequest, DitoneError
from ditone.runtime.registry import ModelInfo
from ditone.runtime.request import Request
from ditone.runtime.request_options import options_of
from ditone.runtime.sweep import with_value

REPEATS, MOST_REPEATS = 5, 50
MOST_ROWS = 64
STOP_MS = 5000
HIDDEN = (  # at first: what is the same in all rows, or tells less of a setting than the rest
    "model", "device", "seed", "max_error_at_s", "null_depth_db", "length_difference_s", "shift_samples", "inverted",
    "loudness_difference_lu", "peak_memory_mib", "peak_vram_mib", "differs", "precision", "repeats", "speed_spread",
)  # fmt: skip
SWITCHES = ("sequential_guidance", "packed_projections", "compile")


class BenchPage(QWidget):
    """`failed` carries an exception; `written` the folder that a page was saved into."""

    failed = Signal(object)
    written = Signal(object)
    folder_wanted = Signal()
    closed = Signal()

    def __init__(self, info: ModelInfo, request: Request, hidden: Sequence[str] = HIDDEN, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.info, self.request = info, request
        self.table: Table | None = None
        self._place = QTemporaryDir()
        self._runs = itertools.count(1)
        self._folder: Path | None = None
        self._process: QProcess | None = None
        self._seconds = 0
        self._background = Background(self)
        self._tick = QTimer(self, interval=1000)
        self._tick.timeout.connect(self._on_tick)
        self.view = FigureTable(hidden)
        self.view.setAccessibleName(self.tr("Figures of the bench"))
        self._build()
        self._count()

    # -- what is measured ---------------------------------------------------------------------------------------------------

    def rows(self) -> list[Request]:
        """The reference and every other combination. Raises BadRequest for steps that are none, and for too many rows."""
        steps_control = self.info.control("steps")
        steps = [self.request.steps, *(_steps(self.steps.text()) if steps_control is not None else [])]
        solvers = [self.request.solver, *self._ticked(self.solvers)]
        precisions = [self.request.engine.precision, *self._ticked(self.precisions)]
        found: dict[Request, None] = {}
        for precision, solver, count in itertools.product(precisions, solvers, steps):
            request = self.request.replaced(solver=solver, steps=count) if steps_control is not None else self.request
            found[self.info.checked(with_value(request, "precision", precision))] = None
        if len(found) > MOST_ROWS:
            raise BadRequest(f"This bench would have {len(found)} rows; at most {MOST_ROWS} are measured at once.")
        return list(found)

    def plan(self) -> dict[str, Any]:
        """The plan that `ditone bench` runs. Raises BadRequest as `rows` does."""
        reference, *others = self.rows()
        entries = [{"name": self._named(request), **self._values(request)} for request in (reference, *others)]
        again = {"name": self.tr("the same again"), **self._values(reference)}
        table = {"title": self.info.title, "reference": entries[0], "rows": entries[1:] or [again]}
        return {
            "title": self.tr("Bench of {model}").format(model=self.info.title),
            "repeat": self.repeats.value(),
            "tables": [table],
        }

    def _values(self, request: Request) -> dict[str, Any]:
        values = dict(options_of(request, self.info))
        values |= {"steps": request.steps, "solver": request.solver} if self.info.control("steps") is not None else {}
        values["precision"] = request.engine.precision
        return values | {f"engine.{name}": True for name in SWITCHES if getattr(request.engine, name)}

    def _named(self, request: Request) -> str:
        solver = self.info.control("solver")
        titles = {choice.value: choice.title for choice in solver.choices} if solver is not None else {}
        parts = [f"{titles.get(request.solver, request.solver)} {request.steps}"] if request.steps else []
        return ", ".join([*parts, request.engine.precision])

    def _ticked(self, boxes: dict[str, QCheckBox]) -> list[str]:
        return [name for name, box in boxes.items() if box.isChecked()]

    # -- running ------------------------------------------------------------------------------------------------------------

    @property
    def running(self) -> bool:
        """Whether takes are being timed."""
        return self._process is not None

    def start(self) -> None:
        """Times the takes in a process of its own, which loads the model once more."""
        try:
            plan = self.plan()
        except BadRequest as error:
            self.status.setText(error.text())
            return
        folder = Path(self._place.path()) / f"{next(self._runs)}"
        folder.mkdir()
        (folder / "plan.yaml").write_text(yaml.safe_dump(plan, allow_unicode=True, sort_keys=False), encoding="utf-8")
        self._folder = folder
        process = self._process = QProcess(self)
        environment = QProcessEnvironment.systemEnvironment()
        environment.insert("PYTHONPATH", os.pathsep.join(filter(None, sys.path)))
        process.setProcessEnvironment(environment)
        process.finished.connect(self._on_finished)
        process.errorOccurred.connect(self._on_error)
        process.start(sys.executable, ["-m", "ditone", "bench", str(folder / "plan.yaml"), "-o", str(folder / "page"), "--json"])
        self._seconds = 0
        self._tick.start()
        self._on_tick()
        self._count()

    def stop(self) -> None:
        """Ends the process; what was measured so far is not shown."""
        process, self._process = self._process, None
        if process is not None:
            process.finished.disconnect(self._on_finished)
            process.errorOccurred.disconnect(self._on_error)
            process.terminate()
            if not process.waitForFinished(STOP_MS):
                process.kill()
                process.waitForFinished(STOP_MS)
            process.deleteLater()
        self._tick.stop()
        self.status.setText(self.tr("Stopped."))
        self._count()

    def _on_tick(self) -> None:
        words = self.tr("Measuring in a process of its own, {time}. Takes made meanwhile would disturb it.")
        self.status.setText(words.format(time=clock(self._seconds, 0)))
        self._seconds += 1

    def _on_error(self, error: QProcess.ProcessError) -> None:
        if error == QProcess.ProcessError.FailedToStart:  # after anything else it finishes
            self._ended(self.tr("The bench could not be started."))

    def _on_finished(self, code: int, _status: QProcess.ExitStatus) -> None:
        process, folder = self._process, self._folder
        if process is None or folder is None:
            return
        told = bytes(process.readAllStandardError().data()).decode("utf-8", "replace").strip()
        figures = folder / "page" / "figures.json"
        if not figures.is_file():
            self._ended(told.splitlines()[-1].removeprefix("ditone: ") if told else self.tr("The bench ended without a word."))
            return
        try:
            self.table = read_table(figures)
        except DitoneError as error:
            self._ended(error.text())
            return
        self.view.show_table(self.table)
        busy = any(row.get("busy") for row in self.table.rows)
        self._ended(
            self.tr("Other processes used this machine meanwhile; times of rows that say so mean little.")
            if busy
            else self.tr("Done.")
        )

    def _ended(self, words: str) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.deleteLater()
        self._tick.stop()
        self.status.setText(words)
        self._count()

    # -- going on -----------------------------------------------------------------------------------------------------------

    def open_page(self) -> None:
        """Opens the HTML page of the last bench in a browser."""
        if self._folder is not None:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._folder / "page" / "page.html")))

    def write(self, folder: Path) -> None:
        """Copies the last bench's page, figures and sounds into a new folder, off the GUI thread."""
        if self._folder is not None and self.table is not None:
            self._background.run("page", partial(_copied, self._folder / "page", folder), self.written.emit, self.failed.emit)

    def _count(self) -> None:
        try:
            count, problem = len(self.rows()), ""
        except BadRequest as error:
            count, problem = 0, error.text()
        words = self.tr("1 row, {takes} timed takes") if count == 1 else self.tr("{rows} rows, {takes} timed takes")
        self.words.setText(problem or words.format(rows=count, takes=count * self.repeats.value()))
        self.go.setText(self.tr("Stop") if self.running else self.tr("Start"))
        self.go.setEnabled(self.running or not problem)
        for button in (self.open, self.save):
            button.setEnabled(self.table is not None and not self.running)

    def _on_go(self) -> None:
        if self.running:
            self.stop()
        else:
            self.start()

    def _on_close(self) -> None:
        if self.running:
            self.stop()
        self.closed.emit()

    def _build(self) -> None:
        heading = PlainLabel(self.tr("Bench"))
        heading.setProperty("role", "title")
        about = PlainLabel(
            self.tr("{model} as the prompt panel has it, beside what is ticked. Each is timed in turns with it.").format(
                model=translate_model(self.info).title
            )
        )
        about.setProperty("role", "dim")
        about.setWordWrap(True)
        solver = self.info.control("solver")
        self.precisions = {name: QCheckBox(name) for name in self.info.precisions if name != self.request.engine.precision}
        choices = solver.choices if solver is not None and not solver.inactive else ()
        self.solvers = {choice.value: QCheckBox(choice.title) for choice in choices if choice.value != self.request.solver}
        self.steps = QLineEdit()
        self.steps.setPlaceholderText("4, 8, 16")
        self.steps.setAccessibleName(self.tr("Further numbers of steps"))
        self.steps.textChanged.connect(self._count)
        self.repeats = Spin()
        self.repeats.setRange(1, MOST_REPEATS)
        self.repeats.setValue(REPEATS)
        self.repeats.setAccessibleName(self.tr("Timed takes of each row"))
        self.repeats.valueChanged.connect(self._count)
        self.words, self.status = PlainLabel(), PlainLabel()
        self.words.setProperty("role", "dim")
        self.status.setWordWrap(True)
        self.go, self.open, self.save = QPushButton(), QPushButton(self.tr("Open the page")), QPushButton(self.tr("Save…"))
        self.go.setProperty("role", "primary")
        self.go.clicked.connect(self._on_go)
        self.open.clicked.connect(self.open_page)
        self.save.clicked.connect(self.folder_wanted)
        close = QPushButton(self.tr("Close"))
        close.clicked.connect(self._on_close)
        top = QHBoxLayout()
        top.addWidget(heading)
        top.addStretch(1)
        for button in (self.go, self.open, self.save, close):
            top.addWidget(button)
        grid = QGridLayout()
        lines: tuple[tuple[str, list[QWidget]], ...] = (
            (self.tr("Precisions"), [*self.precisions.values()]),
            (self.tr("Solvers"), [*self.solvers.values()]),
            (self.tr("Steps"), [self.steps]),
            (self.tr("Repeats"), [self.repeats]),
        )
        for line, (title, widgets) in enumerate(lines):
            grid.addWidget(PlainLabel(title), line, 0)
            row = QHBoxLayout()
            for widget in widgets:
                row.addWidget(widget)
                if isinstance(widget, QCheckBox):
                    widget.setAccessibleName(f"{title}: {widget.text()}")
                    widget.toggled.connect(self._count)
            row.addStretch(1)
            grid.addLayout(row, line, 1)
        grid.setColumnStretch(1, 1)
        layout = QVBoxLayout(self)
        layout.addLayout(top)
        layout.addWidget(about)
        layout.addLayout(grid)
        layout.addWidget(self.words)
        layout.addWidget(self.status)
        layout.addWidget(self.view, 1)


def _steps(text: str) -> list[int]:
    """ "4, 8" -> [4, 8]. Raises BadRequest for what is no whole number."""
    words = text.replace(",", " ").split()
    for word in words:
        if not word.isdecimal() or len(word) > 6:
            raise BadRequest(f'Steps are "{word}"; whole numbers like 4, 8, 16 were expected.')
    return [int(word) for word in words]


def read_table(path: Path) -> Table:
    """The first table of a page's figures.json. Raises DitoneError for a file of another form."""
    data = json_reading.load(path, error=DitoneError)
    try:
        found = data["tables"][0]
        rows = [dict(row) for row in found["rows"]]
    except (KeyError, IndexError, TypeError, ValueError) as error:
        raise DitoneError(f"{path} holds no table of figures.") from error
    return with_columns(parity_table(str(found.get("title", "")), rows), (*TIMES, *LATENTS))


def _copied(source: Path, folder: Path) -> Path:
    from ditone.gui.compare.report import new_folder

    folder = new_folder(folder)
    shutil.copytree(source, folder, dirs_exist_ok=True)
    return folder
