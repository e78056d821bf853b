"""The row of a take that stands beside the next one: absent until there is one, and taken away with one button."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QSizePolicy

from ditone.gui.panels.controls import flat_button
from ditone.gui.panels.row import Row
from ditone.gui.widgets.elided_label import ElidedLabel
from ditone.gui.widgets.plain_text import plain_tip
from ditone.runtime.controls import Control
from ditone.runtime.variations import is_recipe


class VariationRow(Row):
    """Says which take the next one starts from, or between which two it lies."""

    def __init__(self, control: Control) -> None:
        super().__init__(control)
        self._value: Any = control.default
        self.name = ElidedLabel()
        self.name.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.remove = flat_button("delete", self.tr("Start from noise again"))
        self.remove.clicked.connect(self.reset)
        self.editor.addWidget(self.name, 1)
        self.editor.addWidget(self.remove)
        self.set_value(control.default)

    def value(self) -> Any:
        return self._value

    def set_value(self, value: Any) -> None:
        self._value = value or self.control.default
        text = self.words(self._value)
        self.name.setText(text)
        self.name.setToolTip(plain_tip(text))

    def is_changed(self) -> bool:
        return False

    def is_shown(self) -> bool:
        return bool(self._value)

    def words(self, value: Any) -> str:
        if self.control.kind == "takes" and value:
            return self.tr("{a} and {b}, at {place:.0%}").format(a=_name(value[0]), b=_name(value[1]), place=float(value[2]))
        return _name(value) if value else self.tr("none")


def _name(take: Any) -> str:
    """A take in few words: its prompt and seed, or a file's name."""
    if is_recipe(take):
        made = dict(take)
        return f"{made.get('prompt', '')} · {made.get('seed', 0)}"
    return Path(str(take)).name
