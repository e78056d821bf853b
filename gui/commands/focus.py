"""Where the keyboard goes: which widgets keep a key that is a shortcut elsewhere, and walking from area to area."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QApplication, QComboBox, QSlider, QTabBar, QWidget
from shiboken6 import isValid

PLAIN_KEYS = {
    Qt.Key.Key_Space,
    Qt.Key.Key_Left,
    Qt.Key.Key_Right,
    Qt.Key.Key_Home,
    Qt.Key.Key_End,
    Qt.Key.Key_Return,
    Qt.Key.Key_Enter,
}


def keeps_key(widget: QObject | None, event: QKeyEvent) -> bool:
    """Whether buttons, lists, sliders and tabs keep Space, arrows, Home, End and Enter, which the window would take as its shortcuts.

    Text fields keep all printable keys by themselves.
    """
    plain = not event.modifiers() & ~(Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier)
    return widget is not None and plain and Qt.Key(event.key()) in PLAIN_KEYS and _wants(widget, Qt.Key(event.key()))


def _wants(widget: QObject, key: Qt.Key) -> bool:
    if isinstance(widget, QAbstractButton):
        return key in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter)
    if isinstance(widget, QComboBox | QAbstractItemView):
        return True
    if isinstance(widget, QSlider | QTabBar):
        return key in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Home, Qt.Key.Key_End)
    return False


class FocusKeeper(QObject):
    """The keyboard never lands on a button by itself: when what had it goes grey or away, Qt would give it to the next in line.

    `home()` is what gets it instead. Lives with `window`, whose widgets it looks after.
    """

    def __init__(self, window: QWidget, home: Callable[[], QWidget]) -> None:
        super().__init__(window)
        self._window, self._home = window, home
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._on_changed)

    def _on_changed(self, before: QWidget | None, now: QWidget | None) -> None:
        if before is None or not isinstance(now, QAbstractButton) or now.window() is not self._window:
            return
        if isValid(before) and before.isEnabled() and not before.isHidden() and before.isVisible():
            return
        home = self._home()
        if home.isVisible() and home.isEnabled():
            home.setFocus(Qt.FocusReason.OtherFocusReason)


def walk(areas: list[tuple[QWidget, QWidget]], step: int) -> None:
    """Moves the focus to the next (or previous) area that can take it. areas: (the area, what gets the focus in it)."""
    focus = QApplication.focusWidget()
    here = next(
        (i for i, (area, _) in enumerate(areas) if focus is not None and (area is focus or area.isAncestorOf(focus))),
        0 if step < 0 else -1,
    )
    for k in range(1, len(areas) + 1):
        target = areas[(here + step * k) % len(areas)][1]
        if target.isVisible() and target.isEnabled():
            target.setFocus(Qt.FocusReason.ShortcutFocusReason)
            return
