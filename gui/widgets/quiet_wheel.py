"""Controls that follow the wheel only while they have the focus: scrolling past them changes no value."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QComboBox, QDoubleSpinBox, QSlider, QSpinBox, QTabBar, QTabWidget


class QuietWheel:
    """Stands before a widget class: without the focus the wheel scrolls what the widget lies in."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():  # type: ignore[attr-defined]
            super().wheelEvent(event)  # type: ignore[misc]
        else:
            event.ignore()


class QuietControl(QuietWheel):
    """The same for what holds a value. By default the wheel itself would give it the focus."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # type: ignore[attr-defined]


class Choice(QuietControl, QComboBox):
    """A drop-down list."""


class Spin(QuietControl, QSpinBox):
    """A field for whole numbers."""


class DecimalSpin(QuietControl, QDoubleSpinBox):
    """A field for other numbers."""


class Slider(QuietControl, QSlider):
    """A slider."""

    def __init__(self, orientation: Qt.Orientation = Qt.Orientation.Horizontal) -> None:
        super().__init__(orientation)


class TabBar(QuietWheel, QTabBar):
    """Tabs, which are reached by the Tab key alone."""


class Tabs(QTabWidget):
    """Pages behind such tabs."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setTabBar(TabBar())
        self.setAccessibleName(name)  # what screen readers call them
