"""What was put off until the next turn of the event loop is not done to something that is gone by then."""

from __future__ import annotations

import shiboken6
from pytestqt.qtbot import QtBot

from ditone.gui.core.settings import Settings
from ditone.gui.main_window import MainWindow
from tests.tiny import TinyFamily


def test_a_window_that_goes_before_it_is_built_is_left_alone(qtbot: QtBot, tiny: TinyFamily) -> None:
    window = MainWindow(Settings())
    window.grab()  # paints it at once
    assert window._painted and not window.lanes.built
    shiboken6.delete(window)
    qtbot.wait(100)  # an error in the event loop would fail the test


def test_docks_of_a_window_that_goes_are_left_alone(qtbot: QtBot, tiny: TinyFamily) -> None:
    window = MainWindow(Settings())
    assert window.layout_keeper._first_sizes
    window.layout_keeper.settle()
    shiboken6.delete(window)
    qtbot.wait(100)
