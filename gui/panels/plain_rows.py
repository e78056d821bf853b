"""The plain rows of the prompt panel: a text, a choice, a check box."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QComboBox, QPlainTextEdit

from ditone.gui.panels.row import Row
from ditone.gui.widgets.quiet_wheel import Choice
from ditone.runtime.controls import Control


class TextRow(Row):
    """Text of one or several lines. The main prompt is taller and has no label beside it."""

    def __init__(self, control: Control) -> None:
        super().__init__(control, stacked=True)
        self.text = QPlainTextEdit()
        self.text.setTabChangesFocus(True)
        self.text.setAcceptDrops(False)  # a dropped folder is a model, not a text
        self.text.setAccessibleName(control.title)
        self.text.setPlaceholderText(control.note)
        lines = 4 if control.name == "prompt" else 2
        self.text.setFixedHeight(self.fontMetrics().lineSpacing() * lines + 16)
        self.editor.addWidget(self.text)
        self.label.setBuddy(self.text)
        for part in (self.label, self.dot):
            part.setHidden(control.name == "prompt")  # the panel's own title says it
        self.text.setPlainText(str(control.default))
        self.text.textChanged.connect(self._on_edit)

    def value(self) -> str:
        return self.text.toPlainText().strip()

    def set_value(self, value: Any) -> None:
        if str(value) != self.text.toPlainText():
            self.text.setPlainText(str(value))

    def is_changed(self) -> bool:
        return False  # a preset is about how, not about what


class ChoiceRow(Row):
    """A drop-down list; the note of the chosen entry is its tooltip."""

    def __init__(self, control: Control) -> None:
        super().__init__(control)
        self.box = Choice()
        for choice in control.choices:
            self.box.addItem(choice.title, choice.value)
            self.box.setItemData(self.box.count() - 1, choice.note, Qt.ItemDataRole.ToolTipRole)
        self.box.setAccessibleName(control.title)
        self.box.setMinimumContentsLength(8)
        self.box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.editor.addWidget(self.box, 1)
        self.label.setBuddy(self.box)
        self.set_value(control.default)
        self.box.currentIndexChanged.connect(self._on_edit)

    def value(self) -> str:
        return str(self.box.currentData())

    def set_value(self, value: Any) -> None:
        index = self.box.findData(value)
        if index < 0:
            self._extra_note = self.tr('"{value}" is not available with this model.').format(value=value)
        else:
            self._extra_note = ""
            self.box.setCurrentIndex(index)
        self._explain()

    def refresh(self) -> None:
        super().refresh()
        self._explain()

    def words(self, value: Any) -> str:
        return next((choice.title for choice in self.control.choices if choice.value == value), str(value))

    def _explain(self) -> None:
        note = next((choice.note for choice in self.control.choices if choice.value == self.value()), "")
        self.box.setToolTip(note or self.control.note)


class FlagRow(Row):
    """A check box."""

    def __init__(self, control: Control) -> None:
        super().__init__(control)
        self.box = QCheckBox()
        self.box.setAccessibleName(control.title)
        self.box.setToolTip(control.note)
        self.editor.addWidget(self.box)
        self.editor.addStretch(1)
        self.label.setBuddy(self.box)
        self.box.setChecked(bool(control.default))
        self.box.toggled.connect(self._on_edit)

    def value(self) -> bool:
        return self.box.isChecked()

    def set_value(self, value: Any) -> None:
        self.box.setChecked(bool(value))

    def words(self, value: Any) -> str:
        return self.tr("on") if value else self.tr("off")

    def problem(self) -> str:
        return ""
