"""Takes that a page of the comparison asks for: the page is told what came of each, and the lanes leave them alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from ditone.gui.engine.engine import Engine
    from ditone.gui.engine.events import ItemCancelled, TakeFinished
    from ditone.gui.engine.failure import Failure
    from ditone.gui.engine.take_entry import TakeEntry
    from ditone.runtime.request import Request

Done = Callable[["TakeEntry"], None]
Failed = Callable[[str], None]


@dataclass(frozen=True, eq=False)
class _Order:
    done: Done
    failed: Failed
    page: QWidget | None


class PageTakes(QObject):
    """Knows by the queue item's id who waits for it; each signal of the engine carries the item."""

    def __init__(self, engine: Engine, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._engine = engine
        self._orders: dict[int, _Order] = {}
        engine.take_finished.connect(self._on_finished)
        engine.failed.connect(self._on_failed)
        engine.item_cancelled.connect(self._on_cancelled)

    def order(self, request: Request, done: Done, failed: Failed, page: QWidget | None = None, to_library: bool = True) -> None:
        """Queues one take; `done(entry)` or `failed(sentence)` follows, unless `page`, which wants it, goes before."""
        for item in self._engine.generate(request, 1, to_lanes=False, to_library=to_library):
            self._orders[item] = _Order(done, failed, page)

    def forget_page(self, page: QWidget) -> None:
        """A page goes: what it waits for is cancelled, and nobody is told any more."""
        for item in [item for item, order in self._orders.items() if order.page is page]:
            del self._orders[item]
            self._engine.cancel(item)

    def waiting(self) -> int:
        """How many takes are still to come."""
        return len(self._orders)

    def _on_finished(self, event: TakeFinished) -> None:
        order = self._orders.pop(event.item.id, None)
        if order is not None:
            order.done(event.entry)

    def _on_failed(self, failure: Failure) -> None:
        order = self._orders.pop(failure.item, None)
        if order is not None:
            order.failed(failure.message)

    def _on_cancelled(self, event: ItemCancelled) -> None:
        order = self._orders.pop(event.item.id, None)
        if order is not None:
            order.failed(self.tr("Cancelled."))
