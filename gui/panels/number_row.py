"""The row of a number: slider and field, which clamp with a note."""

from __future__ import annotations

from typing import Any

from ditone.gui.panels.controls import ClampingSpin
from ditone.gui.panels.row import Row
from ditone.gui.widgets.quiet_wheel import Slider
from ditone.gui.widgets.spoken_sliders import Spoken, speak
from ditone.runtime.controls import Control

FIELD_WIDTH = 88
SLIDER_STEPS = 10_000
SIGNS = {"x": "×"}  # of units that are written with a letter elsewhere


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
