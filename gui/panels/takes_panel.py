"""All takes, newest first: search, listen, bring to a lane, recall their settings, star, delete, export."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractListModel, QEvent, QModelIndex, QPersistentModelIndex, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListView,
    QMenu,
    QPushButton,
    QStackedLayout,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from gui.theme import icons, palettes

if TYPE_CHECKING:
    from gui.takes import AnyTake

ENTRY = Qt.ItemDataRole.UserRole
STARRED = Qt.ItemDataRole.UserRole + 1
Index = QModelIndex | QPersistentModelIndex
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
)


class TakesModel(QAbstractListModel):
    """Takes of this session and those that the library found, newest first; a search hides those that do not match."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session: list[AnyTake] = []
        self._stored: list[AnyTake] = []
        self._shown: list[AnyTake] = []
        self._stars: dict[str, bool] = {}
        self._words = ""
        self.only_starred = False

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else len(self._shown)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        entry = self._shown[index.row()]
        if role == ENTRY:
            return entry
        if role == STARRED:
            return self.starred(entry)
        if role == Qt.ItemDataRole.DisplayRole:
            return entry.title
        if role == Qt.ItemDataRole.ToolTipRole:
            return entry.request.prompt
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self.tr("{title}, {star}{seconds} seconds, seed {seed}, {model}").format(
                title=entry.title,
                star=self.tr("starred, ") if self.starred(entry) else "",
                seconds=f"{entry.duration_s:.1f}",
                seed=entry.request.seed,
                model=entry.model_title,
            )
        return None

    def starred(self, entry: AnyTake) -> bool:
        return self._stars.get(entry.id, entry.starred)

    def set_star(self, take_id: str, starred: bool) -> None:
        self._stars[take_id] = starred
        if self.only_starred:
            self._refill()
        else:
            rows = [row for row, entry in enumerate(self._shown) if entry.id == take_id]
            for row in rows:
                self.dataChanged.emit(self.index(row), self.index(row))

    def add(self, entry: AnyTake) -> None:
        self._session.insert(0, entry)
        if self._fits(entry):
            self.beginInsertRows(QModelIndex(), 0, 0)
            self._shown.insert(0, entry)
            self.endInsertRows()

    def remove(self, entries: list[AnyTake]) -> None:
        gone = {entry.id for entry in entries}
        self._session = [entry for entry in self._session if entry.id not in gone]
        self._stored = [entry for entry in self._stored if entry.id not in gone]
        self._refill()

    def show_stored(self, entries: list[AnyTake]) -> None:
        """What the library found for the words of the search; takes of the session keep their place on top."""
        self._stored = entries
        self._refill()

    def search(self, words: str) -> None:
        self._words = words
        self._refill()

    def row_of(self, take_id: str) -> int:
        return next((row for row, entry in enumerate(self._shown) if entry.id == take_id), -1)

    def total(self) -> int:
        return len(self._session) + len(self._stored)

    def _fits(self, entry: AnyTake) -> bool:
        from gui.takes import TakeEntry  # brings numpy, which no first paint waits for; with an entry at hand it is there

        # what the library found has been searched there already
        found = not isinstance(entry, TakeEntry) or entry.matches(self._words)
        return found and (self.starred(entry) or not self.only_starred)

    def _refill(self) -> None:
        known = {entry.id for entry in self._session}
        self.beginResetModel()
        everything = [*self._session, *(entry for entry in self._stored if entry.id not in known)]
        self._shown = [entry for entry in everything if self._fits(entry)]
        self.endResetModel()


