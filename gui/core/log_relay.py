"""The log's way from any thread to the window."""

from __future__ import annotations

import contextlib
import logging
from collections import deque

from PySide6.QtCore import QObject, Signal

KEPT_LINES = 2000
FORMAT = "%(asctime)s  %(levelname)-7s %(message)s"


class LogSignals(QObject):
    """Lives in the GUI thread, where its connections arrive."""

    line = Signal(str)


class LogRelay(logging.Handler):
    """Tells every record of any thread by `signals.line`, and keeps the last lines for reports."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.setFormatter(logging.Formatter(FORMAT, "%H:%M:%S"))
        self.signals = LogSignals()
        self.lines: deque[str] = deque(maxlen=KEPT_LINES)

    def emit(self, record: logging.LogRecord) -> None:
        """Called by `logging`, in whatever thread the record was made."""
        text = self.format(record)
        self.lines.append(text)
        with contextlib.suppress(RuntimeError):  # the window is gone, and with it the reader
            self.signals.line.emit(text)
