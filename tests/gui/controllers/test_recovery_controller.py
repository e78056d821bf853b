"""What a window that was closed or killed leaves behind is there when the next one opens."""

from __future__ import annotations

import time

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from ditone.gui.core.settings import Settings
from ditone.gui.studio import Studio
from ditone.runtime.library import Library, default_folder
from tests.tiny import TinyFamily


def opened(qtbot: QtBot) -> Studio:
    studio = Studio(Settings())
    qtbot.addWidget(studio.window)
    studio.window.resize(1440, 900)
    studio.window.show()
    qtbot.waitUntil(lambda: studio.engine.loaded is not None and studio.built, timeout=60_000)
    qtbot.waitUntil(lambda: studio.library.library is not None and studio.recovery._restored, timeout=60_000)  # type: ignore[union-attr]
    return studio


def test_prompt_queue_and_lanes_come_back_after_a_kill(qtbot: QtBot, tiny: TinyFamily) -> None:
    first = opened(qtbot)
    first.window.prompt.rows["prompt"].set_value("thunder over the hills")
    first.window.prompt.rows["steps"].set_value(6)
    qtbot.mouseClick(first.window.bar.generate, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bool(first.window.lanes.entries) and not first.engine.busy, timeout=60_000)
    shown = next(iter(first.window.lanes.entries.values()))
    library = first.library.library  # type: ignore[union-attr]
    qtbot.waitUntil(lambda: library.count() == 1, timeout=30_000)
    first.engine.set_paused(True)
    first.window.bar.count.setValue(3)
    qtbot.mouseClick(first.window.bar.generate, Qt.MouseButton.LeftButton)
    waiting = [item.request for item in first.engine.queue.items()]
    assert len(waiting) == 3
    qtbot.waitUntil(lambda: len(library.index.read("SELECT * FROM queue")) == 3, timeout=10_000)
    first.recovery.store_panel()

    # the first window is not closed: a killed process does not get to do anything either, and no later one has its mark
    with library.index.writing() as db:
        db.execute("UPDATE queue SET owner = '1@0'")
    second = opened(qtbot)
    assert second.window.prompt.rows["prompt"].value() == "thunder over the hills"
    assert second.window.prompt.rows["steps"].value() == 6
    assert [item.request for item in second.engine.queue.items()] == waiting
    assert second.engine.queue.paused
    qtbot.waitUntil(lambda: bool(second.window.lanes.entries), timeout=30_000)
    assert next(iter(second.window.lanes.entries.values())).id == shown.id
    qtbot.mouseClick(second.window.queue_panel.pause, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: library.count() == 4, timeout=60_000)
    assert second.engine.queue.items() == ()
    second.window.close()
    first.window.close()


def test_a_paused_queue_says_so_and_begins_nothing(qtbot: QtBot, studio: Studio) -> None:
    studio.engine.set_paused(True)
    qtbot.mouseClick(studio.window.bar.generate, Qt.MouseButton.LeftButton)
    assert len(studio.engine.queue.waiting()) == 1
    assert not studio.engine.busy
    studio.window.tabs.setCurrentWidget(studio.window.queue_panel)
    qtbot.mouseClick(studio.window.queue_panel.pause, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bool(studio.window.lanes.entries), timeout=60_000)


def test_a_take_that_finishes_while_the_window_closes_is_kept(qtbot: QtBot, tiny: TinyFamily) -> None:
    studio = opened(qtbot)
    worker = studio.engine._worker
    qtbot.mouseClick(studio.window.bar.generate, Qt.MouseButton.LeftButton)
    end = time.monotonic() + 60
    # no event is delivered meanwhile: the window does not know yet that its take is finished
    while not (worker._current == 0 and worker._jobs.empty()) and time.monotonic() < end:
        time.sleep(0.02)
    studio.window.close()
    with Library(default_folder()) as library:
        assert library.count() == 1


def test_work_that_was_begun_is_finished_before_the_library_closes(qtbot: QtBot, studio: Studio) -> None:
    qtbot.waitUntil(lambda: studio.library.library is not None, timeout=30_000)
    library = studio.library
    assert library is not None
    assert library.library is not None
    slow = library.library.search

    def later(*words: object, **more: object) -> object:
        time.sleep(0.3)
        return slow(*words, **more)  # type: ignore[arg-type]

    library.library.search = later  # type: ignore[method-assign, assignment]
    library.refresh()
    studio.window.close()
    qtbot.wait(500)  # an error that arrives late would fail the test


def test_a_take_that_was_made_just_before_a_kill_is_not_made_again(qtbot: QtBot, tiny: TinyFamily) -> None:
    first = opened(qtbot)
    first.engine.set_paused(True)
    first.window.bar.count.setValue(3)
    qtbot.mouseClick(first.window.bar.generate, Qt.MouseButton.LeftButton)
    library = first.library.library  # type: ignore[union-attr]
    qtbot.waitUntil(lambda: len(library.index.read("SELECT * FROM queue")) == 3, timeout=10_000)
    waiting = [item.request for item in first.engine.queue.items()]
    first.recovery._queue = None  # the kill: the first take is written, the queue without it is not
    first.engine.set_paused(False)
    qtbot.waitUntil(lambda: library.count() >= 1, timeout=60_000)
    first.engine.set_paused(True)
    qtbot.waitUntil(lambda: not first.engine.busy, timeout=60_000)
    qtbot.waitUntil(lambda: library.count() == 3 - len(first.engine.queue.items()), timeout=60_000)
    made = [entry.request for entry in library.index.search("")]
    with library.index.writing() as db:
        db.execute("UPDATE queue SET owner = '1@0'")
    second = opened(qtbot)
    assert [item.request for item in second.engine.queue.items()] == [request for request in waiting if request not in made]
    second.window.close()
    first.window.close()
