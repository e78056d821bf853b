"""Batches that write to a folder: their window, and the sounds that are heard from it."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from ditone.gui.core.background import Background

if TYPE_CHECKING:
    from ditone.gui.audio.sound_file import SoundFile
    from ditone.gui.batch.window import BatchWindow
    from ditone.gui.controllers.generation_controller import GenerationController
    from ditone.gui.panels.lane_area import LaneArea


class BatchFilesController(QObject):
    """`window` is the last batch's; `failed` carries an exception."""

    failed = Signal(object)

    def __init__(self, generation: GenerationController, lanes: LaneArea) -> None:
        super().__init__(lanes)
        self._generation, self._lanes = generation, lanes
        self._background = Background(self)
        self.window: BatchWindow | None = None

    def open(self) -> None:
        """Shows the batch that runs, or asks for a new one that begins with what the prompt panel says now."""
        info = self._generation.engine.info
        if self.window is None or not self.window.batch.running:
            if info is None:
                return
            from ditone.gui.batch.window import BatchWindow

            if self.window is not None:
                self.window.deleteLater()
            self.window = BatchWindow(info, self._generation.wanted_request(), self._lanes.window())
            self.window.hear.connect(self._hear)
        self.window.show()
        self.window.raise_()
        self.window.activateWindow()

    def close(self) -> None:
        """Ends a batch that runs; it can be gone on with later."""
        if self.window is not None:
            self.window.batch.stop(wait=True)

    def _hear(self, path: str) -> None:
        from ditone.gui.audio import sound_file

        self._background.run("hear", partial(sound_file.read_all, [Path(path)]), self._on_read, self.failed.emit)

    def _on_read(self, read: tuple[list[SoundFile], list[Exception]]) -> None:
        found, errors = read
        for one in found:
            self._lanes.show_sound(one.sound)
        for error in errors:
            self.failed.emit(error)
