import gc
import weakref

from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from gui.garbage import Collector


class Node:
    other: "Node"


def test_cycles_are_collected_by_the_timer_of_the_gui_thread_alone(qtbot: QtBot) -> None:
    parent = QObject()
    collector = Collector(parent)
    try:
        assert not gc.isenabled()
        first, second = Node(), Node()
        first.other, second.other = second, first
        gone = weakref.ref(first)
        del first, second
        garbage = [[] for _ in range(gc.get_threshold()[0] + 100)]  # enough that a collection is due
        assert gone() is not None
        qtbot.waitUntil(lambda: gone() is None, timeout=5000)
        assert len(garbage) > 0
    finally:
        collector.stop()
    assert gc.isenabled()
