"""The parity table of takes: which ones it has, what hears them, and where its page goes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog

from ditone.gui.engine.take_entry import TakeEntry
from ditone.runtime.errors import DitoneError

if TYPE_CHECKING:
    from ditone.gui.compare.parity_page import ParityPage
    from ditone.gui.controllers.lane_controller import LaneController
    from ditone.gui.core.settings import Settings
    from ditone.gui.engine.take_entry import AnyTake
    from ditone.gui.panels.page_stack import PageStack
    from ditone.gui.panels.takes_panel import TakesPanel


class ParityController(QObject):
    """`page` is the last table. `failed` carries an exception."""

    failed = Signal(object)

    def __init__(self, takes: TakesPanel, lanes: LaneController, pages: PageStack, settings: Settings) -> None:
        super().__init__(pages)
        self._takes, self._lanes, self._pages, self._settings = takes, lanes, pages, settings
        self.page: ParityPage | None = None

    def open(self) -> None:
        """Shows the takes that are chosen in the list; all that are shown there where fewer than two are. Lane A's is the reference."""
        chosen = self._takes.list.selected()
        entries = chosen if len(chosen) > 1 else self._takes.shown()
        a = self._lanes.area.entries.get("A")
        if a is not None and len(chosen) > 1 and all(entry.id != a.id for entry in entries):
            entries = [a, *entries]
        if len(entries) < 2:
            self._lanes.area.cards.show_notice(self.tr("A table needs two takes. Choose them in the list."))
            return
        from ditone.gui.compare.parity_page import ParityPage

        if self.page is not None:
            self._pages.discard(self.page)
        reference = a.id if a is not None and any(entry.id == a.id for entry in entries) else entries[0].id
        page = self.page = ParityPage(entries, reference, self._read, self._settings)
        page.hear.connect(self._hear)
        page.closed.connect(self._pages.close_page)
        page.folder_wanted.connect(self._choose_folder)
        page.written.connect(self._on_written)
        page.failed.connect(self.failed)
        self._pages.show_page(page)

    def _read(self, entry: AnyTake) -> TakeEntry:
        """The take with its samples; on a background thread."""
        if isinstance(entry, TakeEntry):
            return entry
        library = self._lanes.library.library
        if library is None:
            raise DitoneError(self.tr("The library is not open, so the samples of this take cannot be read."))
        return entry.load(library)

    def _hear(self, entry: AnyTake) -> None:
        self._lanes.hear_in("B", entry)

    def _choose_folder(self) -> None:
        title = self.tr("Folder for the page")
        folder = QFileDialog.getExistingDirectory(self._pages.window(), title, self._settings.text("export/folder"))
        if folder and self.page is not None:
            self.page.write(Path(folder) / "parity")

    def _on_written(self, folder: Path) -> None:
        self._lanes.area.cards.show_notice(self.tr("The page is in {folder}.").format(folder=folder))
