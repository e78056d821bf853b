"""One row per control of a model: label, editor, dot and note. Rows hold no knowledge of any family; a `Control` tells them everything."""

from __future__ import annotations

import secrets
from typing import Any

from PySide6.QtCore import QRegularExpression, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QRegularExpressionValidator
from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QLineEdit, QMenu, QPlainTextEdit, QVBoxLayout, QWidget

from ditone.gui.panels.controls import ClampingSpin, Dot, flat_button
from ditone.gui.theme import icons
from ditone.gui.widgets.plain_text import PlainLabel
from ditone.gui.widgets.quiet_wheel import Choice, Slider
from ditone.gui.widgets.spoken_sliders import Spoken, speak
from ditone.runtime.controls import Control

LABEL_WIDTH = 86
FIELD_WIDTH = 88
SLIDER_STEPS = 10_000
SIGNS = {"x": "×"}  # of units that are written with a letter elsewhere


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
        self.editor = head
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


class NumberRow(Row):
    """Slider and number field for `number` and `integer`; the field alone where the range has no end."""

    def __init__(self, control: Control) -> None:
        super().__init__(control)
        self.field = ClampingSpin()
        self.field.setDecimals(0 if control.kind == "integer" else max(control.decimals, 1 if (control.step or 1) < 1 else 0))
        self.field.setRange(
            -1e12 if control.minimum is None else control.minimum, 1e12 if control.maximum is None else control.maximum
        )
        self.field.setSingleStep(control.step or 1)
        self.field.setFixedWidth(FIELD_WIDTH)
        self.field.setAccessibleName(self.spoken_name)
        if control.unit and len(control.unit) <= 3:
            self.field.setSuffix(f" {SIGNS.get(control.unit, control.unit)}")
        self.field.setToolTip(control.note)
        self.slider: Slider | None = None
        if control.minimum is not None and control.maximum is not None:
            self.slider = Slider()
            self._step = control.step or (control.maximum - control.minimum) / SLIDER_STEPS
            self.slider.setRange(0, max(1, round((control.maximum - control.minimum) / self._step)))
            self.slider.setPageStep(max(1, self.slider.maximum() // 10))
            speak(self.slider, control.title, Spoken(self.words, self._step, float(control.minimum)))
            self.slider.setToolTip(control.note)
            self.slider.valueChanged.connect(self._on_slider)
            self.editor.addWidget(self.slider, 1)
        else:
            self.editor.addStretch(1)
        self.editor.addWidget(self.field)
        self.label.setBuddy(self.field)
        self.field.valueChanged.connect(self._on_field)
        self.field.clamped.connect(self._on_clamped)
        self.set_value(control.default)

    def value(self) -> int | float:
        value = self.field.value()
        return int(value) if self.control.kind == "integer" else round(value, 6)

    def set_value(self, value: Any) -> None:
        usable = self.control.clamp(float(value))
        self.field.setValue(usable)
        self._move_slider(usable)
        self._extra_note = self._clamp_note(float(value)) if usable != float(value) else ""

    def commit(self) -> None:
        self.field.commit()

    def is_changed(self) -> bool:
        return abs(float(self.value()) - float(self.preset_value)) > 1e-6

    def words(self, value: Any) -> str:
        unit = f" {self.control.unit}" if self.control.unit else ""
        return f"{self.field.textFromValue(float(value))}{unit}"

    def advice(self) -> str:
        if self.control.suggested is None:
            return ""
        low, high = self.control.suggested
        if low <= self.value() <= high:
            return ""
        return self.tr("This model was made for {low} to {high}.").format(low=f"{low:g}", high=self.words(high))

    def problem(self) -> str:
        return ""

    def _move_slider(self, value: float) -> None:
        if self.slider is not None:
            blocked = self.slider.blockSignals(True)
            self.slider.setValue(round((value - float(self.control.minimum or 0)) / self._step))
            self.slider.blockSignals(blocked)

    def _on_slider(self, position: int) -> None:
        self.field.setValue(float(self.control.minimum or 0) + position * self._step)

    def _on_field(self, value: float) -> None:
        self._move_slider(value)
        self._on_edit()

    def _on_clamped(self, typed: float) -> None:
        self._extra_note = self._clamp_note(typed)
        self.refresh()

    def _clamp_note(self, wanted: float) -> str:
        limit = self.words(self.control.clamp(wanted))
        text = (
            self.tr("{wanted} is too much; set to {limit}.")
            if wanted > self.control.clamp(wanted)
            else self.tr("{wanted} is too little; set to {limit}.")
        )
        return text.format(wanted=f"{wanted:g}", limit=limit)


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
        self.box.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
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


class SeedRow(Row):
    """The seed: always a concrete number. Unlocked, Generate draws a new one first; locked, it stays."""

    def __init__(self, control: Control) -> None:
        super().__init__(control)
        self.maximum = int(control.maximum) if control.maximum is not None else 2**63 - 1
        self.field = QLineEdit()
        self.field.setValidator(QRegularExpressionValidator(QRegularExpression(r"\d{1,19}"), self.field))
        self.field.setAccessibleName(control.title)
        self.lock = flat_button("unlock", self.tr("Keep this seed"), checkable=True)
        self.new = flat_button("dice", self.tr("New seed"))
        self.editor.addWidget(self.field, 1)
        self.editor.addWidget(self.lock)
        self.editor.addWidget(self.new)
        self.label.setBuddy(self.field)
        self.lock.toggled.connect(self._show_lock)
        self.new.clicked.connect(self.draw)
        self.field.editingFinished.connect(self.commit)
        self.field.textEdited.connect(self._on_edit)
        self._show_lock(False)
        self.draw()

    def value(self) -> int:
        return min(int(self.field.text() or 0), self.maximum)

    def set_value(self, value: Any) -> None:
        self.field.setText(str(min(max(0, int(value)), self.maximum)))

    def draw(self) -> None:
        """A fresh random seed of 31 bits."""
        self.set_value(secrets.randbelow(min(2**31, self.maximum + 1)))
        self.edited.emit()

    def commit(self) -> None:
        self.set_value(self.value())

    def is_changed(self) -> bool:
        return False

    def is_locked(self) -> bool:
        """Whether the next take reuses the seed."""
        return self.lock.isChecked()

    def problem(self) -> str:
        return ""

    def _show_lock(self, locked: bool) -> None:
        icons.set_icon(self.lock, "lock" if locked else "unlock", "a" if locked else "text")
        words = (
            self.tr("The seed is kept. Click to draw a new one for each Generate.")
            if locked
            else self.tr("Generate draws a new seed. Click to keep this one.")
        )
        self.lock.setToolTip(words)
