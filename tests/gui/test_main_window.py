"""The whole window, driven with real keys and clicks, with the tiny family behind a real worker thread."""

from __future__ import annotations

import threading
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QAction, QDropEvent, QGuiApplication
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from ditone.gui.core.settings import Settings
from ditone.gui.engine.status import State
from ditone.gui.engine.take_entry import TakeEntry
from ditone.gui.panels.cards import ErrorCard, NoticeBar
from ditone.gui.panels.help import ShortcutSheet
from ditone.gui.panels.rows import NumberRow, SeedRow, TextRow
from ditone.gui.panels.takes_model import ENTRY
from ditone.gui.studio import Studio
from tests.tiny import TinyFamily

WAIT_MS = 30_000


def prompt_of(studio: Studio) -> TextRow:
    row = studio.window.prompt.rows["prompt"]
    assert isinstance(row, TextRow)
    return row


def make_take(studio: Studio, qtbot: QtBot, **values: object) -> TakeEntry:
    before = studio.window.takes.model.total()
    for name, value in {"duration_s": 0.2, **values}.items():
        studio.window.prompt.rows[name].set_value(value)
    qtbot.mouseClick(studio.window.bar.generate, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: studio.window.takes.model.total() > before and not studio.engine.busy, timeout=WAIT_MS)
    entry = studio.window.takes.current()
    assert entry is not None
    return entry


def gate(tiny: TinyFamily) -> tuple[threading.Event, threading.Event]:
    reached, go_on = threading.Event(), threading.Event()

    def wait(_block: int) -> None:
        reached.set()
        assert go_on.wait(20)

    tiny.pipelines[-1].before_step = wait
    return reached, go_on


def drop(studio: Studio, path: Path) -> None:
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path))])
    action, button, key = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    studio.window.dropEvent(QDropEvent(QPointF(5, 5), action, mime, button, key))


def test_it_opens_with_the_builtin_model_the_example_and_the_cursor_in_the_prompt(studio: Studio) -> None:
    assert prompt_of(studio).value() == "a test tone"
    assert prompt_of(studio).text.hasFocus()
    assert studio.window.bar.pill.text() == "Ready"
    assert studio.window.bar.chip.text() == "Tiny · fp32 · CPU"
    assert studio.window.bar.generate.isEnabled()
    assert not studio.window.bar.cancel.isEnabled()


def test_a_prompt_becomes_an_audible_take_with_the_keyboard_alone(studio: Studio, qtbot: QtBot) -> None:
    text = prompt_of(studio).text
    text.selectAll()
    qtbot.keyClicks(text, "rain on a tin roof")
    qtbot.keyClick(text, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: studio.window.takes.model.total() == 1, timeout=WAIT_MS)
    assert text.toPlainText() == "rain on a tin roof"  # no line break slipped in
    entry = studio.window.takes.current()
    assert entry is not None
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


def test_recall_puts_the_settings_back(studio: Studio, qtbot: QtBot) -> None:
    first = make_take(studio, qtbot, steps=7, solver="rk4", cfg_scale=5.0)
    make_take(studio, qtbot, steps=3, solver="euler", cfg_scale=1.0)
    studio.window.takes.list.setFocus()
    studio.window.takes.list.setCurrentIndex(studio.window.takes.model.index(1))
    qtbot.keyClick(studio.window.takes.list, Qt.Key.Key_R)
    request = studio.window.prompt.request(studio.engine.engine_settings)
    assert (request.steps, request.solver, request.cfg_scale, request.seed) == (7, "rk4", 5.0, first.take.request.seed)
    again = make_take(studio, qtbot, steps=7)
    assert np.array_equal(first.take.audio, again.take.audio)


