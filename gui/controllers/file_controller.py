"""A take as a file for other programs: on the clipboard as a file or as a path, or shown in its folder."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, QObject, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication

from ditone.gui.core.background import Background
from ditone.gui.engine import failure as failures

if TYPE_CHECKING:
    from ditone.gui.engine.take_entry import AnyTake
    from ditone.gui.main_window import MainWindow


class FileController(QObject):
    """Writes the file that dragging would give, in the background, and then hands it on."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._background = Background(self)

    def copy_file(self, entry: AnyTake) -> None:
        """The file itself on the clipboard, as a file manager copies it."""
        self._with_file(entry, self._on_copy_file)

    def copy_path(self, entry: AnyTake) -> None:
        """Where the file is, as text on the clipboard."""
        self._with_file(entry, self._on_copy_path)

    def show_in_folder(self, entry: AnyTake) -> None:
        """Opens the folder that holds the file."""
        self._with_file(entry, self._on_show)

    def _with_file(self, entry: AnyTake, then: Callable[[Path], None]) -> None:
        library = self._window.library
        if library is not None:
            work = library.drag_work([entry])
            self._background.run("file", lambda: work()[0], then, self._on_failed)

    def _on_copy_file(self, path: Path) -> None:
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(path))])
        QGuiApplication.clipboard().setMimeData(data)
        self._say(path)

    def _on_copy_path(self, path: Path) -> None:
        QGuiApplication.clipboard().setText(str(path))
        self._say(path)

    def _on_show(self, path: Path) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(path.parent)))

    def _say(self, path: Path) -> None:
        self._window.lanes.cards.show_notice(self.tr("Copied: {path}").format(path=path))

    def _on_failed(self, error: Exception) -> None:
        failure = failures.from_exception(error)
        self._window.lanes.cards.show_failure(failure, failure.text)
