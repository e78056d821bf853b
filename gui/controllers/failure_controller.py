"""What went wrong, as a card over the lanes with a report for the developers."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from ditone.gui.engine import failure as failures
from ditone.gui.engine.status import State, Status

if TYPE_CHECKING:
    from ditone.gui.core.log_relay import LogRelay
    from ditone.gui.engine.engine import Engine
    from ditone.gui.engine.events import ItemStarted
    from ditone.gui.engine.failure import Failure
    from ditone.gui.panels.cards import CardStack

log = logging.getLogger("ditone.window")


class FailureController(QObject):
    """Shows every failure of the engine, and what others bring."""

    def __init__(self, engine: Engine, cards: CardStack, relay: LogRelay) -> None:
        super().__init__(cards)
        self._engine, self._cards, self._relay = engine, cards, relay
        engine.failed.connect(self.show)
        engine.status_changed.connect(self._on_status)
        engine.item_started.connect(self._on_started)

    def _on_status(self, status: Status) -> None:
        if status.state is State.SCANNING:  # another folder is tried: what was wrong with the last one is past
            self._cards.clear_failures("folder")

    def _on_started(self, _: ItemStarted) -> None:
        self._cards.clear_failures("folder")  # a take is made with a model that works

    def show(self, failure: Failure) -> None:
        """A card that says what went wrong."""
        self._cards.show_failure(failure, failures.report(failure, list(self._relay.lines), self._engine.device()))

    def show_error(self, error: Exception) -> None:
        """The same for an exception, such as one of a background job."""
        self.show(failures.from_exception(error))

    def show_fault(self, error: BaseException) -> None:
        """A fault in the window itself."""
        self.show(failures.window_fault(error))
        log.error("a fault in the window", exc_info=error)
