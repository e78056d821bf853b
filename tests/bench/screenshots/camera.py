"""The window on its screen, hands that click and type, and a camera that sees the whole screen, dialogs and menus included."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any

from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QAction, QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from ditone.gui.application import application, dispose
from ditone.gui.core.settings import Settings
from ditone.gui.studio import Studio
from ditone.gui.theme import style

THEMES = ("dark", "light")
SETTLE_S = 0.4
LEFT = Qt.MouseButton.LeftButton


class Camera:
    """A context: opens the studio with empty folders, fills the screen with it, closes it again."""

    def __init__(self, folder: Path, width: int, height: int) -> None:
        self.folder, self.size = folder, (width, height)
        self.app: QApplication = application()
        style.apply(self.app, "dark")
        self.studio = Studio(Settings())
        self.window = self.studio.window

    def __enter__(self) -> Camera:
        self.window.show()
        self.window.setGeometry(0, 0, *self.size)
        self.wait(lambda: self.studio.engine.loaded is not None and self.studio.built)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.window.close()
        dispose(self.window)

    # -- seeing -------------------------------------------------------------------------------------------------------------

    def shoot(self, name: str) -> None:
        """The screen as it is, in both themes."""
        self.folder.mkdir(parents=True, exist_ok=True)
        for theme in THEMES:
            self.action(f"theme-{theme}").trigger()
            self.pause()
            path = self.folder / f"{name}-{self.size[0]}x{self.size[1]}-{theme}.png"
            if not self.window.screen().grabWindow(0).save(str(path)):
                raise OSError(f"{path} could not be written.")
        self.action(f"theme-{THEMES[0]}").trigger()

    def wait(self, condition: Callable[[], Any], timeout_s: float = 180.0) -> None:
        end = time.monotonic() + timeout_s
        while not condition():
            if time.monotonic() > end:
                raise TimeoutError("the studio did not answer")
            self.app.processEvents()
            time.sleep(0.005)

    def pause(self, seconds: float = SETTLE_S) -> None:
        end = time.monotonic() + seconds
        self.wait(lambda: time.monotonic() > end)

    # -- doing --------------------------------------------------------------------------------------------------------------

    def action(self, data: str) -> QAction:
        """The menu entry that carries `data`."""
        return next(action for action in self.window.findChildren(QAction) if action.data() == data)

    def click(self, widget: QWidget, at: QPoint | None = None, double: bool = False) -> None:
        if not widget.isVisible() or not widget.isEnabled():
            raise RuntimeError(f'"{widget.accessibleName() or widget.objectName()}" cannot be clicked.')
        (QTest.mouseDClick if double else QTest.mouseClick)(widget, LEFT, pos=at or widget.rect().center())
        self.app.processEvents()

    def key(
        self, key: Qt.Key, widget: QWidget | None = None, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
    ) -> None:
        QTest.keyClick(widget or self.window, key, modifier)
        self.app.processEvents()

    def drag(self, widget: QWidget, start: float, end: float) -> None:
        """Drags across a widget at half its height; `start` and `end` are shares of its width."""
        y, width = widget.height() // 2, widget.width()
        QTest.mousePress(widget, LEFT, pos=QPoint(round(start * width), y))
        for share in (0.3, 0.6, 1.0):
            QTest.mouseMove(widget, QPoint(round((start + share * (end - start)) * width), y))
            self.pause(0.03)
        QTest.mouseRelease(widget, LEFT, pos=QPoint(round(end * width), y))

    def drop(self, path: Path) -> None:
        """Drops a file or folder on the window."""
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(path))])
        actions, none = Qt.DropAction.CopyAction, Qt.KeyboardModifier.NoModifier
        middle = self.window.rect().center()
        self.app.sendEvent(self.window, QDragEnterEvent(middle, actions, data, LEFT, none))
        self.app.sendEvent(self.window, QDropEvent(QPointF(middle), actions, data, LEFT, none))

    def generate(self, count: int = 1, wait: bool = True, **values: Any) -> None:
        """Sets controls of the prompt panel and clicks Generate."""
        studio = self.studio
        for name, value in values.items():
            studio.window.prompt.rows[name].set_value(value)
        before = studio.window.takes.model.total()
        studio.window.bar.count.setValue(count)
        self.click(studio.window.bar.generate)
        if wait:
            self.wait(lambda: studio.window.takes.model.total() >= before + count and not studio.engine.busy)
