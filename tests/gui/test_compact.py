"""The compact form of a small window: below 1300 wide or 800 high."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from ditone.gui.studio import Studio

LEFT = Qt.MouseButton.LeftButton
ICONS = Qt.ToolButtonStyle.ToolButtonIconOnly


def resize(qtbot: QtBot, studio: Studio, width: int, height: int) -> None:
    studio.window.resize(width, height)
    qtbot.waitUntil(lambda: (studio.window.width(), studio.window.height()) == (width, height), timeout=10_000)


@pytest.mark.parametrize(("width", "height", "compact"), [(1299, 900, True), (1300, 799, True), (1300, 800, False)])
def test_where_the_compact_form_begins(qtbot: QtBot, studio: Studio, width: int, height: int, compact: bool) -> None:
    resize(qtbot, studio, width, height)
    qtbot.waitUntil(lambda: studio.window.activity_dock.isHidden() is compact, timeout=10_000)
    assert studio.window.strip.isVisible() is compact
    assert (studio.window.bar.cancel.text() == "") is compact


def test_a_small_window_shows_less_and_says_the_rest_in_tooltips(qtbot: QtBot, studio: Studio) -> None:
    resize(qtbot, studio, 1280, 720)
    bar, transport = studio.window.bar, studio.window.lanes.transport
    assert transport is not None
    qtbot.waitUntil(studio.window.strip.isVisible, timeout=10_000)
    assert studio.window.strip.height() == 26
    assert studio.window.strip.curve.isVisible()
    assert bar.chip.text() == "Tiny"
    assert bar.chip.toolTip().startswith("Tiny · fp32 · CPU")
    assert "fp32" in bar.chip.accessibleName()
    assert not bar.cancel.icon().isNull()
    assert bar.cancel.toolTip()
    for button in (transport.match, transport.difference):
        assert button.toolButtonStyle() == ICONS
        assert button.toolTip()
    assert [studio.window.results.tabText(i) for i in range(studio.window.results.count())] == ["Takes", "Compare"]
    assert studio.window.lanes.isVisible()
    resize(qtbot, studio, 1440, 900)
    qtbot.waitUntil(studio.window.activity_dock.isVisible, timeout=10_000)
    assert bar.chip.text() == "Tiny · fp32 · CPU"
    assert bar.cancel.text() == "Cancel"
    assert not studio.window.strip.isVisible()


def test_the_strip_unfolds_the_bottom_area(qtbot: QtBot, studio: Studio) -> None:
    resize(qtbot, studio, 1280, 720)
    qtbot.waitUntil(studio.window.strip.isVisible, timeout=10_000)
    qtbot.mouseClick(studio.window.strip.unfold, LEFT)
    assert studio.window.activity_dock.isVisible()
    assert not studio.window.strip.isVisible()
    studio.window.activity_dock.close()
    qtbot.waitUntil(studio.window.strip.isVisible, timeout=10_000)


def test_the_layout_comes_back_in_the_form_of_the_window(qtbot: QtBot, studio: Studio) -> None:
    resize(qtbot, studio, 1280, 720)
    studio.window.prompt_dock.close()
    studio.window.takes_dock.close()
    studio.window.reset_layout()
    assert studio.window.prompt_dock.isVisible()
    assert studio.window.takes_dock.isVisible()
    small = studio.window.width() < 1300 or studio.window.height() < 800
    assert studio.window.activity_dock.isHidden() is small


def test_two_takes_and_their_figures_fit_the_smallest_window(qtbot: QtBot, studio: Studio) -> None:
    qtbot.waitUntil(lambda: studio.library.library is not None, timeout=30_000)
    for steps in (4, 8):
        studio.window.prompt.rows["steps"].set_value(steps)
        done = studio.window.takes.model.total() + 1
        qtbot.mouseClick(studio.window.bar.generate, LEFT)
        qtbot.waitUntil(lambda: studio.window.takes.model.total() >= done and not studio.engine.busy, timeout=60_000)  # noqa: B023
        if not studio.window.lanes.lanes["A"].pinned:
            studio.window.lanes.lanes["A"].buttons["pin"].click()
    panel = studio.comparison.panel
    qtbot.waitUntil(lambda: panel.figures is not None, timeout=30_000)
    resize(qtbot, studio, 1180, 680)
    qtbot.waitUntil(studio.window.strip.isVisible, timeout=10_000)
    assert studio.window.minimumSizeHint().width() <= 1180
    assert studio.window.minimumSizeHint().height() <= 680
    body, seen = panel.body, panel.scroll_area.viewport()
    assert body.minimumSizeHint().width() <= seen.width()  # nothing is cut at the right
    right = studio.window.rect().right()
    for part in (studio.window.bar, studio.window.takes_dock, studio.window.lanes.transport):
        assert part is not None
        assert part.mapTo(studio.window, part.rect().topRight()).x() <= right


def test_the_window_fits_a_screen_of_1440_by_900_at_150_per_cent(studio: Studio) -> None:
    studio.window.lanes.examples.show_prompts(
        ("ocean waves", "explosion", "running water", "rain on a tin roof", "acoustic guitar")
    )
    studio.window.lanes.examples.show()
    studio.window.resize(958, 574)
    QApplication.processEvents()
    assert (studio.window.width(), studio.window.height()) == (958, 574)
    strip = studio.window.lanes.examples
    shown = [button for button in strip.buttons if button.isVisible()]
    assert shown
    assert all(button.width() >= button.sizeHint().width() for button in shown)
    assert all(strip.rect().contains(button.geometry()) for button in shown)
