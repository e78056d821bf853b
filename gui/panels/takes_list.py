"""The list of takes: how a row is painted, and what the keys do to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QModelIndex, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from ditone.gui.panels import take_words
from ditone.gui.panels.takes_model import ENTRY, STARRED, Index
from ditone.gui.theme import icons, palettes

if TYPE_CHECKING:
    from ditone.gui.engine.take_entry import AnyTake
    from ditone.gui.widgets.drag_out import FileDrag

ROW_HEIGHT = 62
OWN_KEYS = (
    Qt.Key.Key_Space,
    Qt.Key.Key_R,
    Qt.Key.Key_Delete,
    Qt.Key.Key_Asterisk,
    Qt.Key.Key_Return,
    Qt.Key.Key_Enter,
    Qt.Key.Key_Home,
    Qt.Key.Key_End,
    Qt.Key.Key_F2,
)


class TakeDelegate(QStyledItemDelegate):
    """Two lines of text over a small envelope."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(200, max(ROW_HEIGHT, 2 * option.fontMetrics.lineSpacing() + 30))

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: Index) -> None:
        """The name is written where it stands: in the first line."""
        area = option.rect.adjusted(8, 3, -8, 0)
        editor.setGeometry(QRect(area.left(), area.top(), area.width(), option.fontMetrics.lineSpacing() + 8))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        entry: AnyTake = index.data(ENTRY)
        colors = palettes.current()
        rect: QRect = option.rect
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, colors.qcolor("selection"))
            painter.fillRect(QRect(rect.left(), rect.top(), 3, rect.height()), colors.qcolor("a"))
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, colors.qcolor("hover"))
        inner = rect.adjusted(12, 7, -12, -6)
        line = option.fontMetrics.lineSpacing()
        length = f"{entry.duration_s:.1f} s"
        width = option.fontMetrics.horizontalAdvance(length)
        painter.setPen(colors.qcolor("text"))
        star = line if index.data(STARRED) else 0
        if star:
            icons.icon("star", "b").paint(painter, QRect(inner.right() - width - line - 4, inner.top(), line, line))
        title_width = inner.width() - width - 10 - star
        above, below = _neighbours(index)
        first = take_words.heading(entry, str(index.data()), above, below)
        title = option.fontMetrics.elidedText(first, Qt.TextElideMode.ElideRight, title_width)
        painter.drawText(QRect(inner.left(), inner.top(), title_width, line), Qt.AlignmentFlag.AlignVCenter, title)
        painter.setPen(colors.qcolor("dim" if not option.state & QStyle.StateFlag.State_Selected else "text"))
        painter.drawText(QRect(inner.right() - width, inner.top(), width + 1, line), Qt.AlignmentFlag.AlignVCenter, length)
        second = option.fontMetrics.elidedText(
            take_words.details(entry, first, above, below), Qt.TextElideMode.ElideRight, inner.width()
        )
        painter.drawText(QRect(inner.left(), inner.top() + line, inner.width(), line), Qt.AlignmentFlag.AlignVCenter, second)
        self._envelope(
            painter,
            QRect(inner.left(), inner.top() + 2 * line + 3, inner.width(), inner.bottom() - inner.top() - 2 * line - 2),
            entry,
        )
        painter.setPen(QPen(colors.qcolor("line"), 1))
        painter.drawLine(QPoint(rect.left(), rect.bottom()), QPoint(rect.right(), rect.bottom()))
        painter.restore()

    def _envelope(self, painter: QPainter, area: QRect, entry: AnyTake) -> None:
        painter.setPen(QPen(palettes.current().qcolor("a"), 1))
        middle, half = area.center().y(), area.height() / 2
        count = len(entry.thumbnail)
        for x in range(area.width()):
            height = round(float(entry.thumbnail[x * count // area.width()]) * half)
            painter.drawLine(area.left() + x, middle - height, area.left() + x, middle + height)


def _neighbours(index: Index) -> tuple[AnyTake | None, AnyTake | None]:
    """The takes of the rows above and below."""
    model, row = index.model(), index.row()
    return model.index(row - 1, 0).data(ENTRY), model.index(row + 1, 0).data(ENTRY)


class TakesList(QListView):
    """Enter or double click brings a take to the lane, Space plays it, R recalls it, F2 renames it, Del deletes it, asterisk stars it.

    The chosen rows can be dragged out of the window, as the files that the work given by `drag_maker(entries)` writes.
    """

    play = Signal(object)
    to_lane = Signal(object)
    recall = Signal(object)
    remove = Signal(list)
    star = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.setItemDelegate(TakeDelegate(self))
        self.setMouseTracking(True)
        self.setUniformItemSizes(True)
        self.setSelectionMode(QListView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setDragEnabled(True)
        self.setEditTriggers(QListView.EditTrigger.EditKeyPressed)
        self.drag_maker: Callable[[list[AnyTake]], Callable[[], Sequence[Path]]] | None = None
        self.file_drag: FileDrag | None = None
        self.doubleClicked.connect(self._on_double_click)

    def current(self) -> AnyTake | None:
        """The chosen take."""
        index = self.currentIndex()
        return index.data(ENTRY) if index.isValid() else None

    def is_editing(self) -> bool:
        """Whether a name is being written."""
        return self.state() == QListView.State.EditingState

    def selected(self) -> list[AnyTake]:
        """All chosen takes, from top to bottom."""
        rows = sorted(index.row() for index in self.selectionModel().selectedIndexes())
        return [self.model().index(row, 0).data(ENTRY) for row in rows]

    def startDrag(self, actions: Qt.DropAction) -> None:
        """Qt's own would drag the words of the rows."""
        entries = self.selected()
        if self.file_drag is not None and self.drag_maker is not None and entries:
            self.file_drag.prepare(self.drag_maker(entries))
            self.file_drag.go()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self.file_drag is None or not self.file_drag.pending:  # while the files are written the pointer chooses no rows
            super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self.file_drag is not None:
            self.file_drag.give_up()
        super().mouseReleaseEvent(event)

    def event(self, event: QEvent) -> bool:
        # these keys mean something else in the list than in the window
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and event.key() in OWN_KEYS
            and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        ):
            event.accept()
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.is_editing():  # Enter, which ends the writing of a name, comes here after the field
            super().keyPressEvent(event)
            return
        entry = self.current()
        signals = {
            Qt.Key.Key_Space: self.play,
            Qt.Key.Key_R: self.recall,
            Qt.Key.Key_Asterisk: self.star,
            Qt.Key.Key_Return: self.to_lane,
            Qt.Key.Key_Enter: self.to_lane,
        }
        signal = signals.get(Qt.Key(event.key()))
        shift = Qt.KeyboardModifier.ShiftModifier if event.key() == Qt.Key.Key_Asterisk else Qt.KeyboardModifier.NoModifier
        others = event.modifiers() & ~(Qt.KeyboardModifier.KeypadModifier | shift)
        if event.key() == Qt.Key.Key_Delete and not others:
            self.remove.emit(self.selected())
        elif signal is None or others:
            super().keyPressEvent(event)
        elif entry is not None:
            signal.emit(entry)

    def _on_double_click(self, index: QModelIndex) -> None:
        self.to_lane.emit(index.data(ENTRY))
