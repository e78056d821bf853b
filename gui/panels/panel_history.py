"""The prompt panel's share of undo: what it says as a whole, put back as it was, and every act that changes more than one control."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QAbstractSpinBox, QLineEdit, QPlainTextEdit

from ditone.gui.commands.text_undo import TextUndo
from ditone.gui.commands.undo import History
from ditone.gui.panels.plain_rows import TextRow
from ditone.gui.panels.row import Row
from ditone.gui.panels.seed_row import SeedRow

if TYPE_CHECKING:
    from ditone.gui.engine.engine import Engine
    from ditone.gui.panels.prompt_panel import PromptPanel
    from ditone.runtime.controls import Preset
    from ditone.runtime.registry import ModelInfo

BY_THEMSELVES = ("audio", "files", "regions")  # kinds of controls whose every change is a step: the source and its regions


@dataclass(frozen=True)
class PanelState:
    """Everything that the panel shows: model, the value of each control (texts as they were typed), preset, lock of the seed."""

    info: ModelInfo | None
    values: dict[str, Any]
    preset: Preset | None = None
    preset_values: dict[str, Any] = field(default_factory=dict)
    seed_locked: bool = False


class PanelHistory(QObject):
    """`change` does something to the panel as one step. Choosing, dropping or writing a source or its regions is a step by itself."""

    def __init__(self, panel: PromptPanel, engine: Engine, history: History) -> None:
        super().__init__(panel)
        self._panel, self._engine, self.history = panel, engine, history
        self._text_undo = TextUndo(history)
        self._sources: dict[str, Any] = {}
        panel.rebuilt.connect(self._watch)
        panel.edited.connect(self._on_edited)
        panel.keep_step = self.change
        self._watch()

    def change(self, title: str, do: Callable[[], object]) -> None:
        """Does something to the panel; undo puts everything back, redo what was there before the undo."""
        before = self.state()
        later = [before]

        def undo() -> None:
            later[0] = self.state()
            self.restore(before)

        def redo() -> None:
            self.restore(later[0])

        self._panel.waits_for_model = False
        with self.history.inside():
            do()
        self._remember()
        if self.state() != before or self._panel.waits_for_model:
            self.history.done(title, undo, redo)

    def state(self) -> PanelState:
        """What the panel shows now."""
        panel = self._panel
        return PanelState(
            self._engine.info,
            {name: _value(row) for name, row in panel.rows.items()},
            panel.preset,
            {name: row.preset_value for name, row in panel.rows.items()},
            panel.seed_locked(),
        )

    def restore(self, state: PanelState) -> None:
        """Shows it again, with its model."""
        if state.info is not None and state.info != self._engine.info:
            self._engine.choose_info(state.info)
        panel = self._panel
        panel.preset = state.preset
        for name, row in panel.rows.items():
            if name in state.values:
                row.preset_value = state.preset_values[name]
                row.set_value(state.values[name])
        seed = panel.rows.get("seed")
        if isinstance(seed, SeedRow):
            seed.lock.setChecked(state.seed_locked)
        panel.refresh()
        self._remember()

    def _watch(self) -> None:
        """The rows are new ones: their text fields and sources are looked after from now on."""
        for text in self._panel.findChildren(QPlainTextEdit) + self._panel.findChildren(QLineEdit):
            if not isinstance(text.parent(), QAbstractSpinBox):
                self._text_undo.watch(text)
        self._remember()

    def _remember(self) -> None:
        self._sources = {name: row.value() for name, row in self._panel.rows.items() if row.control.kind in BY_THEMSELVES}

    def _on_edited(self) -> None:
        """A source, or its regions, that a person changed in its own row is a step; typing on is the same step."""
        panel, before = self._panel, self._sources
        self._remember()
        if self.history.busy or panel.applying:
            return
        for name, value in self._sources.items():
            old = before.get(name, value)
            if old != value:
                field = panel.rows[name].findChild(QLineEdit)
                typed = field is not None and field.isModified() and field.hasFocus()
                title = self.tr("Change {control}").format(control=panel.rows[name].control.title)
                undo, redo = partial(self._set_source, name, old), partial(self._set_source, name, value)
                self.history.done(title, undo, redo, key=f"source {name}" if typed else "")

    def _set_source(self, name: str, value: Any) -> None:
        row = self._panel.rows.get(name)
        if row is not None:
            row.set_value(value)
            self._panel.refresh()


def _value(row: Row) -> Any:
    return row.text.toPlainText() if isinstance(row, TextRow) else row.value()
