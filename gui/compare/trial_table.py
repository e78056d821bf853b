"""The candidates of a search for a faster setting, one a row, and how their scores are written."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHeaderView, QTableWidget, QTableWidgetItem, QWidget

from ditone.gui.i18n.translate import marked, tr
from ditone.runtime.faster_setting import Measure, Trial

TITLES = (marked("Solver"), marked("Steps"), marked("Precision"), marked("Time"), marked("Score"), marked("Verdict"))
ROW_PADDING = 10
MIN_HEIGHT = 110
SCORE, NUMBERS = 4, (1, 3, 4)  # columns
UNITS = {"wer": " %", "snr_db": " dB"}


class TrialTable(QTableWidget):
    """`solver_titles`: the solvers' names as the prompt panel has them."""

    def __init__(self, solver_titles: Mapping[str, str], parent: QWidget | None = None) -> None:
        super().__init__(0, len(TITLES), parent)
        self._solver_titles = solver_titles
        self.setAccessibleName(self.tr("Candidates tried"))
        for column, title in enumerate(TITLES):
            item = QTableWidgetItem(tr(title))
            side = Qt.AlignmentFlag.AlignRight if column in NUMBERS else Qt.AlignmentFlag.AlignLeft
            item.setTextAlignment(side | Qt.AlignmentFlag.AlignVCenter)
            self.setHorizontalHeaderItem(column, item)
        self.setShowGrid(False)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + ROW_PADDING)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(len(TITLES) - 1, QHeaderView.ResizeMode.Stretch)
        self.setSelectionBehavior(QTableWidget.SelectionBehavior.SelectRows)
        self.setMinimumHeight(MIN_HEIGHT)

    def set_score_title(self, title: str) -> None:
        """Names the measure above its column."""
        item = self.horizontalHeaderItem(SCORE)
        if item is not None:
            item.setText(title)

    def show_trials(self, trials: Sequence[Trial], frontier: Collection[Trial], measure: Measure) -> None:
        """One row a trial, in the order in which they were made; the last one is scrolled into view."""
        on_edge = {id(trial) for trial in frontier}
        self.setRowCount(len(trials))
        for row, trial in enumerate(trials):
            for column, text in enumerate(self._cells(trial, id(trial) in on_edge, measure)):
                item = QTableWidgetItem(text)
                item.setFlags(Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEnabled)
                if column in NUMBERS:
                    item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
                self.setItem(row, column, item)
        self.scrollToBottom()

    def _cells(self, trial: Trial, on_edge: bool, measure: Measure) -> tuple[str, ...]:
        request = trial.take.request
        verdict = (
            self.tr("meets the floor")
            if trial.meets
            else self.tr("nothing as fast is closer")
            if on_edge
            else self.tr("something as fast is closer")
        )
        seconds = f"{trial.seconds:.2f} s"
        score = score_text(trial.score, measure)
        return (
            self._solver_titles.get(request.solver, request.solver),
            str(request.steps),
            trial.take.precision,
            seconds,
            score,
            verdict,
        )


def shown_score(score: float, measure: Measure) -> float:
    """A score as the plot and the floor's field count it: rates in per cent."""
    return 100 * score if measure == "wer" else score


def score_text(score: float | None, measure: Measure) -> str:
    """A score with its unit; a dash where there is none."""
    if score is None:
        return "–"
    return f"{shown_score(score, measure):.{3 if measure == 'cosine' else 1}f}{UNITS.get(measure, '')}".replace("-", "−")
