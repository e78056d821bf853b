"""The prompt's box grows, counts what the model reads, and marks where it stops."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from ditone.gui.panels.prompt_panel import PromptPanel
from ditone.gui.panels.prompt_row import PromptRow
from ditone.gui.panels.variation_row import VariationRow
from ditone.models.mini.text import prompt_length
from ditone.runtime import registry, variations
from ditone.runtime.request import EngineSettings
from tests.tiny import INFO, NEAR


def row_of(panel: PromptPanel) -> PromptRow:
    row = panel.rows["prompt"]
    assert isinstance(row, PromptRow)
    return row


def test_the_box_grows_to_twelve_lines_and_no_further(panel: PromptPanel, qtbot: QtBot) -> None:
    panel.set_model(INFO)
    row, line = row_of(panel), panel.fontMetrics().lineSpacing()
    heights = []
    for lines in (1, 7, 12, 30):
        row.text.setPlainText("\n".join("rain" for _ in range(lines)))
        heights.append(round((row.text.height() - 16) / line))
    assert heights == [4, 7, 12, 12]
    panel.resize(330, 420)  # a small window keeps room for the rest
    qtbot.waitUntil(lambda: row.text.height() < 12 * line)
    assert row.text.height() >= 4 * line


def test_words_are_counted_and_the_cut_is_marked_and_said(panel: PromptPanel, qtbot: QtBot) -> None:
    panel.set_model(replace(INFO, prompt_length=prompt_length))
    row = row_of(panel)
    row.text.clear()
    qtbot.keyClicks(row.text, "rain on a tin roof")
    qtbot.waitUntil(lambda: row.counter.isVisible() and row.counter.text().startswith("4 of "))
    assert not row.text.extraSelections()
    limit = row.length.limit if row.length else 0
    row.text.insertPlainText(" 🌧 dog" + " bell" * limit)
    qtbot.waitUntil(lambda: bool(row.text.extraSelections()))
    mark = row.text.extraSelections()[0]
    cut = mark.cursor.selectedText()
    assert cut.split() == ["bell"] * len(cut.split()) and row.text.toPlainText().endswith(cut)
    assert "stops reading" in row.counter.text()
    panel.set_model(replace(INFO, variant="all"))  # a model that reads everything counts nothing
    assert not row_of(panel).counter.isVisible()


def test_a_take_beside_the_next_one_is_shown_and_taken_away(panel: PromptPanel, qtbot: QtBot) -> None:
    panel.set_model(NEAR)
    row, level = panel.rows["variation_of"], panel.rows["variation_level"]
    assert isinstance(row, VariationRow)
    assert row.isHidden() and level.isHidden() and panel.rows["between"].isHidden()
    take = NEAR.defaults().replaced(prompt="rain", seed=5)
    panel.apply(variations.variation(take, 0.25, 6))
    assert row.isVisible() and level.isVisible()
    assert "rain · 5" in row.name.text()
    assert panel.request(EngineSettings()).value("variation_of") == variations.recipe(take)
    qtbot.mouseClick(row.remove, Qt.MouseButton.LeftButton)
    assert row.isHidden() and level.isHidden()
    assert panel.request(EngineSettings()).value("variation_of") == ""


def test_no_words_under_the_prompt_make_the_panel_wider_than_its_dock(panel: PromptPanel, qtbot: QtBot) -> None:
    panel.set_model(registry.resolve("mini-sfx"))
    panel.resize(300, 800)
    row_of(panel).set_value("a large wooden door slams in an old empty church while heavy rain falls on stone outside " * 4)
    qtbot.waitUntil(lambda: "stops" in row_of(panel).counter.text() and bool(panel.hints.buttons), timeout=20_000)
    assert row_of(panel).minimumSizeHint().width() <= 260
    assert panel.hints.minimumSizeHint().width() <= 260
