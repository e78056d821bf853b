"""Text of outsiders in the window: a prompt, a file's name or a sentence about one is shown as it is written.

Qt guesses whether a text is meant as HTML, for labels and for tooltips. A name such as `<img src=//host/x>` would be drawn as a picture
that is fetched, and `<b>` would vanish.
"""

from __future__ import annotations

import html

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget


class PlainLabel(QLabel):
    """A label that shows its text and nothing else. The label to use wherever no markup of our own is shown."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(text)


def plain_tip(text: str) -> str:
    """A tooltip's text that Qt takes for no HTML, or as HTML that shows exactly this text."""
    return f"<qt>{html.escape(text).replace(chr(10), '<br>')}</qt>" if "<" in text or "&" in text else text
