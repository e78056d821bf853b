"""Library: where the takes are and how much room they need; what exported files say about themselves."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QCheckBox, QLabel, QPushButton, QWidget

from ditone.gui.core.background import Background
from ditone.gui.i18n import formatting
from ditone.gui.preferences.page import Page
from ditone.runtime.library import default_folder

if TYPE_CHECKING:
    from ditone.gui.main_window import MainWindow

INCLUDE = "export/include_settings"


class LibraryPage(Page):
    """The size is counted in the background whenever the page is shown."""

    def __init__(self, window: MainWindow, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Library"), parent)
        self._settings = window.settings
        self._background = Background(self)
        self._path = default_folder()
        self.folder = QLabel(str(self._path))
        self.folder.setWordWrap(True)
        self.folder.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.room = QLabel()
        self.reveal = QPushButton(self.tr("Show in folder"))
        self.include = QCheckBox(self.tr("Include prompt and settings"))
        self.add(
            self.tr("Folder"),
            self.folder,
            self.tr("Every finished take is kept here. The variable DITONE_LIBRARY names another."),
        )
        self.add(self.tr("Size"), self.room)
        self.form.addRow("", self.reveal)
        self.add(
            self.tr("Exports"),
            self.include,
            self.tr(
                "What an export begins with, and what dragged files hold. With it, a file dropped on the window brings back its settings."
            ),
        )
        self.column.addStretch(1)
        self.reveal.clicked.connect(self._on_reveal)
        self.include.toggled.connect(self._on_include)

    def refresh(self) -> None:
        self.include.setChecked(self._settings.flag(INCLUDE, True))
        self.room.setText(self.tr("Counting…"))
        self._background.run("size", lambda: folder_size(self._path), self._show_size)

    def _show_size(self, counted: tuple[int, int]) -> None:
        size, files = counted
        self.room.setText(
            self.tr("{size} MB in {count} files").format(size=formatting.number(size / 1e6, 1), count=formatting.grouped(files))
        )

    def _on_reveal(self) -> None:
        self._path.mkdir(parents=True, exist_ok=True)
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._path)))

    def _on_include(self, on: bool) -> None:
        self._settings.set(INCLUDE, on)


def folder_size(folder: Path) -> tuple[int, int]:
    """(bytes, files) of everything under a folder; 0 where there is none."""
    size = files = 0
    for place, _, names in os.walk(folder):
        for name in names:
            try:
                size += os.lstat(os.path.join(place, name)).st_size  # noqa: PTH118 - thousands of files
            except OSError:  # gone meanwhile
                continue
            files += 1
    return size, files
