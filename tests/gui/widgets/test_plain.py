"""Text of outsiders is shown as it is written, never as HTML."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextDocumentFragment
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from ditone.gui.engine.failure import Failure
from ditone.gui.panels.cards import CardStack
from ditone.gui.widgets.plain_text import PlainLabel, plain_tip

HOSTILE = '<img src="//host/share/x.png"><b>bold</b> & <a href="file:///etc/passwd">click</a>'
# they show markup and links of our own, and escape what else stands in them
MARKUP = {
    "compare/speech_metrics.py", "model_hub/dialog.py", "model_hub/question.py", "model_hub/token_card.py", "panels/reading_view.py",
    "widgets/plain_text.py",
}  # fmt: skip


def test_no_other_part_of_the_window_makes_a_label_that_guesses() -> None:
    gui = Path(__file__).parents[3] / "gui"
    guessing = [
        str(p.relative_to(gui)) for p in gui.rglob("*.py") if re.search(r"(?<!\w)QLabel\((?!\))|= QLabel\(", p.read_text("utf-8"))
    ]
    assert {name.replace("\\", "/") for name in guessing} <= MARKUP


def test_a_label_keeps_what_it_is_given(qtbot: QtBot) -> None:
    label = PlainLabel(HOSTILE)
    qtbot.addWidget(label)
    assert label.textFormat() == Qt.TextFormat.PlainText
    assert label.text() == HOSTILE


@pytest.mark.parametrize("text", [HOSTILE, "plain", "two\nlines", "<two>\nlines", "a & b < c", ""])
def test_a_tooltip_shows_what_it_is_given(text: str) -> None:
    tip = plain_tip(text)
    assert (QTextDocumentFragment.fromHtml(tip).toPlainText() if tip.startswith("<qt>") else tip) == text
    assert tip.startswith("<qt>") or "<" not in tip


def test_a_card_and_a_notice_show_no_markup(qtbot: QtBot) -> None:
    cards = CardStack()
    qtbot.addWidget(cards)
    cards.show_failure(Failure("problem", HOSTILE, HOSTILE), "report")
    cards.show_notice(HOSTILE)
    labels = [label for label in cards.findChildren(QLabel) if "bold" in label.text()]
    assert len(labels) >= 2
    assert {label.textFormat() for label in labels} == {Qt.TextFormat.PlainText}
