"""The bench of what the prompt panel says: opened, stopped when the window goes, and saved."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

if TYPE_CHECKING:
    from ditone.gui.compare.bench_page import BenchPage
    from ditone.gui.controllers.generation_controller import GenerationController
    from ditone.gui.core.settings import Settings
    from ditone.gui.panels.lane_area import LaneArea
    from ditone.gui.panels.page_stack import PageStack


class BenchController(QObject):
    """`page` is the one that is open. `failed` carries an exception."""

    failed = Signal(object)

    def __init__(self, generation: GenerationController, lanes: LaneArea, pages: PageStack, settings: Settings) -> None:
        super().__init__(pages)
        self._generation, self._lanes, self._pages, self._settings = generation, lanes, pages, settings
        self.page: BenchPage | None = None
        pages.removed.connect(self._on_removed)

    def open(self) -> None:
        """Shows the bench of the present settings; one that runs is shown again."""
        info = self._generation.engine.info
        if info is None:
            return
        if self.page is not None and self.page.running:
            self._pages.show_page(self.page)
            return
        from ditone.gui.compare.bench_page import BenchPage

        if self.page is not None:
            self._pages.discard(self.page)
        page = self.page = BenchPage(info, self._generation.wanted_request())
        page.closed.connect(self._pages.close_page)
        page.folder_wanted.connect(self._choose_folder)
        page.written.connect(self._on_written)
        page.failed.connect(self.failed)
        self._pages.show_page(page)

    def close(self) -> None:
        """Ends what runs, before the window is gone."""
        if self.page is not None and self.page.running:
            self.page.stop()

    def _on_removed(self, page: QWidget) -> None:
        if page is self.page:
            self.close()

    def _choose_folder(self) -> None:
        title = self.tr("Folder for the page")
        folder = QFileDialog.getExistingDirectory(self._pages.window(), title, self._settings.text("export/folder"))
        if folder and self.page is not None:
            self.page.write(Path(folder) / "bench")

    def _on_written(self, folder: Path) -> None:
        self._lanes.cards.show_notice(self.tr("The page is in {folder}.").format(folder=folder))
