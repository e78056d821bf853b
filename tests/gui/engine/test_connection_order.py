"""Who listens to the engine first makes no difference: every signal carries the item that it is about."""

from __future__ import annotations

import inspect
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from ditone.gui import studio as studio_module
from ditone.gui.core.settings import Settings
from ditone.gui.engine.engine import Engine
from ditone.gui.engine.take_entry import TakeEntry
from ditone.gui.studio import Studio
from tests.tiny import TinyFamily

WAIT_MS = 60_000
SIGNALS = (
    "status_changed",
    "models_changed",
    "model_changed",
    "loaded_changed",
    "item_started",
    "stage_began",
    "preview",
    "audio_piece",
    "take_finished",
    "item_cancelled",
    "failed",
    "note",
)


class ShuffledSignal:
    """Calls everyone who is connected, in another order each time."""

    def __init__(self, order: Callable[[list[Any]], list[Any]]) -> None:
        self._slots: list[Callable[..., object]] = []
        self._order = order

    def connect(self, slot: Any) -> None:
        self._slots.append(slot)

    def emit(self, *values: object) -> None:
        for slot in self._order(list(self._slots)):
            taken = len(inspect.signature(slot).parameters) if inspect.ismethod(slot) else len(values)
            slot(*values[:taken])  # like Qt, which leaves out what a slot does not take


def backwards(slots: list[Any]) -> list[Any]:
    return slots[::-1]


def by_chance(seed: int) -> Callable[[list[Any]], list[Any]]:
    draw = random.Random(seed)
    return lambda slots: draw.sample(slots, len(slots))


@pytest.mark.parametrize(
    "order", [list, backwards, by_chance(1), by_chance(2)], ids=["as made", "backwards", "chance 1", "chance 2"]
)
def test_the_order_of_connections_changes_nothing(
    order: Callable[[list[Any]], list[Any]],
    qtbot: QtBot,
    tiny: TinyFamily,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class ShuffledEngine(Engine):
        def __init__(self, *given: Any) -> None:
            super().__init__(*given)
            for name in SIGNALS:
                setattr(self, name, ShuffledSignal(order))
            self.status_line.changed.connect(self.status_changed.emit)

    monkeypatch.setattr(studio_module, "Engine", ShuffledEngine)
    studio = Studio(Settings())
    window = studio.window
    qtbot.addWidget(window)
    window.resize(1440, 900)
    window.show()
    qtbot.waitUntil(lambda: studio.engine.loaded is not None and studio.library.library is not None, timeout=WAIT_MS)
    page = QWidget()
    told: list[TakeEntry] = []
    window.prompt.rows["duration_s"].set_value(0.2)
    window.bar.count.setValue(2)
    window.bar.generate.click()
    studio.page_takes.order(studio.generation.wanted_request().replaced(seed=77), told.append, pytest.fail, page)
    qtbot.waitUntil(lambda: window.takes.model.total() == 3 and not studio.engine.busy and bool(told), timeout=WAIT_MS)
    page.deleteLater()

    assert [entry.take.request.seed for entry in told] == [77]
    shown = {letter: entry.take.request.seed for letter, entry in window.lanes.entries.items()}
    seed = window.prompt.rows["seed"].value()
    assert set(shown.values()) <= {seed, seed + 1} and seed + 1 in shown.values()  # never the take of the page
    assert studio.library.library is not None
    qtbot.waitUntil(lambda: studio.library.library.count() == 3, timeout=WAIT_MS)  # type: ignore[union-attr]
    assert [run.title for run in studio.performance.log.runs] == ["a test tone"] * 3
    assert window.bar.pill.text().startswith(("Done", "Ready"))

    # another model and settings of another take of it: the panel has its controls before the settings come
    studio.recall.recall_request(told[0].take.request.replaced(steps=7))
    assert window.prompt.rows["steps"].value() == 7
    sound = window.lanes.lanes[next(iter(shown))].sound
    assert sound is not None
    assert np.isfinite(sound.audio).all()
    window.close()
