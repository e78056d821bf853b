"""The settings dialog: subjects on the left, the page of the chosen one on the right. Not modal; the window goes on working."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize
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
)

from ditone.gui.preferences.engine_page import EnginePage
from ditone.gui.preferences.keys_page import KeysPage
from ditone.gui.preferences.library_page import LibraryPage
from ditone.gui.preferences.look_page import LookPage
from ditone.gui.preferences.page import Page
from ditone.gui.preferences.recogniser_page import RecogniserPage
from ditone.gui.preferences.sound_page import SoundPage

if TYPE_CHECKING:
    from ditone.gui.main_window import MainWindow


class Preferences(QDialog):
    """`pages` by name: sound, engine, library, recogniser, keys, look."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.setWindowTitle(self.tr("Settings"))
        self.setModal(False)
        self.pages: dict[str, Page] = {
            "sound": SoundPage(window),
            "engine": EnginePage(window),
            "library": LibraryPage(window),
            "recogniser": RecogniserPage(window),
            "keys": KeysPage(window.keymap),
            "look": LookPage(window),
        }
        titles = {
            "sound": self.tr("Sound"),
            "engine": self.tr("Engine"),
            "library": self.tr("Library"),
            "recogniser": self.tr("Recogniser"),
            "keys": self.tr("Keys"),
            "look": self.tr("Look"),
        }
        self.subjects = QListWidget()
        self.subjects.setAccessibleName(self.tr("Subjects of the settings"))
        self.subjects.setFixedWidth(150)
        self.stack = QStackedWidget()
        for name, page in self.pages.items():
            item = QListWidgetItem(titles[name], self.subjects)
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

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._on_row(self.subjects.currentRow())

    def _on_row(self, row: int) -> None:
        self.stack.setCurrentIndex(row)
        if self.isVisible():
            list(self.pages.values())[row].refresh()


def _scrolling(page: Page) -> QScrollArea:
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidget(page)
    return area
