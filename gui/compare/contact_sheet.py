"""The contact sheet of a sweep: every take with its envelope, playable, coloured by parity with a chosen reference take."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from ditone.gui.compare.cell_tile import CellTile
from ditone.gui.core.background import Background
from ditone.gui.widgets.plain_text import PlainLabel
from ditone.gui.widgets.quiet_wheel import Choice
from ditone.runtime.comparison.metrics import IDENTICAL, Metrics, Sound, compare
from ditone.runtime.controls import Control
from ditone.runtime.sweep import Axis, Cell

if TYPE_CHECKING:
    from ditone.gui.engine.take_entry import TakeEntry

MEASURES = (("cosine", "Cosine"), ("snr_db", "SNR"), ("log_mel_db", "Log-mel distance"))


class ContactSheet(QWidget):
    """`add(index, entry)` as takes arrive. The first take of the grid is the reference until another one is chosen."""

    play_requested = Signal(object)  # TakeEntry
    lane_requested = Signal(object)  # TakeEntry
    closed = Signal()

    def __init__(
        self, axes: list[Axis], cells: list[Cell], controls: Sequence[Control] = (), parent: QWidget | None = None
    ) -> None:
        """`controls` of the model give the axes and their values the names that people know."""
        super().__init__(parent)
        self.axes, self.cells = axes, cells
        self._controls = {control.name: control for control in controls}
        self.reference = 0
        self.figures: dict[int, Metrics] = {}
        self._background = Background(self)
        self.measure = Choice()
        self.measure.setAccessibleName(self.tr("What the colours show"))
        for value, title in MEASURES:
            self.measure.addItem(title, value)
        self.measure.currentIndexChanged.connect(self._colour)
        self.status = PlainLabel()
        self.status.setProperty("role", "dim")
        close = QPushButton(self.tr("Close"))
        close.clicked.connect(self.closed)
        top = QHBoxLayout()
        heading = PlainLabel(self.tr("Sweep"))
        heading.setProperty("role", "title")
        top.addWidget(heading)
        top.addWidget(self.status, 1)
        top.addWidget(PlainLabel(self.tr("Parity with the reference:")))
        top.addWidget(self.measure)
        top.addWidget(close)
        self.tiles: list[CellTile] = []
        body = QWidget()
        grid = QGridLayout(body)
        grid.setSpacing(6)
        self._fill(grid)
        scroll = QScrollArea()
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidgetResizable(True)
        scroll.setWidget(body)
        layout = QVBoxLayout(self)
        layout.addLayout(top)
        layout.addWidget(scroll, 1)
        hint = PlainLabel(
            self.tr(
                "Click or Space: play · double click or Enter: to a lane · R: make it the reference. The greener, the more alike."
            )
        )
        hint.setWordWrap(True)
        hint.setProperty("role", "dim")
        layout.addWidget(hint)
        self._count()

    def _fill(self, grid: QGridLayout) -> None:
        rows = self.axes[0]
        columns = self.axes[1] if len(self.axes) == 2 else Axis("", ("",))
        for i, value in enumerate(rows.values):
            grid.addWidget(PlainLabel(self._words(rows.name, value)), i + 1, 0)
        for j, value in enumerate(columns.values):
            if columns.name:
                label = PlainLabel(self._words(columns.name, value))
                grid.addWidget(label, 0, j + 1, Qt.AlignmentFlag.AlignHCenter)
        for index, cell in enumerate(self.cells):
            words = ", ".join(
                self._words(axis.name, axis.values[at]) for axis, at in zip(self.axes, (cell.row, cell.column), strict=False)
            )
            tile = CellTile(index, words)
            tile.play.connect(self._on_play)
            tile.to_lane.connect(self._on_lane)
            tile.refer.connect(self.set_reference)
            grid.addWidget(tile, cell.row + 1, cell.column + 1)
            self.tiles.append(tile)
            grid.setRowStretch(cell.row + 1, 100)
            grid.setColumnStretch(cell.column + 1, 1)
        grid.setRowStretch(len(rows.values) + 1, 1)

    def _words(self, name: str, value: Any) -> str:
        """ "CFG scale 3", "Steps 8", "Euler": an axis's value as the prompt panel names it."""
        control = self._controls.get(name)
        if control is not None and control.kind == "choice":
            return next((choice.title for choice in control.choices if choice.value == value), str(value))
        title = control.title if control is not None else name.replace("_", " ")
        return shown(value) if name == "precision" else f"{title} {shown(value)}"

    def add(self, index: int, entry: TakeEntry) -> None:
        """A take of the sweep is finished."""
        self.tiles[index].show_entry(entry)
        self._count()
        if index == self.reference:
            self._compare_all()
        else:
            self._compare(index)

    def fail(self, index: int, sentence: str) -> None:
        """The take of a cell failed, and why."""
        self.tiles[index].show_failure(sentence)
        self._count()

    def set_reference(self, index: int) -> None:
        """Compares every take with this one from now on."""
        if self.tiles[index].entry is not None:
            self.reference = index
            self.figures.clear()
            self._compare_all()

    def _compare_all(self) -> None:
        for index in range(len(self.tiles)):
            self._compare(index)

    def _compare(self, index: int) -> None:
        a, b = self.tiles[self.reference].entry, self.tiles[index].entry
        if a is None or b is None:
            return
        work = partial(compare, Sound(a.take.audio, a.take.sample_rate_hz), Sound(b.take.audio, b.take.sample_rate_hz))
        self._background.run(
            f"cell {index}", work, partial(self._on_figures, self.reference, index), partial(self._on_not_measured, index)
        )

    def _on_not_measured(self, index: int, error: Exception) -> None:
        self.figures.pop(index, None)
        self.tiles[index].show_failure(str(error))

    def _on_figures(self, reference: int, index: int, figures: Metrics) -> None:
        if reference == self.reference:
            self.figures[index] = figures
            self._colour()

    def _colour(self) -> None:
        measure = str(self.measure.currentData())
        for index, figures in self.figures.items():
            heat, caption = heat_of(figures, measure)
            self.tiles[index].show_heat(heat, caption, index == self.reference)

    def _count(self) -> None:
        done = sum(tile.entry is not None for tile in self.tiles)
        failed = sum(bool(tile.failure) for tile in self.tiles)
        words = self.tr("{done} of {total} takes").format(done=done, total=len(self.tiles))
        self.status.setText(words + (self.tr(", {count} failed").format(count=failed) if failed else ""))

    def _on_play(self, index: int) -> None:
        self.play_requested.emit(self.tiles[index].entry)

    def _on_lane(self, index: int) -> None:
        self.lane_requested.emit(self.tiles[index].entry)


def heat_of(figures: Metrics, measure: str) -> tuple[float | None, str]:
    """(0..1, words) of one figure: cosine from 0.5 to 1, SNR from 0 to 40 dB, log-mel distance from 20 to 0 dB."""
    if figures.reasons.get("snr_db") == IDENTICAL:
        return 1.0, "identical"
    value: Any = getattr(figures, measure)
    if value is None:
        return None, "–"
    if measure == "cosine":
        return max(0.0, (value - 0.5) / 0.5), f"cosine {value:.3f}".replace("-", "−")
    if measure == "snr_db":
        return min(max(value / 40, 0.0), 1.0), f"{value:.1f} dB".replace("-", "−")
    return min(max(1 - value / 20, 0.0), 1.0), f"{value:.1f} dB apart"


def shown(value: Any) -> str:
    """A value of a control as the sheet writes it."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return f"{value:g}" if isinstance(value, float) else str(value)
