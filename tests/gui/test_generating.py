"""Takes are ordered, made, cancelled and failed in the window, with real keys and clicks and the tiny family behind a real worker."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from ditone.gui.core.settings import Settings
from ditone.gui.engine.status import State
from ditone.gui.panels.cards import ErrorCard, NoticeBar
from ditone.gui.panels.seed_row import SeedRow
from ditone.gui.panels.takes_model import ENTRY
from ditone.gui.studio import Studio
from tests.gui.window import WAIT_MS, finished_takes, gate, make_take, prompt_of
from tests.tiny import TinyFamily


def test_it_opens_with_the_builtin_model_the_example_and_the_cursor_in_the_prompt(studio: Studio) -> None:
    assert prompt_of(studio).value() == "a test tone"
    assert prompt_of(studio).text.hasFocus()
    assert studio.window.bar.pill.text() == "Ready"
    assert studio.window.bar.chip.text() == "Tiny · fp32 · CPU"
    assert studio.window.bar.generate.isEnabled()
    assert not studio.window.bar.cancel.isEnabled()


def test_a_prompt_becomes_an_audible_take_with_the_keyboard_alone(studio: Studio, qtbot: QtBot) -> None:
    text = prompt_of(studio).text
    made = finished_takes(studio)
    text.selectAll()
    qtbot.keyClicks(text, "rain on a tin roof")
    qtbot.keyClick(text, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: studio.window.takes.model.total() == 1 and bool(made), timeout=WAIT_MS)
    assert text.toPlainText() == "rain on a tin roof"  # no line break slipped in
    (entry,) = made
    current = studio.window.takes.current()
    assert current is not None and current.id == entry.id
    level_db = 20 * np.log10(np.sqrt(np.mean(entry.take.audio**2)))
    assert -40 < level_db < -6
    sound = studio.window.lanes.lanes["A"].sound
    assert sound is not None
    assert np.array_equal(sound.audio, entry.take.audio)
    assert sound.facts["seed"] == entry.take.request.seed


def test_generating_again_while_it_runs_queues_and_both_arrive_in_order(studio: Studio, qtbot: QtBot, tiny: TinyFamily) -> None:
    reached, go_on = gate(tiny)
    text = prompt_of(studio).text
    for words in ("first", "second"):
        text.selectAll()
        qtbot.keyClicks(text, words)
        qtbot.keyClick(text, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        qtbot.waitUntil(reached.is_set, timeout=WAIT_MS)
    assert studio.window.bar.queued.text() == "1 running, 1 waiting"
    assert studio.window.tabs.tabText(1) == "Queue (2)"
    assert studio.window.windowTitle().startswith("(1/2)")
    tiny.pipelines[-1].before_step = None
    go_on.set()
    qtbot.waitUntil(lambda: studio.window.takes.model.total() == 2, timeout=WAIT_MS)
    titles = [studio.window.takes.model.index(row).data() for row in range(2)]
    assert titles == ["second", "first"]  # newest first


def test_repeats_use_the_next_seeds(studio: Studio, qtbot: QtBot) -> None:
    studio.window.bar.count.setValue(3)
    studio.window.prompt.rows["duration_s"].set_value(0.2)
    qtbot.mouseClick(studio.window.bar.generate, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: studio.window.takes.model.total() == 3, timeout=WAIT_MS)
    first = studio.window.prompt.rows["seed"].value()
    made = [studio.window.takes.model.index(row).data(ENTRY).request.seed for row in (2, 1, 0)]
    assert made == [first, first + 1, first + 2]


def test_a_locked_seed_gives_the_same_sound_twice(studio: Studio, qtbot: QtBot) -> None:
    seed = studio.window.prompt.rows["seed"]
    assert isinstance(seed, SeedRow)
    qtbot.mouseClick(seed.lock, Qt.MouseButton.LeftButton)
    one, two = make_take(studio, qtbot), make_take(studio, qtbot)
    assert one.take.request.seed == two.take.request.seed
    assert np.array_equal(one.take.audio, two.take.audio)
    qtbot.mouseClick(seed.lock, Qt.MouseButton.LeftButton)
    three = make_take(studio, qtbot)
    assert not np.array_equal(one.take.audio, three.take.audio)


def test_escape_cancels_and_says_so_at_once(studio: Studio, qtbot: QtBot, tiny: TinyFamily) -> None:
    reached, go_on = gate(tiny)
    qtbot.keyClick(prompt_of(studio).text, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(reached.is_set, timeout=WAIT_MS)
    qtbot.waitUntil(studio.window.bar.cancel.isEnabled, timeout=WAIT_MS)
    qtbot.keyClick(prompt_of(studio).text, Qt.Key.Key_Escape)
    assert studio.window.bar.pill.text() == "Cancelling…"
    go_on.set()
    qtbot.waitUntil(lambda: studio.window.bar.pill.text() == "Ready", timeout=WAIT_MS)
    assert studio.window.takes.model.total() == 0
    assert studio.window.lanes.lanes["A"].sound is None


def test_a_crash_shows_a_card_and_the_window_lives(studio: Studio, qtbot: QtBot, tiny: TinyFamily) -> None:
    def fail(_block: int) -> None:
        raise ZeroDivisionError("a quotient")

    tiny.pipelines[-1].before_step = fail
    qtbot.mouseClick(studio.window.bar.generate, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bool(studio.window.lanes.cards.cards()), timeout=WAIT_MS)
    card = studio.window.lanes.cards.cards()[0]
    assert isinstance(card, ErrorCard)
    assert "fault in Ditone" in card.message.text()
    assert "ZeroDivisionError: a quotient" in card.cause.text()
    qtbot.waitUntil(card.isVisible)
    assert not card.details.isVisible()
    qtbot.mouseClick(card.show_details, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(card.details.isVisible)
    assert "Traceback" in card.details.toPlainText()
    qtbot.mouseClick(card.copy_report, Qt.MouseButton.LeftButton)
    assert "ZeroDivisionError" in QGuiApplication.clipboard().text()
    qtbot.waitUntil(lambda: studio.engine.loaded is not None, timeout=WAIT_MS)
    make_take(studio, qtbot)
    assert studio.window.lanes.cards.cards() == []  # what works again needs no card


def test_an_empty_prompt_blocks_and_says_why(studio: Studio, qtbot: QtBot) -> None:
    prompt_of(studio).set_value("")
    assert not studio.window.bar.generate.isEnabled()
    assert studio.window.bar.generate.toolTip() == "Prompt is empty."
    qtbot.keyClick(prompt_of(studio).text, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert not studio.engine.queue.items()
    (notice,) = studio.window.lanes.cards.cards()  # keys have no tooltip
    assert isinstance(notice, NoticeBar)
    assert notice.text.text() == "Prompt is empty."
    prompt_of(studio).set_value("rain")
    assert studio.window.bar.generate.isEnabled()
    make_take(studio, qtbot)
    assert studio.window.lanes.cards.cards() == []


def test_a_fault_in_the_window_is_a_card_too(studio: Studio) -> None:
    error = KeyError("missing")
    studio.show_fault(KeyError, error, None)
    card = studio.window.lanes.cards.cards()[0]
    assert isinstance(card, ErrorCard)
    assert card.message.text() == "Something in the window went wrong."
    assert "KeyError" in card.cause.text()


def test_a_generate_before_the_model_is_known_starts_by_itself(qtbot: QtBot, qapp: QApplication, tiny: TinyFamily) -> None:
    studio = Studio(Settings())
    qtbot.addWidget(studio.window)
    studio.window.show()
    row = prompt_of(studio)
    row.text.setPlainText("early")
    qtbot.mouseClick(studio.window.bar.generate, Qt.MouseButton.LeftButton)
    assert studio.window.bar.queued.text() == "Starts when the model is loaded"
    qtbot.waitUntil(lambda: studio.window.takes.model.total() == 1, timeout=WAIT_MS)
    entry = studio.window.takes.current()
    assert entry is not None
    assert entry.take.request.prompt == "early"
    studio.window.close()


def test_a_note_about_the_result_is_shown(studio: Studio, qtbot: QtBot) -> None:
    studio.engine.signals.note.emit(1, "The result is silent (its peak is below -80 dBFS).")
    qtbot.waitUntil(lambda: bool(studio.window.lanes.cards.cards()))
    notice = studio.window.lanes.cards.cards()[0]
    assert isinstance(notice, NoticeBar)
    assert "silent" in notice.text.text()
    # the next take is another sound: what was said about the last one is gone when it begins
    qtbot.mouseClick(studio.window.bar.generate, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: notice not in studio.window.lanes.cards.cards(), timeout=WAIT_MS)


def test_the_log_tells_what_happened(studio: Studio, qtbot: QtBot) -> None:
    make_take(studio, qtbot)
    qtbot.waitUntil(lambda: "take #1" in studio.window.log_panel.text.toPlainText())
    assert "loaded Tiny on cpu in float32" in studio.window.log_panel.text.toPlainText()


def test_closing_during_a_take_ends_the_engine(studio: Studio, qtbot: QtBot) -> None:
    studio.window.prompt.rows["steps"].set_value(64)
    studio.window.prompt.rows["duration_s"].set_value(4.0)
    qtbot.mouseClick(studio.window.bar.generate, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: studio.engine.status.state is State.GENERATING, timeout=WAIT_MS)
    studio.window.close()
    assert studio.engine_ended
