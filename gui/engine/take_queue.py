"""The serial queue. Each item freezes its request when it is added; cancelling or failing touches that item only."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from ditone.gui.engine.failure import Failure
from ditone.runtime.request import Request

if TYPE_CHECKING:
    from ditone.runtime.registry import ModelInfo


class ItemState(Enum):
    """What an item of the queue does."""

    WAITING = "Waiting"
    RUNNING = "Running"
    FAILED = "Failed"


@dataclass(frozen=True)
class QueueItem:
    """One take to be made. `failure` is set once it failed; finished and cancelled items leave the queue.

    `to_lanes`: the lanes show it while it is made and when it is done; a page that asked for it shows it otherwise.
    `to_library`: it is listed and stored, and comes back with the queue after a restart; a script keeps its takes itself.
    """

    id: int
    info: ModelInfo
    request: Request
    state: ItemState = ItemState.WAITING
    failure: Failure | None = None
    to_lanes: bool = True
    to_library: bool = True

    @property
    def title(self) -> str:
        """The prompt in one line."""
        return short_title(self.request.prompt)


class TakeQueue(QObject):
    """Items in the order in which they are made. `changed` follows every change."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._items: list[QueueItem] = []
        self._ids = itertools.count(1)
        self.batch_total = 0
        self.batch_done = 0
        self.paused = False
        self.restored = False  # it is paused because it came back from an earlier start, not because a person paused it

    def set_paused(self, paused: bool) -> None:
        """While paused nothing new begins; what runs goes on."""
        if paused != self.paused:
            self.paused = paused
            self.restored = False
            self.changed.emit()

    def items(self) -> tuple[QueueItem, ...]:
        """Everything in the queue, in order."""
        return tuple(self._items)

    def find(self, item_id: int) -> QueueItem | None:
        """The item of an id, while it is in the queue."""
        return next((item for item in self._items if item.id == item_id), None)

    def waiting(self) -> list[QueueItem]:
        """The items that have not begun."""
        return [item for item in self._items if item.state is ItemState.WAITING]

    def running(self) -> QueueItem | None:
        """The item that is being made."""
        return next((item for item in self._items if item.state is ItemState.RUNNING), None)

    def failed(self) -> list[QueueItem]:
        """The items that failed."""
        return [item for item in self._items if item.state is ItemState.FAILED]

    def add(self, info: ModelInfo, request: Request, count: int = 1, to_lanes: bool = True, to_library: bool = True) -> list[int]:
        """Adds `count` items whose seeds follow each other from the request's own; the ids."""
        return self.add_each(info, [replace(request, seed=request.seed + i) for i in range(count)], to_lanes, to_library)

    def add_each(self, info: ModelInfo, requests: list[Request], to_lanes: bool = True, to_library: bool = True) -> list[int]:
        """Adds one item a request; the ids."""
        if not self.waiting() and self.running() is None:
            self.batch_total = self.batch_done = 0
        added = [QueueItem(next(self._ids), info, request, to_lanes=to_lanes, to_library=to_library) for request in requests]
        self._items += added
        self.batch_total += len(added)
        self.changed.emit()
        return [item.id for item in added]

    def begin_next(self) -> QueueItem | None:
        """Marks the first waiting item as running and returns it; None while one runs, nothing waits, or the queue is paused."""
        waiting = self.waiting()
        if self.paused or self.running() is not None or not waiting:
            return None
        started = replace(waiting[0], state=ItemState.RUNNING)
        self._put(started)
        return started

    def finish(self, item_id: int) -> QueueItem | None:
        """Removes a finished, cancelled or unwanted item and returns it."""
        item = self.find(item_id)
        if item is not None:
            self._items.remove(item)
            if item.state is not ItemState.FAILED:
                self.batch_done += 1
            self.changed.emit()
        return item

    def fail(self, item_id: int, failure: Failure) -> None:
        """Keeps the item with its reason, so that it can be tried again."""
        item = self.find(item_id)
        if item is not None:
            self.batch_done += 1
            self._put(replace(item, state=ItemState.FAILED, failure=failure))

    def retry_failed(self) -> None:
        """Puts every failed item back in line; the page that asked for one has been told that it failed, so the lanes show it now."""
        count = len(self.failed())
        self.batch_total += count
        self._items = [
            replace(i, state=ItemState.WAITING, failure=None, to_lanes=True) if i.state is ItemState.FAILED else i
            for i in self._items
        ]
        self.changed.emit()

    def clear_failed(self) -> None:
        """Drops every failed item."""
        self._items = [item for item in self._items if item.state is not ItemState.FAILED]
        self.changed.emit()

    def clear_waiting(self) -> None:
        """Drops everything that has not begun."""
        self.batch_total -= len(self.waiting())
        self._items = [item for item in self._items if item.state is not ItemState.WAITING]
        if self.restored:
            self.set_paused(False)
        self.changed.emit()

    def move(self, item_id: int, offset: int) -> None:
        """Moves a waiting item by `offset` places among those that wait."""
        waiting = self.waiting()
        index = next((i for i, item in enumerate(waiting) if item.id == item_id), None)
        if index is None:
            return
        waiting.insert(max(0, min(len(waiting) - 1, index + offset)), waiting.pop(index))
        self._items = [item for item in self._items if item.state is not ItemState.WAITING] + waiting
        self.changed.emit()

    def _put(self, item: QueueItem) -> None:
        self._items = [item if old.id == item.id else old for old in self._items]
        self.changed.emit()


def short_title(prompt: str, length: int = 60) -> str:
    """The prompt in one line, cut at a word."""
    line = " ".join(prompt.split())
    if len(line) <= length:
        return line or "(no prompt)"
    return line[: length - 1].rsplit(" ", 1)[0] + "…"
