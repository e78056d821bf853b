"""The takes as Qt's lists read them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from ditone.gui.engine.take_entry import AnyTake

ENTRY = Qt.ItemDataRole.UserRole
STARRED = Qt.ItemDataRole.UserRole + 1
Index = QModelIndex | QPersistentModelIndex


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

    def flags(self, index: Index) -> Qt.ItemFlag:
        return super().flags(index) | Qt.ItemFlag.ItemIsDragEnabled if index.isValid() else Qt.ItemFlag.NoItemFlags

    def starred(self, entry: AnyTake) -> bool:
        """Whether a take has a star, as far as is known now."""
        return self._stars.get(entry.id, entry.starred)

    def set_star(self, take_id: str, starred: bool) -> None:
        """A take has got a star, or lost it."""
        self._stars[take_id] = starred
        if self.only_starred:
            self._refill()
        else:
            rows = [row for row, entry in enumerate(self._shown) if entry.id == take_id]
            for row in rows:
                self.dataChanged.emit(self.index(row), self.index(row))

    def add(self, entry: AnyTake) -> None:
        """Puts a new take on top."""
        self._session.insert(0, entry)
        if self._fits(entry):
            self.beginInsertRows(QModelIndex(), 0, 0)
            self._shown.insert(0, entry)
            self.endInsertRows()

    def remove(self, entries: list[AnyTake]) -> None:
        """Takes some takes out."""
        gone = {entry.id for entry in entries}
        self._session = [entry for entry in self._session if entry.id not in gone]
        self._stored = [entry for entry in self._stored if entry.id not in gone]
        self._refill()

    def show_stored(self, entries: list[AnyTake]) -> None:
        """What the library found for the words of the search; takes of the session keep their place on top."""
        self._stored = entries
        self._refill()

    def search(self, words: str) -> None:
        """Shows the takes in which every word occurs."""
        self._words = words
        self._refill()

    def row_of(self, take_id: str) -> int:
        """The row of a take; -1 when it is not shown."""
        return next((row for row, entry in enumerate(self._shown) if entry.id == take_id), -1)

    def total(self) -> int:
        """How many takes there are, shown or not."""
        return len({entry.id for entry in (*self._session, *self._stored)})

    def _fits(self, entry: AnyTake) -> bool:
        from ditone.gui.engine.take_entry import (
            TakeEntry,  # brings numpy, which no first paint waits for; with an entry at hand it is there
        )

        # what the library found has been searched there already
        found = not isinstance(entry, TakeEntry) or entry.matches(self._words)
        return found and (self.starred(entry) or not self.only_starred)

    def _refill(self) -> None:
        known = {entry.id for entry in self._session}
        self.beginResetModel()
        everything = [*self._session, *(entry for entry in self._stored if entry.id not in known)]
        self._shown = [entry for entry in everything if self._fits(entry)]
        self.endResetModel()
