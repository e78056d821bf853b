"""What comes into the window and leaves it: models, dropped folders and sounds, exported files."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtWidgets import QFileDialog, QMessageBox

from ditone.gui.audio import sound_file
from ditone.gui.controllers.weights_conversion import WeightsConversion
from ditone.gui.core.background import Background
from ditone.gui.engine import failure as failures
from ditone.gui.engine.failure import Failure
from ditone.gui.panels.model_panel import ModelPanel
from ditone.runtime.printable import printable

if TYPE_CHECKING:
    from ditone.gui.audio.sound_file import SoundFile
    from ditone.gui.engine.take_entry import TakeEntry
    from ditone.gui.main_window import MainWindow
    from ditone.runtime.request import Request

log = logging.getLogger("ditone.window")


class ModelController(QObject):
    """Belongs to the main window. `show_failure` receives what could not be read."""

    def __init__(self, window: MainWindow, show_failure: Callable[[Failure], None]) -> None:
        super().__init__(window)
        self._window = window
        self._show_failure = show_failure
        self._background = Background(self)
        self.panel = ModelPanel(window)
        self.panel.model_chosen.connect(window.engine.choose_model)
        self.panel.folder_wanted.connect(self.choose_folder)
        self.panel.engine_chosen.connect(window.engine.set_engine_settings)
        self.panel.unload_wanted.connect(window.engine.unload)
        self.conversion = WeightsConversion(window)
        self.conversion.told.connect(window.lanes.cards.show_notice)
        self.conversion.changed.connect(self._show_converting)
        self.panel.convert_wanted.connect(self._on_convert)
        window.engine.loaded_changed.connect(self.panel.show_loaded)

    def open_models(self) -> None:
        """Folds out the model panel under the chip."""
        window, engine, chip = self._window, self._window.engine, self._window.bar.chip
        self.panel.fill(engine.models, window.settings.recent_models(), engine.devices, engine.engine_settings)
        self.panel.show_model(engine.info, window.wanted_request() if engine.info is not None else None)
        self.panel.show_loaded(engine.loaded)
        self._show_converting()
        self.panel.move(chip.mapToGlobal(QPoint(0, chip.height() + 4)))
        self.panel.show()
        self.panel.fit()  # its texts have their fonts and widths once it is shown
        self.panel.list.setFocus()

    def _show_converting(self) -> None:
        self.panel.show_converting(self.conversion.offers(self._window.engine.info), self.conversion.share)

    def _on_convert(self, begins: bool) -> None:
        info = self._window.engine.info
        if not begins:
            self.conversion.stop()
        elif info is not None and self.conversion.offers(info):
            self.conversion.ask(info)

    def choose_folder(self) -> None:
        """Asks for a model folder."""
        window = self._window
        title = self.tr("Choose a model folder")
        chosen = QFileDialog.getExistingDirectory(window, title, window.settings.text("models/last_folder"))
        if chosen:
            window.settings.set("models/last_folder", str(Path(chosen).parent))
            window.engine.choose_model(chosen)

    def use_builtin(self) -> None:
        """Back to the first model that came with the installation."""
        if self._window.engine.models:
            self._window.engine.choose_info(self._window.engine.models[0])

    def dropped(self, paths: list[str]) -> None:
        """A folder becomes the model. A sound goes to a lane, and what made it to the prompt panel where the file tells."""
        if not paths:
            return
        path = Path(paths[0])
        if path.is_dir():
            self._window.engine.choose_model(str(path))
        elif self._window.lanes.built:
            self._background.run("dropped", partial(sound_file.read, path), self._on_dropped, self._on_unreadable)

    def export(self, entry: TakeEntry) -> None:
        """Opens the export panel for a take."""
        from ditone.gui.widgets.export_panel import ExportPanel

        window = self._window
        stored = window.settings.text("export/folder")
        selection = window.lanes.selection_of(entry)
        panel = ExportPanel(entry.take, window, selection, Path(stored) if stored else None, entry.licence)
        panel.settings.setChecked(window.settings.flag("export/include_settings", True))
        panel.exported.connect(self._on_exported)
        panel.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        panel.show()

    def _on_dropped(self, found: SoundFile) -> None:
        window = self._window
        window.lanes.show_sound(found.sound)
        if found.request is None:
            return
        request = found.request
        if found.foreign_model and window.engine.info is not None:  # a file decides nothing about which folders are opened
            request = request.replaced(model=window.engine.info.model)
        window.recall_request(request)
        words = self.tr("The settings that made {name} are in the prompt panel.").format(name=found.sound.title)
        window.lanes.cards.show_notice(words)
        if found.left_out:
            names = ", ".join(printable(name, 120) for name in found.left_out[:3])
            words = self.tr("Files that the settings name and that were never used here are left out: {names}").format(
                names=names
            )
            window.lanes.cards.show_notice(words)
        if found.foreign_model:
            self._ask(found.foreign_model, found.request)

    def _ask(self, folder: str, request: Request) -> None:
        """Asks before a folder that only a file names is opened."""
        box = QMessageBox(self._window)
        box.setIcon(QMessageBox.Icon.Question)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setText(self.tr("This file was made with a model folder that was never used here. Open it?"))
        box.setInformativeText(printable(folder, 300))
        box.setStandardButtons(QMessageBox.StandardButton.Open | QMessageBox.StandardButton.Cancel)
        box.setDefaultButton(QMessageBox.StandardButton.Cancel)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.finished.connect(partial(self._on_answer, request))
        box.open()

    def _on_answer(self, request: Request, answer: int) -> None:
        if answer == QMessageBox.StandardButton.Open.value:
            self._window.recall_request(request)

    def _on_unreadable(self, error: Exception) -> None:
        self._show_failure(failures.from_exception(error))

    def _on_exported(self, path: str) -> None:
        self._window.settings.set("export/folder", str(Path(path).parent))
        log.info("exported %s", path)