def test_takes_can_be_searched_and_brought_back_to_the_lane(studio: Studio, qtbot: QtBot) -> None:
    thunder = make_take(studio, qtbot, prompt="thunder far away")
    make_take(studio, qtbot, prompt="a small bell")
    qtbot.keyClick(studio.window, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(studio.window.takes.search.hasFocus)
    qtbot.keyClicks(studio.window.takes.search, "thunder")
    assert studio.window.takes.model.rowCount() == 1
    studio.window.takes.search.setText(str(thunder.take.request.seed))
    assert studio.window.takes.model.rowCount() == 1
    studio.window.takes.list.setCurrentIndex(studio.window.takes.model.index(0))
    qtbot.keyClick(studio.window.takes.list, Qt.Key.Key_Return)
    sound = studio.window.lanes.lanes["A"].sound
    assert sound is not None
    assert np.array_equal(sound.audio, thunder.take.audio)
    studio.window.takes.search.setText("nothing like it")
    qtbot.waitUntil(studio.window.takes.empty.isVisible)
    assert studio.window.takes.empty.text().startswith("No take matches.")


def test_a_pinned_lane_keeps_its_take_and_the_next_goes_to_b(studio: Studio, qtbot: QtBot) -> None:
    first = make_take(studio, qtbot)
    qtbot.mouseClick(studio.window.lanes.lanes["A"].buttons["pin"], Qt.MouseButton.LeftButton)
    second = make_take(studio, qtbot)
    a, b = (studio.window.lanes.lanes[letter].sound for letter in "AB")
    assert a is not None
    assert b is not None
    assert np.array_equal(a.audio, first.take.audio)
    assert np.array_equal(b.audio, second.take.audio)
    qtbot.waitUntil(studio.window.lanes.lanes["B"].isVisible)


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


def test_letters_act_outside_text_fields_only(studio: Studio, qtbot: QtBot) -> None:
    make_take(studio, qtbot)
    player = studio.window.lanes.player
    assert player is not None
    text = prompt_of(studio).text
    text.setFocus()
    text.clear()
    qtbot.keyClicks(text, "loop")
    assert text.toPlainText() == "loop"
    assert not player.loop
    view = studio.window.lanes.lanes["A"].view
    view.setFocus()
    qtbot.keyClick(view, Qt.Key.Key_L)
    assert player.loop


def test_tab_in_a_lane_switches_between_lanes_and_m_matches_their_levels(studio: Studio, qtbot: QtBot) -> None:
    make_take(studio, qtbot)
    qtbot.mouseClick(studio.window.lanes.lanes["A"].buttons["pin"], Qt.MouseButton.LeftButton)
    make_take(studio, qtbot)
    player = studio.window.lanes.player
    assert player is not None
    view = studio.window.lanes.lanes["A"].view
    view.setFocus()
    heard = player.selected
    qtbot.keyClick(view, Qt.Key.Key_Tab)
    assert {heard, player.selected} == {"A", "B"}
    qtbot.keyClick(view, Qt.Key.Key_M)
    assert player.level_match


def test_arrows_move_the_playhead_in_a_lane_but_the_slider_in_the_panel(studio: Studio, qtbot: QtBot) -> None:
    make_take(studio, qtbot, duration_s=1.0)
    view = studio.window.lanes.lanes["A"].view
    timeline = studio.window.lanes.timeline
    assert timeline is not None
    view.setFocus()
    qtbot.keyClick(view, Qt.Key.Key_Right)
    qtbot.keyClick(view, Qt.Key.Key_Right)
    assert timeline.playhead_s == pytest.approx(0.2)
    row = studio.window.prompt.rows["steps"]
    assert isinstance(row, NumberRow)
    assert row.slider is not None
    row.slider.setFocus()
    steps = row.value()
    qtbot.keyClick(row.slider, Qt.Key.Key_Right)
    assert row.value() == steps + 1
    assert timeline.playhead_s == pytest.approx(0.2)


def test_number_keys_play_the_takes_of_the_last_batch(studio: Studio, qtbot: QtBot) -> None:
    make_take(studio, qtbot, prompt="from an earlier batch")
    studio.window.bar.count.setValue(3)
    qtbot.mouseClick(studio.window.bar.generate, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: studio.window.takes.model.total() == 4 and not studio.engine.busy, timeout=WAIT_MS)
    view = studio.window.lanes.lanes["A"].view
    view.setFocus()
    second_newest = studio.window.takes.model.index(1).data(ENTRY)
    qtbot.keyClick(view, Qt.Key.Key_2)
    qtbot.waitUntil(lambda: any(entry.id == second_newest.id for entry in studio.window.lanes.entries.values()), timeout=WAIT_MS)
    shown = dict(studio.window.lanes.entries)
    qtbot.keyClick(view, Qt.Key.Key_4)  # there are only three
    assert studio.window.lanes.entries == shown


def test_space_still_presses_a_focused_button(studio: Studio, qtbot: QtBot) -> None:
    seed = studio.window.prompt.rows["seed"]
    assert isinstance(seed, SeedRow)
    seed.lock.setFocus()
    qtbot.keyClick(seed.lock, Qt.Key.Key_Space)
    assert seed.is_locked()


def test_f6_walks_through_the_areas(studio: Studio, qtbot: QtBot) -> None:
    prompt_of(studio).text.setFocus()
    visited = []
    for _ in range(5):
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_F6)
        visited.append(QApplication.focusWidget())
    assert len(set(visited)) == 5
    assert visited[-1] is prompt_of(studio).text
    qtbot.keyClick(visited[-1], Qt.Key.Key_F6, Qt.KeyboardModifier.ShiftModifier)
    assert QApplication.focusWidget() is studio.window.bar.generate


