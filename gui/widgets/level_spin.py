"""A field for levels in dB."""

from __future__ import annotations

from PySide6.QtGui import QValidator

from ditone.gui.widgets.quiet_wheel import DecimalSpin

MINUS = "\N{MINUS SIGN}"


class LevelSpin(DecimalSpin):
    """A level in dB, written with a true minus sign; a hyphen is understood, too."""

    def textFromValue(self, value: float) -> str:
        return super().textFromValue(value).replace("-", MINUS)

    def valueFromText(self, text: str) -> float:
        return super().valueFromText(text.replace(MINUS, "-"))

    def validate(self, text: str, position: int) -> tuple[QValidator.State, str, int]:
        state, _, position = super().validate(text.replace(MINUS, "-"), position)
        return state, text, position
