"""Under the prompt: words that the model does not know, and the nearest kinds of sounds to click on."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from ditone.gui.panels.plain_rows import TextRow
from ditone.gui.panels.prompt_panel import PromptPanel
from ditone.runtime import registry


@pytest.fixture
def panel(panel: PromptPanel) -> PromptPanel:
    panel.set_model(registry.resolve("mini-sfx"))
    return panel


def write(panel: PromptPanel, text: str) -> TextRow:
    row = panel.rows["prompt"]
    assert isinstance(row, TextRow)
    row.text.setPlainText(text)
    return row


def test_an_unknown_word_is_named_and_a_button_puts_a_known_kind_in_its_place(qtbot: QtBot, panel: PromptPanel) -> None:
    row = write(panel, "gunshto")
    qtbot.waitUntil(lambda: len(panel.hints.buttons) > 0, timeout=20000)
    assert panel.hints.isVisible()
    assert "not known: gunshto" in panel.hints.notes.text()
    button = next(b for b in panel.hints.buttons if b.text() == "gunshot")
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert row.value() == "gunshot"
    qtbot.waitUntil(lambda: not panel.hints.isVisible(), timeout=20000)


def test_what_is_known_says_nothing(qtbot: QtBot, panel: PromptPanel) -> None:
    write(panel, "xqzv")
    qtbot.waitUntil(panel.hints.isVisible, timeout=20000)
    write(panel, "rain on a tin roof")
    qtbot.waitUntil(lambda: not panel.hints.isVisible(), timeout=20000)


def test_chinese_is_shown_in_english_and_models_of_speech_say_nothing(qtbot: QtBot, panel: PromptPanel) -> None:
    write(panel, "雨声")
    qtbot.waitUntil(lambda: "Read as: rain." in panel.hints.notes.text(), timeout=20000)
    panel.set_model(registry.resolve("mini-voice"))
    assert not panel.hints.isVisible()
