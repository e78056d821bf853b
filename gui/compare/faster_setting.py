"""The page of the search for a faster setting that still sounds like a reference take, with its frontier of time against parity."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from ditone.gui.compare.faster_setting_search import CONFIRMING_SEEDS, FasterSettingSearch
from ditone.gui.compare.plots import FrontierPlot
from ditone.gui.compare.trial_table import TrialTable, shown_score
from ditone.gui.i18n.translate import marked, tr
from ditone.gui.widgets.elided_label import ElidedLabel
from ditone.gui.widgets.plain_text import PlainLabel
from ditone.gui.widgets.quiet_wheel import Choice, DecimalSpin
from ditone.runtime.faster_setting import Floor
from ditone.runtime.registry import ModelInfo

if TYPE_CHECKING:
    from ditone.gui.engine.take_entry import TakeEntry

MEASURES = (  # name, the field's title, lowest, highest and first value, decimals
    ("cosine", marked("Cosine at least"), 0.0, 1.0, 0.95, 3),
    ("snr_db", marked("SNR at least (dB)"), 0.0, 120.0, 20.0, 1),
    ("wer", marked("WER at most above (%)"), 0.0, 100.0, 0.0, 1),
)
SCORES = {"cosine": marked("Cosine"), "snr_db": marked("SNR (dB)"), "wer": marked("Word error rate (%)")}


class FasterSettingPage(QWidget):
    """Chooses a floor, starts `search`, and shows what it tried and found.

    `error_rate(entry)` gives a take's word error rate, off the GUI thread; without it that measure is not offered.
    """

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
        self.info, self.reference = info, reference
        solver = info.control("solver")
        self._solver_titles = {choice.value: choice.title for choice in solver.choices} if solver is not None else {}
        self.search = FasterSettingSearch(info, reference, error_rate, self)
        self.search.changed.connect(self._update)
        self.search.tried.connect(self._show_trials)
        self.search.candidate_failed.connect(self._show_sentence)
        self._build()

    def floor(self) -> Floor:
        """The limit that the page says: which measure, and how far from the reference it may be."""
        value = self.value.value()
        measure = self.measure.currentData()
        return Floor(measure, value / 100 if measure == "wer" else value)

    # -- what a click does --------------------------------------------------------------------------------------------------

    def _toggle(self) -> None:
        if self.search.running:
            self.search.stop()
        else:
            self.table.setRowCount(0)
            self.search.begin(self.floor(), self.with_precision.currentData())

    def _set_measure(self) -> None:
        _, _, low, high, default, decimals = next(m for m in MEASURES if m[0] == self.measure.currentData())
        self.value.setDecimals(decimals)
        self.value.setRange(low, high)
        self.value.setSingleStep(10**-decimals * 10)
        self.value.setValue(default)
        self._show_floor()

    def _found_to_lane(self) -> None:
        self.lane_requested.emit(self.search.found)

    def _recall_found(self) -> None:
        self.recall_requested.emit(self.search.found, "all")

    def _close(self) -> None:
        self.search.stop()
        self.closed.emit()

    # -- showing ------------------------------------------------------------------------------------------------------------

    def _show_trials(self) -> None:
        trials = [trial for trial, _ in self.search.trials]
        edge, measure = self.search.frontier(), self.search.floor.measure
        self.table.show_trials(trials, edge, measure)
        self.plot.show_points(
            [(t.seconds, shown_score(t.score, measure), t.meets) for t in trials if t.score is not None],
            [(t.seconds, shown_score(t.score, measure)) for t in edge if t.score is not None],
        )

    def _solver(self, name: str) -> str:
        """A solver's name as the prompt panel has it."""
        return self._solver_titles.get(name, name)

    def _update(self) -> None:
        running, found = self.search.running, self.search.found
        self.start.setText(self.tr("Stop") if running else self.tr("Search"))
        for widget in (self.measure, self.value, self.with_precision):
            widget.setEnabled(not running)
        self.pages.setCurrentIndex(1 if running or self.search.trials else 0)
        for button in (self.to_lane, self.recall):
            button.setEnabled(found is not None)
        self._show_sentence(self._status())
        self._show_floor()

    def _status(self) -> str:
        found, wanted = self.search.found, self.search.wanted
        if self.search.confirming:
            words = self.tr("Confirming {setting} with other seeds: {done} of {count}.")
            setting = "…" if wanted is None else f"{self._solver(self.search.trials[-1][0].take.request.solver)}"
            setting += f" {self.search.trials[-1][0].take.request.steps}" if wanted is not None else ""
            return words.format(setting=setting, done=len(self.search.confirmed), count=CONFIRMING_SEEDS)
        if self.search.running:
            return self.tr("Trying {setting}; at most {count} more.").format(
                setting="…" if wanted is None else f"{self._solver(wanted.solver)} {wanted.steps}",
                count=len(self.search.waiting),
            )
        if found is not None:
            before, after = self.reference.take.timings_s["total"], found.take.timings_s["total"]
            ratio = before / after if after else 0.0
            faster = self.tr(
                "{solver}, {steps} steps, {precision}: {after} s instead of {before} s ({ratio} times as fast, one take each)."
            ).format(
                solver=self._solver(found.take.request.solver),
                steps=found.take.request.steps,
                precision=found.take.precision,
                after=f"{after:.2f}",
                before=f"{before:.2f}",
                ratio=f"{ratio:.1f}",
            )
            return f"{faster} {self._likeness()}"
        return self.tr("No cheaper setting meets the floor. Lower it, or take the reference.") if self.search.trials else ""

    def _likeness(self) -> str:
        """The floor, and what was measured with the seed of the reference and with the others."""
        figures = self.search.figures
        floor = self.search.floor
        title = {name: tr(title) for name, title, *_ in MEASURES}[floor.measure]
        return self.tr("{floor} {value}; over {count} seeds cosine {cosine}, log-mel {mel} dB.").format(
            floor=title,
            value=f"{100 * floor.value:.1f}" if floor.measure == "wer" else f"{floor.value:g}",
            count=len(figures),
            cosine=_range([one.cosine for one in figures], 4),
            mel=_range([one.log_mel_db for one in figures], 2),
        )

    def _show_sentence(self, sentence: str) -> None:
        self.words.setText(sentence)

    def _show_floor(self) -> None:
        measure = self.measure.currentData()
        floor = self.value.value() + (100 * self.search.reference_rate if measure == "wer" else 0.0)
        self.plot.set_floor(tr(SCORES[measure]), floor)
        self.table.set_score_title(tr(SCORES[measure]))

    # -- widgets ------------------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        self._make_choices()
        self.to_lane = QPushButton(self.tr("To lane B"))
        self.to_lane.clicked.connect(self._found_to_lane)
        self.recall = QPushButton(self.tr("Use these settings"))
        self.recall.clicked.connect(self._recall_found)
        self.words = PlainLabel()
        self.words.setWordWrap(True)
        self.table = TrialTable(self._solver_titles)
        self.plot = FrontierPlot(tr(SCORES["cosine"]))
        self.plot.set_reference(self.reference.take.timings_s["total"])
        tried = QSplitter(Qt.Orientation.Vertical)
        tried.setChildrenCollapsible(False)
        tried.addWidget(self.plot)
        tried.addWidget(self.table)
        tried.setSizes([1, 1])
        self.pages = QStackedWidget()
        self.pages.addWidget(self._explanation())
        self.pages.addWidget(tried)
        top = QHBoxLayout()
        for widget in (self.measure, self.value, self.with_precision, self.start):
            top.addWidget(widget)
        top.addStretch(1)
        bottom = QHBoxLayout()
        bottom.addWidget(self.words, 1)
        bottom.addWidget(self.to_lane)
        bottom.addWidget(self.recall)
        layout = QVBoxLayout(self)
        layout.addLayout(self._heading())
        layout.addLayout(top)
        layout.addWidget(self.pages, 1)
        layout.addLayout(bottom)
        self._set_measure()
        self.value.valueChanged.connect(self._show_floor)
        self._update()

    def _make_choices(self) -> None:
        self.measure = Choice()
        self.measure.setAccessibleName(self.tr("Floor of parity"))
        for value, title, *_ in MEASURES:
            if value != "wer" or self.search.error_rate is not None:
                self.measure.addItem(tr(title), value)
        self.value = DecimalSpin()
        self.value.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.value.setAccessibleName(self.tr("Value of the floor"))
        self.measure.currentIndexChanged.connect(self._set_measure)
        self.with_precision = Choice()
        self.with_precision.setAccessibleName(self.tr("Precisions to try"))
        self.with_precision.addItem(self.tr("same precision"), False)
        if len(self.info.precisions) > 1:
            self.with_precision.addItem(self.tr("all precisions"), True)
        self.start = QPushButton(self.tr("Search"))
        self.start.setProperty("role", "primary")
        self.start.setMinimumWidth(self.start.sizeHint().width())  # does not jump when it says Stop
        self.start.clicked.connect(self._toggle)

    def _heading(self) -> QHBoxLayout:
        take = self.reference.take
        heading = PlainLabel(self.tr("A faster setting that sounds like A"))
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
        close = QPushButton(self.tr("Close"))
        close.clicked.connect(self._close)
        row = QHBoxLayout()
        row.setSpacing(12)
        row.addWidget(heading)
        row.addWidget(whose, 1)
        row.addWidget(close)
        return row

    def _explanation(self) -> QLabel:
        words = PlainLabel(
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


def _range(values: Sequence[float | None], digits: int) -> str:
    """ "0.9812 – 0.9934": the lowest and the highest of them."""
    known = [value for value in values if value is not None]
    if not known:
        return "–"
    low, high = (f"{value:.{digits}f}".replace("-", "−") for value in (min(known), max(known)))
    return low if low == high else f"{low} – {high}"
