"""Sounds as files: what is dropped on the window, exported, copied for other programs, or shown in its folder."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, QObject, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QMessageBox

from ditone.gui.audio import sound_file
from ditone.gui.core.background import Background
from ditone.gui.panels.take_words import differences
from ditone.runtime.printable import printable

if TYPE_CHECKING:
    from ditone.gui.audio.sound_file import SoundFile
    from ditone.gui.controllers.lane_controller import LaneController
    from ditone.gui.controllers.recall_controller import RecallController
    from ditone.gui.core.settings import Settings
    from ditone.gui.engine.take_entry import AnyTake, TakeEntry
    from ditone.runtime.request import Request

log = logging.getLogger("ditone.window")


class FileController(QObject):
    """Reads and writes in the background. `folder_dropped` carries a folder, which may be a model's; `failed` an exception."""

    folder_dropped = Signal(str)
    failed = Signal(object)

    def __init__(self, lanes: LaneController, recall: RecallController, settings: Settings) -> None:
        super().__init__(lanes)
        self._lanes, self._library, self._history = lanes.area, lanes.library, lanes.history
        self._show_sound = lanes.show_sound
        self._recall, self._settings = recall, settings
        self._background = Background(self)

    def drop(self, paths: list[str]) -> None:
        """The first folder becomes the model. The first sounds go to the lanes, and what made the first of them to the prompt panel
        where the file tells."""
        folders, sounds = self.sorted_out(paths)
        if folders:
            self.folder_dropped.emit(folders[0])
        if sounds and self._lanes.built:
            read = partial(sound_file.read_all, [Path(path) for path in sounds[: len(self._lanes.lanes)]])
            self._background.run("drop", read, self._on_read_all, self.failed.emit)

    @staticmethod
    def sorted_out(paths: Sequence[str]) -> tuple[list[str], list[str]]:
        """(folders, files) of what was given."""
        folders = [path for path in paths if Path(path).is_dir()]
        return folders, [path for path in paths if path not in folders]

    def export(self, entry: AnyTake) -> None:
        """Opens the export panel for a take, once its samples are read."""
        self._library.with_samples(entry, self._open_export)

    def copy_file(self, entry: AnyTake) -> None:
        """The file that dragging would give on the clipboard, as a file manager copies it."""
        self._with_file(entry, self._on_copy_file)

    def copy_path(self, entry: AnyTake) -> None:
        """Where that file is, as text on the clipboard."""
        self._with_file(entry, self._on_copy_path)

    def show_in_folder(self, entry: AnyTake) -> None:
        """Opens the folder that holds that file."""
        self._with_file(entry, self._on_show)

    def _open_export(self, entry: TakeEntry) -> None:
        from ditone.gui.panels.export_panel import ExportPanel

        stored = self._settings.text("export/folder")
        selection = self._lanes.selection_of(entry)
        panel = ExportPanel(
            entry.take,
            self._lanes.window(),
            selection,
            Path(stored) if stored else None,
            entry.licence,
            self._about(entry),
            self._distinction(entry),
        )
        panel.settings.setChecked(self._settings.flag("export/include_settings", True))
        panel.exported.connect(self._on_exported)
        panel.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        panel.show()

    def _about(self, entry: TakeEntry) -> str:
        """Which take is written: number, lane, prompt and seed."""
        lanes = [letter for letter, shown in self._lanes.entries.items() if shown.id == entry.id]
        parts = [f"#{entry.number}"] if entry.number else []
        parts += [self.tr("lane {letter}").format(letter=letter) for letter in lanes]
        return " · ".join([*parts, entry.title, self.tr("seed {seed}").format(seed=entry.request.seed)])

    def _distinction(self, entry: TakeEntry) -> str:
        """What tells it from a take of the same prompt and seed in the other lane."""
        others = [shown for shown in self._lanes.entries.values() if shown.id != entry.id]
        alike = [o for o in others if (o.title, o.request.seed) == (entry.title, entry.request.seed)]
        return " ".join(differences(entry, alike)) if alike else ""

    def _on_exported(self, path: str) -> None:
        self._settings.set("export/folder", str(Path(path).parent))
        log.info("exported %s", path)

    def _on_read_all(self, read: tuple[list[SoundFile], list[Exception]]) -> None:
        """The sounds in their lanes and the settings of the first in the panel are one step."""
        found, errors = read
        names = ", ".join(one.sound.title for one in found)
        with self._history.together(self.tr("Drop {name}").format(name=names)):
            for letter, one in zip(self._lanes.lanes if len(found) > 1 else (None,), found, strict=False):
                self._show_sound(one.sound, letter)
            if found and found[0].request is not None:
                self._take_settings(found[0], found[0].request)
        for error in errors:
            self.failed.emit(error)

    def _take_settings(self, found: SoundFile, request: Request) -> None:
        if found.foreign_model:  # a file decides nothing about which folders are opened
            self._recall.recall_into_current(request)
        else:
            self._recall.recall_request(request)
        words = self.tr("The settings that made {name} are in the prompt panel.").format(name=found.sound.title)
        self._lanes.cards.show_notice(words)
        if found.left_out:
            names = ", ".join(printable(name, 120) for name in found.left_out[:3])
            words = self.tr("Files that the settings name and that were never used here are left out: {names}").format(
                names=names
            )
            self._lanes.cards.show_notice(words)
        if found.foreign_model:
            self._ask(found.foreign_model, request)

    def _ask(self, folder: str, request: Request) -> None:
        """Asks before a folder that only a file names is opened."""
        box = QMessageBox(self._lanes.window())
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
            self._recall.recall_request(request)

    def _with_file(self, entry: AnyTake, then: Callable[[Path], None]) -> None:
        work = self._library.drag_work([entry])
        self._background.run("file", lambda: work()[0], then, self.failed.emit)

    def _on_copy_file(self, path: Path) -> None:
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(path))])
        QGuiApplication.clipboard().setMimeData(data)
        self._show_copied(path)

    def _on_copy_path(self, path: Path) -> None:
        QGuiApplication.clipboard().setText(str(path))
        self._show_copied(path)

    def _on_show(self, path: Path) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(path.parent)))

    def _show_copied(self, path: Path) -> None:
        self._lanes.cards.show_notice(self.tr("Copied: {path}").format(path=path))
