import gc
import weakref

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from ditone.gui.core.garbage_collector import Collector


class Node:
    other: "Node"


def test_cycles_are_collected_by_the_timer_of_the_gui_thread_alone(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gc, "freeze", lambda: None)  # a window of another test may still be told that its engine is there
    parent = QObject()
    collector = Collector(parent)
    try:
        assert not gc.isenabled()
        first, second = Node(), Node()
        first.other, second.other = second, first
        gone = weakref.ref(first)
        del first, second
        garbage: list[list[None]] = []

        def collected() -> bool:
            # enough that a collection is due, whatever else is freed meanwhile and counted back
            garbage.extend([] for _ in range(gc.get_threshold()[0] + 100))
            return gone() is None

        assert gone() is not None
        qtbot.waitUntil(collected, timeout=10_000)
    finally:
        collector.stop()
    assert gc.isenabled()
