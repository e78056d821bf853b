"""The sweep over one or two controls: asked for in a dialog, made take by take, shown as a contact sheet."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from ditone.gui.i18n.family_words import translate_model

if TYPE_CHECKING:
    from ditone.gui.compare.contact_sheet import ContactSheet
    from ditone.gui.controllers.generation_controller import GenerationController
    from ditone.gui.controllers.lane_controller import LaneController
    from ditone.gui.controllers.page_takes import PageTakes
    from ditone.gui.engine.take_entry import TakeEntry
    from ditone.gui.panels.page_stack import PageStack
    from ditone.runtime.sweep import Axis, Cell


class SweepController(QObject):
    """`sheet` is the contact sheet of the last sweep."""

    def __init__(self, generation: GenerationController, lanes: LaneController, pages: PageStack, page_takes: PageTakes) -> None:
        super().__init__(pages)
        self._generation, self._lanes, self._pages, self._page_takes = generation, lanes, pages, page_takes
        self.sheet: ContactSheet | None = None

    def open(self) -> None:
        """Asks for the controls to sweep, from what the prompt panel says now."""
        info = self._generation.engine.info
        if info is None:
            return
        from ditone.gui.compare.sweep_dialog import SweepDialog

        dialog = SweepDialog(translate_model(info), self._generation.wanted_request(), self._pages.window())
        dialog.started.connect(self.start)
        dialog.open()

    def start(self, axes: list[Axis], cells: list[Cell]) -> None:
        """Queues every cell and shows the contact sheet."""
        from ditone.gui.compare.contact_sheet import ContactSheet

        if self.sheet is not None:
            self._pages.discard(self.sheet)
        info = self._generation.engine.info
        sheet = self.sheet = ContactSheet(axes, cells, info.controls if info is not None else ())
        sheet.play_requested.connect(self._lanes.play)
        sheet.lane_requested.connect(self._to_lane)
        sheet.closed.connect(self._pages.close_page)
        self._pages.show_page(sheet)
        for index, cell in enumerate(cells):
            self._page_takes.order(cell.request, partial(sheet.add, index), partial(sheet.fail, index), sheet)

    def _to_lane(self, entry: TakeEntry) -> None:
        self._pages.close_page()
        self._lanes.show(entry)
