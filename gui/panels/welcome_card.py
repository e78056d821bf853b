"""The card in the place of the lanes while there is no model."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from ditone.gui.widgets.plain_text import PlainLabel

WIDTH = 520


class WelcomeCard(QWidget):
    """Says that no model is loaded, with a button for each way to one."""

    choose_folder = Signal()
    use_builtin = Signal()
    get_models = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        card = QFrame()
        card.setProperty("role", "plain-card")
        card.setFixedWidth(WIDTH)
        title = PlainLabel(self.tr("No model is loaded"))
        title.setProperty("role", "title")
        text = PlainLabel(self.tr("Choose the folder of a model as the hub serves it, or drop it anywhere on this window."))
        text.setWordWrap(True)
        choose = QPushButton(self.tr("Choose a model folder…"))
        choose.clicked.connect(self.choose_folder)
        self.get_button = QPushButton(self.tr("Get models…"))
        self.get_button.clicked.connect(self.get_models)
        self.builtin_button = QPushButton(self.tr("Use the built-in model"))
        self.builtin_button.clicked.connect(self.use_builtin)
        buttons = QHBoxLayout()
        buttons.addWidget(choose)
        buttons.addWidget(self.get_button)
        buttons.addWidget(self.builtin_button)
        buttons.addStretch(1)
        inner = QVBoxLayout(card)
        inner.setContentsMargins(24, 20, 24, 20)
        inner.setSpacing(10)
        inner.addWidget(title)
        inner.addWidget(text)
        inner.addLayout(buttons)
        centred = QHBoxLayout()  # not an alignment, which would forget that the text needs height for its width
        centred.addStretch(1)
        centred.addWidget(card)
        centred.addStretch(1)
        column = QVBoxLayout(self)
        column.addStretch(1)
        column.addLayout(centred)
        column.addStretch(2)

    def set_builtin(self, there_is_one: bool) -> None:
        """Whether a model came with the installation."""
        self.builtin_button.setVisible(there_is_one)
