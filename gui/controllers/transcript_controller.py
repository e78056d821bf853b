"""The transcript of a reference voice: written by the recogniser on request, and never that of another recording."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QPushButton

from ditone.gui.core.background import Background
from ditone.gui.core.settings import RECOGNISER
from ditone.gui.i18n.sentences import translate_sentence
from ditone.gui.panels.plain_rows import TextRow
from ditone.runtime.errors import DitoneError

if TYPE_CHECKING:
    from ditone.gui.core.settings import Settings
    from ditone.gui.panels.cards import CardStack
    from ditone.gui.panels.prompt_panel import PromptPanel
    from ditone.gui.panels.voice_row import VoiceRow

SAME_WORDS = " trimmed"  # behind the name of a copy from which only silence was taken


class TranscriptController(QObject):
    """Watches the rows named "reference" and "transcript" of whichever model the panel shows. `show_settings` opens the settings."""

    def __init__(self, prompt: PromptPanel, settings: Settings, cards: CardStack, show_settings: Callable[[], object]) -> None:
        super().__init__(prompt)
        self._prompt, self._settings, self._cards, self._show_settings = prompt, settings, cards, show_settings
        self._background = Background(self)
        self._reference = ""
        self.button: QPushButton | None = None
        prompt.rebuilt.connect(self._watch)
        prompt.edited.connect(self._follow)
        self._watch()

    def _rows(self) -> tuple[VoiceRow, TextRow] | None:
        reference, transcript = (self._prompt.rows.get(name) for name in ("reference", "transcript"))
        if reference is None or not isinstance(transcript, TextRow):
            return None
        from ditone.gui.panels.voice_row import VoiceRow  # late: it brings numpy, and the window opens before it

        return (reference, transcript) if isinstance(reference, VoiceRow) else None

    def _watch(self) -> None:
        self.button, rows = None, self._rows()
        self._background.forget("transcript")
        if rows is None:
            return
        self._reference = str(rows[0].value())
        self.button = QPushButton(self.tr("Transcribe"))
        self.button.setProperty("role", "link")
        self.button.setToolTip(self.tr("Lets the recogniser write down the words of the reference"))
        self.button.setAutoDefault(False)
        self.button.clicked.connect(self._transcribe)
        rows[1].head.addWidget(self.button)
        self._show(rows[0])

    def _follow(self) -> None:
        """A new recording has other words: those of the old one would spoil its voice."""
        rows = self._rows()
        if rows is None:
            return
        reference, transcript = rows
        before, now = self._reference, str(reference.value())
        self._show(reference)
        if now == before:
            return
        self._reference = now
        if self._background.busy("transcript"):
            self._background.forget("transcript")
            transcript.set_note("")
        same = Path(now).stem.startswith(Path(before).stem + SAME_WORDS)
        if before and transcript.value() and not same and not self._prompt.applying:
            self._prompt.change(self.tr("Forget the transcript of another recording"), partial(transcript.set_value, ""))

    def _show(self, reference: VoiceRow) -> None:
        if self.button is not None:
            self.button.setEnabled(reference.recording() is not None and not self._background.busy("transcript"))

    def _transcribe(self) -> None:
        rows = self._rows()
        path = rows[0].recording() if rows is not None else None
        if rows is None or path is None:
            return
        from ditone.runtime.comparison import wer

        folder = self._settings.text(RECOGNISER)
        problem = wer.problem(folder)
        if problem:
            self._cards.show_notice(translate_sentence(problem), button=self.tr("Settings…"), act=self._show_settings)
            return
        rows[1].set_note(self.tr("Listening…"))
        self._background.run("transcript", partial(_heard, Path(folder), path), self._on_heard, self._on_failed)
        self._show(rows[0])

    def _on_heard(self, words: str) -> None:
        rows = self._rows()
        if rows is None:
            return
        if words:
            self._prompt.change(self.tr("Transcribe the reference"), partial(rows[1].set_value, words))
            rows[1].set_note("")
        else:
            rows[1].set_note(self.tr("No words were heard in the reference."))
        self._show(rows[0])

    def _on_failed(self, error: Exception) -> None:
        rows = self._rows()
        if rows is not None:
            rows[1].set_note(translate_sentence(error.text() if isinstance(error, DitoneError) else str(error)))
            self._show(rows[0])


def _heard(folder: Path, path: Path) -> str:
    from ditone.runtime.audio.reading import read
    from ditone.runtime.comparison import wer

    audio, rate_hz = read(path)
    return wer.Recogniser(folder).transcribe(audio, rate_hz).strip()
