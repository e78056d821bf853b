"""What can be had and what is here, one row a model; texts of a row say what it makes, its size, and whether it is here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QWidget

from ditone.gui.i18n.translate import tr
from ditone.gui.model_hub import words

if TYPE_CHECKING:
    from ditone.runtime.hub.catalogue import Entry
    from ditone.runtime.hub.store import Installed

ROW = Qt.ItemDataRole.UserRole


@dataclass(frozen=True)
class Row:
    """A published model, a model that is here, or both."""

    entry: Entry | None
    here: Installed | None

    @property
    def title(self) -> str:
        """Its name for people."""
        return self.entry.title if self.entry is not None else self.here.name if self.here is not None else ""

    @property
    def key(self) -> str:
        """What tells it from other rows."""
        return self.entry.name if self.entry is not None else str(self.here.folder) if self.here is not None else ""


class ModelList(QListWidget):
    """Keeps the chosen row over a refresh."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Models that can be had, and those that are here"))
        self.setMinimumWidth(320)
        self.setWordWrap(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def fill(self, entries: list[Entry], here: list[Installed]) -> None:
        """Shows what can be had and what is here."""
        chosen = self.row_now()
        by_entry = {one.name: one for one in here if any(entry.name == one.name for entry in entries)}
        rows = [Row(entry, by_entry.get(entry.name)) for entry in entries]
        rows += [Row(None, one) for one in here if one.name not in by_entry]
        self.blockSignals(True)
        self.clear()
        for row in rows:
            item = QListWidgetItem(f"{row.title}\n{_line(row)}", self)
            item.setData(ROW, row)
        self.blockSignals(False)
        keys = [row.key for row in rows]
        if rows:
            self.setCurrentRow(keys.index(chosen.key) if chosen is not None and chosen.key in keys else 0)

    def row_now(self) -> Row | None:
        """The chosen row."""
        item = self.currentItem()
        found = item.data(ROW) if item is not None else None
        return found if isinstance(found, Row) else None


def _line(row: Row) -> str:
    if row.entry is None:
        return tr("used where it lies") if row.here is not None and row.here.in_place else tr("is here")
    parts = [words.makes(row.entry), words.size_of(row.entry)]
    if row.here is not None:
        parts.append(tr("is here") if row.here.complete else tr("not whole yet"))
    elif row.entry.gated:
        parts.append(tr("licence to accept"))
    return " · ".join(parts)
