"""The text as it will be read, under the prompt."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from ditone.gui.panels.plain_rows import TextRow
from ditone.gui.panels.prompt_panel import PromptPanel
from ditone.runtime import registry


@pytest.fixture
def panel(panel: PromptPanel) -> PromptPanel:
    panel.set_model(registry.resolve("mini-voice"))
    return panel


def type_in(qtbot: QtBot, panel: PromptPanel, text: str) -> None:
    row = panel.rows["prompt"]
    assert isinstance(row, TextRow)
    row.text.selectAll()
    qtbot.keyClicks(row.text, text)


def test_what_is_typed_is_shown_as_it_will_be_read(qtbot: QtBot, panel: PromptPanel) -> None:
    type_in(qtbot, panel, "Dr. Lee paid $2.01.")
    qtbot.waitUntil(lambda: "two dollars and one cent" in panel.reading.text.text(), timeout=20000)
    assert panel.reading.isVisible()
    assert "<b><u>two dollars and one cent</u></b>" in panel.reading.text.text()
    assert "<b><u>Lee" not in panel.reading.text.text()


def test_a_text_that_is_read_as_written_says_so(qtbot: QtBot, panel: PromptPanel) -> None:
    type_in(qtbot, panel, "The boat is home.")
    qtbot.waitUntil(lambda: panel.reading.title.text() == "Read as it is written", timeout=20000)
    assert not panel.reading.text.isVisible()


def test_what_cannot_be_read_is_named(qtbot: QtBot, panel: PromptPanel) -> None:
    row = panel.rows["prompt"]
    assert isinstance(row, TextRow)
    row.text.setPlainText("Hello <b>世界</b> & 5 kg")
    qtbot.waitUntil(lambda: "left out" in panel.reading.notes.text(), timeout=20000)
    assert "世" not in panel.reading.text.text()
    assert isinstance(panel.reading.notes, QLabel)


def test_a_model_of_sounds_shows_nothing(qtbot: QtBot, panel: PromptPanel) -> None:
    type_in(qtbot, panel, "5 kg")
    panel.set_model(registry.resolve("mini-sfx"))
    assert not panel.reading.isVisible()
