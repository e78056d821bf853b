"""Choosing a sweep: up to two controls and their values."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QDialog, QFormLayout, QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from ditone.gui.i18n.sentences import translate_sentence
from ditone.gui.widgets.plain_text import PlainLabel
from ditone.gui.widgets.quiet_wheel import Choice
from ditone.runtime.controls import Control
from ditone.runtime.errors import BadRequest, DitoneError
from ditone.runtime.registry import ModelInfo
from ditone.runtime.request import Request
from ditone.runtime.sweep import Axis, Cell, checked, sweep

NONE = ""
PRECISION = "precision"


class SweepDialog(QDialog):
    """`started(axes, cells)` when the takes are wanted; every cell has been checked by then."""

    started = Signal(object, object)

    def __init__(self, info: ModelInfo, base: Request, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Sweep"))
        self.info, self.base = info, base
        self._names = {
            control.name: control for control in info.controls if control.kind in ("number", "integer", "choice", "flag")
        }
        self._names.pop("seed", None)
        self.axes: list[tuple[QComboBox, QLineEdit]] = []
        form = QFormLayout()
        for i, label in enumerate((self.tr("Rows"), self.tr("Columns"))):
            box, values = Choice(), QLineEdit()
            box.setMinimumWidth(130)
            box.setAccessibleName(label)
            values.setAccessibleName(self.tr("{axis}: values, separated by commas").format(axis=label))
            if i:
                box.addItem(self.tr("none"), NONE)
            for name, control in self._names.items():
                box.addItem(control.title, name)
            if len(info.precisions) > 1:
                box.addItem(self.tr("Precision"), PRECISION)
            box.currentIndexChanged.connect(self._suggest)
            values.textChanged.connect(self._check)
            row = QHBoxLayout()
            row.addWidget(box)
            row.addWidget(values, 1)
            form.addRow(label, row)
            self.axes.append((box, values))
        self.words = PlainLabel()
        self.words.setWordWrap(True)
        self.words.setProperty("role", "dim")
        self.make = QPushButton(self.tr("Make the takes"))
        self.make.setProperty("role", "primary")
        self.make.clicked.connect(self._start)
        cancel = QPushButton(self.tr("Cancel"))
        cancel.clicked.connect(self.reject)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(cancel)
        buttons.addWidget(self.make)
        hint = PlainLabel(
            self.tr("One take for each pair of values, everything else as in the prompt panel. Separate values by commas.")
        )
        hint.setWordWrap(True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 12)
        layout.setSpacing(12)
        layout.addWidget(hint)
        layout.addLayout(form)
        layout.addWidget(self.words)
        layout.addLayout(buttons)
        self.resize(520, self.sizeHint().height())
        self.choose(0, "cfg_scale" if "cfg_scale" in self._names else next(iter(self._names), NONE))

    def choose(self, axis: int, name: str, values: str | None = None) -> None:
        """Sets an axis as if by hand."""
        box, line = self.axes[axis]
        box.setCurrentIndex(max(box.findData(name), 0))
        self._suggest()
        if values is not None:
            line.setText(values)

    def _suggest(self) -> None:
        for box, values in self.axes:
            name = str(box.currentData() or NONE)
            values.setEnabled(name != NONE)
            if values.property("for") != name:
                values.setProperty("for", name)
                values.setText(", ".join(suggested(self._names.get(name), self.info, name, self.base)))
        self._check()

    def read(self) -> tuple[list[Axis], list[Cell]]:
        """Axes and checked cells. Raises BadRequest in a sentence."""
        axes = []
        for box, values in self.axes:
            name = str(box.currentData() or NONE)
            if name != NONE:
                parts = [part.strip() for part in values.text().split(",") if part.strip()]
                axes.append(Axis(name, tuple(parsed(self._names.get(name), part) for part in parts)))
        return axes, checked(self.info, sweep(self.base, axes))

    def _check(self) -> None:
        try:
            _, cells = self.read()
        except DitoneError as error:
            self._say(translate_sentence(error.message), "note")
            self.make.setEnabled(False)
            return
        self._say(self.tr("{count} takes with seed {seed}.").format(count=len(cells), seed=self.base.seed), "dim")
        self.make.setEnabled(True)

    def _say(self, text: str, role: str) -> None:
        self.words.setText(text)
        self.words.setProperty("role", role)
        self.words.style().polish(self.words)

    def _start(self) -> None:
        axes, cells = self.read()
        self.started.emit(axes, cells)
        self.accept()


def suggested(control: Control | None, info: ModelInfo, name: str, base: Request) -> list[str]:
    """Values to begin with: all choices, or the default with half and double of it inside the range."""
    if name == PRECISION:
        return list(info.precisions)
    if control is None:
        return []
    if control.kind == "choice":
        return [choice.value for choice in control.choices]
    if control.kind == "flag":
        return ["on", "off"]
    value = float(base.value(name, control.default))
    values = sorted({control.clamp(round(value * factor, control.decimals)) for factor in (0.5, 1, 2)})
    return [f"{v:g}" for v in values]


def parsed(control: Control | None, text: str) -> Any:
    """One value of an axis. Raises BadRequest for text that is no number or no switch."""
    if control is None or control.kind == "choice":
        return text
    if control.kind == "flag":
        switches = {"on": True, "off": False}
        if text not in switches:
            raise BadRequest(f'{control.title} is "{text}"; it is either on or off.')
        return switches[text]
    try:
        return int(text) if control.kind == "integer" else float(text)
    except ValueError:
        raise BadRequest(f'{control.title} is "{text}"; a number was expected.') from None
