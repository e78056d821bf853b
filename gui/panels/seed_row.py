"""The row of the seed: number, padlock and dice."""

from __future__ import annotations

import secrets
from typing import Any

from PySide6.QtCore import QRegularExpression
from PySide6.QtGui import QRegularExpressionValidator
from PySide6.QtWidgets import QLineEdit

from ditone.gui.panels.controls import flat_button
from ditone.gui.panels.row import Row
from ditone.gui.theme import icons
from ditone.runtime.controls import Control


class SeedRow(Row):
    """The seed: always a concrete number. Unlocked, Generate draws a new one first; locked, it stays."""

    def __init__(self, control: Control) -> None:
        super().__init__(control)
        self.maximum = int(control.maximum) if control.maximum is not None else 2**63 - 1
        self.field = QLineEdit()
        self.field.setValidator(QRegularExpressionValidator(QRegularExpression(r"\d{1,19}"), self.field))
        self.field.setAccessibleName(control.title)
        self.lock = flat_button("unlock", self.tr("Keep this seed"), checkable=True)
        self.new = flat_button("dice", self.tr("New seed"))
        self.editor.addWidget(self.field, 1)
        self.editor.addWidget(self.lock)
        self.editor.addWidget(self.new)
        self.label.setBuddy(self.field)
        self.lock.toggled.connect(self._show_lock)
        self.new.clicked.connect(self.draw)
        self.field.editingFinished.connect(self.commit)
        self.field.textEdited.connect(self._on_edit)
        self._show_lock(False)
        self.draw()

    def value(self) -> int:
        return min(int(self.field.text() or 0), self.maximum)

    def set_value(self, value: Any) -> None:
        self.field.setText(str(min(max(0, int(value)), self.maximum)))

    def draw(self) -> None:
        """A fresh random seed of 31 bits."""
        self.set_value(secrets.randbelow(min(2**31, self.maximum + 1)))
        self.edited.emit()

    def commit(self) -> None:
        self.set_value(self.value())

    def is_changed(self) -> bool:
        return False

    def is_locked(self) -> bool:
        """Whether the next take reuses the seed."""
        return self.lock.isChecked()

    def problem(self) -> str:
        return ""

    def _show_lock(self, locked: bool) -> None:
        icons.set_icon(self.lock, "lock" if locked else "unlock", "a" if locked else "text")
        words = (
            self.tr("The seed is kept. Click to draw a new one for each Generate.")
            if locked
            else self.tr("Generate draws a new seed. Click to keep this one.")
        )
        self.lock.setToolTip(words)