class TakeDelegate(QStyledItemDelegate):
    """Two lines of text over a small envelope."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(200, max(ROW_HEIGHT, 2 * option.fontMetrics.lineSpacing() + 30))

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
        title = option.fontMetrics.elidedText(entry.title, Qt.TextElideMode.ElideRight, title_width)
        painter.drawText(QRect(inner.left(), inner.top(), title_width, line), Qt.AlignmentFlag.AlignVCenter, title)
        painter.setPen(colors.qcolor("dim" if not option.state & QStyle.StateFlag.State_Selected else "text"))
        painter.drawText(QRect(inner.right() - width, inner.top(), width + 1, line), Qt.AlignmentFlag.AlignVCenter, length)
        second = option.fontMetrics.elidedText(
            (self.tr("#{number} · ").format(number=entry.number) if entry.number else f"{entry.created_at[:10]} · ")
            + self.tr("seed {seed} · {model}").format(seed=entry.request.seed, model=entry.model_title),
            Qt.TextElideMode.ElideRight,
            inner.width(),
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


class TakesList(QListView):
    """Enter or double click brings a take to the lane, Space plays it, R recalls it, Del deletes it, asterisk stars it."""

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
        self.doubleClicked.connect(self._on_double_click)

    def current(self) -> AnyTake | None:
        index = self.currentIndex()
        return index.data(ENTRY) if index.isValid() else None

    def selected(self) -> list[AnyTake]:
        """All chosen takes, from top to bottom."""
        rows = sorted(index.row() for index in self.selectionModel().selectedIndexes())
        return [self.model().index(row, 0).data(ENTRY) for row in rows]

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


class TakesPanel(QWidget):
    """Search, list, and buttons for the chosen take. `recall_requested(entry, what)` has what = "all", "all but seed", "seed only"."""

    play_requested = Signal(object)
    lane_requested = Signal(object)
    recall_requested = Signal(object, str)
    export_requested = Signal(object)
    star_requested = Signal(object)
    delete_requested = Signal(list)
    undo_requested = Signal()
    filter_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setMinimumWidth(250)
        self.model = TakesModel(self)
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Search takes"))
        self.search.setAccessibleName(self.tr("Search takes"))
        self.search.setClearButtonEnabled(True)
        self.search.setAcceptDrops(False)
        magnifier = QAction(self.search)
        icons.set_icon(magnifier, "search", "dim")
        self.search.addAction(magnifier, QLineEdit.ActionPosition.LeadingPosition)
        self.search.textChanged.connect(self._on_search)
        self.list = TakesList()
        self.list.setModel(self.model)
        self.list.setAccessibleName(self.tr("Takes"))
        self.list.selectionModel().currentChanged.connect(self._update)
        self.list.play.connect(self.play_requested)
        self.list.to_lane.connect(self.lane_requested)
        self.list.recall.connect(self._recall_all)
        self.list.remove.connect(self._remove)
        self.list.star.connect(self.star_requested)
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.list.customContextMenuRequested.connect(self._context_menu)
        self.empty = QLabel()
        self.empty.setProperty("role", "empty")
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.empty.setWordWrap(True)
        self.empty.setMargin(16)
        self.recall = QPushButton(self.tr("Recall"))
        self.recall.setToolTip(self.tr("Put this take's settings back into the prompt panel (R)"))
        self.recall_menu = QMenu(self)
        for text, what in (
            (self.tr("All"), "all"),
            (self.tr("All but the seed"), "all but seed"),
            (self.tr("Seed only"), "seed only"),
        ):
            action = self.recall_menu.addAction(text)
            action.setData(what)
            action.triggered.connect(self._recall_as)
        self.recall.setMenu(self.recall_menu)
        self.to_lane = QPushButton(self.tr("To lane"))
        self.to_lane.setToolTip(self.tr("Show this take in the lane (Enter)"))
        self.to_lane.clicked.connect(self._current_to_lane)
        self.export = QPushButton(self.tr("Export…"))
        self.export.setToolTip(self.tr("Write this take to a file (E)"))
        self.export.clicked.connect(self._export_current)
        buttons = QHBoxLayout()
        buttons.setContentsMargins(12, 8, 12, 10)
        buttons.setSpacing(6)
        for button in (self.recall, self.to_lane, self.export):
            button.setProperty("role", "narrow")
            buttons.addWidget(button, 1)
        self.stack = QStackedLayout()
        self.stack.addWidget(self.list)
        self.stack.addWidget(self.empty)
        top = QHBoxLayout()
        top.setContentsMargins(12, 8, 12, 8)
        top.addWidget(self.search, 1)
        self.starred = QToolButton()
        self.starred.setIcon(icons.icon("star", "dim"))
        self.starred.setCheckable(True)
        self.starred.setProperty("role", "flat")
        self.starred.setToolTip(self.tr("Show starred takes only"))
        self.starred.setAccessibleName(self.tr("Starred takes only"))
        self.starred.toggled.connect(self._on_starred)
        top.addWidget(self.starred)
        self.undo_bar = QWidget()
        undo = QHBoxLayout(self.undo_bar)
        undo.setContentsMargins(12, 4, 12, 4)
        self.undo_words = QLabel()
        self.undo = QPushButton(self.tr("Undo"))
        self.undo.setProperty("role", "link")
        self.undo.clicked.connect(self._on_undo)
        undo.addWidget(self.undo_words, 1)
        undo.addWidget(self.undo)
        self.undo_bar.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(top)
        layout.addLayout(self.stack, 1)
        layout.addWidget(self.undo_bar)
        layout.addLayout(buttons)
        self._update()

    def add(self, entry: AnyTake) -> None:
        """Puts a take on top and chooses it, unless another take is being looked at with the keyboard."""
        follow = self.model.rowCount() == 0 or self.list.currentIndex().row() <= 0 or not self.list.hasFocus()
        self.model.add(entry)
        if follow and self.model.rowCount():
            self.list.setCurrentIndex(self.model.index(0))
            self.list.scrollToTop()
        self._update()

    def current(self) -> AnyTake | None:
        return self.list.current()

    def focus_target(self) -> QWidget:
        """Where the keyboard goes when it enters this area."""
        return self.search if self.list.isHidden() else self.list

    def focus_search(self) -> None:
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def _on_search(self, words: str) -> None:
        self.model.search(words)
        self._update()

    def _update(self) -> None:
        has_rows = self.model.rowCount() > 0
        self.stack.setCurrentWidget(self.list if has_rows else self.empty)
        self.empty.setText(self.tr("No take matches.") if self.model.total() else self.tr("Takes you make appear here."))
        for button in (self.recall, self.to_lane, self.export):
            button.setEnabled(self.current() is not None)

    def only_starred(self) -> bool:
        return self.starred.isChecked()

    def show_star(self, take_id: str, starred: bool) -> None:
        self.model.set_star(take_id, starred)
        self._update()

    def show_stored(self, entries: list[AnyTake]) -> None:
        """Takes that the library found; the chosen row stays chosen."""
        current = self.current()
        self.model.show_stored(entries)
        row = self.model.row_of(current.id) if current is not None else -1
        if row >= 0:
            self.list.setCurrentIndex(self.model.index(row))
        self._update()

    def _on_starred(self, on: bool) -> None:
        self.model.only_starred = on
        self.model.search(self.search.text())
        self._update()
        self.filter_changed.emit()

    def _on_undo(self) -> None:
        self.undo_bar.hide()
        self.undo_requested.emit()

    def _remove(self, entries: list[AnyTake]) -> None:
        if not entries:
            return
        row = self.list.currentIndex().row()
        self.model.remove(entries)
        if self.model.rowCount():
            self.list.setCurrentIndex(self.model.index(min(row, self.model.rowCount() - 1)))
        count = len(entries)
        self.undo_words.setText(self.tr("1 take deleted") if count == 1 else self.tr("{count} takes deleted").format(count=count))
        self.undo_bar.show()
        self._update()
        self.delete_requested.emit(entries)

    def _recall_all(self, entry: AnyTake) -> None:
        self.recall_requested.emit(entry, "all")

    def _recall_as(self) -> None:
        action, entry = self.sender(), self.current()
        if action is not None and entry is not None:
            self.recall_requested.emit(entry, str(action.data()))  # type: ignore[attr-defined]

    def _current_to_lane(self) -> None:
        entry = self.current()
        if entry is not None:
            self.lane_requested.emit(entry)

    def _export_current(self) -> None:
        entry = self.current()
        if entry is not None:
            self.export_requested.emit(entry)

    def _play_current(self) -> None:
        entry = self.current()
        if entry is not None:
            self.play_requested.emit(entry)

    def _remove_selected(self) -> None:
        self._remove(self.list.selected())

    def _star_current(self) -> None:
        entry = self.current()
        if entry is not None:
            self.star_requested.emit(entry)

    def _context_menu(self, position: QPoint) -> None:
        if not self.list.indexAt(position).isValid():
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(self.tr("Play"), self._play_current)
        menu.addAction(self.tr("To lane"), self._current_to_lane)
        menu.addSeparator()
        menu.addSection(self.tr("Recall"))
        menu.addActions(self.recall_menu.actions())
        menu.addSeparator()
        menu.addAction(self.tr("Export…"), self._export_current)
        menu.addAction(self.tr("Star"), self._star_current)
        menu.addAction(self.tr("Delete"), self._remove_selected)
        menu.popup(self.list.viewport().mapToGlobal(position))
