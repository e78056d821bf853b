"""What will be read stands under the prompt for every family that speaks, with what differs marked."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from ditone.gui.panels.prompt_panel import PromptPanel
from ditone.runtime import registry

CASES = Path(__file__).parents[2] / "reference" / "cases"


FOLDERS = {"cosyvoice3": CASES / "cosyvoice3" / "model", "dots": CASES / "dots" / "models" / "soar"}


@pytest.mark.parametrize("name", ["mini-voice", "cosyvoice3", "dots"])
def test_what_is_read_otherwise_is_marked(panel: PromptPanel, qtbot: QtBot, name: str) -> None:
    info = registry.recognise(FOLDERS[name]) if name in FOLDERS else registry.resolve(name)
    assert info.read is not None
    panel.set_model(info)
    if "normalise" in panel.rows:  # as published, figures may be left to the model
        panel.rows["normalise"].set_value(True)
    panel.rows["prompt"].set_value("We left at 7:30 with 3 dogs.")
    qtbot.waitUntil(lambda: panel.reading.isVisible() and "three" in panel.reading.text.text(), timeout=30_000)
    shown = panel.reading.text.text()
    assert "<b><u>" in shown and "seven thirty" in shown.replace("<b><u>", "").replace("</u></b>", "")