def test_a_dropped_model_folder_is_loaded_and_a_wrong_one_explained(studio: Studio, qtbot: QtBot, tmp_path: Path) -> None:
    folder = tmp_path / "my model"
    folder.mkdir()
    (folder / "readme.txt").write_text("")
    drop(studio, folder)
    qtbot.waitUntil(lambda: bool(studio.window.lanes.cards.cards()), timeout=WAIT_MS)
    card = studio.window.lanes.cards.cards()[0]
    assert isinstance(card, ErrorCard)
    assert "my model is not a model folder" in card.message.text()
    assert "readme.txt" in card.cause.text()
    assert any("Choose another folder" in button.text() for button in card.findChildren(QPushButton))
    (folder / "tiny.json").write_text("{}")
    drop(studio, folder)
    qtbot.waitUntil(lambda: studio.engine.loaded is not None and studio.engine.loaded.info.model == str(folder), timeout=WAIT_MS)
    assert studio.engine.info is not None
    assert not studio.engine.info.builtin


def test_a_dropped_sound_goes_to_a_lane(studio: Studio, qtbot: QtBot, tmp_path: Path) -> None:
    import soundfile

    soundfile.write(tmp_path / "hum.wav", 0.1 * np.sin(np.arange(16000) / 20), 16000, subtype="FLOAT")
    drop(studio, tmp_path / "hum.wav")
    qtbot.waitUntil(lambda: studio.window.lanes.lanes["A"].sound is not None, timeout=WAIT_MS)
    sound = studio.window.lanes.lanes["A"].sound
    assert sound is not None
    assert (sound.title, sound.rate, sound.frames) == ("hum.wav", 16000, 16000)


def test_a_take_is_exported_with_its_settings_and_recalled_by_dropping_the_file(
    studio: Studio, qtbot: QtBot, tmp_path: Path
) -> None:
    from ditone.gui.panels.export_panel import ExportPanel

    entry = make_take(studio, qtbot, steps=6, prompt="a bell")
    studio.settings.set("export/folder", str(tmp_path))
    qtbot.mouseClick(studio.window.takes.export, Qt.MouseButton.LeftButton)
    panel = studio.window.findChildren(ExportPanel)[0]
    with qtbot.waitSignal(panel.exported, timeout=WAIT_MS) as told:
        qtbot.mouseClick(panel.export, Qt.MouseButton.LeftButton)
    panel.close()
    assert Path(told.args[0]).parent == tmp_path
    make_take(studio, qtbot, steps=2, prompt="wind")
    drop(studio, Path(told.args[0]))
    qtbot.waitUntil(lambda: studio.window.prompt.rows["prompt"].value() == "a bell", timeout=WAIT_MS)
    request = studio.window.prompt.request(studio.engine.engine_settings)
    assert (request.steps, request.seed) == (6, entry.take.request.seed)
    sound = studio.window.lanes.lanes["A"].sound
    assert sound is not None
    assert np.array_equal(sound.audio, entry.take.audio)


