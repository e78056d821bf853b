"""A window that is closed and opened again looks as it did: docks, tabs, view, zoom, selection, loop, which lane is heard."""

from __future__ import annotations

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from ditone.gui.controllers.screen_controller import KEY
from ditone.gui.core.settings import Settings
from ditone.gui.engine.take_entry import AnyTake
from ditone.gui.studio import Studio
from tests.gui.controllers.test_recovery_controller import opened
from tests.gui.window import make_take
from tests.tiny import TinyFamily


def rows(studio: Studio) -> list[AnyTake]:
    model = studio.window.takes.model
    return [model.index(row).data(Qt.ItemDataRole.UserRole) for row in range(model.rowCount())]


def looks(studio: Studio) -> dict[str, object]:
    window, lanes = studio.window, studio.window.lanes
    timeline, player = lanes.timeline, lanes.player
    assert timeline is not None
    assert player is not None
    return {
        "takes": {letter: entry.id for letter, entry in lanes.entries.items()},
        "pins": [letter for letter, lane in lanes.lanes.items() if lane.pinned],
        "tabs": (window.tabs.currentIndex(), window.results.currentIndex()),
        "count": window.bar.count.value(),
        "search": (window.takes.search.text(), window.takes.only_starred()),
        "view": (timeline.mode, [round(t, 6) for t in timeline.view], timeline.selection, timeline.amplitude),
        "player": (player.loop, player.selected, player.level_match, round(player.volume, 3)),
        "difference": lanes.difference.fold.isChecked(),  # type: ignore[union-attr]
        "facts": {letter: lane.sound.facts for letter, lane in lanes.lanes.items() if lane.sound},
        "rows": [(row.id, row.model_title) for row in rows(studio)],
        "widths": [dock.width() for dock in window.docks()[:2]],
    }


def test_everything_on_screen_is_there_again(qtbot: QtBot, tiny: TinyFamily) -> None:
    first = opened(qtbot)
    first.commands.action("autoplay").setChecked(False)
    first.settings.set("sound/autoplay", False)
    for _ in range(2):
        make_take(first, qtbot, duration_s=0.4)
    qtbot.waitUntil(lambda: first.library.library.count() == 2)  # type: ignore[union-attr]
    window, lanes = first.window, first.window.lanes
    window.resizeDocks([window.prompt_dock, window.takes_dock], [360, 330], Qt.Orientation.Horizontal)
    lanes.lanes["B"].buttons["pin"].click()
    window.bar.count.setValue(5)
    window.tabs.setCurrentIndex(1)
    window.results.setCurrentIndex(1)
    window.takes.search.setText("sound")
    assert lanes.timeline is not None
    assert lanes.player is not None
    assert lanes.transport is not None
    lanes.timeline.cycle_mode()
    lanes.timeline.show_range(0.1, 0.3)
    lanes.timeline.set_selection(0.15, 0.25)
    lanes.player.set_loop(True)
    lanes.player.select("A")
    qtbot.mouseClick(lanes.transport.match, Qt.MouseButton.LeftButton)
    lanes.difference.fold.setChecked(True)  # type: ignore[union-attr]
    qtbot.wait(100)
    before = looks(first)
    window.close()
    second = opened(qtbot)
    qtbot.waitUntil(lambda: looks(second) == before, timeout=10_000)
    second.window.close()
    third = opened(qtbot)  # and a second time, untouched
    qtbot.waitUntil(lambda: looks(third) == before, timeout=10_000)
    third.window.close()


def test_a_maximised_window_is_maximised_again(qtbot: QtBot, tiny: TinyFamily) -> None:
    first = opened(qtbot)
    first.window.showMaximized()
    qtbot.waitUntil(first.window.isMaximized)
    first.window.close()
    again = Studio(Settings())
    qtbot.addWidget(again.window)
    again.window.show()
    assert again.window.isMaximized()
    again.window.close()


def test_what_failed_comes_back_with_its_reason(qtbot: QtBot, tiny: TinyFamily) -> None:
    first = opened(qtbot)

    def fail(_block: int) -> None:
        raise ValueError("the reactor is cold")

    tiny.pipelines[-1].before_step = fail
    qtbot.mouseClick(first.window.bar.generate, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bool(first.engine.queue.failed()))
    said = first.engine.queue.failed()[0].failure
    assert said is not None
    qtbot.waitUntil(lambda: first.engine.loaded is not None or not first.engine.busy)
    first.window.close()
    second = opened(qtbot)
    (item,) = second.engine.queue.failed()
    assert item.failure is not None
    assert item.failure.message == said.message
    assert not second.engine.queue.paused  # nothing waits: the next Generate begins at once
    make_take(second, qtbot)
    second.window.close()


def test_nonsense_in_the_settings_stops_nothing(qtbot: QtBot, tiny: TinyFamily) -> None:
    for text in (
        "{",
        "[]",
        '{"count": "many", "view": [2, 1], "selection": 3, "heard": 7, "mode": 1, "lanes": 4, "activity": 1e99}',
    ):
        settings = Settings()
        settings.set(KEY, text)
        settings.save()
        studio = opened(qtbot)
        assert studio.window.bar.count.value() == 1
        studio.window.close()


def test_the_cursor_is_in_the_prompt_at_every_start(qtbot: QtBot, tiny: TinyFamily) -> None:
    first = opened(qtbot)
    make_take(first, qtbot, duration_s=0.4)
    qtbot.waitUntil(lambda: first.library.library.count() == 1)  # type: ignore[union-attr]
    first.window.close()
    again = opened(qtbot)
    qtbot.waitUntil(lambda: bool(again.window.lanes.entries) and again.engine.loaded is not None)
    qtbot.wait(300)
    assert again.window.prompt.prompt_has_focus()
