"""The prompt panel: every control of the current variant, in groups that fold. A control a model lacks is absent, not grey."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from ditone.gui.core.settings import Settings
from ditone.gui.core.user_presets import UserPresets, full_values, request_of
from ditone.gui.i18n.family_words import translate_model
from ditone.gui.panels.controls import FoldingGroup
from ditone.gui.panels.file_rows import row_for
from ditone.gui.panels.plain_rows import TextRow
from ditone.gui.panels.preset_button import PresetButton
from ditone.gui.panels.prompt_hints import PromptHints
from ditone.gui.panels.prompt_row import PromptRow
from ditone.gui.panels.reading_view import ReadingView
from ditone.gui.panels.row import Row
from ditone.gui.panels.seed_row import SeedRow
from ditone.runtime.controls import Control, Preset
from ditone.runtime.request import EngineSettings, Request

if TYPE_CHECKING:
    from ditone.gui.engine.engine import Engine
    from ditone.runtime.registry import ModelInfo

GROUPS = ("prompt", "guidance", "sampler", "source", "voice", "advanced")
FILE_KINDS = ("audio", "files", "regions", "take", "takes")  # what no preset holds
QUESTIONS_DELAY_MS = 40  # several keys are one question
KEPT = ("prompt", "negative_prompt", "seed")  # what a change of model leaves as it was


class PromptPanel(QWidget):
    """`request` freezes what the controls say; `apply` puts a request back. `validity_changed` carries why no take can be made.

    `model_shown` follows the engine's change of model, once the panel has the model's controls.
    """

    validity_changed = Signal(str)
    model_shown = Signal(object)  # ModelInfo or None
    rebuilt = Signal()  # the rows are new ones
    edited = Signal()

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setMinimumWidth(300)
        self.info: ModelInfo | None = None
        self.rows: dict[str, Row] = {}
        self.preset: Preset | None = None
        self._settings = settings
        self._user_presets = UserPresets(settings.folder / "presets")
        self._problem = ""
        self._questions = QTimer(self, singleShot=True, interval=QUESTIONS_DELAY_MS)
        self._questions.timeout.connect(self._ask_questions)
        self.applying = False  # values come from a request, not from a person
        self.waits_for_model = False  # the values to come need another model, which is being read
        self.keep_step: Callable[[str, Callable[[], object]], None] | None = None  # how whole changes become steps
        self.preset_button = PresetButton(self._user_presets)
        self.preset_button.chosen.connect(self.choose_preset)
        self.preset_button.reset_requested.connect(self._reset_all)
        self.preset_button.save_requested.connect(self.save_preset)
        self.preset_button.delete_requested.connect(self._delete_preset)
        self._content = QWidget()
        self._content.setProperty("role", "panel")
        self._content.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._groups = QVBoxLayout(self._content)
        self._groups.setContentsMargins(4, 8, 12, 12)
        self._groups.setSpacing(6)
        self._groups.addStretch(1)
        self.scroll_area = QScrollArea()
        self.scroll_area.setWidgetResizable(True)
        self.scroll_area.setFrameShape(QFrame.Shape.NoFrame)
        self.scroll_area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.scroll_area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.scroll_area.setWidget(self._content)
        top = QHBoxLayout()
        top.setContentsMargins(20, 10, 12, 2)
        top.addWidget(self.preset_button, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(top)
        layout.addWidget(self.scroll_area, 1)
        self._build((Control("prompt", self.tr("Prompt"), "text", "prompt", ""),))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A higher panel has room for a longer prompt."""
        super().resizeEvent(event)
        row = self.rows.get("prompt")
        if isinstance(row, PromptRow):
            row.set_room(self.scroll_area.viewport().height())

    def listen(self, engine: Engine) -> None:
        """Shows the controls of the engine's model."""
        engine.model_changed.connect(self._on_model)

    def change(self, title: str, do: Callable[[], object]) -> None:
        """Does something to the whole panel, as one step that can be undone."""
        if self.keep_step is None:
            do()
        else:
            self.keep_step(title, do)

    # -- the model ----------------------------------------------------------------------------------------------------------

    def _on_model(self, info: ModelInfo | None) -> None:
        self.set_model(None if info is None else translate_model(info))
        self.model_shown.emit(info)

    def set_model(self, info: ModelInfo | None) -> None:
        """Builds the controls of a variant. Texts, seed and lock stay; the rest starts from the variant's first preset."""
        if info is None or info == self.info:
            return
        first = self.info is None
        kept = {name: self.rows[name].value() for name in KEPT if name in self.rows}
        if first:
            kept.pop("seed", None)
        locked = self.seed_locked()
        had_focus = self.prompt_has_focus()
        self.info = info
        self._build(info.controls)
        self._set_preset(info.presets[0] if info.presets else None)
        for name, value in kept.items():
            if name in self.rows:
                self.rows[name].set_value(value)
        prompt = self.rows.get("prompt")
        if first and prompt is not None and not prompt.value() and info.example_prompt:
            prompt.set_value(info.example_prompt)
            if isinstance(prompt, TextRow):
                prompt.text.selectAll()
        if locked and isinstance(self.rows.get("seed"), SeedRow):
            self.rows["seed"].lock.setChecked(True)  # type: ignore[attr-defined]
        if had_focus:
            self.focus_prompt()
        self.refresh()

    def _build(self, controls: tuple[Control, ...]) -> None:
        while self._groups.count() > 1:
            item = self._groups.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.setParent(None)
                widget.deleteLater()
        self.rows = {}
        titles = {
            "guidance": self.tr("Guidance"),
            "sampler": self.tr("Sampler"),
            "source": self.tr("Source audio"),
            "voice": self.tr("Voice"),
            "advanced": self.tr("Advanced"),
        }
        for group in GROUPS:
            members = [control for control in controls if control.group == group]
            if not members:
                continue
            target = self._group(group, titles.get(group, ""))
            for control in members:
                row = row_for(control)
                row.edited.connect(partial(self._on_row_edited, row))
                self.rows[control.name] = row
                target.addWidget(row)
                if isinstance(row, PromptRow):
                    row.measure_with(None if self.info is None else self.info.prompt_length)
                    row.set_room(self.scroll_area.viewport().height())
                if control.name == "prompt":
                    self.reading = ReadingView()
                    target.addWidget(self.reading)
                    self.hints = PromptHints()
                    self.hints.chosen.connect(row.set_value)
                    target.addWidget(self.hints)
        self.rebuilt.emit()

    def _group(self, name: str, title: str) -> QVBoxLayout:
        if not title:
            plain = QWidget()
            rows = QVBoxLayout(plain)
            rows.setContentsMargins(0, 0, 0, 0)
            rows.setSpacing(6)
            self._groups.insertWidget(self._groups.count() - 1, plain)
            return rows
        group = FoldingGroup(title)
        group.setObjectName(name)
        group.set_open(not self._settings.flag(f"folded/{name}", name == "advanced"))
        group.folded.connect(self._remember_fold)
        self._groups.insertWidget(self._groups.count() - 1, group)
        return group.rows

    def _remember_fold(self, folded: bool) -> None:
        group = self.sender()
        if group is not None:
            self._settings.set(f"folded/{group.objectName()}", folded)

    # -- requests -----------------------------------------------------------------------------------------------------------

    def request(self, engine: EngineSettings) -> Request:
        """Everything chosen, frozen. A model must be set."""
        if self.info is None:
            raise ValueError("no model is set")
        for row in self.rows.values():
            row.commit()
        values = {name: row.value() for name, row in self.rows.items()}
        return Request(model=self.info.model, engine=engine).replaced(**values)

    def draw_seed(self) -> None:
        """A new seed unless it is locked."""
        row = self.rows.get("seed")
        if isinstance(row, SeedRow) and not row.is_locked():
            row.draw()

    def seed_locked(self) -> bool:
        """Whether the next take reuses the seed that is shown."""
        row = self.rows.get("seed")
        return isinstance(row, SeedRow) and row.is_locked()

    def lock_seed(self, on: bool) -> None:
        """Whether the next take shall reuse the seed that is shown."""
        row = self.rows.get("seed")
        if isinstance(row, SeedRow):
            row.lock.setChecked(on)

    def apply(self, request: Request, what: str = "all") -> None:
        """Recalls a request: "all", "all but seed" or "seed only". Values this model cannot take are clamped or left at their default."""
        if self.info is not None:
            request = request_of(self.info, request)
        self.applying = True
        for name, row in self.rows.items():
            is_seed = name == "seed"
            if (what == "seed only" and not is_seed) or (what == "all but seed" and is_seed):
                continue
            row.set_value(request.value(name, row.control.default))
        seed = self.rows.get("seed")
        if what != "all but seed" and isinstance(seed, SeedRow):
            seed.lock.setChecked(True)  # a recalled seed is wanted again, so the next Generate must not draw another
        self.refresh()
        self.applying = False

    def problem(self) -> str:
        """Why no take can be made, or ""."""
        return next((text for row in self.rows.values() if (text := row.problem())), "")

    def focus_prompt(self) -> None:
        """Puts the cursor into the prompt."""
        row = self.rows.get("prompt")
        if isinstance(row, TextRow):
            row.text.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def go_to_prompt(self) -> None:
        """The same with everything selected: what is typed next is the next prompt."""
        self.focus_prompt()
        row = self.rows.get("prompt")
        if isinstance(row, TextRow):
            row.text.selectAll()

    def focus_target(self) -> QWidget:
        """Where the keyboard goes when it enters this area."""
        row = self.rows.get("prompt") or next(iter(self.rows.values()))
        return row.text if isinstance(row, TextRow) else row

    def prompt_has_focus(self) -> bool:
        """Whether the cursor is in the prompt."""
        row = self.rows.get("prompt")
        return isinstance(row, TextRow) and row.text.hasFocus()

    def refresh(self) -> None:
        """Dots, notes, preset and reading for what the rows say now."""
        for row in self.rows.values():
            row.refresh()
        self._show_rows()
        self._follow()

    def _on_row_edited(self, row: Row) -> None:
        """A row has refreshed itself; the others are touched only where they depend on it, since this runs at every key."""
        if any(other.control.needs == row.control.name for other in self.rows.values()) or row.is_shown() == row.isHidden():
            self._show_rows()
        self._follow()

    def _show_rows(self) -> None:
        """Shows the rows, and the groups, that have something to set now."""
        for row in self.rows.values():
            needed = self.rows.get(row.control.needs)
            row.setVisible(row.is_shown() and (needed is None or bool(needed.value())))
        for group in self._content.findChildren(FoldingGroup):
            group.setVisible(any(not row.isHidden() for row in group.findChildren(Row)))

    def _follow(self) -> None:
        """What depends on the values: preset and problem at once, the questions to the model in a moment."""
        self._show_preset()
        if not self._questions.isActive():
            self._questions.start()
        problem = self.problem()
        if problem != self._problem:
            self._problem = problem
            self.validity_changed.emit(problem)
        self.edited.emit()

    def _ask_questions(self) -> None:
        """How the text is read and what of it is unknown, where the model can tell."""
        if self.info is not None:
            values = {name: row.value() for name, row in self.rows.items()}
            request = Request(model=self.info.model).replaced(**values)
            self.reading.ask(self.info.read, request)
            self.hints.ask(self.info.hints, request)

    # -- presets ------------------------------------------------------------------------------------------------------------

    def choose_preset(self, preset: Preset) -> None:
        """Sets every control of the preset; texts and seed stay."""
        self.change(self.tr("Preset {title}").format(title=preset.title), partial(self._take_preset, preset))

    def _take_preset(self, preset: Preset | None) -> None:
        self._set_preset(preset)
        self.refresh()

    def _set_preset(self, preset: Preset | None) -> None:
        if self.info is None:
            return
        self.preset = preset
        for name, value in full_values(self.info, preset).items():
            row = self.rows[name]
            row.preset_value = value
            if name not in KEPT and row.control.kind not in FILE_KINDS:
                row.set_value(value)

    def changed(self) -> list[str]:
        """Names of the controls that differ from the preset."""
        return [name for name, row in self.rows.items() if row.is_changed()]

    def _show_preset(self) -> None:
        self.preset_button.show_preset(self.info, self.preset, len(self.changed()))

    def _reset_all(self) -> None:
        self.change(self.tr("Reset all to the preset"), partial(self._take_preset, self.preset))

    def save_preset(self, title: str) -> None:
        """Stores the present values under a name and makes them the preset in use."""
        if self.info is None:
            return
        values = {name: row.value() for name, row in self.rows.items() if name not in KEPT and row.control.kind not in FILE_KINDS}
        try:
            preset = self._user_presets.save(self.info, title, values)
        except OSError as error:
            self.validity_changed.emit(
                self.tr("The preset could not be written to {folder}: {why}.").format(
                    folder=self._user_presets.folder, why=error.strerror
                )
            )
            return
        self._set_preset(preset)
        self.refresh()

    def _delete_preset(self) -> None:
        if self.preset is not None and self.info is not None:
            self._user_presets.delete(self.preset)
            self._set_preset(self.info.presets[0] if self.info.presets else None)
            self.refresh()
