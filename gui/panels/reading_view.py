"""The text as it will be read, under the prompt: what differs from what was typed is marked."""

from __future__ import annotations

from functools import partial
from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from ditone.gui.core.later_question import LaterQuestion
from ditone.runtime.errors import DitoneError
from ditone.runtime.printable import printable, storable

if TYPE_CHECKING:
    from collections.abc import Callable

    from ditone.runtime.request import Request
    from ditone.runtime.text.reading import Reading  # its rules cost a start-up of 0.1 s

    Read = Callable[[Request], Reading]

MOST_CHARACTERS = 1200  # more is not read in a panel
MOST_NOTES = 3


class ReadingView(QWidget):
    """Asks the model's family how a text is read, in the background, and shows the answer. Hidden for models that read nothing."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._question = LaterQuestion(self, self._show, self._failed)
        self.title = QLabel()
        self.title.setProperty("role", "note")
        self.text = QLabel()
        self.text.setWordWrap(True)
        self.text.setTextFormat(Qt.TextFormat.RichText)
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.text.setAccessibleName(self.tr("The text as it will be read"))
        self.notes = QLabel()
        self.notes.setWordWrap(True)
        self.notes.setTextFormat(Qt.TextFormat.PlainText)
        self.notes.setProperty("role", "note")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 0, 0, 4)
        layout.setSpacing(2)
        for label in (self.title, self.text, self.notes):
            layout.addWidget(label)
        self.hide()

    def ask(self, read: Read | None, request: Request) -> None:
        """Shows soon how `read` reads the prompt of a request; the same question is not asked twice."""
        if read is None or not request.prompt.strip():
            self._question.withdraw()
            self.hide()
            return
        wanted = request.replaced(seed=0, prompt=storable(request.prompt))
        self._question.ask((read, wanted), partial(read, wanted))

    def _show(self, reading: Reading) -> None:
        changed = bool(reading.changes()) or len(reading.pieces) > 1
        count = len(reading.pieces)
        if not count:
            self.title.clear()
        elif not changed:
            self.title.setText(self.tr("Read as it is written"))
        else:
            self.title.setText(self.tr("Read as:") if count == 1 else self.tr("Read in {count} pieces:").format(count=count))
        self.title.setVisible(bool(count))
        self.text.setText(marked(reading) if changed else "")
        self.text.setVisible(changed)
        self.notes.setText("\n".join(printable(note, 300) for note in reading.notes[:MOST_NOTES]))
        self.notes.setVisible(bool(reading.notes))
        self.show()

    def _failed(self, error: Exception) -> None:
        """What cannot be read is said by the panel itself, when a take is wanted."""
        self.title.hide()
        self.text.hide()
        self.notes.setText(error.text() if isinstance(error, DitoneError) else str(error))
        self.notes.show()
        self.show()


def marked(reading: Reading) -> str:
    """The pieces as rich text, a paragraph each, with what is read otherwise than written underlined in bold."""
    changes = reading.changes()
    parts: list[str] = []
    shown = 0
    for i, piece in enumerate(reading.pieces):
        if shown > MOST_CHARACTERS:
            parts.append(f"<p style='margin:0'>… +{len(reading.pieces) - i}</p>")
            break
        at, words = 0, ""
        for change in (change for change in changes if change.piece == i):
            words += _plain(piece.text[at : change.start])
            words += f"<b><u>{_plain(piece.text[change.start : change.end])}</u></b>"
            at = change.end
        parts.append(f"<p style='margin:0 0 3px 0'>{words}{_plain(piece.text[at:])}</p>")
        shown += len(piece.text)
    return "".join(parts)


def _plain(text: str) -> str:
    return escape(printable(text.replace("\n", " ")))
