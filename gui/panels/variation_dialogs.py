"""Asks for takes near a take, or for a row of takes between two."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from ditone.gui.panels.controls import ClampingSpin
from ditone.gui.widgets.plain_text import PlainLabel
from ditone.gui.widgets.quiet_wheel import Slider, Spin
from ditone.gui.widgets.spoken_sliders import Spoken, speak
from ditone.runtime.variations import LEAST, MOST, USUAL

STEPS = 100
MOST_TAKES = 32


class NearDialog(QDialog):
    """What both questions have in common: a sentence, how many takes, and the two buttons. `wanted` follows Make."""

    def __init__(self, title: str, words: str, count: int, most: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        hint = PlainLabel(words)
        hint.setWordWrap(True)
        self.body = QVBoxLayout()
        self.count = Spin()
        self.count.setRange(1, most)
        self.count.setValue(count)
        self.count.setPrefix("× ")
        self.count.setAccessibleName(self.tr("How many takes"))
        self.make = QPushButton(self.tr("Make the takes"))
        self.make.setProperty("role", "primary")
        self.make.setDefault(True)
        self.make.clicked.connect(self.accept)
        cancel = QPushButton(self.tr("Cancel"))
        cancel.clicked.connect(self.reject)
        bottom = QHBoxLayout()
        bottom.addWidget(PlainLabel(self.tr("Takes")))
        bottom.addWidget(self.count)
        bottom.addStretch(1)
        bottom.addWidget(cancel)
        bottom.addWidget(self.make)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 12)
        layout.setSpacing(12)
        layout.addWidget(hint)
        layout.addLayout(self.body)
        layout.addLayout(bottom)
        self.setMinimumWidth(440)


class VariationsDialog(NearDialog):
    """`wanted(level, count)`: noise level of the start, and how many takes."""

    wanted = Signal(float, int)

    def __init__(self, title: str, level: float = USUAL, count: int = 4, parent: QWidget | None = None) -> None:
        words = self.tr("Takes near “{title}”: the same prompt and settings, started from its sound, with new seeds.")
        super().__init__(self.tr("Variations"), words.format(title=title), count, MOST_TAKES, parent)
        self.slider = Slider()
        self.slider.setRange(round(LEAST * STEPS), round(MOST * STEPS))
        self.slider.setPageStep(10)
        self.field = ClampingSpin()
        self.field.setDecimals(2)
        self.field.setRange(LEAST, MOST)
        self.field.setSingleStep(0.05)
        self.field.setAccessibleName(self.tr("How far from the take, noise level"))
        speak(self.slider, self.tr("How far from the take"), Spoken(self.field.textFromValue, 1 / STEPS))
        self.slider.valueChanged.connect(self._on_slider)
        self.field.valueChanged.connect(self._on_field)
        self.field.setValue(level)
        self._on_field(level)
        row = QHBoxLayout()
        row.addWidget(self.slider, 1)
        row.addWidget(self.field)
        ends = QHBoxLayout()
        for text, side in (
            (self.tr("almost the same"), Qt.AlignmentFlag.AlignLeft),
            (self.tr("same idea"), Qt.AlignmentFlag.AlignRight),
        ):
            label = PlainLabel(text)
            label.setProperty("role", "dim")
            ends.addWidget(label, 1, side)
        ends.addSpacing(self.field.sizeHint().width())
        self.body.addLayout(row)
        self.body.addLayout(ends)
        self.accepted.connect(self._tell)
        self.slider.setFocus()

    def level(self) -> float:
        """The noise level that is set."""
        self.field.commit()
        return round(self.field.value(), 2)

    def _tell(self) -> None:
        self.wanted.emit(self.level(), self.count.value())

    def _on_slider(self, position: int) -> None:
        self.field.setValue(position / STEPS)

    def _on_field(self, value: float) -> None:
        blocked = self.slider.blockSignals(True)
        self.slider.setValue(round(value * STEPS))
        self.slider.blockSignals(blocked)


class BetweenDialog(NearDialog):
    """`wanted(count)`: how many takes at even places between the two."""

    wanted = Signal(int)

    def __init__(self, a: str, b: str, count: int = 3, parent: QWidget | None = None) -> None:
        words = self.tr("A row of takes on the way from A, “{a}”, to B, “{b}”, at even places between them.")
        super().__init__(self.tr("Between A and B"), words.format(a=a, b=b), count, 15, parent)
        self.accepted.connect(self._tell)
        self.count.setFocus()

    def _tell(self) -> None:
        self.wanted.emit(self.count.value())
