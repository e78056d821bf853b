"""Five prompts to begin with, one click each: shown until the first prompt of one's own."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QSizePolicy, QWidget

from ditone.gui.widgets.plain_text import PlainLabel

MOST = 5


class ExampleStrip(QFrame):
    """`chosen` carries the prompt whose button was pressed."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "plain-card")
        self.setAccessibleName(self.tr("Prompts to begin with"))
        self.buttons: list[QPushButton] = []
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(12, 6, 12, 6)
        self._row.setSpacing(6)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)  # it takes no room from the lanes
        self._words = words = PlainLabel(self.tr("Try one:"))
        words.setProperty("role", "dim")
        self._row.addWidget(words)
        self._row.addStretch(1)
        self.hide()

    def show_prompts(self, prompts: tuple[str, ...]) -> None:
        """One button a prompt, as many as MOST."""
        for button in self.buttons:
            self._row.removeWidget(button)
            button.deleteLater()
        self.buttons = []
        for i, prompt in enumerate(prompts[:MOST]):
            button = QPushButton(prompt)
            button.setProperty("role", "narrow")
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.setToolTip(self.tr("Make this sound and hear it"))
            button.clicked.connect(self._on_clicked)
            self._row.insertWidget(i + 1, button)
            self.buttons.append(button)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Shows the prompts for which there is room, each of them whole."""
        super().resizeEvent(event)
        margins = self._row.contentsMargins()
        room = self.width() - margins.left() - margins.right() - self._words.sizeHint().width()
        for button in self.buttons:
            room -= self._row.spacing() + button.sizeHint().width()
            button.setVisible(room >= 0)

    def _on_clicked(self) -> None:
        button = self.sender()
        if isinstance(button, QPushButton):
            self.chosen.emit(button.text())
