"""One line on the terminal that says how far a take is and how long it will still take."""

from __future__ import annotations

import statistics
import sys
import time
from typing import TextIO

from ditone.runtime.printable import printable
from ditone.runtime.run import SilentObserver

REDRAW_S = 0.1


class Line:
    """A line that is drawn over itself. Nothing is drawn where nobody watches (a file, a pipe)."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self.stream = stream or sys.stderr  # None where the program was started with it closed
        self.active = self.stream is not None and self.stream.isatty()
        self._width = 0
        self._last = 0.0

    def show(self, text: str, now: bool = False) -> None:
        """Draws `text`, at most ten times a second unless `now`."""
        moment = time.monotonic()
        if not self.active or (not now and moment - self._last < REDRAW_S):
            return
        self._last = moment
        text = printable(text)
        self._draw("\r" + text.ljust(self._width))
        self._width = len(text)

    def clear(self) -> None:
        if self.active and self._width:
            self._draw("\r" + " " * self._width + "\r")
            self._width = 0

    def _draw(self, text: str) -> None:
        encoding = getattr(self.stream, "encoding", None) or "utf-8"
        try:
            self.stream.write(text.encode(encoding, "backslashreplace").decode(encoding))
            self.stream.flush()
        except (OSError, ValueError):  # the terminal has gone; the take has not
            self.active = False


class TerminalObserver(SilentObserver):
    """Shows stage, step and time left of one take; the time left comes from the median step, once two are done."""

    def __init__(self, line: Line, title: str) -> None:
        self._line = line
        self._title = title
        self._stage = ""
        self._step_s: list[float] = []
        self._previous = 0.0

    def stage(self, name: str, steps: int | None) -> None:
        self._stage, self._step_s, self._previous = name, [], time.monotonic()
        self._line.show(f"{self._title}{name}", now=True)

    def step(self, done: int, steps: int) -> None:
        now = time.monotonic()
        if done:
            self._step_s.append(now - self._previous)
        self._previous = now
        self._line.show(f"{self._title}{self._stage} {done}/{steps}{self._left(steps - done)}")

    def _left(self, steps: int) -> str:
        if len(self._step_s) < 2:
            return ""
        seconds = round(steps * statistics.median(self._step_s))
        return f"  {seconds // 60}:{seconds % 60:02d} left"
