"""Sliders that say their value as it is written beside them: "2.00 s", and not the step of the slider that stands for it.

Assistive tools ask Qt for an interface of a widget; that of a slider knows its steps alone. The ones here know scale and words, too.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleValueInterface
from PySide6.QtWidgets import QAbstractSlider, QAccessibleWidget

SPOKEN = "spoken"  # the attribute of a slider that holds how it is spoken of
_interfaces: dict[int, Any] = {}


@dataclass(frozen=True)
class Spoken:
    """A value is `base + step * position`; `words` writes it with its unit."""

    words: Callable[[float], str]
    step: float = 1.0
    base: float = 0.0


def speak(slider: QAbstractSlider, name: str, spoken: Spoken) -> None:
    """Gives a slider its name and the way its value is said."""
    slider.setAccessibleName(name)
    setattr(slider, SPOKEN, spoken)


_installed = False


def install() -> None:
    """Has assistive tools served by the interface here; older versions of PySide6 leave them with Qt's own."""
    global _installed
    if not _installed and hasattr(QAccessible, "installFactory"):
        QAccessible.installFactory(_interface)
        _installed = True


def _interface(_class_name: str, widget: QObject | None) -> Any:
    if not isinstance(widget, QAbstractSlider) or not hasattr(widget, SPOKEN):
        return None
    key = id(widget)
    made = _interfaces[key] = _SliderInterface(widget, getattr(widget, SPOKEN))  # Qt holds no reference to what Python made
    widget.destroyed.connect(lambda: _interfaces.pop(key, None))
    return made


class _SliderInterface(QAccessibleWidget, QAccessibleValueInterface):
    def __init__(self, slider: QAbstractSlider, spoken: Spoken) -> None:
        QAccessibleWidget.__init__(self, slider, QAccessible.Role.Slider)
        QAccessibleValueInterface.__init__(self)
        self._slider, self._spoken = slider, spoken

    def interface_cast(self, kind: QAccessible.InterfaceType) -> Any:
        return self if kind == QAccessible.InterfaceType.ValueInterface else super().interface_cast(kind)

    def text(self, kind: QAccessible.Text) -> str:
        return self._spoken.words(self.currentValue()) if kind == QAccessible.Text.Value else super().text(kind)

    def currentValue(self) -> float:
        return self._value(self._slider.value())

    def setCurrentValue(self, value: Any) -> None:
        self._slider.setValue(round((float(value) - self._spoken.base) / self._spoken.step))

    def maximumValue(self) -> float:
        return self._value(self._slider.maximum())

    def minimumValue(self) -> float:
        return self._value(self._slider.minimum())

    def minimumStepSize(self) -> float:
        return self._spoken.step * self._slider.singleStep()

    def _value(self, position: int) -> float:
        return round(self._spoken.base + self._spoken.step * position, 9)
