"""A label of one line that ends in "…" where space is short, and shows the whole text as a tooltip then."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from ditone.gui.widgets.plain_text import plain_tip

DOT = " \N{MIDDLE DOT} "


class ElidedLabel(QLabel):
    """Never asks for more width than it gets."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def sizeHint(self) -> QSize:
        return QSize(self.fontMetrics().horizontalAdvance(self.text()) + 2, super().sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.setToolTip(plain_tip(self.text() if self.sizeHint().width() > self.width() else ""))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        text = self.shown_text()
        self.style().drawItemText(painter, self.rect(), int(self.alignment()), self.palette(), True, text, self.foregroundRole())

    def shown_text(self) -> str:
        """What fits into the present width."""
        return self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self.width())


class PartsLabel(ElidedLabel):
    """Facts with a dot between them; where space is short the last ones go as a whole, so that no number is cut in two."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self._parts: tuple[str, ...] = ()

    def set_parts(self, parts: Sequence[str]) -> None:
        """The parts of the text, the most important one first."""
        self._parts = tuple(parts)
        self.setText(DOT.join(self._parts))

    def shown_text(self) -> str:
        """What fits into the present width; at least the beginning of the first part."""
        for count in range(len(self._parts), 0, -1):
            text = DOT.join(self._parts[:count]) + ("" if count == len(self._parts) else f"{DOT}…")
            if self.fontMetrics().horizontalAdvance(text) <= self.width():
                return text
        return super().shown_text()
