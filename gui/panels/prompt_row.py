"""The prompt: a box that grows with its text, a live count of what the model reads of it, and a mark where the rest begins."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QTimer
from PySide6.QtGui import QColor, QResizeEvent, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QTextEdit

from ditone.gui.core.background import Background
from ditone.gui.panels.plain_rows import TextRow
from ditone.gui.theme import palettes
from ditone.gui.widgets.plain_text import PlainLabel
from ditone.runtime.controls import Control
from ditone.runtime.text.prompt_length import Measure, PromptLength

LEAST_LINES, MOST_LINES = 4, 12
SHARE = 0.4  # of the panel's height that the box may take
WAIT_MS = 120  # behind the last key


class PromptRow(TextRow):
    """`measure_with` says how the model of the panel counts."""

    def __init__(self, control: Control) -> None:
        super().__init__(control)
        self._background = Background(self)
        self._measure: Measure | None = None
        self.length: PromptLength | None = None
        self._room = 0
        self.counter = PlainLabel()
        self.counter.setWordWrap(True)  # else its words would make the whole panel wider than its dock
        self.counter.setProperty("role", "dim")
        self.counter.setAccessibleName(self.tr("Length of the prompt"))
        self.counter.hide()
        layout = self.layout()
        assert layout is not None
        layout.addWidget(self.counter)
        self.counter.setIndent(16)
        self._timer = QTimer(self, interval=WAIT_MS, singleShot=True)
        self._timer.timeout.connect(self._ask)
        self.text.textChanged.connect(self._on_text)
        self.text.document().documentLayout().documentSizeChanged.connect(self._fit)
        self._fit()

    def measure_with(self, measure: Measure | None) -> None:
        """Counts as a model does; None for one that reads everything."""
        self._measure = measure
        self._on_text()

    def set_room(self, height: int) -> None:
        """How high the panel is that the box stands in."""
        if height != self._room:
            self._room = height
            self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        line = self.fontMetrics().lineSpacing()
        lines = round(self.text.document().size().height())  # a plain text's height is counted in lines
        most = MOST_LINES if not self._room else max(LEAST_LINES, min(MOST_LINES, int(self._room * SHARE / line)))
        height = line * max(LEAST_LINES, min(lines, most)) + 16
        if height != self.text.height():
            self.text.setFixedHeight(height)
            self.text.ensureCursorVisible()

    def _on_text(self) -> None:
        if self._measure is None or not self.text.toPlainText().strip():
            self._timer.stop()
            self._background.forget("length")
            self._show(None)
        else:
            self._timer.start()

    def _ask(self) -> None:
        if self._measure is not None:
            text = self.text.toPlainText()
            self._background.run(
                "length", partial(self._measure, text), partial(self._shown_for, text), lambda _: self._show(None)
            )

    def _shown_for(self, text: str, length: PromptLength) -> None:
        if text == self.text.toPlainText():
            self._show(length)

    def _show(self, length: PromptLength | None) -> None:
        length = length if length is not None and length.count else None  # a language that is not split into words
        self.length = length
        self.counter.setVisible(length is not None)
        marks: list[QTextEdit.ExtraSelection] = []
        if length is not None:
            unit = self.tr("words") if length.unit == "words" else self.tr("tokens")
            words = self.tr("{count} of {limit} {unit}").format(count=length.count, limit=length.limit, unit=unit)
            if length.cut_at is not None:
                words += self.tr(" · the model stops reading at the mark")
                marks.append(self._mark(length.cut_at))
            self.counter.setText(words)
            self.counter.setProperty("role", "note" if length.cut_at is not None else "dim")
            self.counter.style().polish(self.counter)
        self.text.setExtraSelections(marks)

    def _mark(self, start: int) -> QTextEdit.ExtraSelection:
        """Everything from the cut on: dim and struck through, so that colour does not say it alone."""
        mark = QTextEdit.ExtraSelection()
        cursor = QTextCursor(self.text.document())
        before = self.text.toPlainText()[:start]
        cursor.setPosition(len(before.encode("utf-16-le", "surrogatepass")) // 2)  # Qt counts in units of UTF-16
        cursor.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
        form = QTextCharFormat()
        form.setForeground(QColor(palettes.current().dim))
        form.setFontStrikeOut(True)
        mark.cursor, mark.format = cursor, form
        return mark
