"""Library: where the takes are and how much room they need; what exported files say about themselves."""

from __future__ import annotations

import contextlib
import logging
import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QCheckBox, QMessageBox, QPushButton, QWidget

from ditone.gui.core.background import Background
from ditone.gui.engine import failure as failures
from ditone.gui.i18n import formatting
from ditone.gui.preferences.page import Page
from ditone.gui.widgets.plain_text import PlainLabel
from ditone.runtime import folders
from ditone.runtime.library import Library, default_folder

if TYPE_CHECKING:
    from ditone.gui.core.settings import Settings

log = logging.getLogger("ditone.library")
INCLUDE = "export/include_settings"


class LibraryPage(Page):
    """The size is counted in the background whenever the page is shown."""

    def __init__(self, settings: Settings, opened: Callable[[], Library | None], parent: QWidget | None = None) -> None:
        """opened: gives the library once it is open."""
        super().__init__(self.tr("Library"), parent)
        self._settings, self._opened = settings, opened
        self._background = Background(self)
        self._path = default_folder()
        self.folder = PlainLabel(str(self._path))
        self.folder.setWordWrap(True)
        self.folder.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.room = PlainLabel()
        self.reveal = QPushButton(self.tr("Show in folder"))
        self.include = QCheckBox(self.tr("Include prompt and settings"))
        self.add(
            self.tr("Folder"),
            self.folder,
            self.tr("Every finished take is kept here. The variable DITONE_LIBRARY names another."),
        )
        self.add(self.tr("Size"), self.room)
        self.form.addRow("", self.reveal)
        self.deleted = PlainLabel()
        self.empty = QPushButton(self.tr("Empty now"))
        self.empty.setToolTip(self.tr("Removes the files of deleted takes for good"))
        self.empty.setEnabled(False)
        self.add(
            self.tr("Deleted takes"),
            self.deleted,
            self.tr("They are removed at the first start after 30 days; until then Undo can bring them back."),
        )
        self.form.addRow("", self.empty)
        self.add(
            self.tr("Exports"),
            self.include,
            self.tr(
                "What an export begins with, and what dragged files hold. With it, a file dropped on the window brings back its settings."
            ),
        )
        self.column.addStretch(1)
        self.reveal.clicked.connect(self._on_reveal)
        self.empty.clicked.connect(self._on_empty)
        self.include.toggled.connect(self._on_include)

    def refresh(self) -> None:
        """Counts the size again."""
        self.include.setChecked(self._settings.flag(INCLUDE, True))
        self.room.setText(self.tr("Counting…"))
        self._background.run("size", lambda: folder_size(self._path), self._show_size)
        library = self._opened()
        if library is not None:
            self._background.run("deleted", library.deleted_bytes, self._show_deleted, _log_failure)

    def _show_size(self, counted: tuple[int, int]) -> None:
        size, files = counted
        self.room.setText(
            self.tr("{size} MB in {count} files").format(size=formatting.number(size / 1e6, 1), count=formatting.grouped(files))
        )

    def _show_deleted(self, counted: tuple[int, int]) -> None:
        size, takes = counted
        self.deleted.setText(
            self.tr("{size} MB in {count} takes").format(size=formatting.number(size / 1e6, 1), count=formatting.grouped(takes))
        )
        self.empty.setEnabled(takes > 0)

    def _on_empty(self) -> None:
        box = QMessageBox(self)
        box.setWindowTitle(self.tr("Empty now"))
        box.setText(self.tr("Remove these takes for good? {amount}").format(amount=self.deleted.text()))
        box.setInformativeText(self.tr("Undo cannot bring them back."))
        box.addButton(self.tr("Remove"), QMessageBox.ButtonRole.AcceptRole)
        keep = box.addButton(self.tr("Keep"), QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(keep)
        box.setEscapeButton(keep)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.accepted.connect(self._empty)
        box.open()

    def _empty(self) -> None:
        library = self._opened()
        if library is not None:
            self.empty.setEnabled(False)
            self._background.run("empty", library.empty_deleted, lambda _: self.refresh(), self._not_emptied)

    def _not_emptied(self, error: Exception) -> None:
        log.warning("%s", error)
        self.deleted.setText(self.tr("They could not be removed: {reason}").format(reason=failures.from_exception(error).text))
        self.empty.setEnabled(True)

    def _on_reveal(self) -> None:
        with contextlib.suppress(OSError):
            folders.make_private(self._path)
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._path)))

    def _on_include(self, on: bool) -> None:
        self._settings.set(INCLUDE, on)


def _log_failure(error: Exception) -> None:
    log.warning("%s", error)


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
