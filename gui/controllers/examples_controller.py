"""The first start: a strip of prompts that sound good with the model that is there, gone for good once a prompt was typed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

if TYPE_CHECKING:
    from ditone.gui.controllers.generation_controller import GenerationController
    from ditone.gui.core.settings import Settings
    from ditone.gui.engine.events import TakeFinished
    from ditone.gui.panels.example_strip import ExampleStrip
    from ditone.gui.panels.prompt_panel import PromptPanel
    from ditone.runtime.registry import ModelInfo

DONE = "examples/done"


class ExamplesController(QObject):
    """Shows the strip for models that have examples, as long as nothing of the user's own was in the prompt and no take was made by it."""

    def __init__(self, strip: ExampleStrip, prompt: PromptPanel, generation: GenerationController, settings: Settings) -> None:
        super().__init__(strip)
        self._strip, self._prompt, self._generation, self._settings = strip, prompt, generation, settings
        self._own = {""}
        self._asked = ""
        generation.engine.take_finished.connect(self._on_finished)
        strip.chosen.connect(self.make)
        prompt.model_shown.connect(self._on_model)
        prompt.edited.connect(self._on_edited)

    def make(self, prompt: str) -> None:
        """Puts a prompt into the panel and makes a take of it."""
        self._prompt.rows["prompt"].set_value(prompt)
        self._asked = prompt
        self._generation.generate(1)

    def _on_model(self, info: ModelInfo | None) -> None:
        prompts = () if info is None else info.examples
        self._strip.show_prompts(prompts)
        self._strip.setVisible(bool(prompts) and not self._settings.flag(DONE))

    def _on_edited(self) -> None:
        row, info = self._prompt.rows.get("prompt"), self._prompt.info
        if row is None or info is None or self._settings.flag(DONE):
            return
        self._own |= {info.example_prompt.strip(), *info.examples}  # of every model that was there: its example may still stand
        if row.value() in self._own:
            return
        self._end()

    def _on_finished(self, event: TakeFinished) -> None:
        if (
            self._asked and event.entry.request.prompt == self._asked
        ):  # it has shown what it is for, and gives its place to the lanes
            self._end()

    def _end(self) -> None:
        self._settings.set(DONE, True)
        self._settings.save()
        self._strip.hide()
