"""The search for a faster setting that still sounds like a reference take, with its frontier of time against parity."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDoubleSpinBox,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from ditone.gui.compare.plots import FrontierPlot
from ditone.gui.core.background import Background
from ditone.gui.widgets.elided_label import ElidedLabel
from ditone.runtime.fast_twin import Floor, Trial, candidates, frontier
from ditone.runtime.parity.figures import Figures, Sound, compare
from ditone.runtime.registry import ModelInfo
from ditone.runtime.request import Request

if TYPE_CHECKING:
    from ditone.gui.engine.take_entry import TakeEntry

MEASURES = (
    ("cosine", "Cosine at least", 0.0, 1.0, 0.95, 3),
    ("snr_db", "SNR at least (dB)", 0.0, 120.0, 20.0, 1),
    ("wer", "WER at most above (%)", 0.0, 100.0, 0.0, 1),
)
SCORES = {"cosine": "Cosine", "snr_db": "SNR (dB)", "wer": "Word error rate (%)"}
ROW_PADDING = 10
SCORE, NUMBERS = 4, (1, 3, 4)  # columns


class FasterSettingPage(QWidget):
    """Asks for one take after the other by `take_wanted(request)`; `add` takes the answer. Ends at the first that meets the floor.

    `error_rate(entry)` gives a take's word error rate, off the GUI thread; without it that measure is not offered.
    """

    take_wanted = Signal(object)  # Request
    lane_requested = Signal(object)  # TakeEntry
    recall_requested = Signal(object, str)
    closed = Signal()

    def __init__(
        self,
        info: ModelInfo,
        reference: TakeEntry,
        error_rate: Callable[[TakeEntry], float] | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.info, self.reference, self.error_rate = info, reference, error_rate
        self.trials: list[tuple[Trial, TakeEntry]] = []
        self.running = False
        self._waiting: list[Request] = []
        self._wanted: Request | None = None
        self._reference_rate = 0.0
        self._background = Background(self)
        self._build()

    # -- the search ---------------------------------------------------------------------------------------------------------

    def floor(self) -> Floor:
        """The limit that the page says: which measure, and how far from the reference it may be."""
        value = self.value.value()
        measure = self.measure.currentData()
        return Floor(measure, value / 100 if measure == "wer" else value)

    def begin(self) -> None:
        """Tries candidates from the cheapest up."""
        request = self.reference.take.request
        precisions = self.info.precisions if self.with_precision.currentData() else (request.engine.precision,)
        self._waiting = candidates(self.info, request, precisions)
        self.trials.clear()
        self.table.setRowCount(0)
        self.running = True
        self._update()
        if self.floor().measure == "wer" and self.error_rate is not None:
            self._background.run("reference", partial(self.error_rate, self.reference), self._on_reference_rate)
        else:
            self._next()

    def _on_reference_rate(self, rate: float) -> None:
        self._reference_rate = rate
        self._show_floor()
        self._next()

    def stop(self) -> None:
        """Ends the search; what was found stays."""
        self.running = False
        self._wanted = None
        self._update()

    def _next(self) -> None:
        if not self.running:
            return
        if not self._waiting:
            self.stop()
            return
        self._wanted = self._waiting.pop(0)
        self._update()
        self.take_wanted.emit(self._wanted)

    def add(self, entry: TakeEntry) -> None:
        """The take that was wanted is there; others are not looked at."""
        if not self.running or self._wanted is None or not same_choice(entry.take.request, self._wanted):
            return
        self._wanted = None
        self._background.run("trial", partial(self._judge, entry), partial(self._on_judged, entry))

    def fail(self, sentence: str) -> None:
        """The wanted take failed; the search goes on with the next candidate."""
        if self.running and self._wanted is not None:
            self.words.setText(sentence)
            self._wanted = None
            self._next()

    def _judge(self, entry: TakeEntry) -> tuple[Figures, float | None]:
        a, b = (Sound(e.take.audio, e.take.sample_rate_hz) for e in (self.reference, entry))
        figures = compare(a, b)
        measure = self.floor().measure
        if measure == "wer":
            return figures, self.error_rate(entry) if self.error_rate is not None else None
        return figures, figures.cosine if measure == "cosine" else figures.snr_db

    def _on_judged(self, entry: TakeEntry, judged: tuple[Figures, float | None]) -> None:
        figures, score = judged
        floor = self.floor()
        if floor.measure == "wer":
            meets = score is not None and score <= self._reference_rate + floor.value
        else:
            meets = figures.max_abs_error == 0 or (score is not None and score >= floor.value)
        self.trials.append((Trial(entry.take, figures, score, meets), entry))
        self._fill()
        if meets:
            self.stop()
        else:
            self._next()

    @property
    def found(self) -> TakeEntry | None:
        """The cheapest take that meets the floor, once found."""
        return next((entry for trial, entry in self.trials if trial.meets), None)

    # -- showing ------------------------------------------------------------------------------------------------------------

    def _fill(self) -> None:
        edge = frontier([trial for trial, _ in self.trials], self.floor().measure == "wer")
        on_edge = {id(trial) for trial in edge}
        self.table.setRowCount(len(self.trials))
        for row, (trial, _) in enumerate(self.trials):
            request = trial.take.request
            verdict = (
                self.tr("meets the floor")
                if trial.meets
                else self.tr("nothing as fast is closer")
                if id(trial) in on_edge
                else self.tr("something as fast is closer")
            )
            cells = (
                self._solver(request.solver),
                str(request.steps),
                trial.take.precision,
                f"{trial.seconds:.2f} s",
                self._score_words(trial.score),
                verdict,
            )
            for column, text in enumerate(cells):
                item = QTableWidgetItem(text)
                item.setFlags(Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEnabled)
                if column in NUMBERS:
                    item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
                self.table.setItem(row, column, item)
        self.table.scrollToBottom()
        self.plot.show_points(
            [(t.seconds, self._height(t.score), t.meets) for t, _ in self.trials if t.score is not None],
            [(t.seconds, self._height(t.score)) for t in edge if t.score is not None],
        )

    def _height(self, score: float) -> float:
        """A score as the plot and the floor's field count it."""
        return 100 * score if self.floor().measure == "wer" else score

    def _score_words(self, score: float | None) -> str:
        if score is None:
            return "–"
        measure = self.floor().measure
        unit = {"wer": " %", "snr_db": " dB"}.get(measure, "")
        return f"{self._height(score):.{3 if measure == 'cosine' else 1}f}{unit}".replace("-", "−")

    def _solver(self, name: str) -> str:
        """A solver's name as the prompt panel has it."""
        control = self.info.control("solver")
        return next((c.title for c in control.choices if c.value == name), name) if control is not None else name

    def _update(self) -> None:
        self.start.setText(self.tr("Stop") if self.running else self.tr("Search"))
        for widget in (self.measure, self.value, self.with_precision):
            widget.setEnabled(not self.running)
        begun = self.running or bool(self.trials)
        self.pages.setCurrentIndex(1 if begun else 0)
        found = self.found
        for button in (self.to_lane, self.recall):
            button.setEnabled(found is not None)
        if self.running:
            text = self.tr("Trying {setting}; at most {count} more.").format(
                setting="…" if self._wanted is None else f"{self._solver(self._wanted.solver)} {self._wanted.steps}",
                count=len(self._waiting),
            )
        elif found is not None:
            before, after = self.reference.take.timings_s["total"], found.take.timings_s["total"]
            ratio = before / after if after else 0.0
            text = self.tr("{solver}, {steps} steps: {after} s instead of {before} s ({ratio} times as fast).").format(
                solver=self._solver(found.take.request.solver),
                steps=found.take.request.steps,
                after=f"{after:.2f}",
                before=f"{before:.2f}",
                ratio=f"{ratio:.1f}",
            )
        elif self.trials:
            text = self.tr("No cheaper setting meets the floor. Lower it, or take the reference.")
        else:
            text = ""
        self.words.setText(text)

    def _toggle(self) -> None:
        if self.running:
            self.stop()
        else:
            self.begin()

    def _set_measure(self) -> None:
        _, _, low, high, default, decimals = next(m for m in MEASURES if m[0] == self.measure.currentData())
        self.value.setDecimals(decimals)
        self.value.setRange(low, high)
        self.value.setSingleStep(10**-decimals * 10)
        self.value.setValue(default)
        self._show_floor()

    def _show_floor(self) -> None:
        measure = self.measure.currentData()
        floor = self.value.value() + (100 * self._reference_rate if measure == "wer" else 0.0)
        self.plot.set_floor(SCORES[measure], floor)
        title = self.table.horizontalHeaderItem(SCORE)
        if title is not None:
            title.setText(SCORES[measure])

    def _found_to_lane(self) -> None:
        self.lane_requested.emit(self.found)

    def _recall_found(self) -> None:
        self.recall_requested.emit(self.found, "all")

    def _close(self) -> None:
        self.stop()
        self.closed.emit()

    def _build(self) -> None:
        take = self.reference.take
        heading = QLabel(self.tr("A faster setting that sounds like A"))
        heading.setProperty("role", "title")
        whose = ElidedLabel(
            self.tr("{title} · {solver} {steps} · {precision} · {seconds} s").format(
                title=self.reference.title,
                solver=self._solver(take.request.solver),
                steps=take.request.steps,
                precision=take.precision,
                seconds=f"{take.timings_s['total']:.2f}",
            )
        )
        whose.setProperty("role", "dim")
        self.measure = QComboBox()
        self.measure.setAccessibleName(self.tr("Floor of parity"))
        for value, title, *_ in MEASURES:
            if value != "wer" or self.error_rate is not None:
                self.measure.addItem(title, value)
        self.value = QDoubleSpinBox()
        self.value.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.value.setAccessibleName(self.tr("Value of the floor"))
        self.measure.currentIndexChanged.connect(self._set_measure)
        self.with_precision = QComboBox()
        self.with_precision.setAccessibleName(self.tr("Precisions to try"))
        self.with_precision.addItem(self.tr("same precision"), False)
        if len(self.info.precisions) > 1:
            self.with_precision.addItem(self.tr("all precisions"), True)
        self.start = QPushButton(self.tr("Search"))
        self.start.setProperty("role", "primary")
        self.start.setMinimumWidth(self.start.sizeHint().width())  # does not jump when it says Stop
        self.start.clicked.connect(self._toggle)
        self.to_lane = QPushButton(self.tr("To lane B"))
        self.to_lane.clicked.connect(self._found_to_lane)
        self.recall = QPushButton(self.tr("Use these settings"))
        self.recall.clicked.connect(self._recall_found)
        close = QPushButton(self.tr("Close"))
        close.clicked.connect(self._close)
        self.words = QLabel()
        self.words.setWordWrap(True)
        self.table = self._table()
        self.plot = FrontierPlot(SCORES["cosine"])
        self.plot.set_reference(take.timings_s["total"])
        self.value.valueChanged.connect(self._show_floor)
        tried = QSplitter(Qt.Orientation.Vertical)
        tried.setChildrenCollapsible(False)
        tried.addWidget(self.plot)
        tried.addWidget(self.table)
        tried.setSizes([1, 1])
        self.pages = QStackedWidget()
        self.pages.addWidget(self._explanation())
        self.pages.addWidget(tried)
        head = QHBoxLayout()
        head.setSpacing(12)
        head.addWidget(heading)
        head.addWidget(whose, 1)
        head.addWidget(close)
        top = QHBoxLayout()
        for widget in (self.measure, self.value, self.with_precision, self.start):
            top.addWidget(widget)
        top.addStretch(1)
        bottom = QHBoxLayout()
        bottom.addWidget(self.words, 1)
        bottom.addWidget(self.to_lane)
        bottom.addWidget(self.recall)
        layout = QVBoxLayout(self)
        layout.addLayout(head)
        layout.addLayout(top)
        layout.addWidget(self.pages, 1)
        layout.addLayout(bottom)
        self._set_measure()
        self._update()

    def _table(self) -> QTableWidget:
        titles = ("Solver", "Steps", "Precision", "Time", "Score", "Verdict")
        table = QTableWidget(0, len(titles))
        table.setAccessibleName(self.tr("Candidates tried"))
        for column, title in enumerate(titles):
            item = QTableWidgetItem(self.tr(title))
            side = Qt.AlignmentFlag.AlignRight if column in NUMBERS else Qt.AlignmentFlag.AlignLeft
            item.setTextAlignment(side | Qt.AlignmentFlag.AlignVCenter)
            table.setHorizontalHeaderItem(column, item)
        table.setShowGrid(False)
        table.verticalHeader().hide()
        table.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + ROW_PADDING)
        header = table.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(len(titles) - 1, QHeaderView.ResizeMode.Stretch)
        table.setSelectionBehavior(QTableWidget.SelectionBehavior.SelectRows)
        table.setMinimumHeight(110)
        return table

    def _explanation(self) -> QLabel:
        words = QLabel(
            self.tr(
                "Looks for a faster setting that still sounds like A: other solvers and fewer steps, and other precisions where they are "
                "wanted, each made with A's seed and measured. Begins with the cheapest and ends at the first that meets the floor."
            )
        )
        words.setProperty("role", "empty")
        words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        words.setWordWrap(True)
        words.setMargin(40)
        return words


def same_choice(made: Request, wanted: Request) -> bool:
    """Whether a take is the one that was wanted; devices and threads may have been resolved meanwhile."""
    return (made.model, made.seed, made.solver, made.steps, made.prompt) == (
        wanted.model,
        wanted.seed,
        wanted.solver,
        wanted.steps,
        wanted.prompt,
    ) and (made.engine.precision == wanted.engine.precision)
