"""The window of a script: its text, its lines with their takes, and what can be done with them. It computes nothing itself."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
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

from ditone.gui.core.music_folder import music_folder
from ditone.gui.script.script_table import ScriptTable
from ditone.gui.widgets.plain_text import PlainLabel
from ditone.gui.widgets.quiet_wheel import Choice
from ditone.runtime.script.book import Line

TEXT_LINES = 6


class ScriptWindow(QDialog):
    """Signals say what a person wants; `show_lines` and `show_work` show what there is."""

    edited = Signal()  # text or folder
    make_requested = Signal()
    stop_requested = Signal()
    retake_requested = Signal(list)  # numbers of lines
    take_chosen = Signal(int, int)  # line, take, both from 1
    hear_requested = Signal(int)  # line
    play_through_requested = Signal(int)  # from this line on
    open_requested = Signal(object)  # Path
    join_requested = Signal(object)
    number_requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Script"))
        self.voice = PlainLabel()
        self.text = QPlainTextEdit()
        self.folder = QLineEdit()
        self.choose = QPushButton(self.tr("Choose…"))
        self.words = PlainLabel()
        self.bar = QProgressBar()
        self.make = QPushButton(self.tr("Make the lines"))
        self.stop = QPushButton(self.tr("Stop"))
        self.table = ScriptTable()
        self.play = QPushButton(self.tr("Play line"))
        self.through = QPushButton(self.tr("Play from here"))
        self.retake = QPushButton(self.tr("Retake"))
        self.takes = Choice()
        self.join = QPushButton(self.tr("Export as one file…"))
        self.number = QPushButton(self.tr("Export numbered files…"))
        self._working = False
        self._lay_out()
        self._connect()
        self._update()

    # -- building -----------------------------------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        self.text.setFixedHeight(self.text.fontMetrics().lineSpacing() * TEXT_LINES + 14)
        self.text.setTabChangesFocus(True)
        self.text.setPlaceholderText(self.tr("Each line becomes a take. Lines that begin with # are left out."))
        for widget, words in (
            (self.text, self.tr("Text of the script, one take a line")),
            (self.folder, self.tr("Folder of the script's takes")),
            (self.bar, self.tr("Progress of the script")),
            (self.takes, self.tr("Take of the line")),
        ):
            widget.setAccessibleName(words)
        self.voice.setProperty("role", "dim")
        self.voice.setWordWrap(True)
        self.words.setWordWrap(True)
        self.bar.setTextVisible(False)
        self.bar.hide()
        self.make.setProperty("role", "primary")
        self.retake.setToolTip(self.tr("Makes one more take of each selected line; the earlier ones stay"))
        for button in (
            self.choose,
            self.make,
            self.stop,
            self.play,
            self.through,
            self.retake,
            self.join,
            self.number,
        ):
            button.setAutoDefault(False)  # Enter in the table hears a line, and presses nothing
        place = QHBoxLayout()
        place.addWidget(self.folder, 1)
        place.addWidget(self.choose)
        form = QFormLayout()
        form.addRow(self.tr("Text"), self.text)
        form.addRow(self.tr("Folder"), place)
        form.addRow(self.tr("Voice"), self.voice)
        begin = QHBoxLayout()
        begin.addWidget(self.words, 1)
        begin.addWidget(self.stop)
        begin.addWidget(self.make)
        line = QHBoxLayout()
        for button in (self.play, self.through, self.retake):
            line.addWidget(button)
        line.addStretch(1)
        line.addWidget(PlainLabel(self.tr("Take")))
        line.addWidget(self.takes, 3)  # seed, length and error rate are read whole
        export = QHBoxLayout()
        export.addStretch(1)
        export.addWidget(self.join)
        export.addWidget(self.number)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 12)
        layout.setSpacing(10)
        layout.addLayout(form)
        layout.addLayout(begin)
        layout.addWidget(self.bar)
        layout.addWidget(self.table, 1)
        layout.addLayout(line)
        layout.addLayout(export)
        self.resize(860, 680)

    def _connect(self) -> None:
        self.text.textChanged.connect(self.edited)
        self.folder.textChanged.connect(self.edited)
        self.choose.clicked.connect(self._choose)
        self.make.clicked.connect(self.make_requested)
        self.stop.clicked.connect(self.stop_requested)
        self.retake.clicked.connect(self._retake)
        self.play.clicked.connect(self._hear)
        self.through.clicked.connect(self._through)
        self.join.clicked.connect(self._join)
        self.number.clicked.connect(self._number)
        self.takes.activated.connect(self._choose_take)
        self.table.hear.connect(self._hear)
        self.table.moved.connect(self._update)
        self.table.selectionModel().selectionChanged.connect(self._update)

    # -- what is shown ------------------------------------------------------------------------------------------------------

    def show_lines(self, lines: list[Line], states: dict[int, str]) -> None:
        """Shows the lines with their takes; the first one is current where none was."""
        self.table.show_lines(lines, states)
        if lines and self.table.current() is None:
            self.table.selectRow(0)
        self._update()

    def show_work(self, words: str, done: int = 0, total: int = 0) -> None:
        """What goes on, or came of it; a bar while `total` is above 0."""
        focused, was_working = self.focusWidget(), self._working
        self._working = total > 0
        self.words.setText(words)
        self.bar.setVisible(total > 0)
        self.bar.setRange(0, max(total, 1))
        self.bar.setValue(done)
        self._update()
        if self._working != was_working and focused in (self.make, self.stop, self.retake):
            # a button that goes away or is disabled would hand the keyboard to any other
            (self.stop if self._working else self.table).setFocus()

    def show_makeable(self, problem: str) -> None:
        """Whether lines can be made; `problem` says why not, at the button and in the window."""
        self.make.setEnabled(not problem and not self._working)
        self.make.setToolTip(problem)
        if not self._working:
            self.words.setText(problem)

    def _update(self) -> None:
        line = self.table.current()
        lines = self.table.rows.lines
        has_take = line is not None and line.take is not None
        for widget in (self.text, self.folder, self.choose):
            widget.setEnabled(not self._working)
        self.stop.setVisible(self._working)
        self.make.setVisible(not self._working)
        self.play.setEnabled(has_take)
        self.through.setEnabled(has_take)
        self.retake.setEnabled(bool(self.table.selected()) and not self._working)
        whole = bool(lines) and all(one.takes for one in lines)
        for button in (self.join, self.number):
            button.setEnabled(whole)
            button.setToolTip("" if whole or not lines else self.tr("Every line needs a take first"))
        self.takes.clear()
        for i, take in enumerate(line.takes if line is not None else ()):
            facts = [self.tr("Take {number}").format(number=i + 1), self.tr("seed {seed}").format(seed=take.seed)]
            facts.append(f"{take.duration_s:.2f} s")
            facts += [] if take.wer is None else [f"WER {take.wer:.0%}"]
            self.takes.addItem(" · ".join(facts))
        if line is not None and has_take:
            self.takes.setCurrentIndex(line.chosen)
        self.takes.setEnabled(line is not None and len(line.takes) > 1)

    # -- what a person does -------------------------------------------------------------------------------------------------

    def _choose(self) -> None:
        start = str(Path(self.folder.text()).parent) if self.folder.text() else str(music_folder())
        folder = QFileDialog.getExistingDirectory(self, self.tr("Folder of the script's takes"), start)
        if folder:
            self.open_requested.emit(Path(folder))

    def _retake(self) -> None:
        self.retake_requested.emit(self.table.selected())

    def _hear(self) -> None:
        line = self.table.current()
        if line is not None and line.take is not None:
            self.hear_requested.emit(line.number)

    def _through(self) -> None:
        line = self.table.current()
        if line is not None:
            self.play_through_requested.emit(line.number)

    def _choose_take(self, index: int) -> None:
        line = self.table.current()
        if line is not None and index != line.chosen:
            self.take_chosen.emit(line.number, index + 1)

    def _join(self) -> None:
        start = str(Path(self.folder.text()).with_suffix(".wav"))
        path, _ = QFileDialog.getSaveFileName(self, self.tr("Export as one file"), start, "WAV (*.wav);;FLAC (*.flac)")
        if path:
            self.join_requested.emit(Path(path) if Path(path).suffix else Path(path + ".wav"))

    def _number(self) -> None:
        folder = QFileDialog.getExistingDirectory(self, self.tr("Export numbered files"), str(Path(self.folder.text()).parent))
        if folder:
            self.number_requested.emit(Path(folder))
