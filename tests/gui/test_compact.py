"""The compact form of a small window: below 1300 wide or 800 high."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from ditone.gui.main_window import MainWindow

LEFT = Qt.MouseButton.LeftButton
ICONS = Qt.ToolButtonStyle.ToolButtonIconOnly


def resize(qtbot: QtBot, window: MainWindow, width: int, height: int) -> None:
    window.resize(width, height)
    qtbot.waitUntil(lambda: (window.width(), window.height()) == (width, height), timeout=10_000)


@pytest.mark.parametrize(("width", "height", "compact"), [(1299, 900, True), (1300, 799, True), (1300, 800, False)])
def test_where_the_compact_form_begins(qtbot: QtBot, window: MainWindow, width: int, height: int, compact: bool) -> None:
    resize(qtbot, window, width, height)
    qtbot.waitUntil(lambda: window.activity_dock.isHidden() is compact, timeout=10_000)
    assert window.strip.isVisible() is compact
    assert (window.bar.cancel.text() == "") is compact


def test_a_small_window_shows_less_and_says_the_rest_in_tooltips(qtbot: QtBot, window: MainWindow) -> None:
    resize(qtbot, window, 1280, 720)
    bar, transport = window.bar, window.lanes.transport
    assert transport is not None
    qtbot.waitUntil(window.strip.isVisible, timeout=10_000)
    assert window.strip.height() == 26
    assert window.strip.curve.isVisible()
    assert bar.chip.text() == "Tiny"
    assert bar.chip.toolTip().startswith("Tiny · fp32 · CPU")
    assert "fp32" in bar.chip.accessibleName()
    assert not bar.cancel.icon().isNull()
    assert bar.cancel.toolTip()
    for button in (transport.match, transport.difference):
        assert button.toolButtonStyle() == ICONS
        assert button.toolTip()
    assert window.comparison is not None
    assert [window.comparison.tabs.tabText(i) for i in range(window.comparison.tabs.count())] == ["Takes", "Compare"]
    assert window.lanes.isVisible()
    resize(qtbot, window, 1440, 900)
    qtbot.waitUntil(window.activity_dock.isVisible, timeout=10_000)
    assert bar.chip.text() == "Tiny · fp32 · CPU"
    assert bar.cancel.text() == "Cancel"
    assert not window.strip.isVisible()


def test_the_strip_unfolds_the_bottom_area(qtbot: QtBot, window: MainWindow) -> None:
    resize(qtbot, window, 1280, 720)
    qtbot.waitUntil(window.strip.isVisible, timeout=10_000)
    qtbot.mouseClick(window.strip.unfold, LEFT)
    assert window.activity_dock.isVisible()
    assert not window.strip.isVisible()
    window.activity_dock.close()
    qtbot.waitUntil(window.strip.isVisible, timeout=10_000)


def test_the_layout_comes_back_in_the_form_of_the_window(qtbot: QtBot, window: MainWindow) -> None:
    resize(qtbot, window, 1280, 720)
    window.prompt_dock.close()
    window.takes_dock.close()
    window.reset_layout()
    assert window.prompt_dock.isVisible()
    assert window.takes_dock.isVisible()
    small = window.width() < 1300 or window.height() < 800
    assert window.activity_dock.isHidden() is small


def test_two_takes_and_their_figures_fit_the_smallest_window(qtbot: QtBot, window: MainWindow) -> None:
    qtbot.waitUntil(lambda: window.library is not None and window.library.library is not None, timeout=30_000)
    for steps in (4, 8):
        window.prompt.rows["steps"].set_value(steps)
        done = window.takes.model.total() + 1
        qtbot.mouseClick(window.bar.generate, LEFT)
        qtbot.waitUntil(lambda: window.takes.model.total() >= done and not window.engine.busy, timeout=60_000)  # noqa: B023
        if not window.lanes.lanes["A"].pinned:
            window.lanes.lanes["A"].buttons["pin"].click()
    assert window.comparison is not None
    panel = window.comparison.panel
    qtbot.waitUntil(lambda: panel.figures is not None, timeout=30_000)
    resize(qtbot, window, 1180, 680)
    qtbot.waitUntil(window.strip.isVisible, timeout=10_000)
    assert window.minimumSizeHint().width() <= 1180
    assert window.minimumSizeHint().height() <= 680
    body, seen = panel.body, panel.scroll_area.viewport()
    assert body.minimumSizeHint().width() <= seen.width()  # nothing is cut at the right
    right = window.rect().right()
    for part in (window.bar, window.takes_dock, window.lanes.transport):
        assert part is not None
        assert part.mapTo(window, part.rect().topRight()).x() <= right
