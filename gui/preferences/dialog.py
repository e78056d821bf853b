"""The settings dialog: subjects on the left, the page of the chosen one on the right. Not modal; the window goes on working."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFrame,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from ditone.gui.preferences.page import Page


class Preferences(QDialog):
    """`pages` by name: sound, engine, library, recogniser, keys, look, updates."""

    def __init__(self, pages: dict[str, Page], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Settings"))
        self.setModal(False)
        self.pages = pages
        self.subjects = QListWidget()
        self.subjects.setAccessibleName(self.tr("Subjects of the settings"))
        self.subjects.setFixedWidth(150)
        self.stack = QStackedWidget()
        for page in self.pages.values():
            item = QListWidgetItem(page.title, self.subjects)
            item.setSizeHint(QSize(0, self.fontMetrics().height() + 14))
            self.stack.addWidget(_scrolling(page))
        self.subjects.currentRowChanged.connect(self._on_row)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.buttons.rejected.connect(self.reject)
        middle = QHBoxLayout()
        middle.setSpacing(0)
        middle.addWidget(self.subjects)
        middle.addWidget(self.stack, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 12, 12, 12)
        column.setSpacing(10)
        column.addLayout(middle, 1)
        column.addWidget(self.buttons)
        self.subjects.setCurrentRow(0)
        self.resize(860, 620)

    def open_page(self, name: str) -> None:
        """Comes to the front with this page, or the one of last time."""
        if name in self.pages:
            self.subjects.setCurrentRow(list(self.pages).index(name))
        self.show()
        self.raise_()
        self.activateWindow()

    def close_down(self) -> None:
        """Ends what the pages have begun, with the window."""
        for page in self.pages.values():
            page.close_down()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._on_row(self.subjects.currentRow())

    def _on_row(self, row: int) -> None:
        self.stack.setCurrentIndex(row)
        if self.isVisible():
            list(self.pages.values())[row].refresh()


def _scrolling(page: Page) -> QScrollArea:
    area = QScrollArea()
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidget(page)
    return area
