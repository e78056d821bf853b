"""The search for a faster setting that sounds like the take in lane A."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from ditone.gui.compare.side import of_lane
from ditone.gui.core.settings import RECOGNISER

if TYPE_CHECKING:
    from ditone.gui.compare.faster_setting import FasterSettingPage
    from ditone.gui.controllers.lane_controller import LaneController
    from ditone.gui.controllers.page_takes import PageTakes
    from ditone.gui.core.settings import Settings
    from ditone.gui.engine.take_entry import TakeEntry
    from ditone.gui.panels.page_stack import PageStack
    from ditone.runtime.registry import ModelInfo
    from ditone.runtime.request import Request


class FasterSettingController(QObject):
    """`page` is the one of the last search. `recall_requested(entry, what)`: the setting that was found is wanted in the panel."""

    recall_requested = Signal(object, str)

    def __init__(self, lanes: LaneController, pages: PageStack, page_takes: PageTakes, settings: Settings) -> None:
        super().__init__(pages)
        self._lanes, self._pages, self._page_takes, self._settings = lanes, pages, page_takes, settings
        self.page: FasterSettingPage | None = None
        self._kept: set[str] = set()

    def open(self, info: ModelInfo | None) -> None:
        """Shows the page for the take in lane A, which must be one of the model that is chosen."""
        entry = self._lanes.area.entries.get("A")
        if entry is None or info is None or entry.take.request.model != info.model:
            words = self.tr("The take in lane A was made with another model; choose that model first.")
            self._lanes.area.cards.show_notice(words)
            return
        from ditone.gui.compare.faster_setting import FasterSettingPage

        if self.page is not None:
            self._pages.discard(self.page)
        page = self.page = FasterSettingPage(info, entry, self._error_rate(entry))
        page.search.take_wanted.connect(self._make_candidate)
        page.lane_requested.connect(self._to_lane)
        page.recall_requested.connect(self.recall_requested)
        page.closed.connect(self._pages.close_page)
        self._pages.show_page(page)

    def _make_candidate(self, request: Request) -> None:
        if self.page is not None:
            search = self.page.search
            # candidates live in the page; what is taken from it is kept
            self._page_takes.order(request, search.add, search.fail, self.page, to_library=False)

    def _error_rate(self, entry: TakeEntry) -> Callable[[TakeEntry], float] | None:
        """A function that hears a take, for speech and with a recogniser chosen."""
        from ditone.runtime.comparison import wer

        folder = self._settings.text(RECOGNISER)
        text = of_lane(entry.sound, entry).spoken_text
        if not text or wer.problem(folder):
            return None
        return partial(_word_error_rate, Path(folder), text)

    def _to_lane(self, entry: TakeEntry) -> None:
        self._pages.close_page()
        if entry.id not in self._kept:
            self._kept.add(entry.id)
            self._lanes.library.keep(entry)
        self._lanes.show_in("B", entry)


def _word_error_rate(folder: Path, text: str, entry: TakeEntry) -> float:
    from ditone.runtime.comparison import wer

    heard = wer.Recogniser(folder).transcribe(entry.take.audio, entry.take.sample_rate_hz)
    return wer.error_rate(text, heard).rate
