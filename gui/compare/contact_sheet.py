"""The contact sheet of a sweep: every take with its envelope, playable, coloured by parity with a chosen reference take."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from gui.background import Background
from gui.theme import palettes
from gui.theme.palettes import mixed
from runtime.controls import Control
from runtime.parity.figures import IDENTICAL, Figures, Sound, compare
from runtime.sweep import Axis, Cell

if TYPE_CHECKING:
    from gui.takes import TakeEntry

MEASURES = (("cosine", "Cosine"), ("snr_db", "SNR"), ("log_mel_db", "Log-mel distance"))
CELL_SIZE = QSize(104, 76)
TALLEST = 132
OWN_KEYS = (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_R)


class CellTile(QWidget):
    """One take of the sweep. Click or Space plays, Enter brings it to a lane, R makes it the reference."""

    play = Signal(int)
    to_lane = Signal(int)
    refer = Signal(int)

    def __init__(self, index: int, words: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.index, self.words = index, words
        self.entry: TakeEntry | None = None
        self.failure = ""
        self.heat: float | None = None
        self.caption = ""
        self.is_reference = False
        self.setMinimumSize(CELL_SIZE)
        self.setMaximumHeight(TALLEST)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._describe()

    def show_entry(self, entry: TakeEntry) -> None:
        self.entry = entry
        self._describe()
        self.update()

    def show_failure(self, sentence: str) -> None:
        self.failure = sentence
        self._describe()
        self.update()

    def show_heat(self, heat: float | None, caption: str, is_reference: bool) -> None:
        """heat: 0 far from the reference, 1 like it."""
        self.heat, self.caption, self.is_reference = heat, caption, is_reference
        self._describe()
        self.update()

    def _describe(self) -> None:
        state = self.failure or (self.tr("waiting") if self.entry is None else self.caption)
        self.setAccessibleName(f"{self.words}: {state}")
        made = "" if self.entry is None else self.tr(", made in {seconds} s").format(seconds=_seconds(self.entry))
        self.setToolTip(f"{self.words}: {state}{made}")

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.setFocus()
        if self.entry is not None and event.button() == Qt.MouseButton.LeftButton:
            self.play.emit(self.index)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if self.entry is not None:
            self.to_lane.emit(self.index)

    def event(self, event: QEvent) -> bool:
        # these keys mean something else in the window; on a tile they are the tile's
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and event.key() in OWN_KEYS:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        signals = {
            Qt.Key.Key_Space: self.play,
            Qt.Key.Key_Return: self.to_lane,
            Qt.Key.Key_Enter: self.to_lane,
            Qt.Key.Key_R: self.refer,
        }
        signal = signals.get(Qt.Key(event.key()))
        if signal is None or self.entry is None:
            super().keyPressEvent(event)
        else:
            signal.emit(self.index)

    def paintEvent(self, event: QPaintEvent) -> None:
        colors = palettes.current()
        painter = QPainter(self)
        area = self.rect().adjusted(1, 1, -2, -2)
        fill = colors.field if self.heat is None else mixed(colors.field, colors.ok, 0.55 * self.heat)
        painter.fillRect(area, QColor(fill))
        border = colors.a if self.hasFocus() else colors.text if self.is_reference else colors.line
        painter.setPen(QPen(QColor(border), 2 if self.hasFocus() or self.is_reference else 1))
        painter.drawRect(area)
        line = self.fontMetrics().lineSpacing()
        text = area.adjusted(8, 4, -8, -4)
        if self.entry is not None:
            self._envelope(painter, QRect(text.left(), text.top(), text.width(), text.height() - line - 2))
        painter.setPen(QColor(colors.error if self.failure else colors.dim if self.entry is None else colors.text))
        words = self.tr("failed") if self.failure else self.caption if self.entry is not None else self.tr("waiting")
        prefix = self.tr("reference") if self.is_reference else words
        painter.drawText(text, Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignLeft, prefix)

    def _envelope(self, painter: QPainter, area: QRect) -> None:
        assert self.entry is not None
        painter.setPen(QPen(palettes.current().qcolor("a"), 1))
        middle, half, count = area.center().y(), area.height() / 2, len(self.entry.thumbnail)
        for x in range(area.width()):
            height = round(float(self.entry.thumbnail[x * count // area.width()]) * half)
            painter.drawLine(QPoint(area.left() + x, middle - height), QPoint(area.left() + x, middle + height))


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
        self.figures: dict[int, Figures] = {}
        self._background = Background(self)
        self.measure = QComboBox()
        self.measure.setAccessibleName(self.tr("What the colours show"))
        for value, title in MEASURES:
            self.measure.addItem(title, value)
        self.measure.currentIndexChanged.connect(self._colour)
        self.status = QLabel()
        self.status.setProperty("role", "dim")
        close = QPushButton(self.tr("Close"))
        close.clicked.connect(self.closed)
        top = QHBoxLayout()
        heading = QLabel(self.tr("Sweep"))
        heading.setProperty("role", "title")
        top.addWidget(heading)
        top.addWidget(self.status, 1)
        top.addWidget(QLabel(self.tr("Parity with the reference:")))
        top.addWidget(self.measure)
        top.addWidget(close)
        self.tiles: list[CellTile] = []
        body = QWidget()
        grid = QGridLayout(body)
        grid.setSpacing(6)
        self._fill(grid)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setWidget(body)
        layout = QVBoxLayout(self)
        layout.addLayout(top)
        layout.addWidget(scroll, 1)
        hint = QLabel(
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
            grid.addWidget(QLabel(self._words(rows.name, value)), i + 1, 0)
        for j, value in enumerate(columns.values):
            if columns.name:
                label = QLabel(self._words(columns.name, value))
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
        self._background.run(f"cell {index}", work, partial(self._on_figures, self.reference, index))

    def _on_figures(self, reference: int, index: int, figures: Figures) -> None:
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


def heat_of(figures: Figures, measure: str) -> tuple[float | None, str]:
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


def _seconds(entry: TakeEntry) -> str:
    return f"{entry.take.timings_s.get('total', 0.0):.2f}"


def shown(value: Any) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return f"{value:g}" if isinstance(value, float) else str(value)
