"""The frame: themes, docks, small windows, and what of the layout is kept."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from ditone.gui.core.settings import Settings
from ditone.gui.studio import Studio
from tests.gui.window import WAIT_MS
from tests.tiny import TinyFamily


def test_themes_change_at_once_and_are_kept(studio: Studio, qapp: QApplication) -> None:
    actions = {action.text(): action for action in studio.window.findChildren(QAction)}
    actions["Light"].trigger()
    assert qapp.palette().window().color().name() == "#f3f4f6"
    assert studio.settings.text("theme") == "light"
    actions["Dark"].trigger()
    assert qapp.palette().window().color().name() == "#1b1d21"


def test_docks_come_back_with_reset_layout(studio: Studio, qtbot: QtBot) -> None:
    studio.window.takes_dock.close()
    studio.window.prompt_dock.setFloating(True)
    studio.window.reset_layout()
    assert studio.window.takes_dock.isVisible()
    assert not studio.window.prompt_dock.isFloating()
    assert studio.window.dockWidgetArea(studio.window.prompt_dock) is Qt.DockWidgetArea.LeftDockWidgetArea


def test_a_small_window_folds_the_bottom_into_a_strip(studio: Studio, qtbot: QtBot) -> None:
    assert studio.window.activity_dock.isVisible()
    assert not studio.window.strip_bar.isVisible()
    studio.window.resize(1280, 720)
    qtbot.waitUntil(studio.window.strip_bar.isVisible)
    assert not studio.window.activity_dock.isVisible()
    assert studio.window.strip.height() == 26
    qtbot.waitUntil(lambda: "RAM" in studio.window.strip.words.text(), timeout=WAIT_MS)
    qtbot.mouseClick(studio.window.strip.unfold, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(studio.window.activity_dock.isVisible)
    qtbot.waitUntil(lambda: not studio.window.strip_bar.isVisible())


def test_the_layout_is_kept(studio: Studio, qtbot: QtBot, tiny: TinyFamily) -> None:
    studio.window.takes_dock.close()
    studio.window.close()
    second = Studio(Settings())
    qtbot.addWidget(second.window)
    assert second.window.takes_dock.isHidden()
    assert not second.window.prompt_dock.isHidden()


@pytest.mark.parametrize("size", [(1280, 720), (1440, 900), (1920, 1080)])
def test_nothing_in_the_command_bar_is_cut(studio: Studio, qtbot: QtBot, size: tuple[int, int]) -> None:
    studio.window.resize(*size)
    qtbot.waitUntil(lambda: studio.window.bar.width() > size[0] - 40)
    for widget in (
        studio.window.bar.chip,
        studio.window.bar.pill,
        studio.window.bar.generate,
        studio.window.bar.count,
        studio.window.bar.cancel,
    ):
        assert widget.width() >= widget.minimumSizeHint().width()
        right = widget.mapTo(studio.window.bar, QPoint(widget.width(), 0)).x()
        assert right <= studio.window.bar.width()


def test_a_window_whose_frame_reaches_over_the_screen_is_made_smaller(studio: Studio, monkeypatch: pytest.MonkeyPatch) -> None:
    window, keeper = studio.window, studio.window.layout_keeper
    monkeypatch.setattr(keeper, "_available", lambda: QRect(0, 0, 1500, 900))
    monkeypatch.setattr(window, "frameGeometry", lambda: window.geometry().adjusted(-2, -24, 2, 2))
    window.setGeometry(2, 24, 1500, 880)
    keeper.keep_on_screen()
    assert (window.width(), window.height()) == (1496, 874)
    window.setGeometry(2, 24, 1700, 874)  # somebody wanted it so
    keeper.keep_on_screen()
    assert window.width() == 1700
