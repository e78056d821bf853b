"""The Compare page: figures of A and B, what they were made with, and the ways to go on from there."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QMenu,
    QPushButton,
    QScrollArea,
    QStyle,
    QVBoxLayout,
    QWidget,
)

from ditone.gui.commands import keys
from ditone.gui.compare import metric_text
from ditone.gui.compare.drift_view import DriftView
from ditone.gui.compare.metric_list import MetricList, SettingList
from ditone.gui.compare.side import Side, cut
from ditone.gui.compare.speech_metrics import SpeechMetrics
from ditone.gui.core.background import Background
from ditone.gui.engine import failure as failures
from ditone.gui.i18n.formatting import clock
from ditone.gui.panels.controls import divider
from ditone.gui.widgets.elided_label import ElidedLabel
from ditone.gui.widgets.lane import Badge
from ditone.gui.widgets.plain_text import PlainLabel
from ditone.runtime.comparison.metrics import Metrics, compare

if TYPE_CHECKING:
    from ditone.gui.core.settings import Settings

IN_A_ROW = 3  # buttons


class ComparePanel(QWidget):
    """Shows figures for `set_sides`. Work runs in the background; only the newest pair is shown.

    jump_requested: seconds of the worst sample. yardstick_requested: a take like A with another seed is wanted.
    """

    jump_requested = Signal(float)
    yardstick_requested = Signal()
    blind_test_requested = Signal()
    sweep_requested = Signal()
    faster_requested = Signal()
    report_requested = Signal()
    parity_requested = Signal()
    bench_requested = Signal()
    trace_toggled = Signal(bool)
    recogniser_requested = Signal()

    def __init__(self, settings: Settings | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.a: Side | None = None
        self.b: Side | None = None
        self.other_seed: Side | None = None
        self.selection: tuple[float, float] | None = None
        self.figures: Metrics | None = None
        self._background = Background(self)
        self.speech = SpeechMetrics(settings)
        self.speech.changed.connect(self._refresh)
        self.speech.recogniser_requested.connect(self.recogniser_requested)
        self.drift = DriftView()
        self._build()
        self._show_empty()

    # -- what is compared ---------------------------------------------------------------------------------------------------

    def set_sides(self, a: Side | None, b: Side | None, selection: tuple[float, float] | None = None) -> None:
        """Compares two sides, or the selected part of both."""
        if a is not self.a or b is not self.b:
            self.other_seed = None
            self.speech.set_sides(a, b)
        self.a, self.b, self.selection = a, b, selection
        self._measure()

    def set_other_seed(self, side: Side) -> None:
        """A take like A with another seed: the yardstick for how much a difference is."""
        self.other_seed = side
        self._measure()

    def _measure(self) -> None:
        a, b = self.a, self.b
        if a is None or b is None:
            self._background.forget("figures")
            self._show_empty()
            return
        other = self.other_seed
        pair = (cut(a, self.selection).sound, cut(b, self.selection).sound)
        yardstick = None if other is None else cut(other, self.selection).sound
        work = partial(compare, *pair, align=self.align.isChecked(), other_seed=yardstick)
        if self.figures is not None:  # they are of another pair, part or setting, and must not be copied or reported meanwhile
            self.figures = None
            self.scroll_area.setEnabled(False)
            self._allow(False)
        self._background.run("figures", work, self._show_figures, self._on_failed)

    def _on_failed(self, error: Exception) -> None:
        """Nothing of the pair before stays when this one cannot be measured."""
        self._show_empty()
        self.empty.setText(self.tr("These sounds could not be compared: {why}").format(why=failures.from_exception(error).text))

    # -- showing ------------------------------------------------------------------------------------------------------------

    def _show_empty(self) -> None:
        self.figures = None
        words = self.tr("Put two sounds into lanes A and B to compare them.\nPin A ({keys}), then generate again.")
        self.empty.setText(keys.with_keys(words, "pin"))
        self.empty.show()
        self.scroll_area.hide()
        self._allow(False)

    def _allow(self, measured: bool) -> None:
        """Which of the buttons can be used. `measured`: the figures are those of the present pair."""
        for button in self.buttons.values():
            button.setEnabled(measured)
        self.buttons["blind"].setEnabled(self.a is not None and self.b is not None)
        for name in ("sweep", "parity", "bench"):
            self.buttons[name].setEnabled(True)
        self.buttons["faster"].setEnabled(self.a is not None and self.a.is_take)

    def show_listening(self, results: list[str]) -> None:
        """The results of the listening tests of the present pair."""
        self.listening.setText("\n".join(self.tr("Listening test: {result}").format(result=result) for result in results))
        self.listening.setVisible(bool(results))

    def _show_figures(self, figures: Metrics) -> None:
        a, b = self.a, self.b
        if a is None or b is None:
            return
        self.figures = figures
        self.empty.hide()
        self.scroll_area.setEnabled(True)
        self.scroll_area.show()
        self._allow(True)
        for label, side in zip(self.names, (a, b), strict=True):
            label.setText(side.title)
        self.part.setVisible(self.selection is not None)
        self.part.setText(self.part_words())
        self.list.show_rows(self.metric_rows())
        self.setting_list.show_rows(metric_text.setting_rows(a.facts, b.facts))
        self.seed_button.setVisible(figures.seed_ratio is None and a.is_take and figures.max_abs_error != 0)
        self.speech.refresh()
        self.drift.show_sides(a, b)
        self._keep_room()

    def part_words(self) -> str:
        """Which part the figures are of; "" for the whole."""
        if self.selection is None:
            return ""
        start, end = (clock(seconds) for seconds in self.selection)
        return self.tr("Selection {start} – {end}").format(start=start, end=end)

    def _refresh(self) -> None:
        if self.figures is not None:
            self._show_figures(self.figures)

    def _keep_room(self) -> None:
        """As wide as the figures need: the list scrolls up and down only."""
        layout = self.body.layout()
        if layout is not None:
            for part in (self.list, self.setting_list, self.speech, self.drift):
                for label in part.findChildren(QWidget):
                    label.ensurePolished()
                part.updateGeometry()  # rows that are new have not told the layout of their widths yet
            layout.activate()
        self._widen()

    def _widen(self) -> None:
        bar = self.style().pixelMetric(QStyle.PixelMetric.PM_ScrollBarExtent)
        self.setMinimumWidth(self.body.minimumSizeHint().width() + bar)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Rows that are new get their fonts, and with them their widths, only when they are shown."""
        if watched is self.body and event.type() == QEvent.Type.LayoutRequest:
            self._widen()
        return super().eventFilter(watched, event)

    def metric_rows(self) -> list[metric_text.Row]:
        """The rows as shown."""
        if self.figures is None or self.a is None or self.b is None:
            return []
        rows = metric_text.rows(self.figures, self.a.facts, self.b.facts, self.selection[0] if self.selection else 0.0)
        return rows + self.speech.rows()

    # -- going on -----------------------------------------------------------------------------------------------------------

    def markdown(self) -> str:
        """What is shown, as Markdown."""
        if self.a is None or self.b is None:
            return ""
        return metric_text.as_markdown(
            self.a.title, self.b.title, self.metric_rows(), metric_text.setting_rows(self.a.facts, self.b.facts)
        )

    def copy_markdown(self) -> None:
        """Puts what is shown on the clipboard as Markdown."""
        QGuiApplication.clipboard().setText(self.markdown())

    def copy_csv(self) -> None:
        """Puts what is shown on the clipboard as comma-separated values."""
        settings = metric_text.setting_rows(self.a.facts, self.b.facts) if self.a and self.b else []
        QGuiApplication.clipboard().setText(metric_text.as_csv(self.metric_rows(), settings))

    def _build(self) -> None:
        self.empty = PlainLabel()
        self.empty.setProperty("role", "empty")
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.empty.setWordWrap(True)
        self.empty.setMargin(16)
        self.names = (ElidedLabel(), ElidedLabel())
        self.part = PlainLabel()
        self.part.setProperty("role", "dim")
        self.part.setWordWrap(True)
        self.listening = PlainLabel()
        self.listening.setWordWrap(True)
        self.listening.hide()
        self.align = QCheckBox(self.tr("Align first"))
        self.align.setToolTip(self.tr("Take out the delay of B before comparing samples"))
        self.align.toggled.connect(self._measure)
        self.trace = QCheckBox(self.tr("Keep step traces of new takes"))
        self.trace.setToolTip(
            self.tr("Two takes with traces show at which step they part; a trace costs memory as long as the take is in a lane")
        )
        self.trace.toggled.connect(self.trace_toggled)
        self.list = MetricList()
        self.list.jump_requested.connect(self.jump_requested)
        self.seed_button = QPushButton(self.tr("Measure against another seed"))
        self.seed_button.setProperty("role", "narrow")
        self.seed_button.setToolTip(
            self.tr("Makes one take like A with another seed: the yardstick for how much this difference is")
        )
        self.seed_button.clicked.connect(self.yardstick_requested)
        self.setting_list = SettingList()
        self.body = QWidget()
        self.body.setProperty("role", "panel")
        self.body.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        inner = QVBoxLayout(self.body)
        inner.setContentsMargins(12, 8, 12, 8)
        inner.setSpacing(8)
        for letter, label in zip("AB", self.names, strict=True):
            named = QHBoxLayout()
            named.setSpacing(8)
            named.addWidget(Badge(letter, letter.lower()))
            named.addWidget(label, 1)
            inner.addLayout(named)
        rest = (self.part, self.list, self.align, self.seed_button, self.speech, self.listening, self.setting_list, self.drift)
        buttons = self._button_rows()
        for widget in rest:
            if widget is self.align:  # beside the figures that are copied, so that two rows of buttons are enough
                beside = QHBoxLayout()
                beside.addWidget(self.align)
                beside.addStretch(1)
                beside.addWidget(self.buttons["copy"])
                inner.addLayout(beside)
            else:
                inner.addWidget(widget)
        inner.addStretch(1)
        self.scroll_area = QScrollArea()
        self.scroll_area.setWidgetResizable(True)
        self.scroll_area.setFrameShape(QFrame.Shape.NoFrame)
        self.scroll_area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.scroll_area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.scroll_area.setWidget(self.body)
        self.body.installEventFilter(self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.empty, 1)
        layout.addWidget(self.scroll_area, 1)
        layout.addWidget(divider())
        row = QHBoxLayout()
        row.setContentsMargins(12, 8, 12, 0)
        row.addWidget(self.trace)
        row.addStretch(1)
        layout.addLayout(row)
        layout.addLayout(buttons)

    def _button_rows(self) -> QGridLayout:
        copy = QPushButton(self.tr("Copy"))
        menu = QMenu(copy)
        menu.addAction(self.tr("As Markdown"), self.copy_markdown)
        menu.addAction(self.tr("As CSV"), self.copy_csv)
        copy.setMenu(menu)
        self.buttons = {
            "blind": QPushButton(self.tr("Blind test…")),
            "sweep": QPushButton(self.tr("Sweep…")),
            "faster": QPushButton(self.tr("Faster setting…")),
            "parity": QPushButton(self.tr("Table…")),
            "bench": QPushButton(self.tr("Bench…")),
            "report": QPushButton(self.tr("Report…")),
            "copy": copy,
        }
        signals = {
            "blind": self.blind_test_requested,
            "sweep": self.sweep_requested,
            "faster": self.faster_requested,
            "parity": self.parity_requested,
            "bench": self.bench_requested,
            "report": self.report_requested,
        }
        self.buttons["parity"].setToolTip(self.tr("The chosen takes of the list, or all of them, beside the one in lane A"))
        self.buttons["bench"].setToolTip(self.tr("Times the present settings in turns with other precisions, solvers and steps"))
        grid = QGridLayout()
        grid.setContentsMargins(12, 4, 12, 10)
        grid.setSpacing(6)
        for i, (name, button) in enumerate(self.buttons.items()):
            button.setObjectName(name)
            if button is not copy:  # whose arrow needs the room
                button.setProperty("role", "narrow")
            if name in signals:
                button.clicked.connect(signals[name])
            if button is not copy:
                grid.addWidget(button, i // IN_A_ROW, i % IN_A_ROW)
        self._grid = grid
        return grid

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Buttons whose words would be cut stand two in a row instead of three."""
        super().resizeEvent(event)
        buttons = [button for name, button in self.buttons.items() if name != "copy"]
        margins, widest = self._grid.contentsMargins(), max(button.sizeHint().width() for button in buttons)
        needed = IN_A_ROW * widest + (IN_A_ROW - 1) * self._grid.spacing() + margins.left() + margins.right()
        columns = IN_A_ROW if needed <= self.width() else IN_A_ROW - 1
        for i, button in enumerate(buttons):
            self._grid.addWidget(button, i // columns, i % columns)
