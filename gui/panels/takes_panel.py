"""All takes, newest first: search, listen, bring to a lane, recall their settings, star, delete, export."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QItemSelectionModel, QModelIndex, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QStackedLayout,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from ditone.gui.commands import keys
from ditone.gui.commands.command_set import CommandSet
from ditone.gui.commands.menus import RECALL_MENU, TakeMenu, list_menu, popup_menu
from ditone.gui.panels.takes_list import TakesList
from ditone.gui.panels.takes_model import ENTRY, STARRED, TakesModel
from ditone.gui.theme import icons
from ditone.gui.widgets.plain_text import PlainLabel

if TYPE_CHECKING:
    from ditone.gui.engine.engine import Engine
    from ditone.gui.engine.events import TakeFinished
    from ditone.gui.engine.take_entry import AnyTake


class TakesPanel(QWidget):
    """Search, list, and buttons for the chosen take."""

    play_requested = Signal(object)
    lane_requested = Signal(object)
    recall_requested = Signal(object)
    current_changed = Signal()
    export_requested = Signal(object)
    star_requested = Signal(object)
    rename_requested = Signal(object, str)
    delete_requested = Signal(list)
    undo_requested = Signal()
    filter_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setMinimumWidth(250)
        self._commands: CommandSet | None = None
        self.keeps_choice = False  # a take is being listened to: another one that comes is not chosen
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
        self.search.installEventFilter(self)
        self.list = TakesList()
        self.list.setModel(self.model)
        self.list.setAccessibleName(self.tr("Takes"))
        self.list.selectionModel().currentChanged.connect(self._update)
        self.list.play.connect(self.play_requested)
        self.list.to_lane.connect(self.lane_requested)
        self.list.recall.connect(self.recall_requested)
        self.list.remove.connect(self.remove)
        self.list.star.connect(self.star_requested)
        self.model.renamed.connect(self.rename_requested)
        self._late: list[AnyTake] | None = None
        self.list.itemDelegate().closeEditor.connect(self._on_name_written, Qt.ConnectionType.QueuedConnection)
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.list.customContextMenuRequested.connect(self._context_menu)
        self.empty = PlainLabel()
        self.empty.setProperty("role", "empty")
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.empty.setWordWrap(True)
        self.empty.setMargin(16)
        self.recall = QPushButton(self.tr("Recall"))
        keys.set_tip(self.recall, self.tr("Put this take's settings back into the prompt panel"), "recall")
        self.to_lane = QPushButton(self.tr("To lane"))
        self.to_lane.setToolTip(self.tr("Show this take in the lane (Enter)"))
        self.to_lane.clicked.connect(self._current_to_lane)
        self.export = QPushButton(self.tr("Export…"))
        keys.set_tip(self.export, self.tr("Write this take to a file"), "export")
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
        icons.set_icon(self.starred, "star", "dim")
        self.starred.setCheckable(True)
        self.starred.setProperty("role", "flat")
        self.starred.setToolTip(self.tr("Show starred takes only"))
        self.starred.setAccessibleName(self.tr("Starred takes only"))
        self.starred.toggled.connect(self._on_starred)
        top.addWidget(self.starred)
        self.undo_bar = QWidget()
        undo = QHBoxLayout(self.undo_bar)
        undo.setContentsMargins(12, 4, 12, 4)
        self.undo_words = PlainLabel()
        self.undo = QPushButton(self.tr("Undo"))
        self.undo.setProperty("role", "link")
        self.undo.clicked.connect(self.undo_requested)
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
        """Puts a take on top and chooses it, unless another take is being listened to or looked at with the keyboard."""
        first = self.list.currentIndex().row() <= 0 or not self.list.hasFocus()
        follow = self.model.rowCount() == 0 or (first and not self.keeps_choice)
        self.model.add(entry)
        if follow and self.model.rowCount():
            self.list.setCurrentIndex(self.model.index(0))
            self.list.scrollToTop()
        self._update()

    def listen(self, engine: Engine) -> None:
        """Puts every finished take on top."""
        engine.take_finished.connect(self._on_finished)

    def use_commands(self, commands: CommandSet) -> None:
        """Fills the menus of rows and of the Recall button."""
        self._commands = commands
        self.recall.setMenu(TakeMenu(commands, RECALL_MENU, self.current, self))

    def _on_finished(self, event: TakeFinished) -> None:
        if event.item.to_library:
            self.add(event.entry)

    def current(self) -> AnyTake | None:
        """The chosen take."""
        return self.list.current()

    def focus_target(self) -> QWidget:
        """Where the keyboard goes when it enters this area."""
        return self.search if self.list.isHidden() else self.list

    def focus_search(self) -> None:
        """Puts the cursor into the search field."""
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Down and Enter lead from the search into what it found."""
        if watched is self.search and event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            down = event.key() == Qt.Key.Key_Down
            if (down or event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)) and self.model.rowCount():
                if not self.list.currentIndex().isValid():
                    self.list.setCurrentIndex(self.model.index(0))
                self.list.setFocus(Qt.FocusReason.ShortcutFocusReason)
                return True
        return super().eventFilter(watched, event)

    def _on_search(self, words: str) -> None:
        chosen = self.chosen()
        self.model.search(words)
        self.choose(*chosen)

    def _update(self) -> None:
        has_rows = self.model.rowCount() > 0
        self.stack.setCurrentWidget(self.list if has_rows else self.empty)
        self.empty.setText(self._why_empty())
        for button in (self.recall, self.to_lane, self.export):
            button.setEnabled(self.current() is not None)
        self.current_changed.emit()

    def _why_empty(self) -> str:
        if self.search.text():
            return self.tr("No take matches. Prompt, model, seed, solver, tags and date are searched.")
        if self.only_starred():
            return self.tr("No take has a star. The asterisk key or the menu of a take gives it one.")
        return self.tr("Takes you make appear here.")

    def only_starred(self) -> bool:
        """Whether the list is confined to takes with a star."""
        return self.starred.isChecked()

    def shown(self) -> list[AnyTake]:
        """The takes of the list as it is filtered, newest first as there."""
        return [self.model.index(row).data(ENTRY) for row in range(self.model.rowCount())]

    def show_star(self, take_id: str, starred: bool) -> None:
        """A take has got a star, or lost it."""
        chosen = self.chosen()
        self.model.set_star(take_id, starred)
        self.choose(*chosen)

    def show_stored(self, entries: list[AnyTake]) -> None:
        """Takes that the library found; the chosen rows stay chosen. While a name is being written they wait."""
        self._late = entries if self.list.is_editing() else None
        if self._late is not None:
            return
        chosen = self.chosen()
        self.model.show_stored(entries)
        self.choose(*chosen)

    def _on_name_written(self) -> None:
        if self._late is not None:
            late, self._late = self._late, None
            self.show_stored(late)

    def _on_starred(self, on: bool) -> None:
        self.model.only_starred = on
        chosen = self.chosen()
        self.model.search(self.search.text())
        self.choose(*chosen)
        self.filter_changed.emit()

    def remove_selected(self) -> None:
        """Asks for the deletion of the chosen rows."""
        self.remove(self.list.selected())

    def remove(self, entries: list[AnyTake]) -> None:
        """Asks for the deletion of takes."""
        if entries:
            self.delete_requested.emit(entries)

    def rename(self) -> None:
        """Lets the chosen row's name be written."""
        if self.list.currentIndex().isValid():
            self.list.edit(self.list.currentIndex())

    def hide_takes(self, entries: list[AnyTake]) -> None:
        """Takes rows out of the list; the one after them is chosen."""
        gone = {entry.id for entry in entries}
        row = max(self.list.currentIndex().row(), 0)
        left = [index for index in range(self.model.rowCount()) if self.model.index(index).data(ENTRY).id not in gone]
        after = next((index for index in left if index >= row), left[-1] if left else -1)
        chosen = self.model.index(after).data(ENTRY).id if after >= 0 else ""
        self.model.hide(entries)
        self.choose([chosen])

    def unhide_takes(self, ids: list[str], current: str = "") -> None:
        """Brings rows back to their places, and chooses them; `current` is the one that has the keyboard."""
        self.model.unhide(ids)
        self.choose(ids, current)

    def show_deleted(self, count: int) -> None:
        """The bar below, which offers to undo the deletion; 0 hides it."""
        self.undo_words.setText(self.tr("1 take deleted") if count == 1 else self.tr("{count} takes deleted").format(count=count))
        self.undo_bar.setVisible(count > 0)

    def chosen(self) -> tuple[list[str], str]:
        """The ids of the chosen rows, and the one that has the keyboard."""
        current = self.current()
        return [entry.id for entry in self.list.selected()], current.id if current is not None else ""

    def choose(self, ids: list[str], current: str = "") -> None:
        """Chooses rows, as far as they are shown, and no others."""
        rows = [row for row in map(self.model.row_of, ids) if row >= 0]
        selection, flags = self.list.selectionModel(), QItemSelectionModel.SelectionFlag
        selection.clearSelection()
        for row in rows:
            selection.select(self.model.index(row), flags.Select)
        at = self.model.row_of(current) if current else rows[0] if rows else -1
        selection.setCurrentIndex(self.model.index(at) if at >= 0 else QModelIndex(), flags.NoUpdate)
        if at >= 0:
            self.list.scrollTo(self.model.index(at))
        self._update()

    def _current_to_lane(self) -> None:
        entry = self.current()
        if entry is not None:
            self.lane_requested.emit(entry)

    def _export_current(self) -> None:
        entry = self.current()
        if entry is not None:
            self.export_requested.emit(entry)

    def _context_menu(self, position: QPoint) -> None:
        if self.list.indexAt(position).isValid() and self._commands is not None:
            starred = bool(self.list.currentIndex().data(STARRED))
            menu = popup_menu(self._commands, list_menu(starred), self.current(), self)
            menu.popup(self.list.viewport().mapToGlobal(position))
