"""From the list of published models to the first sound: the window of models, its download, and what happens when one is here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from ditone.gui.core.background import Background
from ditone.gui.engine.model_download import ModelDownload

if TYPE_CHECKING:
    from ditone.gui.controllers.generation_controller import GenerationController
    from ditone.gui.engine.engine import Engine
    from ditone.gui.model_hub.dialog import GetModels
    from ditone.gui.panels.prompt_panel import PromptPanel
    from ditone.runtime.registry import ModelInfo


class GetModelsController(QObject):
    """`told` carries a sentence for the person. `dialog` is None until it was opened once."""

    told = Signal(str)

    def __init__(self, engine: Engine, prompt: PromptPanel, generation: GenerationController) -> None:
        super().__init__(prompt)
        self._engine, self._prompt, self._generation = engine, prompt, generation
        self.download = ModelDownload(self)
        self.dialog: GetModels | None = None
        self._first_sound_of = ""
        self._background = Background(self)
        self.download.done.connect(self._on_done)
        prompt.model_shown.connect(self._on_model)

    def open(self) -> None:
        """Shows the window of models. It asks no network."""
        from ditone.gui.model_hub.dialog import GetModels

        if self.dialog is None:
            self.dialog = GetModels(self._engine, self.download, self._prompt.window())
            self.dialog.use_wanted.connect(self._engine.choose_model)
            self.dialog.first_sound_wanted.connect(self._make_first_sound)
        self.dialog.show()
        self.dialog.raise_()
        self.dialog.activateWindow()

    def look_after_earlier(self) -> None:
        """What earlier windows left: updates that were whole, models that were removed, downloads that were begun."""
        self._background.run("earlier", _earlier, self._on_earlier, lambda error: None, patient=True)

    def close(self) -> None:
        """Ends what is under way, and deletes for good what was removed."""
        self.download.close()
        if self.dialog is not None:
            self.dialog.models_folder.empty()

    def _make_first_sound(self, folder: str) -> None:
        self._first_sound_of = folder
        self._engine.choose_model(folder)

    def _on_model(self, info: ModelInfo) -> None:
        if not self._first_sound_of or info.model != self._first_sound_of:
            return
        self._first_sound_of = ""
        prompt = self._prompt.rows.get("prompt")
        if prompt is not None and info.example_prompt:
            prompt.set_value(info.example_prompt)
        self._generation.generate(1)

    def _on_done(self, folder: str) -> None:
        if self.dialog is None or not self.dialog.isVisible():
            name = self.download.wish.title if self.download.wish is not None else folder
            self.told.emit(self.tr("{name} is here. “Get models…” makes its first sound.").format(name=name))

    def _on_earlier(self, begun: list[str]) -> None:
        if begun:
            words = self.tr("The download of {name} is not whole yet. “Get models…” goes on with it.")
            self.told.emit(words.format(name=begun[0]))


def _earlier() -> list[str]:
    """Finishes what is to be finished; names of downloads that were begun."""
    from ditone.runtime.hub import fetching, removing, store

    fetching.finish_updates()
    removing.empty_trash()
    return [one.name for one in store.unfinished()]
