"""The strip of a batch: a tile for every take of it, to go through by number, star, mark and thin out."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QFrame, QHBoxLayout, QPushButton, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from ditone.gui.panels.controls import flat_button
from ditone.gui.theme import icons, palettes
from ditone.gui.widgets.elided_label import ElidedLabel
from ditone.gui.widgets.plain_text import plain_tip

if TYPE_CHECKING:
    from ditone.gui.engine.take_entry import AnyTake

TILE_WIDTH, TILE_HEIGHT = 88, 62
SHOWN = 8  # tiles that share the width; more scroll
OWN_KEYS = {
    Qt.Key.Key_S,
    Qt.Key.Key_X,
    Qt.Key.Key_Asterisk,
    Qt.Key.Key_Return,
    Qt.Key.Key_Enter,
    Qt.Key.Key_Left,
    Qt.Key.Key_Right,
    Qt.Key.Key_Home,
    Qt.Key.Key_End,
}


class BatchTile(QAbstractButton):
    """One take: number, seed, star, loudness, envelope. Crossed out while it is marked for removal."""

    def __init__(self, number: int, entry: AnyTake, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.number, self.entry = number, entry
        self.starred = self.marked = self.chosen = False
        self.loudness = ""
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setMinimumSize(TILE_WIDTH, TILE_HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.describe()

    def sizeHint(self) -> QSize:
        return QSize(TILE_WIDTH, TILE_HEIGHT)

    def describe(self) -> None:
        """Name for screen readers and tooltip, from the present marks."""
        marks = [self.tr("starred")] if self.starred else []
        marks += [self.tr("marked for removal")] if self.marked else []
        seed = self.tr("seed {seed}").format(seed=self.entry.request.seed)
        words = ", ".join(
            [self.tr("Take {n} of the batch").format(n=self.number), seed, *([self.loudness] if self.loudness else []), *marks]
        )
        self.setAccessibleName(words)
        self.setToolTip(plain_tip(words))
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, colors = QPainter(self), palettes.current()
        area = self.rect().adjusted(1, 1, -2, -2)
        painter.setPen(QPen(colors.qcolor("a" if self.chosen else "line"), 2 if self.chosen else 1))
        painter.setBrush(colors.qcolor("selection" if self.chosen else "field"))
        painter.drawRoundedRect(area, 4, 4)
        line = self.fontMetrics().height()
        inner = area.adjusted(6, 3, -6, -3)
        font = painter.font()
        font.setBold(True)
        painter.setFont(font)
        painter.setPen(colors.qcolor("text"))
        painter.drawText(QRect(inner.left(), inner.top(), inner.width(), line), Qt.AlignmentFlag.AlignLeft, str(self.number))
        font.setBold(False)
        painter.setFont(font)
        painter.setPen(colors.qcolor("text" if self.chosen else "dim"))
        right = inner.right() - (line + 2 if self.starred else 0)
        left = inner.left() + self.fontMetrics().horizontalAdvance(f"{self.number}  ")
        words = fitting(self.loudness, self.fontMetrics(), right - left)
        painter.drawText(QRect(left, inner.top(), right - left, line), Qt.AlignmentFlag.AlignRight, words)
        if self.starred:
            icons.icon("star", "b").paint(painter, QRect(inner.right() - line + 3, inner.top() + 1, line - 2, line - 2))
        self._envelope(painter, QRect(inner.left(), inner.top() + line + 1, inner.width(), inner.height() - 2 * line - 2))
        seed = self.fontMetrics().elidedText(str(self.entry.request.seed), Qt.TextElideMode.ElideMiddle, inner.width())
        painter.setPen(colors.qcolor("text" if self.chosen else "dim"))
        painter.drawText(QRect(inner.left(), inner.bottom() - line + 1, inner.width(), line), Qt.AlignmentFlag.AlignLeft, seed)
        if self.marked:
            painter.setPen(QPen(colors.qcolor("error"), 2))
            painter.drawLine(area.topLeft() + QPoint(4, 4), area.bottomRight() - QPoint(4, 4))
            painter.drawLine(area.bottomLeft() + QPoint(4, -4), area.topRight() + QPoint(-4, 4))

    def _envelope(self, painter: QPainter, area: QRect) -> None:
        painter.setPen(QPen(palettes.current().qcolor("a"), 1))
        middle, half, points = area.center().y(), area.height() / 2, self.entry.thumbnail
        for x in range(area.width()):
            height = round(float(points[x * len(points) // area.width()]) * half)
            painter.drawLine(area.left() + x, middle - height, area.left() + x, middle + height)


def fitting(loudness: str, metrics: QFontMetrics, width: int) -> str:
    """A loudness with its unit, without it, or nothing: as much as there is room for, and never half a number."""
    for words in (loudness, loudness.partition(" ")[0]):
        if metrics.horizontalAdvance(words) <= width:
            return words
    return ""


class BatchStrip(QFrame):
    """Has the keyboard as one thing: arrows go from tile to tile, S or * stars, X marks, Enter takes the tile to a lane.

    `play_requested` comes with every tile that is gone to by a number key or a click.
    """

    play_requested = Signal(object)
    lane_requested = Signal(object)
    star_requested = Signal(object)
    remove_requested = Signal(list)
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "panel")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Takes of the last batch"))
        self.tiles: list[BatchTile] = []
        self._wanted, self._covered = False, False
        self.current = -1
        self._total = 0
        self._loudness: dict[str, str] = {}
        self.words = ElidedLabel()
        self.words.setProperty("role", "dim")
        self.keep = QPushButton()
        self.remove = QPushButton()
        for button, work in ((self.keep, self._keep_starred), (self.remove, self._remove_marked)):
            button.setProperty("role", "narrow")
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(work)
        self.close_button = flat_button("close", self.tr("Close the strip; the takes stay in the list"))
        self.close_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.close_button.clicked.connect(self._close)
        head = QHBoxLayout()
        head.setContentsMargins(8, 0, 4, 0)
        head.addWidget(self.words, 1)
        for widget in (self.remove, self.keep, self.close_button):
            head.addWidget(widget)
        self._inside = QWidget()
        self._row = QHBoxLayout(self._inside)
        self._row.setContentsMargins(6, 0, 6, 2)
        self._row.setSpacing(4)
        self.scroll_area = QScrollArea()
        self.scroll_area.setFrameShape(QFrame.Shape.NoFrame)
        self.scroll_area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.scroll_area.setWidgetResizable(True)
        self.scroll_area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.scroll_area.setWidget(self._inside)
        self.scroll_area.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 4, 0, 4)
        layout.setSpacing(2)
        layout.addLayout(head)
        layout.addWidget(self.scroll_area)
        self.setVisible(False)

    # -- what is in it ------------------------------------------------------------------------------------------------------

    def show_takes(self, entries: list[AnyTake], total: int, starred: Callable[[AnyTake], bool]) -> None:
        """Shows the takes of a batch that are done; what is known of a tile stays. `total`: how many there will be."""
        known = {tile.entry.id: tile for tile in self.tiles}
        chosen = self.tiles[self.current].entry.id if 0 <= self.current < len(self.tiles) else ""
        wanted = {entry.id for entry in entries}
        for tile in self.tiles:
            if tile.entry.id not in wanted:
                self._row.removeWidget(tile)
                tile.deleteLater()
        self.tiles = []
        for i, entry in enumerate(entries):
            tile = known.get(entry.id) or self._tile(entry)
            tile.number, tile.entry, tile.starred = i + 1, entry, starred(entry)
            tile.loudness = self._loudness.get(entry.id, "")
            self._row.insertWidget(i, tile)
            self.tiles.append(tile)
        self._total = max(total, len(entries))
        self.current = next((i for i, tile in enumerate(self.tiles) if tile.entry.id == chosen), -1)
        bar = self.scroll_area.horizontalScrollBar().sizeHint().height() if len(self.tiles) > SHOWN else 0
        self.scroll_area.setFixedHeight(TILE_HEIGHT + 2 + bar)
        self._refresh()

    def forget_marks(self) -> None:
        """Another batch begins: nothing of it is chosen, marked or measured."""
        self._loudness = {}
        self.show_takes([], 0, lambda _: False)

    def setVisible(self, visible: bool) -> None:
        """Shows it, unless something more urgent needs its room; then as soon as that has gone."""
        self._wanted = visible
        super().setVisible(visible and not self._covered)

    def set_covered(self, covered: bool) -> None:
        """Gives its room to a failure, or takes it back."""
        self._covered = covered
        super().setVisible(self._wanted and not covered)

    def set_loudness(self, take_id: str, words: str) -> None:
        """What was measured of a take, whose tile may still be to come."""
        self._loudness[take_id] = words
        for tile in self.tiles:
            if tile.entry.id == take_id:
                tile.loudness = words
                tile.describe()

    def choose(self, index: int) -> None:
        """Makes a tile the chosen one, without playing it."""
        if 0 <= index < len(self.tiles):
            self.current = index
            self.scroll_area.ensureWidgetVisible(self.tiles[index], 8, 0)
            self._refresh()

    def choose_take(self, take_id: str) -> None:
        """The same by the take's id; a take of another batch chooses none."""
        index = next((i for i, tile in enumerate(self.tiles) if tile.entry.id == take_id), -1)
        if index != self.current:
            self.current = index
            self._refresh()

    def hear(self, index: int) -> None:
        """Chooses a tile and asks for it to be played; the strip has the keyboard from then on."""
        if 0 <= index < len(self.tiles):
            self.choose(index)
            self.setFocus(Qt.FocusReason.OtherFocusReason)
            self.play_requested.emit(self.tiles[index].entry)

    def _tile(self, entry: AnyTake) -> BatchTile:
        tile = BatchTile(0, entry, self._inside)
        tile.clicked.connect(self._on_tile)
        return tile

    def _refresh(self) -> None:
        for i, tile in enumerate(self.tiles):
            tile.chosen = i == self.current
            tile.describe()
        done, starred = len(self.tiles), sum(tile.starred for tile in self.tiles)
        marked = sum(tile.marked for tile in self.tiles)
        count = (
            self.tr("Batch of {count}").format(count=done)
            if done >= self._total
            else self.tr("Batch: {done} of {total}").format(done=done, total=self._total)
        )
        self.words.setText(count + self.tr(" · 1–9 hear · S star · X mark · Enter to the lane"))
        self.keep.setText(self.tr("Keep starred ({kept}), remove {gone}").format(kept=starred, gone=done - starred))
        self.keep.setEnabled(0 < starred < done)
        self.remove.setText(self.tr("Remove marked ({count})").format(count=marked))
        self.remove.setVisible(marked > 0)

    # -- what is done -------------------------------------------------------------------------------------------------------

    def _on_tile(self) -> None:
        tile = self.sender()
        if isinstance(tile, BatchTile) and tile in self.tiles:
            self.hear(self.tiles.index(tile))

    def _keep_starred(self) -> None:
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        self.remove_requested.emit([tile.entry for tile in self.tiles if not tile.starred])

    def _remove_marked(self) -> None:
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        self.remove_requested.emit([tile.entry for tile in self.tiles if tile.marked])

    def _close(self) -> None:
        self.setVisible(False)
        self.closed.emit()

    def event(self, event: QEvent) -> bool:
        # these keys mean something else here than in the window
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and event.key() in OWN_KEYS
            and not event.modifiers() & ~(Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier)
        ):
            event.accept()
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        last = len(self.tiles) - 1
        steps = {
            Qt.Key.Key_Left: max(self.current - 1, 0),
            Qt.Key.Key_Right: min(self.current + 1, last),
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }
        if key in steps and self.tiles:
            self.choose(steps[key])
        elif key not in OWN_KEYS or not 0 <= self.current <= last:
            super().keyPressEvent(event)
        elif key in (Qt.Key.Key_S, Qt.Key.Key_Asterisk):
            self.star_requested.emit(self.tiles[self.current].entry)
        elif key == Qt.Key.Key_X:
            tile = self.tiles[self.current]
            tile.marked = not tile.marked
            self._refresh()
        else:
            self.lane_requested.emit(self.tiles[self.current].entry)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        super().mousePressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if self.current < 0 and self.tiles:
            self.choose(0)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.hasFocus():
            painter = QPainter(self)
            painter.setPen(QPen(palettes.current().qcolor("a"), 1))
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
