"""Dragging a lane's header out of the window: as a finished sound file, of the whole sound or, with Alt, of the selection.

The file is written in the background as soon as the button goes down, so that it is complete before any other program sees it.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, QObject, QPoint, Qt, QUrl
from PySide6.QtGui import QDrag, QMouseEvent
from PySide6.QtWidgets import QApplication, QWidget

from gui.background import Background

Maker = Callable[[bool], Callable[[], Path] | None]


class DragOut(QObject):
    """Watches `handle`. `maker(only_selection)` gives the work that writes the file and returns its path, or None for no drag."""

    def __init__(self, handle: QWidget) -> None:
        super().__init__(handle)
        self.handle = handle
        self.maker: Maker | None = None
        self._background = Background(self)
        self._pressed: QPoint | None = None
        self._path: Path | None = None
        self._far_enough = False
        handle.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QMouseEvent) and watched is self.handle:
            if event.type() == QEvent.Type.MouseButtonPress and event.button() == Qt.MouseButton.LeftButton:
                self._press(event)
            elif event.type() == QEvent.Type.MouseMove and self._pressed is not None:
                self._move(event)
            elif event.type() == QEvent.Type.MouseButtonRelease:
                self._pressed = None
        return False

    def _press(self, event: QMouseEvent) -> None:
        only_selection = bool(event.modifiers() & Qt.KeyboardModifier.AltModifier)
        work = self.maker(only_selection) if self.maker else None
        self._path, self._far_enough = None, False
        self._pressed = event.position().toPoint() if work else None
        if work:
            self._background.run("file", work, self._made, self._failed)

    def _move(self, event: QMouseEvent) -> None:
        assert self._pressed is not None
        if (event.position().toPoint() - self._pressed).manhattanLength() >= QApplication.startDragDistance():
            self._far_enough = True
            self._start()

    def _made(self, path: Path) -> None:
        self._path = path
        self._start()

    def _failed(self, _error: Exception) -> None:
        self._pressed = None  # nothing to drag; exporting tells the reason

    def _start(self) -> None:
        """Drags once the file is complete and the pointer has moved, as long as the button is down."""
        if self._path is None or not self._far_enough or self._pressed is None:
            return
        self._pressed = None
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(self._path))])
        drag = QDrag(self.handle)
        drag.setMimeData(data)
        drag.exec(Qt.DropAction.CopyAction)
