"""The Performance page: VRAM, RAM and CPU over time with the phases of runs behind them, and the last runs with their peaks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QHBoxLayout, QHeaderView, QSizePolicy, QTableWidget, QTableWidgetItem, QWidget

from ditone.gui.i18n import formatting
from ditone.gui.i18n.translate import tr
from ditone.gui.widgets.plain_text import plain_tip
from ditone.gui.widgets.usage_log import KEPT_RUNS, Outcome, Run, UsageLog, process_vram
from ditone.runtime.monitor import Usage

if TYPE_CHECKING:
    from ditone.gui.engine.engine import Engine
    from ditone.gui.engine.events import ItemCancelled, ItemStarted, StageBegan, TakeFinished
    from ditone.gui.engine.failure import Failure
    from ditone.gui.widgets.usage_plot import UsagePlot

LIST_WIDTH_PX = 330
AFTER_RUN_MS = 150  # lanes, list and strip show a new take first
ORDER = ("vram", "ram", "cpu")
FIELDS = {"vram": ("vram_process_mib", "vram_reserved_mib"), "ram": ("rss_mib",), "cpu": ("cpu_percent",)}


class PerformancePanel(QWidget):
    """Collects from the start, draws only while it is seen. Plots are imported and made when it is first shown."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.log = UsageLog()
        self._engine: Engine | None = None
        self._plots: dict[str, UsagePlot] = {}
        self._predicted: float | None = None
        self._pointed: float | None = None
        self._soon = QTimer(self, singleShot=True, interval=AFTER_RUN_MS)
        self._soon.timeout.connect(self._draw_if_seen)
        self.runs = _RunTable()
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(8)
        self._row.addStretch(1)
        self._row.addWidget(self.runs)
        self.setProperty("role", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def listen(self, engine: Engine) -> None:
        """Follows the readings, and the items with their stages."""
        self._engine = engine
        engine.usage.connect(self.add_usage)
        engine.stage_began.connect(self._on_stage)
        engine.item_started.connect(self._on_started)
        engine.take_finished.connect(self._on_finished)
        engine.item_cancelled.connect(self._on_cancelled)
        engine.failed.connect(self._on_failed)

    def _on_started(self, event: ItemStarted) -> None:
        predicted = None if self._engine is None else self._engine.predicted_mib(event.item)
        self.begin_run(event.item.title, predicted)

    def _on_stage(self, event: StageBegan) -> None:
        self.phase(event.stage)

    def _on_finished(self, event: TakeFinished) -> None:
        self.end_run(event.entry.take.peak_rss_mib, event.entry.take.peak_vram_mib)

    def _on_cancelled(self, _: ItemCancelled) -> None:
        self.end_run(outcome="cancelled")

    def _on_failed(self, failure: Failure) -> None:
        if failure.item:
            self.end_run(outcome="failed")

    def add_usage(self, usage: Usage) -> None:
        """A reading of memory and processor, some times a second."""
        self.log.add(usage)
        self._draw_if_seen()

    def begin_run(self, title: str, predicted_mib: float | None = None) -> None:
        """A take begins; `predicted_mib` is the peak that is expected (VRAM where there is a GPU, else RAM)."""
        self.log.begin(title)
        self.set_predicted(predicted_mib)

    def phase(self, name: str) -> None:
        """A phase of the take begins."""
        self.log.phase(name)

    def end_run(self, peak_rss_mib: float | None = None, peak_vram_mib: float | None = None, outcome: Outcome = "") -> None:
        """The take is over; its measured peaks when it finished, nothing when it was cancelled or failed."""
        run = self.log.end(peak_rss_mib, peak_vram_mib, outcome)
        if run is not None:
            self.runs.add(run, self.log.has_vram)
            self._soon.start()

    def set_predicted(self, mib: float | None) -> None:
        """The dashed line: how much memory the next take is expected to need."""
        self._predicted = mib
        for name, plot in self._plots.items():
            plot.set_predicted(mib if name == ("vram" if self.log.has_vram else "ram") else None)

    # --- drawing ----------------------------------------------------------------------------------------------------

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._draw()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.isVisible():
            self._draw()

    def _draw_if_seen(self) -> None:
        self._soon.stop()
        if self.isVisible():
            self._draw()

    def _draw(self) -> None:
        for name in ORDER:
            if name not in self._plots and (name != "vram" or self.log.has_vram):
                self._make_plot(name)
        window, phases = self.log.window(), self.log.phases()
        for name, plot in self._plots.items():
            times, series = self.log.series(*FIELDS[name])
            plot.show_series(times, series, window, phases)
            plot.show_reading(self._words(name))

    def _make_plot(self, name: str) -> None:
        from ditone.gui.widgets.usage_plot import UsagePlot  # late: it brings pyqtgraph

        titles = {"vram": "VRAM", "ram": "RAM", "cpu": "CPU"}
        lines = {"vram": (("process", "a"), ("reserved", "x")), "ram": (("", "a"),), "cpu": (("", "b"),)}
        plot = UsagePlot(titles[name], "%" if name == "cpu" else "MiB", lines[name])
        plot.hovered.connect(self._point)
        if not self._plots:
            self._row.takeAt(0)  # the stretch that held the place
        self._row.insertWidget(sum(ORDER.index(other) < ORDER.index(name) for other in self._plots), plot, 1)
        self._plots[name] = plot
        self.set_predicted(self._predicted)

    def _point(self, seconds: float | None) -> None:
        window = self.log.window()
        self._pointed = None if seconds is None else min(max(seconds, window[0]), 0.0)
        for name, plot in self._plots.items():
            plot.point_at(self._pointed)
            plot.show_reading(self._words(name))

    def _words(self, name: str) -> str:
        """Value now and peak, or the value under the pointer."""
        usage = self.log.last if self._pointed is None else self.log.at(self._pointed)
        if usage is None:
            return ""
        when = ""
        if self._pointed is not None:
            ago = tr("{seconds} s ago").format(seconds=formatting.number(-self._pointed, 1))
            phase = self.log.phase_at(self._pointed)
            when = _joined(ago, tr(phase) if phase else "")
        if name == "cpu":
            return _joined(f"{formatting.number(usage.cpu_percent)} %", when)
        if name == "vram":
            reserved = f"{tr('reserved')} {_mib(usage.vram_reserved_mib)}" if usage.vram_reserved_mib is not None else ""
            return _joined(_mib(process_vram(usage)), reserved, when or self._peak_words(name))
        return _joined(_mib(usage.rss_mib), when or self._peak_words(name))

    def _peak_words(self, name: str) -> str:
        """The peak of the last finished run, beside the prediction where there is one."""
        run = next((run for run in reversed(self.log.runs) if run.finished), None)
        peak = None if run is None else run.peak_vram_mib if name == "vram" else run.peak_rss_mib
        words = [f"{tr('last peak')} {_mib(peak)}"] if peak is not None else []
        if self._predicted is not None and name == ("vram" if self.log.has_vram else "ram"):
            words.append(f"{tr('predicted')} {_mib(self._predicted)}")
        return _joined(*words)


class _RunTable(QTableWidget):
    """The last runs, newest first: what, how long, peak memory. The tooltip tells the phases."""

    def __init__(self) -> None:
        super().__init__(0, 3)
        for column, words in enumerate((tr("Last takes"), tr("Time"), tr("Peak"))):
            title = QTableWidgetItem(words)
            side = Qt.AlignmentFlag.AlignRight if column else Qt.AlignmentFlag.AlignLeft
            title.setTextAlignment(side | Qt.AlignmentFlag.AlignVCenter)
            self.setHorizontalHeaderItem(column, title)
        self.verticalHeader().hide()
        self.setShowGrid(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setTabKeyNavigation(False)
        self.setMinimumWidth(280)
        self.setMaximumWidth(LIST_WIDTH_PX)
        self.setAccessibleName(tr("Last takes with time and peak memory in MiB"))
        header = self.horizontalHeader()
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for column in (1, 2):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
        header.setHighlightSections(False)
        self.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 8)

    def add(self, run: Run, on_gpu: bool) -> None:
        peak = run.peak_vram_mib if on_gpu else run.peak_rss_mib
        ends = {"cancelled": tr("{title} (cancelled)"), "failed": tr("{title} (failed)"), "": tr("{title} (not finished)")}
        title = run.title if run.finished else ends[run.outcome].format(title=run.title)
        self.insertRow(0)
        for column, words in enumerate((title, f"{formatting.number(run.duration_s, 1)} s", f"   {_mib(peak)} ")):
            item = QTableWidgetItem(words)
            item.setToolTip(plain_tip("\n".join([title, *_phase_words(run)])))
            if column:
                item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            self.setItem(0, column, item)
        while self.rowCount() > KEPT_RUNS:
            self.removeRow(self.rowCount() - 1)


def _phase_words(run: Run) -> list[str]:
    return [f"{tr(phase.name)}  {formatting.number(phase.end_s - phase.start_s, 2)} s" for phase in run.phases]


def _mib(value: float | None) -> str:
    return "–" if value is None else f"{formatting.grouped(value)} MiB"


def _joined(*parts: str) -> str:
    return " · ".join(part for part in parts if part)
