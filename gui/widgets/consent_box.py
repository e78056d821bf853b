"""The tick without which no voice is used or kept."""

from __future__ import annotations

from PySide6.QtWidgets import QCheckBox, QWidget


class ConsentBox(QCheckBox):
    """Says `runtime.voice_consents.STATEMENT` in the window's language. Whether it was said is the engine's to remember and to ask for."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setText(self.tr("I may use this voice"))
        self.setToolTip(self.tr("It is my own, or its owner agrees. The tick is stored with the voice."))

    def wanted(self) -> str:
        """What is said where the tick is missing."""
        return self.tr('Tick "{words}" first').format(words=self.text())
