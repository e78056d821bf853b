"""The window and the engine ask for the same consent."""

from pathlib import Path

from pytestqt.qtbot import QtBot

from ditone.gui.widgets.consent_box import ConsentBox
from ditone.runtime.voice_consents import STATEMENT


def test_the_tick_says_what_the_engine_asks_for(qtbot: QtBot) -> None:
    box = ConsentBox()
    qtbot.addWidget(box)
    assert box.text() == STATEMENT
    assert box.wanted() == f'Tick "{STATEMENT}" first'


def test_nothing_else_in_the_window_says_it() -> None:
    gui = Path(__file__).parents[3] / "gui"
    assert [path.name for path in gui.rglob("*.py") if STATEMENT in path.read_text("utf-8")] == ["consent_box.py"]
