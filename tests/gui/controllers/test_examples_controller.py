"""The first start: five prompts, one click each, gone for good once something of one's own was typed."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from ditone.gui.core.settings import Settings
from ditone.gui.studio import Studio
from ditone.models.mini.family import EXAMPLES
from ditone.models.mini.text import split
from tests.gui.window import prompt_of
from tests.tiny import INFO, TinyFamily

LEFT = Qt.MouseButton.LeftButton
WAIT_MS = 60_000


def opened(qtbot: QtBot) -> Studio:
    made = Studio(Settings())
    qtbot.addWidget(made.window)
    made.window.resize(1440, 900)
    made.window.show()
    qtbot.waitUntil(lambda: made.engine.loaded is not None, timeout=WAIT_MS)
    made.commands.action("autoplay").setChecked(False)
    return made


def test_one_click_makes_a_sound_and_ends_the_strip(qtbot: QtBot, qapp: QApplication, tiny: TinyFamily) -> None:
    tiny.info = replace(INFO, examples=("rain", "bell", "hum", "wind", "fire", "sixth"))
    studio = opened(qtbot)
    strip = studio.window.lanes.examples
    assert strip.isVisible() and [button.text() for button in strip.buttons] == ["rain", "bell", "hum", "wind", "fire"]
    qtbot.mouseClick(strip.buttons[1], LEFT)
    qtbot.waitUntil(lambda: studio.window.takes.model.total() == 1, timeout=WAIT_MS)
    assert studio.window.takes.model.index(0).data() == "bell"
    assert not strip.isVisible()  # it has shown what it is for
    studio.settings.save()
    studio.window.close()
    again = opened(qtbot)
    assert not again.window.lanes.examples.isVisible()
    again.window.close()


def test_a_typed_prompt_ends_the_strip_for_good(qtbot: QtBot, qapp: QApplication, tiny: TinyFamily) -> None:
    tiny.info = replace(INFO, examples=("rain", "bell", "hum", "wind", "fire", "sixth"))
    studio = opened(qtbot)
    strip = studio.window.lanes.examples
    assert strip.isVisible()
    text = prompt_of(studio).text
    text.selectAll()
    qtbot.keyClicks(text, "my own")
    assert not strip.isVisible()
    text.setPlainText("bell")
    assert not strip.isVisible()
    studio.settings.save()
    studio.window.close()
    again = opened(qtbot)
    assert not again.window.lanes.examples.isVisible()
    again.window.close()


def test_the_built_in_examples_are_short_and_read_whole() -> None:
    assert len(EXAMPLES) == 5 and all(1 <= len(split(prompt)) <= 6 for prompt in EXAMPLES)
