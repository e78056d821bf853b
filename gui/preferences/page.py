"""What the pages of the settings dialog are made of."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import QComboBox, QFormLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from ditone.gui.widgets.plain_text import PlainLabel


class Page(QWidget):
    """A title, a form, and room below. `refresh` takes over what was changed elsewhere; the dialog calls it when the page is shown."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = title
        heading = PlainLabel(title)
        heading.setProperty("role", "title")
        self.form = QFormLayout()
        self.form.setHorizontalSpacing(16)
        self.form.setVerticalSpacing(10)
        self.form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(20, 16, 20, 12)
        self.column.setSpacing(12)
        self.column.addWidget(heading)
        self.column.addLayout(self.form)

    def refresh(self) -> None:
        """Shows the present values."""

    def close_down(self) -> None:
        """Ends what the page has begun, with the window."""

    def add(self, title: str, widget: QWidget, note: str = "") -> None:
        """A row of the form, with a line below that says what it means."""
        if not widget.accessibleName():
            widget.setAccessibleName(title)
        self.form.addRow(title, widget)
        if note:
            self.form.addRow("", dim(note))


def dim(text: str) -> QLabel:
    """A quiet line of text that wraps."""
    label = PlainLabel(text)
    label.setProperty("role", "dim")
    label.setWordWrap(True)
    label.setMinimumWidth(420)
    label.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label


def fill(box: QComboBox, choices: list[tuple[str, Any]], chosen: Any) -> None:
    """(words, value) into a box, without telling anyone; the first one is shown when the chosen value is not there."""
    with QSignalBlocker(box):
        box.clear()
        for words, value in choices:
            box.addItem(words, value)
        box.setCurrentIndex(max(0, box.findData(chosen)))
