"""A question that is asked in the background once typing pauses, and not asked twice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, QTimer

from ditone.gui.core.background import Background

WAIT_MS = 300  # behind the last key


class LaterQuestion(QObject):
    """`then` gets the newest question's answer, `failed` what it raised, in the window's thread."""

    def __init__(
        self, parent: QObject, then: Callable[[Any], object], failed: Callable[[Exception], object] | None = None
    ) -> None:
        super().__init__(parent)
        self._background = Background(self)
        self._then, self._failed = then, failed
        self._subject: object = None
        self._question: Callable[[], Any] | None = None
        self._timer = QTimer(self, interval=WAIT_MS, singleShot=True)
        self._timer.timeout.connect(self._ask)

    def ask(self, subject: object, question: Callable[[], Any]) -> None:
        """Asks soon, unless the last question had the same subject."""
        if subject != self._subject:
            self._subject, self._question = subject, question
            self._timer.start()

    def withdraw(self) -> None:
        """Forgets the question and an answer that is on its way."""
        self._subject, self._question = None, None
        self._timer.stop()
        self._background.forget("answer")

    def _ask(self) -> None:
        if self._question is not None:
            self._background.run("answer", self._question, self._then, self._failed)
