"""The word error rates of a comparison: measured on a click, with the transcripts, or why that is not possible now."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from ditone.gui.compare import metric_text
from ditone.gui.compare.side import Side
from ditone.gui.compare.transcripts import listen, marked_transcripts
from ditone.gui.core.background import Background
from ditone.gui.core.settings import RECOGNISER
from ditone.gui.engine import failure as failures
from ditone.gui.i18n.sentences import translate_sentence

if TYPE_CHECKING:
    from ditone.gui.core.settings import Settings


class SpeechMetrics(QWidget):
    """Hidden while neither side is speech. `changed`: `rows` are others than before."""

    changed = Signal()
    recogniser_requested = Signal()

    def __init__(self, settings: Settings | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.settings = settings
        self.words: dict[str, Any] | None = None  # what `listen` gave, or {"reason": why not}; None while nothing was heard
        self._sides: tuple[Side | None, Side | None] = (None, None)
        self._background = Background(self)
        self.measure_button = QPushButton(self.tr("Word error rate…"))
        self.measure_button.setProperty("role", "narrow")
        self.measure_button.clicked.connect(self.transcribe)
        self.recogniser_button = QPushButton(self.tr("Recogniser…"))
        self.recogniser_button.setToolTip(self.tr("Choose or download what listens to speech"))
        self.recogniser_button.clicked.connect(self.recogniser_requested)
        self.transcripts = QLabel()
        self.transcripts.setTextFormat(Qt.TextFormat.RichText)
        self.transcripts.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setSpacing(8)
        column.setContentsMargins(0, 0, 0, 0)
        for widget in (self.measure_button, self.recogniser_button, self.transcripts):
            column.addWidget(widget)
        self.refresh()

    def set_sides(self, a: Side | None, b: Side | None) -> None:
        """Other sides: what was heard in the last ones no longer counts."""
        self._sides = (a, b)
        self.words = None
        self._background.forget("words")
        self._set_listening(False)
        self.refresh()

    def refresh(self) -> None:
        """Shows what can be done now, and what was heard."""
        speech = self._text() is not None
        problem = self._recogniser_problem() if speech else ""
        failed = self.words is not None and "reason" in self.words
        self.setVisible(speech)
        self.measure_button.setVisible(speech and self.words is None and not problem)
        self.recogniser_button.setVisible(speech and (bool(problem) or failed))
        self.transcripts.setVisible(self.words is not None and not failed)
        if self.words is not None and not failed:
            self.transcripts.setText(marked_transcripts(self.words))

    def rows(self) -> list[metric_text.Row]:
        """The rates as rows of the figures, or the reason why there are none; empty for what is not speech."""
        words = self.words
        if words is None:
            problem = self._recogniser_problem() if self._text() is not None else ""
            return [metric_text.Row(self.tr("Word error rate"), metric_text.DASH, problem)] if problem else []
        if "reason" in words:
            return [metric_text.Row(self.tr("Word error rate"), metric_text.DASH, words["reason"])]
        unit = self.tr("Character error rate") if words["unit"] == "character" else self.tr("Word error rate")
        shown = " / ".join(metric_text.number(None if words[k] is None else 100 * words[k], 1) for k in ("a", "b"))
        between = metric_text.number(None if words["between"] is None else 100 * words["between"], 1, "%")
        return [
            metric_text.Row(f"{unit}, A / B", f"{shown} %", words["recogniser"]),
            metric_text.Row(self.tr("{unit}, B against A").format(unit=unit), between),
        ]

    def recogniser_changed(self) -> None:
        """Another recogniser was chosen: what the last one heard, or why it could not, no longer counts."""
        self._on_words(None)

    def transcribe(self) -> None:
        """Listens to both sides with the recogniser that the settings name."""
        a, b = self._sides
        if a is None or b is None or self.settings is None or self._recogniser_problem():
            self._on_words(None)
            return
        self._set_listening(True)
        work = partial(listen, a, b, self._text() or "", Path(self.settings.text(RECOGNISER)))
        self._background.run("words", work, self._on_words, self._on_words_failed)

    def _on_words_failed(self, error: Exception) -> None:
        self._on_words({"reason": failures.from_exception(error).text})

    def _on_words(self, words: dict[str, Any] | None) -> None:
        self.words = words
        self._set_listening(False)
        self.refresh()
        self.changed.emit()

    def _set_listening(self, on: bool) -> None:
        self.measure_button.setText(self.tr("Listening…") if on else self.tr("Word error rate…"))
        self.measure_button.setEnabled(not on)

    def _text(self) -> str | None:
        return next((side.spoken_text for side in self._sides if side is not None and side.spoken_text), None)

    def _recogniser_problem(self) -> str:
        """Why nothing can be heard now, and what to do; "" when the recogniser that the settings name is there."""
        from ditone.runtime.comparison import wer

        return translate_sentence(wer.problem(self.settings.text(RECOGNISER) if self.settings is not None else "") or "")
