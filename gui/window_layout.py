"""Where the docks of the main window stand: first sizes, what is kept per screen size, and the compact form of a small window."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QObject, QPoint, QRect, QSize, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDockWidget, QMainWindow, QStyle, QToolBar

from ditone.gui.core.open_windows import OpenWindow
from ditone.gui.core.settings import Settings

COMPACT_WIDTH, COMPACT_HEIGHT = 1300, 800
DEFAULT_WIDTH, DEFAULT_HEIGHT = 1440, 900
PROMPT_WIDTH, TAKES_WIDTH, ACTIVITY_HEIGHT = 320, 300, 220
FRAME = 8  # what a window manager may draw around a window
FRAME_KNOWN_MS = 300  # behind the first paint
CASCADE = 36  # points between a window and the one opened before it: a title bar stays in sight


class WindowLayout(QObject):
    """`compact` is None until the window has its first size. The strip is there whenever the activity dock is not."""

    def __init__(
        self,
        window: QMainWindow,
        settings: Settings,
        prompt: QDockWidget,
        takes: QDockWidget,
        activity: QDockWidget,
        strip: QToolBar,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._settings = settings
        self._prompt, self._takes, self._activity, self._strip = prompt, takes, activity, strip
        self._first_sizes = False
        self._docks: QByteArray | None = None
        self._open = OpenWindow(settings.folder)
        self.compact: bool | None = None
        activity.visibilityChanged.connect(self._update_strip)
        strip.hide()

    def restore(self) -> None:
        """The layout that was kept for this screen size, else the first one."""
        stored = self._settings.layout(self._screen_key())
        if stored is None or not self._window.restoreGeometry(stored[0]) or not self._window.restoreState(stored[1]):
            self._arrange()
        else:
            self._docks = stored[1]
        if self._open.number:
            self._step_aside()

    def _step_aside(self) -> None:
        """A window opened beside others lies a step below and to the right of them, as large as there is room for."""
        window, screen = self._window, self._available()
        step = CASCADE * self._open.number
        if window.isMaximized() or window.isFullScreen():
            window.setWindowState(Qt.WindowState.WindowNoState)
        beside = screen.size() - QSize(step + FRAME, step + FRAME + self._title_height())
        window.resize(window.size().boundedTo(beside).expandedTo(window.minimumSize()))
        room = screen.size() - window.size()
        window.move(screen.topLeft() + QPoint(min(step, max(room.width(), 0)), min(step, max(room.height(), 0))))

    def _restore_docks(self) -> None:
        if self._docks is not None:
            focus = self._window.focusWidget()
            self._window.restoreState(self._docks)
            if focus is not None:  # docks that are put in their places take the cursor out of the prompt
                focus.setFocus()
            self._docks = None

    def save(self) -> None:
        """Remembers the layout for this screen size; the place on the screen is that of the first window."""
        stored = self._settings.layout(self._screen_key()) if self._open.number else None
        geometry = stored[0] if stored is not None else self._window.saveGeometry()
        self._settings.set_layout(self._screen_key(), geometry, self._window.saveState())

    def close(self) -> None:
        """The window goes: the next one may lie at its place."""
        self._open.close()

    def reset(self) -> None:
        """Docks where they were on the first start."""
        self._settings.clear_layout(self._screen_key())
        for dock, area in (
            (self._prompt, Qt.DockWidgetArea.LeftDockWidgetArea),
            (self._takes, Qt.DockWidgetArea.RightDockWidgetArea),
            (self._activity, Qt.DockWidgetArea.BottomDockWidgetArea),
        ):
            self._window.addDockWidget(area, dock)
        self._arrange()
        self.compact = None
        self.update()

    def settle(self) -> None:
        """Gives docks their first sizes again after the areas were filled, unless a layout was restored."""
        QTimer.singleShot(FRAME_KNOWN_MS, self, self.keep_on_screen)
        if self._first_sizes:
            QTimer.singleShot(0, self, self._size_docks)  # not after this is gone
        elif self._docks is not None:  # widths given before the areas were filled are lost with the first layout
            QTimer.singleShot(0, self, self._restore_docks)

    def keep_on_screen(self) -> None:
        """Makes room for the frame that the window manager has put around the window; a window that is larger by itself stays so."""
        window, screen = self._window, self._available()
        if window.isMaximized() or window.isFullScreen() or not window.isVisible():
            return
        frame = window.frameGeometry()
        around, over = frame.size() - window.size(), frame.size() - screen.size()
        if over.width() > around.width() or over.height() > around.height():
            return
        if over.width() > 0 or over.height() > 0:
            less = QSize(max(over.width(), 0), max(over.height(), 0))
            window.resize((window.size() - less).expandedTo(window.minimumSize()))
            frame = window.frameGeometry()
        right, bottom = frame.right() - screen.right(), frame.bottom() - screen.bottom()
        if right > 0 or bottom > 0:
            there = frame.topLeft() - QPoint(max(right, 0), max(bottom, 0))
            window.move(max(there.x(), screen.left()), max(there.y(), screen.top()))

    def update(self) -> bool:
        """Compares the window's size with the compact limits; true when the form changed."""
        compact = self._window.width() < COMPACT_WIDTH or self._window.height() < COMPACT_HEIGHT
        if compact == self.compact:
            return False
        self.compact = compact
        self._activity.setVisible(not compact)
        return True

    def _arrange(self) -> None:
        available = self._available()
        self._window.resize(min(DEFAULT_WIDTH, available.width()), min(DEFAULT_HEIGHT, available.height() - self._title_height()))
        for dock in (self._prompt, self._takes, self._activity):
            dock.setFloating(False)
            dock.show()
        self._first_sizes = True
        self._size_docks()

    def _size_docks(self) -> None:
        self._window.resizeDocks([self._prompt, self._takes], [PROMPT_WIDTH, TAKES_WIDTH], Qt.Orientation.Horizontal)
        self._window.resizeDocks([self._activity], [ACTIVITY_HEIGHT], Qt.Orientation.Vertical)

    def _update_strip(self, _visible: bool) -> None:
        self._strip.setVisible(self._activity.isHidden())

    def _available(self) -> QRect:
        return (self._window.screen() or QGuiApplication.primaryScreen()).availableGeometry()

    def _title_height(self) -> int:
        return self._window.style().pixelMetric(
            QStyle.PixelMetric.PM_TitleBarHeight
        )  # the system's own is known once it is shown

    def _screen_key(self) -> str:
        size = (self._window.screen() or QGuiApplication.primaryScreen()).size()
        return f"{size.width()}x{size.height()}"
