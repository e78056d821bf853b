"""Which model is used: chosen in the model panel, as a folder, or the built-in one; converted; given back."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from ditone.gui.controllers.weights_conversion import WeightsConversion

if TYPE_CHECKING:
    from ditone.gui.core.settings import Settings
    from ditone.gui.engine.engine import Engine
    from ditone.gui.panels.model_panel import ModelPanel
    from ditone.gui.panels.prompt_panel import PromptPanel


class ModelController(QObject):
    """`told` carries a sentence for the person."""

    told = Signal(str)

    def __init__(self, engine: Engine, settings: Settings, panel: ModelPanel, prompt: PromptPanel) -> None:
        super().__init__(panel)
        self._engine, self._settings, self._panel, self._prompt = engine, settings, panel, prompt
        panel.model_chosen.connect(engine.choose_model)
        panel.folder_wanted.connect(self.choose_folder)
        panel.engine_chosen.connect(engine.set_engine_settings)
        panel.unload_wanted.connect(engine.unload)
        panel.convert_wanted.connect(self._on_convert)
        engine.loaded_changed.connect(panel.show_loaded)
        engine.models_changed.connect(self._fill)
        self.conversion = WeightsConversion(panel)
        self.conversion.told.connect(self.told)
        self.conversion.changed.connect(self._show_converting)

    def open_panel(self, below: QWidget) -> None:
        """Folds out the model panel under a widget."""
        engine, panel = self._engine, self._panel
        self._fill()
        panel.show_model(engine.info, self._prompt.request(engine.engine_settings) if engine.info is not None else None)
        panel.show_loaded(engine.loaded)
        self._show_converting()
        panel.move(below.mapToGlobal(QPoint(0, below.height() + 4)))
        panel.show()
        panel.fit()  # its texts have their fonts and widths once it is shown
        panel.list.setFocus()

    def choose_folder(self) -> None:
        """Asks for a model folder."""
        title = self.tr("Choose a model folder")
        chosen = QFileDialog.getExistingDirectory(self._panel.parentWidget(), title, self._settings.text("models/last_folder"))
        if chosen:
            self._settings.set("models/last_folder", str(Path(chosen).parent))
            self._engine.choose_model(chosen)

    def use_builtin(self) -> None:
        """Back to the first model that came with the installation."""
        if self._engine.models:
            self._engine.choose_model(self._engine.models[0].model)

    def close(self) -> None:
        """Stops a conversion that runs, and waits until the disk is left alone."""
        self.conversion.close()

    def _fill(self) -> None:
        engine = self._engine
        self._panel.fill(engine.models, self._settings.recent_models(), engine.devices, engine.engine_settings)

    def _show_converting(self) -> None:
        self._panel.show_converting(self.conversion.offers(self._engine.info), self.conversion.share)

    def _on_convert(self, begins: bool) -> None:
        info = self._engine.info
        if not begins:
            self.conversion.stop()
        elif info is not None and self.conversion.offers(info):
            self.conversion.ask(info)
