"""The log of this session; the same lines go into reports."""

from __future__ import annotations

import contextlib
import logging
from collections import deque

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPlainTextEdit, QVBoxLayout, QWidget

from ditone.gui.engine.signals import EngineSignals

KEPT_LINES = 2000
FORMAT = "%(asctime)s  %(levelname)-7s %(message)s"


class LogRelay(logging.Handler):
    """Brings records of any thread to the window through the hub, and keeps the last lines for reports."""

    def __init__(self, signals: EngineSignals) -> None:
        super().__init__(logging.INFO)
        self.setFormatter(logging.Formatter(FORMAT, "%H:%M:%S"))
        self._signals = signals
        self.lines: deque[str] = deque(maxlen=KEPT_LINES)

    def emit(self, record: logging.LogRecord) -> None:
        text = self.format(record)
        self.lines.append(text)
        with contextlib.suppress(RuntimeError):  # the window is gone, and with it the reader
            self._signals.log.emit(text)


class LogPanel(QWidget):
    """Read-only text; it follows the end."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.text = QPlainTextEdit()
        self.text.setReadOnly(True)
        self.text.setMaximumBlockCount(KEPT_LINES)
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.text.setAccessibleName(self.tr("Log"))
        self.text.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.addWidget(self.text)

    def add_line(self, line: str) -> None:
        self.text.appendPlainText(line)
