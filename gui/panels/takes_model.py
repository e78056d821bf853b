"""The takes as Qt's lists read them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtWidgets import QWidget

from ditone.gui.widgets.plain_text import plain_tip

if TYPE_CHECKING:
    from ditone.gui.engine.take_entry import AnyTake

ENTRY = Qt.ItemDataRole.UserRole
STARRED = Qt.ItemDataRole.UserRole + 1
Index = QModelIndex | QPersistentModelIndex


class TakesModel(QAbstractListModel):
    """Takes of this session and those that the library found, newest first; a search hides those that do not match."""

    renamed = Signal(object, str)  # a take, and the name that was written

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session: list[AnyTake] = []
        self._stored: list[AnyTake] = []
        self._shown: list[AnyTake] = []
        self._hidden: dict[str, AnyTake] = {}
        self._stars: dict[str, bool] = {}
        self._titles: dict[str, str] = {}
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
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
            return self.title(entry)
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(entry.request.prompt)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self.tr("{title}, {star}{seconds} seconds, seed {seed}, {model}").format(
                title=self.title(entry),
                star=self.tr("starred, ") if self.starred(entry) else "",
                seconds=f"{entry.duration_s:.1f}",
                seed=entry.request.seed,
                model=entry.model_title,
            )
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        own = Qt.ItemFlag.ItemIsDragEnabled | Qt.ItemFlag.ItemIsEditable
        return super().flags(index) | own if index.isValid() else Qt.ItemFlag.NoItemFlags

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if not index.isValid() or role != Qt.ItemDataRole.EditRole:
            return False
        self.renamed.emit(self._shown[index.row()], str(value).strip())
        return True

    def starred(self, entry: AnyTake) -> bool:
        """Whether a take has a star, as far as is known now."""
        return self._stars.get(entry.id, entry.starred)

    def title(self, entry: AnyTake) -> str:
        """The name a person gave it, or the beginning of its prompt."""
        return self.given_title(entry) or entry.prompt_title

    def given_title(self, entry: AnyTake) -> str:
        """The name a person gave it, or ""."""
        return self._titles.get(entry.id, entry.given_title)

    def set_title(self, take_id: str, title: str) -> None:
        """A take has got another name; "" is that of its prompt."""
        self._titles[take_id] = title
        self._show_changed(take_id)

    def set_star(self, take_id: str, starred: bool) -> None:
        """A take has got a star, or lost it."""
        self._stars[take_id] = starred
        if self.only_starred:
            self._refill()
        else:
            self._show_changed(take_id)

    def _show_changed(self, take_id: str) -> None:
        row = self.row_of(take_id)
        if row >= 0:
            self.dataChanged.emit(self.index(row), self.index(row))

    def add(self, entry: AnyTake) -> None:
        """Puts a new take on top."""
        self._session.insert(0, entry)
        if self._fits(entry, searched=False):
            self.beginInsertRows(QModelIndex(), 0, 0)
            self._shown.insert(0, entry)
            self.endInsertRows()

    def exchange(self, entry: AnyTake) -> None:
        """Holds a take of the session in another form from now on, such as without its samples; its place and number stay."""
        self._session = [entry if old.id == entry.id else old for old in self._session]
        row = self.row_of(entry.id)
        if row >= 0:
            self._shown[row] = entry
            self.dataChanged.emit(self.index(row), self.index(row))
            self.dataChanged.emit(self.index(row), self.index(row))

    def hide(self, entries: list[AnyTake]) -> None:
        """Takes some takes out of sight."""
        self._hidden.update((entry.id, entry) for entry in entries)
        self._refill()

    def unhide(self, ids: list[str]) -> None:
        """Shows takes again, each in its place."""
        back = [self._hidden.pop(take_id) for take_id in ids if take_id in self._hidden]
        known = {entry.id for entry in (*self._session, *self._stored)}
        self._stored += [entry for entry in back if entry.id not in known]
        self._stored.sort(key=lambda entry: entry.created_at, reverse=True)
        self._refill()

    def show_stored(self, entries: list[AnyTake]) -> None:
        """What the library found for the words of the search; takes of the session keep their place on top."""
        self._stored = entries
        self._refill()

    def search(self, words: str) -> None:
        """Shows the takes in which every word occurs."""
        self._words = words
        self._refill()

    def entry(self, take_id: str) -> AnyTake | None:
        """A take by its id, whether the search shows it or not; None for one that is not there or was deleted."""
        if take_id in self._hidden:
            return None
        return next((entry for entry in (*self._session, *self._stored) if entry.id == take_id), None)

    def row_of(self, take_id: str) -> int:
        """The row of a take; -1 when it is not shown."""
        return next((row for row, entry in enumerate(self._shown) if entry.id == take_id), -1)

    def total(self) -> int:
        """How many takes there are, shown or not."""
        return len({entry.id for entry in (*self._session, *self._stored)} - set(self._hidden))

    def _fits(self, entry: AnyTake, searched: bool) -> bool:
        """`searched`: the library found it for the words of the search."""
        found = entry.id not in self._hidden and (searched or entry.matches(self._words, self._titles.get(entry.id, "")))
        return found and (self.starred(entry) or not self.only_starred)

    def _refill(self) -> None:
        known = {entry.id for entry in self._session}
        self.beginResetModel()
        self._shown = [entry for entry in self._session if self._fits(entry, searched=False)]
        self._shown += [entry for entry in self._stored if entry.id not in known and self._fits(entry, searched=True)]
        self.endResetModel()
