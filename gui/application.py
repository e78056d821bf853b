"""The one application object of Qt, and getting rid of a window in time."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication, QWidget

# How long the engine's thread may keep the interpreter while the window waits. The default, 5 ms, a few times a frame, would be seen.
GIL_INTERVAL_S = 0.001


def application() -> QApplication:
    """The one QApplication, named and with our font."""
    from PySide6.QtCore import QCoreApplication, Qt
    from PySide6.QtGui import QGuiApplication
    from PySide6.QtWidgets import QApplication

    from ditone.gui.theme import style
    from ditone.gui.widgets import spoken_sliders

    existing = QApplication.instance()
    if isinstance(existing, QApplication):
        return existing
    QGuiApplication.setHighDpiScaleFactorRoundingPolicy(Qt.HighDpiScaleFactorRoundingPolicy.PassThrough)
    sys.setswitchinterval(GIL_INTERVAL_S)
    app = QApplication(["ditone"])
    spoken_sliders.install()
    QCoreApplication.setApplicationName("Ditone")
    QGuiApplication.setDesktopFileName("ditone")
    style.set_font(app)
    return app


def dispose(window: QWidget) -> None:
    """Destroys a window now and in this thread, before the interpreter ends and any other thread could."""
    from PySide6.QtCore import QCoreApplication, QEvent

    window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
