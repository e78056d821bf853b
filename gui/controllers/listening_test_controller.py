"""The blind test over the lanes: begun, kept free of hints, and its result stored with both takes."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    from ditone.gui.compare.blind_test import BlindTestPage
    from ditone.gui.controllers.library_controller import LibraryController
    from ditone.gui.panels.lane_area import LaneArea
    from ditone.gui.panels.page_stack import PageStack

log = logging.getLogger("ditone.compare")


class ListeningTestController(QObject):
    """`testing_changed`: while a test is on, nothing in the window may tell what is what or change what is compared.

    `result_told` carries the result in a sentence.
    """

    testing_changed = Signal(bool)
    result_told = Signal(str)

    def __init__(self, lanes: LaneArea, pages: PageStack, library: LibraryController) -> None:
        super().__init__(pages)
        self._lanes, self._pages, self._library = lanes, pages, library
        self.page: BlindTestPage | None = None
        pages.returned.connect(self._end)

    def open(self) -> None:
        """Begins a test of what the lanes hold, where both hold a sound."""
        player = self._lanes.player
        if player is None or not (player.has("A") and player.has("B")):
            return
        from ditone.gui.compare.blind_test import BlindTestPage

        if self.page is None:
            self.page = BlindTestPage(player)
            self.page.finished.connect(self._on_result)
            self.page.closed.connect(self._pages.close_page)
        self._lanes.locked = True
        self.testing_changed.emit(True)
        self._pages.show_page(self.page)
        self.page.open()

    def _end(self) -> None:
        if self._lanes.locked:
            self._lanes.locked = False
            self.testing_changed.emit(False)

    def _on_result(self, result: dict[str, Any]) -> None:
        from ditone.gui.compare.blind_test_cards import result_text

        text = (
            result_text(result)
            if result["complete"]
            else self.tr("incomplete: {done} of {total} trials").format(done=result["answered"], total=result["trials"])
        )
        log.info("listening test: %s", text)
        entries = self._lanes.entries
        self._library.store_comparison(entries.get("A"), entries.get("B"), "listening", result)
        self.result_told.emit(text)
