"""What comes into the window and leaves it: models, dropped folders and sounds, exported files."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtWidgets import QFileDialog

from ditone.gui import dropped
from ditone.gui import failure as failures
from ditone.gui.background import Background
from ditone.gui.converting import Converting
from ditone.gui.failure import Failure
from ditone.gui.panels.model_panel import ModelPanel

if TYPE_CHECKING:
    from ditone.gui.dropped import DroppedSound
    from ditone.gui.main_window import MainWindow
    from ditone.gui.takes import TakeEntry

log = logging.getLogger("ditone.window")


class Opening(QObject):
    """Belongs to the main window. `show_failure` receives what could not be read."""

    def __init__(self, window: MainWindow, show_failure: Callable[[Failure], None]) -> None:
        super().__init__(window)
        self._window = window
        self._show_failure = show_failure
        self._background = Background(self)
        self.panel = ModelPanel(window)
        self.panel.model_chosen.connect(window.studio.choose_model)
        self.panel.folder_wanted.connect(self.choose_folder)
        self.panel.engine_chosen.connect(window.studio.set_engine)
        self.panel.unload_wanted.connect(window.studio.unload)
        self.converting = Converting(window)
        self.converting.told.connect(window.lanes.cards.show_notice)
        self.converting.changed.connect(self._show_converting)
        self.panel.convert_wanted.connect(self._on_convert)
        window.studio.loaded_changed.connect(self.panel.show_loaded)

    def open_models(self) -> None:
        """Folds out the model panel under the chip."""
        window, studio, chip = self._window, self._window.studio, self._window.bar.chip
        self.panel.fill(studio.models, window.settings.recent_models(), studio.devices, studio.engine)
        self.panel.show_model(studio.info, window.wanted_request() if studio.info is not None else None)
        self.panel.show_loaded(studio.loaded)
        self._show_converting()
        self.panel.move(chip.mapToGlobal(QPoint(0, chip.height() + 4)))
        self.panel.show()
        self.panel.fit()  # its texts have their fonts and widths once it is shown
        self.panel.list.setFocus()

    def _show_converting(self) -> None:
        self.panel.show_converting(self.converting.offers(self._window.studio.info), self.converting.share)

    def _on_convert(self, begins: bool) -> None:
        info = self._window.studio.info
        if not begins:
            self.converting.stop()
        elif info is not None and self.converting.offers(info):
            self.converting.ask(info)

    def choose_folder(self) -> None:
        """Asks for a model folder."""
        window = self._window
        title = self.tr("Choose a model folder")
        chosen = QFileDialog.getExistingDirectory(window, title, window.settings.text("models/last_folder"))
        if chosen:
            window.settings.set("models/last_folder", str(Path(chosen).parent))
            window.studio.choose_model(chosen)

    def use_builtin(self) -> None:
        """Back to the first model that came with the installation."""
        if self._window.studio.models:
            self._window.studio.choose_info(self._window.studio.models[0])

    def dropped(self, paths: list[str]) -> None:
        """A folder becomes the model. A sound goes to a lane, and what made it to the prompt panel where the file tells."""
        if not paths:
            return
        path = Path(paths[0])
        if path.is_dir():
            self._window.studio.choose_model(str(path))
        elif self._window.lanes.built:
            self._background.run("dropped", partial(dropped.read, path), self._on_dropped, self._on_unreadable)

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

    def _on_dropped(self, found: DroppedSound) -> None:
        window = self._window
        window.lanes.show_sound(found.sound)
        if found.request is not None:
            window.recall_request(found.request)
            words = self.tr("The settings that made {name} are in the prompt panel.").format(name=found.sound.title)
            window.lanes.cards.show_notice(words)

    def _on_unreadable(self, error: Exception) -> None:
        self._show_failure(failures.from_exception(error))

    def _on_exported(self, path: str) -> None:
        self._window.settings.set("export/folder", str(Path(path).parent))
        log.info("exported %s", path)