def test_recalling_a_take_of_another_model_brings_its_model_and_its_settings(
    studio: Studio, qtbot: QtBot, tmp_path: Path
) -> None:
    entry = make_take(studio, qtbot, steps=9, prompt="a bell")
    (tmp_path / "tiny.json").write_text("{}")
    drop(studio, tmp_path)
    qtbot.waitUntil(lambda: studio.engine.loaded is not None and not studio.engine.loaded.info.builtin, timeout=WAIT_MS)
    assert studio.window.prompt.rows["steps"].value() == 4
    studio.recall.recall(entry)
    qtbot.waitUntil(lambda: studio.engine.loaded is not None and studio.engine.loaded.info.builtin, timeout=WAIT_MS)
    request = studio.window.prompt.request(studio.engine.engine_settings)
    assert (request.model, request.steps, request.seed) == ("tiny", 9, entry.take.request.seed)


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


def test_the_model_panel_names_the_model_and_its_licence(studio: Studio, qtbot: QtBot) -> None:
    qtbot.mouseClick(studio.window.bar.chip, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(studio.window.model_panel.isVisible)
    panel = studio.window.model_panel
    assert panel.title.text() == "Tiny"
    texts = [label.text() for label in panel.findChildren(type(panel.title))]
    assert "Apache-2.0. Free to use." in texts
    assert panel.state.text() == "Loaded on cpu in float32"
    panel.precision.setCurrentIndex(panel.precision.findData("bfloat16"))
    panel.precision.activated.emit(panel.precision.currentIndex())
    qtbot.waitUntil(lambda: studio.engine.loaded is not None and studio.engine.loaded.precision == "bfloat16", timeout=WAIT_MS)
    qtbot.mouseClick(panel.unload, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: studio.engine.loaded is None, timeout=WAIT_MS)
    panel.close()
    make_take(studio, qtbot)


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


def test_a_note_about_the_result_is_shown(studio: Studio, qtbot: QtBot) -> None:
    studio.engine.signals.note.emit(1, "The result is silent (its peak is below -80 dBFS).")
    qtbot.waitUntil(lambda: bool(studio.window.lanes.cards.cards()))
    notice = studio.window.lanes.cards.cards()[0]
    assert isinstance(notice, NoticeBar)
    assert "silent" in notice.text.text()
    # the next take is another sound: what was said about the last one is gone when it begins
    qtbot.mouseClick(studio.window.bar.generate, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: notice not in studio.window.lanes.cards.cards(), timeout=WAIT_MS)


def test_the_shortcut_sheet_lists_what_works(studio: Studio, qtbot: QtBot) -> None:
    qtbot.keyClick(studio.window, Qt.Key.Key_F1)
    sheets = studio.window.findChildren(ShortcutSheet)
    assert len(sheets) == 1
    words = [label.text() for label in sheets[0].findChildren(type(studio.window.bar.left))]
    for expected in ("Generate", "Play or pause", "Next area"):
        assert expected in words
    sheets[0].close()


def test_every_control_has_an_accessible_name(studio: Studio) -> None:
    for row in studio.window.prompt.rows.values():
        if isinstance(row, NumberRow):
            assert row.field.accessibleName()
    for widget in (
        studio.window.bar.count,
        studio.window.bar.bar,
        studio.window.takes.search,
        studio.window.takes.list,
        studio.window.queue_panel.tree,
        studio.window.log_panel.text,
    ):
        assert widget.accessibleName()
    for button in studio.window.findChildren(QPushButton):
        assert button.text() or button.accessibleName(), button.objectName()


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
