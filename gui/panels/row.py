"""What all rows of the prompt panel share: label, editor, dot and note. A row knows no family; its `Control` tells it everything."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QVBoxLayout, QWidget

from ditone.gui.panels.controls import Dot
from ditone.gui.widgets.plain_text import PlainLabel
from ditone.runtime.controls import Control

LABEL_WIDTH = 86


class Row(QWidget):
    """Base of all rows. `value` and `set_value` speak in request values; `commit` takes over what is still being typed."""

    edited = Signal()

    def __init__(self, control: Control, stacked: bool = False) -> None:
        super().__init__()
        self.control = control
        self.preset_value: Any = control.default
        self._extra_note = ""
        self.dot = Dot()
        self.dot.clicked.connect(self.reset)
        self.label = PlainLabel(control.title)
        self.label.setToolTip(control.note)
        self.note = PlainLabel()
        self.note.setProperty("role", "note")
        self.note.setWordWrap(True)
        self.note.hide()
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(2)
        head = QHBoxLayout()
        head.setSpacing(4)
        head.addWidget(self.dot)
        head.addWidget(self.label)
        outer.addLayout(head)
        self.head = self.editor = head
        if stacked:
            head.addStretch(1)
            self.editor = QHBoxLayout()
            self.editor.setContentsMargins(16, 0, 0, 0)
            outer.addLayout(self.editor)
        else:
            self.label.setFixedWidth(LABEL_WIDTH)
            self.label.setWordWrap(True)
        self.editor.setSpacing(6)
        below = QHBoxLayout()
        below.setContentsMargins(16, 0, 0, 0)
        below.addWidget(self.note)
        outer.addLayout(below)

    @property
    def spoken_name(self) -> str:
        """Title with unit, for screen readers."""
        title = self.control.title
        unit = {"s": self.tr("seconds")}.get(self.control.unit, self.control.unit)
        return f"{title}, {unit}" if unit and unit.casefold() not in title.casefold() else title

    def value(self) -> Any:
        """The present value, of the control's type."""
        raise NotImplementedError

    def set_value(self, value: Any) -> None:
        """Shows a value; what the control cannot take is clamped."""
        raise NotImplementedError

    def commit(self) -> None:
        """Fields that are being typed in take their text over."""

    def is_changed(self) -> bool:
        """Whether the value differs from the preset's."""
        return bool(self.value() != self.preset_value)

    def is_shown(self) -> bool:
        """Whether there is anything to see in this row now."""
        return True

    def reset(self) -> None:
        """Back to the preset's value."""
        self.set_value(self.preset_value)
        self.refresh()
        self.edited.emit()

    def fix(self) -> None:
        """Shows a value that the model fixes: it cannot be moved, and the note says why."""
        for i in range(self.editor.count()):
            item = self.editor.itemAt(i)
            widget = item.widget() if item is not None else None
            if widget is not None and widget is not self.dot:
                widget.setEnabled(False)
        self.refresh()

    def refresh(self) -> None:
        """Dot and note for the present value."""
        if self.control.inactive and self.value() != self.control.default:
            self.set_value(self.control.default)  # recalled from a model that does not fix it
        changed = self.is_changed()
        self.dot.set_marked(changed)
        words = self.tr("Differs from the preset ({value}). Click to reset.").format(value=self.words(self.preset_value))
        self.dot.setToolTip(words if changed else "")
        self.dot.setAccessibleName(self.tr("Reset {name}").format(name=self.control.title))
        fixed = self.tr("Fixed: {reason}").format(reason=self.control.inactive) if self.control.inactive else ""
        self.set_note(fixed or self._extra_note or self.advice())

    def set_note(self, text: str) -> None:
        """A line under the control; "" for none."""
        self.note.setText(text)
        self.note.setVisible(bool(text))

    def advice(self) -> str:
        """A sentence about an unusual but allowed value, or ""."""
        return ""

    def words(self, value: Any) -> str:
        """A value in the words of this control."""
        return str(value) or self.tr("empty")

    def problem(self) -> str:
        """Why nothing can be made with this value, or ""."""
        if self.control.required and not self.value():
            return self.tr("{title} is empty.").format(title=self.control.title)
        return ""

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = QMenu(self)
        action = menu.addAction(self.tr("Reset to {value}").format(value=self.words(self.preset_value)[:40]), self.reset)
        action.setEnabled(self.is_changed())
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(event.globalPos())

    def _on_edit(self) -> None:
        self._extra_note = ""
        self.refresh()
        self.edited.emit()
