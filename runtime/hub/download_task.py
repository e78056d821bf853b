"""What goes between a download and whoever watches it: the wish to stop, and what it is at."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Iterator
from typing import Any, Literal

from ditone.runtime.errors import Cancelled

Phase = Literal["", "asking", "fetching", "checking", "waiting", "moving"]


class DownloadTask:
    """One download. `stop` may be called from any thread; it also breaks a connection that is waiting for bytes."""

    def __init__(self) -> None:
        self.phase: Phase = ""
        self.name = ""  # of the file
        self.begun = False  # bytes have come: the network was there
        self._stopped = threading.Event()
        self._lock = threading.Lock()
        self._answer: Any = None

    def at(self, phase: Phase, name: str = "") -> None:
        self.phase, self.name = phase, name

    def stop(self) -> None:
        self._stopped.set()
        with self._lock:
            if self._answer is not None:
                _hang_up(self._answer)

    def stopped(self) -> bool:
        return self._stopped.is_set()

    def check(self) -> None:
        """Raises Cancelled when it is to stop. Called for every block."""
        if self._stopped.is_set():
            raise Cancelled

    def wait(self, seconds: float) -> None:
        """Waits, and raises Cancelled as soon as it is to stop."""
        if self._stopped.wait(seconds):
            raise Cancelled

    @contextlib.contextmanager
    def listening(self, answer: Any) -> Iterator[None]:
        """While bytes of this HTTP answer are waited for."""
        with self._lock:
            self._answer = answer
        try:
            self.check()
            yield
        finally:
            with self._lock:
                self._answer = None


def _hang_up(answer: Any) -> None:
    """Ends a read that blocks in another thread; it raises there."""
    with contextlib.suppress(Exception):  # the connection may have ended by itself
        answer.extensions["network_stream"].get_extra_info("socket").shutdown(socket.SHUT_RDWR)
