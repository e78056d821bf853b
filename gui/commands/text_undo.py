"""Ctrl+Z in a text field: the field's own typing first, and the window's steps where they are newer or nothing was typed."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit

from ditone.gui.commands.undo import History

TYPED_AT = "ditoneTypedAt"


class TextUndo(QObject):
    """Lets the keys of Undo and Redo pass through the fields that it watches whenever the window's steps are meant."""

    def __init__(self, history: History) -> None:
        super().__init__(history)
        self._steps = 0
        history.changed.connect(self._on_step)

    def watch(self, field: QPlainTextEdit | QLineEdit) -> None:
        """Looks after one field until it is destroyed."""
        field.setProperty(TYPED_AT, -1)
        if isinstance(field, QLineEdit):
            field.textEdited.connect(self._on_typed)
        else:
            field.textChanged.connect(self._on_typed)
        field.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() != QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
            return False
        for key, available in (
            (QKeySequence.StandardKey.Undo, "isUndoAvailable"),
            (QKeySequence.StandardKey.Redo, "isRedoAvailable"),
        ):
            if event.matches(key):
                text = watched.document() if isinstance(watched, QPlainTextEdit) else watched
                return not (getattr(text, available)() and watched.property(TYPED_AT) == self._steps)
        return False

    def _on_typed(self) -> None:
        field = self.sender()
        if field is not None:
            field.setProperty(TYPED_AT, self._steps)

    def _on_step(self) -> None:
        self._steps += 1
