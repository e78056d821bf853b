"""What the model does not know of a prompt, under it, with the nearest kinds of sounds as buttons."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QPushButton, QVBoxLayout, QWidget

from ditone.gui.core.later_question import LaterQuestion
from ditone.gui.widgets.plain_text import PlainLabel, plain_tip
from ditone.runtime.printable import printable
from ditone.runtime.request import Request
from ditone.runtime.text.hints import Hints, Suggestion

MOST = 6
IN_A_ROW = 2

Ask = Callable[[Request], Hints]


class PromptHints(QWidget):
    """Asks the model's family in the background. Hidden where there is nothing to say. `chosen` carries the prompt of a button."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._question = LaterQuestion(self, self._show)
        self.notes = PlainLabel()
        self.notes.setWordWrap(True)
        self.notes.setProperty("role", "note")
        self.buttons: list[QPushButton] = []
        self._grid = QGridLayout()
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(4)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 0, 0, 4)
        layout.setSpacing(4)
        layout.addWidget(self.notes)
        layout.addLayout(self._grid)
        self.hide()

    def ask(self, ask: Ask | None, request: Request) -> None:
        """Shows soon what `ask` says of the prompt of a request; the same prompt is not asked twice."""
        if ask is None or not request.prompt.strip():
            self._question.withdraw()
            self.hide()
        else:
            self._question.ask((ask, request.prompt), partial(ask, Request(model="", prompt=request.prompt)))

    def _show(self, hints: Hints) -> None:
        self.notes.setText("\n".join(printable(note, 300) for note in hints.notes))
        self.notes.setVisible(bool(hints.notes))
        for button in self.buttons:
            self._grid.removeWidget(button)
            button.deleteLater()
        self.buttons = [self._button(suggestion) for suggestion in hints.suggestions[:MOST]]
        for i, button in enumerate(self.buttons):
            self._grid.addWidget(button, i // IN_A_ROW, i % IN_A_ROW)
        self.setVisible(bool(hints.notes or hints.suggestions))

    def _button(self, suggestion: Suggestion) -> QPushButton:
        button = QPushButton(suggestion.title)
        button.setAccessibleName(self.tr("Use the prompt: {prompt}").format(prompt=suggestion.prompt))
        button.setToolTip(plain_tip(suggestion.prompt))
        button.clicked.connect(partial(self.chosen.emit, suggestion.prompt))
        return button
