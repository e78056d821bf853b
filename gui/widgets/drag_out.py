"""Dragging sounds out of the window as finished files: a lane's header (with Alt only the selection) or rows of the takes list.

The files are written in the background; the drag itself begins when they are complete, so that no other program sees half of one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, QObject, QPoint, Qt, QUrl, Signal
from PySide6.QtGui import QDrag, QMouseEvent
from PySide6.QtWidgets import QApplication, QWidget

from ditone.gui.core.background import Background

Maker = Callable[[bool], Callable[[], Path] | None]


class FileDrag(QObject):
    """One drag of files from `source`: `prepare` writes them, `go` says that the pointer has moved far enough.

    The drag starts when both have come true, as long as nobody gave it up (the button was released).
    """

    failed = Signal(object)  # Exception

    def __init__(self, source: QWidget) -> None:
        super().__init__(source)
        self._source = source
        self._background = Background(self)
        self._paths: Sequence[Path] = ()
        self._going = False
        self.pending = False

    def prepare(self, work: Callable[[], Sequence[Path]]) -> None:
        """Begins to write the files in the background."""
        self._paths, self._going, self.pending = (), False, True
        self._background.run("file", work, self._made, self._failed)

    def go(self) -> None:
        """The drag begins as soon as the files are there."""
        self._going = True
        self._start()

    def give_up(self) -> None:
        """No drag begins any more: the mouse button was let go before the files were there."""
        self.pending = False

    def _made(self, paths: Sequence[Path]) -> None:
        self._paths = paths
        self._start()

    def _failed(self, error: Exception) -> None:
        if self.pending and self._going:  # a mere click tells nothing
            self.failed.emit(error)
        self.pending = False

    def _start(self) -> None:
        if not self._paths or not self._going or not self.pending:
            return
        self.pending = False
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(path)) for path in self._paths])
        drag = QDrag(self._source)
        drag.setMimeData(data)
        drag.exec(Qt.DropAction.CopyAction)


class DragOut(QObject):
    """Watches `handle`. `maker(only_selection)` gives the work that writes the file and returns its path, or None for no drag.

    The file is written as soon as the button goes down: most of the time it is there when the pointer has moved far enough.
    """

    def __init__(self, handle: QWidget) -> None:
        super().__init__(handle)
        self.handle = handle
        self.maker: Maker | None = None
        self.drag = FileDrag(handle)
        self._pressed = QPoint()
        handle.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QMouseEvent) and watched is self.handle:
            if event.type() == QEvent.Type.MouseButtonPress and event.button() == Qt.MouseButton.LeftButton:
                self._press(event)
            elif event.type() == QEvent.Type.MouseMove and self.drag.pending:
                self._move(event)
            elif event.type() == QEvent.Type.MouseButtonRelease:
                self.drag.give_up()
        return False

    def _press(self, event: QMouseEvent) -> None:
        only_selection = bool(event.modifiers() & Qt.KeyboardModifier.AltModifier)
        work = self.maker(only_selection) if self.maker else None
        self._pressed = event.position().toPoint()
        if work is None:
            self.drag.give_up()
        else:
            self.drag.prepare(lambda: (work(),))

    def _move(self, event: QMouseEvent) -> None:
        if (event.position().toPoint() - self._pressed).manhattanLength() >= QApplication.startDragDistance():
            self.drag.go()
