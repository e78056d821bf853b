"""A window that closes says so until everything has stopped; a window beside another one does not hide it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from ditone.gui.core.open_windows import OpenWindow
from ditone.gui.core.settings import Settings
from ditone.gui.studio import Studio
from tests.gui.window import gate
from tests.tiny import TinyFamily


def test_the_window_says_stopping_until_the_engine_has_stopped(
    studio: Studio, qtbot: QtBot, tiny: TinyFamily, monkeypatch: pytest.MonkeyPatch
) -> None:
    reached, go_on = gate(tiny)
    qtbot.mouseClick(studio.window.bar.generate, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(reached.is_set)
    worker, window = studio.engine._worker, studio.window
    seen: list[tuple[bool, str, str, bool]] = []
    painted: list[int] = []
    real = worker.wait

    class Painted(QObject):
        def eventFilter(self, watched: QObject, event: QEvent) -> bool:
            if event.type() == QEvent.Type.Paint:
                painted.append(len(seen))
            return False

    window.bar.installEventFilter(filter_ := Painted(window.bar))

    def wait(timeout_s: float) -> bool:
        seen.append((window.isVisible(), window.bar.pill.text(), window.windowTitle(), window.bar.generate.isEnabled()))
        window.bar.update()
        if len(seen) == 5:
            go_on.set()
        return real(timeout_s)

    monkeypatch.setattr(worker, "wait", wait)
    window.close()
    assert filter_ is not None
    assert len(seen) >= 5 and set(seen) == {(True, "Stopping…", "Stopping… – Ditone", False)}
    assert len(set(painted)) > 2  # not frozen meanwhile
    assert not window.isVisible() and studio.engine_ended and not worker.is_alive()


def test_nothing_begins_while_the_window_closes(studio: Studio, qtbot: QtBot, tiny: TinyFamily) -> None:
    reached, go_on = gate(tiny)
    studio.window.bar.count.setValue(3)
    qtbot.mouseClick(studio.window.bar.generate, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(reached.is_set)
    go_on.set()
    studio.window.close()
    assert studio.engine.queue.running() is None and studio.window.bar.pill.text() == "Stopping…"


def test_a_second_window_lies_a_step_aside_and_leaves_the_place_of_the_first_alone(qtbot: QtBot, tiny: TinyFamily) -> None:
    windows = []
    for _ in range(3):
        studio = Studio(Settings())
        qtbot.addWidget(studio.window)
        studio.window.show()
        windows.append(studio.window)
    QApplication.processEvents()
    places = [window.geometry() for window in windows]
    assert places[0].y() < places[1].y() < places[2].y()
    windows[2].close()
    windows[1].close()
    windows[0].close()
    again = Studio(Settings())
    qtbot.addWidget(again.window)
    assert again.window.y() < places[1].y()
    again.window.close()


def test_the_number_of_a_window_is_free_again_when_it_is_gone(own_settings: object) -> None:
    folder = Settings().folder
    first, second = OpenWindow(folder), OpenWindow(folder)
    assert (first.number, second.number) == (0, 1)
    first.close()
    third = OpenWindow(folder)
    assert third.number == 0
    second.close()
    third.close()
