"""Sound, engine, library and look: every control acts, is kept, and stays in step with the window's own controls."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QMessageBox
from pytestqt.qtbot import QtBot

from ditone.gui.core.settings import Settings
from ditone.gui.engine.drag_files import dragged_file
from ditone.gui.engine.worker import spare_threads
from ditone.gui.i18n import language
from ditone.gui.panels.export_panel import ExportPanel
from ditone.gui.preferences.dialog import Preferences
from ditone.gui.preferences.engine_page import EnginePage
from ditone.gui.preferences.library_page import LibraryPage, folder_size
from ditone.gui.preferences.look_page import LookPage
from ditone.gui.preferences.sound_page import SoundPage
from ditone.gui.studio import Studio
from ditone.gui.theme import palettes, style
from ditone.runtime.audio import metadata
from tests.gui.window import make_take
from tests.tiny import TinyFamily

WAIT_MS = 30_000


def choose(box: QComboBox, value: object) -> None:
    """As a click on an entry does."""
    index = box.findData(value)
    assert index >= 0
    box.setCurrentIndex(index)
    box.activated.emit(index)


def test_it_opens_with_its_key_and_from_the_menu(studio: Studio, qtbot: QtBot) -> None:
    qtbot.keyClick(studio.window, Qt.Key.Key_Comma, Qt.KeyboardModifier.ControlModifier)
    assert studio.preferences is not None and studio.preferences.isVisible()
    qtbot.mouseClick(studio.preferences.buttons.buttons()[0], Qt.MouseButton.LeftButton)
    assert not studio.preferences.isVisible()
    file = studio.window.menuBar().actions()[0].menu()
    assert "Settings…" in [action.text() for action in file.actions()]  # type: ignore[union-attr]


def test_each_subject_shows_its_page(dialog: Preferences) -> None:
    for row, name in enumerate(dialog.pages):
        dialog.subjects.setCurrentRow(row)
        assert dialog.pages[name].isVisible()


def test_volume_is_one_with_the_transports(dialog: Preferences, studio: Studio) -> None:
    page, transport = dialog.pages["sound"], studio.window.lanes.transport
    assert isinstance(page, SoundPage) and transport is not None
    page.field.setValue(35)
    assert transport.volume.field.value() == 35
    assert transport.player.volume == pytest.approx(0.35)
    transport.volume.slider.setValue(70)
    assert page.field.value() == page.slider.value() == 70


def test_autoplay_is_one_with_the_menus(dialog: Preferences, studio: Studio) -> None:
    page = dialog.pages["sound"]
    assert isinstance(page, SoundPage)
    if page.autoplay.isChecked():
        page.autoplay.click()
    page.autoplay.click()
    assert studio.commands.action("autoplay").isChecked()
    assert studio.settings.flag("sound/autoplay")
    studio.commands.action("autoplay").trigger()
    assert not page.autoplay.isChecked()
    assert not studio.settings.flag("sound/autoplay")


def test_the_latency_reaches_the_player_and_the_next_start(
    dialog: Preferences, studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, player = dialog.pages["sound"], studio.window.lanes.player
    assert isinstance(page, SoundPage) and player is not None
    given: list[float | None] = []
    monkeypatch.setattr(player, "set_latency", given.append)
    choose(page.latency, 100)
    choose(page.latency, 0)
    choose(page.latency, 50)
    assert given == [0.1, None, 0.05]
    assert studio.settings.number("sound/latency_ms", 0) == 50


def test_a_device_that_is_not_there_is_named(dialog: Preferences, studio: Studio) -> None:
    page, player = dialog.pages["sound"], studio.window.lanes.player
    assert isinstance(page, SoundPage) and player is not None
    player.set_device("ALSA: far away")
    assert page.device.currentText() == "ALSA: far away (not connected)"
    choose(page.device, None)
    assert player.device is None


def test_threads_load_the_model_again_and_are_kept(dialog: Preferences, studio: Studio, qtbot: QtBot, tiny: TinyFamily) -> None:
    dialog.open_page("engine")
    page = dialog.pages["engine"]
    assert isinstance(page, EnginePage)
    assert page.threads.text() == f"Automatic ({spare_threads()})"
    loads = len(tiny.pipelines)
    page.threads.setMaximum(7)
    page.threads.setValue(7)
    qtbot.waitUntil(lambda: len(tiny.pipelines) == loads + 1, timeout=WAIT_MS)
    qtbot.waitUntil(lambda: studio.engine.loaded is not None, timeout=WAIT_MS)
    assert make_take(studio, qtbot).take.request.engine.threads == 7
    second = Studio(Settings())
    qtbot.addWidget(second.window)
    assert second.engine.engine_settings.threads == 7
    page.threads.setValue(0)
    assert studio.engine.engine_settings.threads == spare_threads()


def test_precision_is_one_with_the_model_panels(dialog: Preferences, studio: Studio, qtbot: QtBot) -> None:
    dialog.open_page("engine")
    page = dialog.pages["engine"]
    assert isinstance(page, EnginePage)
    choose(page.precision, "bfloat16")
    assert studio.engine.engine_settings.precision == "bfloat16"
    studio.open_models()
    assert studio.window.model_panel.precision.currentData() == "bfloat16"
    choose(studio.window.model_panel.precision, "float32")
    assert page.precision.currentData() == "float32"
    studio.window.model_panel.close()
    qtbot.waitUntil(lambda: studio.engine.loaded is not None, timeout=WAIT_MS)


def test_the_librarys_size_is_what_its_files_need(dialog: Preferences, studio: Studio, qtbot: QtBot, tmp_path: Path) -> None:
    dialog.open_page("library")
    page = dialog.pages["library"]
    assert isinstance(page, LibraryPage)
    assert page.folder.text() == str(tmp_path / "library")
    (tmp_path / "library" / "ballast").mkdir(parents=True)
    (tmp_path / "library" / "ballast" / "file").write_bytes(bytes(3_000_000))
    page.refresh()
    qtbot.waitUntil(lambda: page.room.text().startswith("3."), timeout=WAIT_MS)
    assert folder_size(tmp_path / "library" / "ballast") == (3_000_000, 1)
    assert folder_size(tmp_path / "nowhere") == (0, 0)


def test_deleted_takes_go_for_good_after_one_question_and_undo_says_so(
    dialog: Preferences, studio: Studio, qtbot: QtBot, tmp_path: Path
) -> None:
    first = make_take(studio, qtbot, seed=1)
    make_take(studio, qtbot, seed=2)
    model, page = studio.window.takes.model, dialog.pages["library"]
    assert isinstance(page, LibraryPage)
    qtbot.waitUntil(lambda: len(list((tmp_path / "library").rglob("*.wav"))) == 2, timeout=WAIT_MS)
    studio.marks.delete([first])
    studio.marks.finish()
    dialog.open_page("library")
    qtbot.waitUntil(lambda: page.empty.isEnabled() and "1 take" in page.deleted.text(), timeout=WAIT_MS)
    for wanted, left in (("Keep", 2), ("Remove", 1)):
        qtbot.mouseClick(page.empty, Qt.MouseButton.LeftButton)
        box = page.findChildren(QMessageBox)[-1]
        qtbot.mouseClick(next(b for b in box.buttons() if b.text() == wanted), Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda left=left: len(list((tmp_path / "library").rglob("*.wav"))) == left, timeout=WAIT_MS)  # type: ignore[misc]
    qtbot.waitUntil(lambda: page.deleted.text().endswith("0 takes"), timeout=WAIT_MS)
    studio.commands.history.undo()
    qtbot.waitUntil(lambda: any("Removed from the library for good" in card.text() for card in cards(studio)), timeout=WAIT_MS)
    qtbot.waitUntil(lambda: model.total() == 1, timeout=WAIT_MS)


def cards(studio: Studio) -> list[QLabel]:
    return studio.window.lanes.cards.findChildren(QLabel)


def test_without_settings_neither_exports_nor_dragged_files_hold_any(
    dialog: Preferences, studio: Studio, qtbot: QtBot, tmp_path: Path
) -> None:
    entry = make_take(studio, qtbot)
    dialog.open_page("library")
    page = dialog.pages["library"]
    assert isinstance(page, LibraryPage)
    assert page.include.isChecked() and studio.window.lanes.tells_settings()
    page.include.click()
    studio.files.export(entry)
    panel = studio.window.findChildren(ExportPanel)[-1]
    assert not panel.settings.isChecked()
    panel.close()
    whole = dragged_file(entry, None, tmp_path / "drag", True)
    plain = dragged_file(entry, None, tmp_path / "drag", studio.window.lanes.tells_settings())
    assert metadata.read(whole) is not None
    assert metadata.read(plain) is None
    assert whole != plain
    assert b"test tone" not in plain.read_bytes()
    assert Settings().flag("export/include_settings", True) is False


def test_the_theme_is_one_with_the_menus(dialog: Preferences, studio: Studio, qapp: QApplication) -> None:
    page = dialog.pages["look"]
    assert isinstance(page, LookPage)
    try:
        choose(page.theme, "light")
        assert palettes.current() is palettes.LIGHT
        assert next(action for action in studio.commands.choices("theme").actions() if action.isChecked()).data() == "theme-light"
        studio.commands.choices("theme").actions()[0].trigger()
        assert page.theme.currentData() == "dark"
        assert studio.settings.text("theme") == "dark"
    finally:
        style.apply(qapp, "dark")


def test_size_and_language_are_kept_for_the_next_start_which_is_said(
    dialog: Preferences, studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    dialog.open_page("look")
    page = dialog.pages["look"]
    assert isinstance(page, LookPage)
    assert not page.later.isVisible()
    choose(page.scale, 125)
    assert page.later.isVisible()
    choose(page.scale, 100)
    assert not page.later.isVisible()
    choose(page.language, "zh_CN")
    assert page.later.isVisible()
    assert language.chosen(Settings()) == "zh_CN"
    choose(page.scale, 125)
    monkeypatch.delenv("QT_SCALE_FACTOR", raising=False)
    language.set_size(Settings())
    assert os.environ.pop("QT_SCALE_FACTOR") == "1.25"
