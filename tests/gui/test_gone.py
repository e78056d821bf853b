"""What was put off until the next turn of the event loop is not done to something that is gone by then."""

from __future__ import annotations

import shiboken6
from pytestqt.qtbot import QtBot

from ditone.gui.core.settings import Settings
from ditone.gui.studio import Studio
from tests.tiny import TinyFamily


def test_a_window_that_goes_before_it_is_built_is_left_alone(qtbot: QtBot, tiny: TinyFamily) -> None:
    studio = Studio(Settings())
    studio.window.grab()  # paints it at once
    assert studio.window._was_painted and not studio.window.lanes.built
    shiboken6.delete(studio.window)
    qtbot.wait(100)  # an error in the event loop would fail the test


def test_docks_of_a_window_that_goes_are_left_alone(qtbot: QtBot, tiny: TinyFamily) -> None:
    studio = Studio(Settings())
    assert studio.window.layout_keeper._first_sizes
    studio.window.layout_keeper.settle()
    shiboken6.delete(studio.window)
    qtbot.wait(100)
