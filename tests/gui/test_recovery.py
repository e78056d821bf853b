"""What a window that was closed or killed leaves behind is there when the next one opens."""

from __future__ import annotations

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from gui.main_window import MainWindow
from gui.settings import Settings
from tests.tiny import TinyFamily


def opened(qtbot: QtBot) -> MainWindow:
    window = MainWindow(Settings())
    qtbot.addWidget(window)
    window.resize(1440, 900)
    window.show()
    qtbot.waitUntil(lambda: window.studio.loaded is not None and window.keeping is not None, timeout=60_000)
    qtbot.waitUntil(lambda: window.keeping.library is not None and window.recovery._restored, timeout=60_000)  # type: ignore[union-attr]
    return window


def test_prompt_queue_and_lanes_come_back_after_a_kill(qtbot: QtBot, tiny: TinyFamily) -> None:
    first = opened(qtbot)
    first.prompt.rows["prompt"].set_value("thunder over the hills")
    first.prompt.rows["steps"].set_value(6)
    qtbot.mouseClick(first.bar.generate, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bool(first.lanes.entries) and not first.studio.busy, timeout=60_000)
    shown = next(iter(first.lanes.entries.values()))
    library = first.keeping.library  # type: ignore[union-attr]
    qtbot.waitUntil(lambda: library.count() == 1, timeout=30_000)
    first.studio.set_paused(True)
    first.bar.count.setValue(3)
    qtbot.mouseClick(first.bar.generate, Qt.MouseButton.LeftButton)
    waiting = [item.request for item in first.studio.queue.items()]
    assert len(waiting) == 3
    qtbot.waitUntil(lambda: len(library.index.read("SELECT * FROM queue")) == 3, timeout=10_000)
    first.recovery.store_panel()

    # the first window is not closed: a killed process does not get to do anything either
    second = opened(qtbot)
    assert second.prompt.rows["prompt"].value() == "thunder over the hills"
    assert second.prompt.rows["steps"].value() == 6
    assert [item.request for item in second.studio.queue.items()] == waiting
    assert second.studio.queue.paused
    qtbot.waitUntil(lambda: bool(second.lanes.entries), timeout=30_000)
    assert next(iter(second.lanes.entries.values())).id == shown.id
    qtbot.mouseClick(second.queue_panel.pause, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: library.count() == 4, timeout=60_000)
    assert second.studio.queue.items() == ()
    second.close()
    first.close()


def test_a_paused_queue_says_so_and_begins_nothing(qtbot: QtBot, window: MainWindow) -> None:
    window.studio.set_paused(True)
    qtbot.mouseClick(window.bar.generate, Qt.MouseButton.LeftButton)
    assert len(window.studio.queue.waiting()) == 1
    assert not window.studio.busy
    window.tabs.setCurrentWidget(window.queue_panel)
    qtbot.mouseClick(window.queue_panel.pause, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bool(window.lanes.entries), timeout=60_000)
