"""What is done with takes and files in the window: recalled, searched, pinned, dropped, exported; models come in by a drop, too."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from ditone.gui.panels.cards import ErrorCard
from ditone.gui.studio import Studio
from tests.gui.window import WAIT_MS, drop, make_take


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
    qtbot.keyClick(studio.window.takes.search, Qt.Key.Key_Down)
    assert studio.window.takes.list.hasFocus()
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
