"""More like this, and between A and B: takes near other takes, asked for in a dialog and queued as one batch."""

from __future__ import annotations

import secrets
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from ditone.gui.i18n.sentences import translate_sentence
from ditone.runtime import variations
from ditone.runtime.errors import DitoneError

if TYPE_CHECKING:
    from ditone.gui.core.settings import Settings
    from ditone.gui.engine.engine import Engine
    from ditone.gui.engine.take_entry import AnyTake
    from ditone.gui.panels.lane_area import LaneArea
    from ditone.runtime.registry import ModelInfo
    from ditone.runtime.request import Request

SEED_BITS = 31
LEVEL, COUNT, STEPS = "near/level", "near/count", "near/steps"


class VariationsController(QObject):
    """Levels and counts of the last time are those that a dialog begins with."""

    def __init__(self, engine: Engine, lanes: LaneArea, settings: Settings) -> None:
        super().__init__(lanes)
        self._engine, self._lanes, self._settings = engine, lanes, settings

    def is_offered(self) -> bool:
        """Whether the model that is loaded can start from a take."""
        info = self._engine.info
        return info is not None and variations.is_offered(info)

    def vary(self, entry: AnyTake) -> None:
        """Asks how near and how many, for a take of the model that is loaded."""
        info = self._able(entry.request)
        if info is None:
            return
        from ditone.gui.panels.variation_dialogs import VariationsDialog

        level, count = self._settings.number(LEVEL, variations.USUAL), round(self._settings.number(COUNT, 4))
        dialog = VariationsDialog(entry.title, level, count, self._lanes.window())
        dialog.wanted.connect(partial(self.make_variations, entry.request))
        dialog.open()

    def between(self) -> None:
        """Asks how many takes shall lie between those of the two lanes."""
        a, b = self._lanes.entries.get("A"), self._lanes.entries.get("B")
        if a is None or b is None:
            self._say(self.tr("The way leads between two takes: bring one to each lane first."))
            return
        info = self._able(a.request)
        if info is None:
            return
        if a.request.model != b.request.model:
            self._say(self.tr("A and B are takes of different models; there is no way between them."))
            return
        from ditone.gui.panels.variation_dialogs import BetweenDialog

        dialog = BetweenDialog(a.title, b.title, round(self._settings.number(STEPS, 3)), self._lanes.window())
        dialog.wanted.connect(partial(self.make_between, a.request, b.request))
        dialog.open()

    def make_variations(self, request: Request, level: float, count: int) -> None:
        """Queues variations of a take, each with a new seed."""
        self._settings.set(LEVEL, level)
        self._settings.set(COUNT, count)
        self._queue([variations.variation(request, level, secrets.randbits(SEED_BITS)) for _ in range(count)])

    def make_between(self, a: Request, b: Request, count: int) -> None:
        """Queues a row of takes between two, those nearer to `a` first."""
        self._settings.set(STEPS, count)
        info = self._engine.info
        if info is not None:
            try:
                requests = [variations.between(info, a, b, i / (count + 1)) for i in range(1, count + 1)]
            except DitoneError as error:
                self._say(translate_sentence(error.message))
                return
            self._queue(requests)

    def _queue(self, requests: list[Request]) -> None:
        engine, info = self._engine, self._engine.info
        if info is None:
            return
        try:
            made = [info.checked(request.replaced(engine=engine.engine_settings)) for request in requests]
        except DitoneError as error:
            self._say(translate_sentence(error.message))
            return
        engine.generate_each(made)

    def _able(self, request: Request) -> ModelInfo | None:
        """The loaded model, when the take is its own and it can start from a take; else a sentence says why not."""
        info = self._engine.info
        if info is None or request.model != info.model:
            self._say(self.tr("This take was made with another model; choose that model first."))
        elif not variations.is_offered(info):
            self._say(self.tr("{model} has no way to start from a take.").format(model=info.title))
        else:
            return info
        return None

    def _say(self, words: str) -> None:
        self._lanes.cards.show_notice(words, of_take=True)
