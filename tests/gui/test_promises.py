"""What the window promises: pins hold, a bad folder takes no model away, a restart brings everything back, memory stays flat."""

from __future__ import annotations

import dataclasses
import gc
import itertools
import weakref
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from ditone.gui.engine.failure import Failure
from ditone.gui.engine.status import State
from ditone.gui.engine.take_entry import StoredTake, TakeEntry
from ditone.gui.panels.cards import CardStack, ErrorCard, NoticeBar
from ditone.gui.studio import Studio
from tests.gui.controllers.test_recovery_controller import opened
from tests.tiny import TinyFamily

LEFT = Qt.MouseButton.LeftButton


def make(studio: Studio, qtbot: QtBot) -> TakeEntry:
    made: list[TakeEntry] = []
    studio.engine.take_finished.connect(lambda event: made.append(event.entry))
    qtbot.mouseClick(studio.window.bar.generate, LEFT)
    qtbot.waitUntil(lambda: bool(made) and not studio.engine.busy)
    return made[0]


def test_a_pinned_lane_is_never_replaced_whatever_plays(studio: Studio, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    studio.window.prompt.rows["duration_s"].set_value(0.2)
    lanes, takes = studio.window.lanes, studio.window.takes
    make(studio, qtbot)
    lanes.lanes["A"].buttons["pin"].click()
    make(studio, qtbot)
    player = lanes.player
    assert player is not None and set(lanes.entries) == {"A", "B"}
    for pins, heard, playing in itertools.product(("", "A", "B", "AB"), "AB", (False, True)):
        for letter, lane in lanes.lanes.items():
            lane.buttons["pin"].setChecked(letter in pins)
        player.select(heard)  # type: ignore[arg-type]
        monkeypatch.setattr(player, "is_playing", lambda playing=playing: playing)
        free, asked = lanes.free_lane(), lanes.free_lane(asked=True)
        assert free is None or (free not in pins and not (playing and free == heard)), (pins, heard, playing)
        assert (asked is None) == (pins == "AB") and (asked is None or asked not in pins)
    monkeypatch.undo()
    lanes.heard_changed.emit()
    for lane in lanes.lanes.values():
        lane.buttons["pin"].setChecked(True)
    before = dict(lanes.entries)
    third = make(studio, qtbot)
    assert lanes.entries == before
    notice = next(card for card in lanes.cards.cards() if isinstance(card, NoticeBar) and "is ready" in card.text.text())
    heard_takes: list[str] = []
    monkeypatch.setattr(lanes, "audition", lambda entry: heard_takes.append(entry.id))
    current = takes.current()
    assert current is not None and current.id == third.id
    qtbot.mouseClick(notice.act, LEFT)
    assert heard_takes == [third.id] and lanes.entries == before
    takes.list.setFocus()
    qtbot.keyClick(takes.list, Qt.Key.Key_Return)
    assert heard_takes == [third.id] * 2 and lanes.entries == before


def test_what_is_heard_is_what_is_chosen(studio: Studio, qtbot: QtBot) -> None:
    studio.window.prompt.rows["duration_s"].set_value(0.2)
    first, second = make(studio, qtbot), make(studio, qtbot)
    takes, lanes = studio.window.takes, studio.window.lanes
    lanes.show_entry(first, "A")
    lanes.show_entry(second, "B")
    for letter, entry in (("A", first), ("B", second), ("A", first)):
        qtbot.mouseClick(lanes.transport.slots[letter], LEFT)  # type: ignore[union-attr]
        chosen = takes.current()
        assert chosen is not None and chosen.id == entry.id
        assert [row.id for row in takes.list.selected()] == [entry.id]


def test_an_incomplete_folder_does_not_take_a_working_model_away(studio: Studio, qtbot: QtBot, tmp_path: Path) -> None:
    for name in ("tiny.json", "incomplete.json"):
        (tmp_path / name).write_text("{}")
    failures: list[object] = []
    studio.engine.failed.connect(failures.append)
    for folder in (tmp_path, tmp_path / "nothing"):
        folder.mkdir(exist_ok=True)
        failures.clear()
        studio.files.drop([str(folder)])
        qtbot.waitUntil(lambda: bool(failures))
        assert studio.engine.info is not None and not studio.engine.info.problems and studio.engine.loaded is not None
    studio.engine.status_line.show_state(State.READY)
    assert studio.window.bar.generate.isEnabled()
    make(studio, qtbot)


def test_a_grey_generate_says_why_in_the_window(studio: Studio) -> None:
    studio.window.prompt.rows["prompt"].text.setPlainText("")
    assert not studio.window.bar.generate.isEnabled()
    assert "Prompt is empty" in studio.window.bar.why.text()
    studio.window.prompt.rows["prompt"].text.setPlainText("rain")
    assert studio.window.bar.why.text() == ""


def test_a_restart_brings_back_seed_lock_pins_and_level_match_and_generate_starts_the_queue(
    qtbot: QtBot, tiny: TinyFamily
) -> None:
    first = opened(qtbot)
    make(first, qtbot)
    qtbot.waitUntil(lambda: first.library.library.count() == 1)  # type: ignore[union-attr]
    first.window.prompt.rows["seed"].set_value(77)
    first.window.prompt.lock_seed(True)
    first.window.lanes.lanes["A"].buttons["pin"].click()
    qtbot.mouseClick(first.window.lanes.transport.match, LEFT)  # type: ignore[union-attr]
    matched = first.window.lanes.player.level_match  # type: ignore[union-attr]
    first.engine.set_paused(True)
    qtbot.mouseClick(first.window.bar.generate, LEFT)
    first.window.close()
    second = opened(qtbot)
    assert second.window.prompt.seed_locked() and second.window.prompt.rows["seed"].value() == 77
    assert second.window.lanes.player.level_match == matched  # type: ignore[union-attr]
    qtbot.waitUntil(lambda: second.window.lanes.lanes["A"].pinned)
    assert second.engine.queue.paused and len(second.engine.queue.items()) == 1
    notice = next(c for c in second.window.lanes.cards.cards() if isinstance(c, NoticeBar) and "last time" in c.text.text())
    assert notice.act.text() == "Go on"
    qtbot.mouseClick(second.window.bar.generate, LEFT)
    qtbot.waitUntil(lambda: second.library.library.count() == 3)  # type: ignore[union-attr]
    assert not second.engine.queue.items() and notice not in second.window.lanes.cards.cards()
    second.window.close()


def test_a_thousand_takes_leave_the_memory_flat(studio: Studio, qtbot: QtBot) -> None:
    studio.window.prompt.rows["duration_s"].set_value(0.2)
    qtbot.waitUntil(lambda: studio.built and studio.library.library is not None)
    one = make(studio, qtbot)
    library, takes = studio.library, studio.window.takes
    qtbot.waitUntil(lambda: isinstance(takes.model.index(0).data(Qt.ItemDataRole.UserRole), StoredTake))
    stored = library.library.get(one.id)  # type: ignore[union-attr]
    assert stored is not None
    alive: list[weakref.ref[object]] = []
    for number in range(2, 1002):
        take = dataclasses.replace(one.take, id=f"{number:032x}", audio=np.zeros((100, 1), np.float32))
        entry = dataclasses.replace(one, take=take, number=number)
        alive.append(weakref.ref(entry))
        takes.add(entry)
        library._on_stored(entry, dataclasses.replace(stored, id=take.id))
    del entry, take
    gc.collect()
    assert sum(ref() is not None for ref in alive) <= 12
    assert takes.model.total() == 1001


def test_a_card_about_a_folder_goes_when_another_one_is_tried(studio: Studio, qtbot: QtBot, tmp_path: Path) -> None:
    cards = studio.window.lanes.cards
    studio.files.drop([str(tmp_path)])
    qtbot.waitUntil(lambda: any(isinstance(card, ErrorCard) for card in cards.cards()))
    studio.models.use_builtin()
    assert not any(isinstance(card, ErrorCard) for card in cards.cards())
    qtbot.waitUntil(lambda: studio.engine.status.state is State.READY)
    studio.files.drop([str(tmp_path)])
    qtbot.waitUntil(lambda: any(isinstance(card, ErrorCard) for card in cards.cards()))
    studio.window.prompt.rows["duration_s"].set_value(0.2)
    make(studio, qtbot)
    assert not any(isinstance(card, ErrorCard) for card in cards.cards())


@pytest.mark.parametrize("size", [(1440, 900), (1180, 680)])
def test_cards_and_strips_leave_half_of_the_centre_to_the_lanes(studio: Studio, qtbot: QtBot, size: tuple[int, int]) -> None:
    window, area = studio.window, studio.window.lanes
    window.resize(*size)
    studio.window.prompt.rows["duration_s"].set_value(0.2)
    window.bar.count.setValue(3)
    entry = make(studio, qtbot)
    qtbot.waitUntil(lambda: studio.window.takes.model.total() == 3 and not studio.engine.busy)
    area.show_entry(entry, "B")
    assert area.batch.isVisible()
    for number in range(2):
        cause = "Something long that is to be read. " * 12
        area.cards.show_failure(Failure("problem", f"It failed for the {number}. time.", cause, ("Do this.",), "a\nb"), "report")
        area.cards.show_notice(f"A notice {number}. " * 8)
    qtbot.wait(100)
    assert not area.batch.isVisible() and area.cards.isVisible() and set(area.entries) == {"A", "B"}
    lanes = sum(lane.height() for lane in area.lanes.values())
    assert lanes >= area.height() / 2 or area.cards.height() <= CardStack.LEAST, (lanes, area.height(), area.cards.height())
    area.cards.clear_failures()
    assert area.batch.isVisible()  # its room is its own again


@pytest.mark.parametrize("at", ["lane", "list"])
def test_export_after_an_audition_means_the_take_that_is_heard(
    studio: Studio, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, at: str
) -> None:
    window, lanes, takes = studio.window, studio.window.lanes, studio.window.takes
    window.prompt.rows["duration_s"].set_value(0.2)
    window.bar.count.setValue(4)
    make(studio, qtbot)
    qtbot.waitUntil(lambda: takes.model.total() == 4 and not studio.engine.busy)
    exported: list[str] = []
    monkeypatch.setattr(studio.files, "_open_export", lambda entry: exported.append(entry.id))
    heard: list[str] = []
    for key in (Qt.Key.Key_3, Qt.Key.Key_1, Qt.Key.Key_4):
        place = lanes.lanes["A"].view if at == "lane" else takes.list
        place.setFocus()
        before = lanes.current_entry()
        qtbot.keyClick(place, key)
        qtbot.waitUntil(lambda before=before: lanes.current_entry() is not None and lanes.current_entry() is not before)
        entry = lanes.current_entry()
        assert entry is not None
        heard.append(entry.id)
        qtbot.keyClick(place, Qt.Key.Key_E)
        qtbot.waitUntil(lambda: len(exported) == len(heard))
        chosen = takes.current()
        assert chosen is not None and chosen.id == entry.id
    assert exported == heard and len(set(heard)) == 3
