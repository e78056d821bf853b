"""One take on the contact sheet of a sweep."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from ditone.gui.theme import palettes
from ditone.gui.theme.palettes import mixed
from ditone.gui.widgets.plain_text import plain_tip

if TYPE_CHECKING:
    from ditone.gui.engine.take_entry import TakeEntry

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
        """The take of this cell is there."""
        self.entry = entry
        self._describe()
        self.update()

    def show_failure(self, sentence: str) -> None:
        """The take of this cell failed, and why."""
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
        self.setToolTip(plain_tip(f"{self.words}: {state}{made}"))

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


def _seconds(entry: TakeEntry) -> str:
    return f"{entry.take.timings_s.get('total', 0.0):.2f}"
