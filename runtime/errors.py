"""Errors that people read: one sentence of what was wrong, what was expected, and what to do."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from ditone.runtime.printable import printable

LONGEST = 1000  # characters of one part: a path or a prompt that is quoted can have any number of them


class DitoneError(Exception):
    """`message` is one sentence; `cause` and `actions` add what was expected and what can be done.

    What they quote of files, names and prompts is made safe for every place they are shown in (`printable`), and shortened.
    """

    def __init__(self, message: str, cause: str = "", actions: tuple[str, ...] = ()) -> None:
        self.message = _safe(message)
        self.cause = _safe(cause)
        self.actions = tuple(_safe(action) for action in actions)
        super().__init__(self.message)

    def text(self) -> str:
        """Everything in one paragraph, for a terminal."""
        parts = [part for part in (self.message, self.cause, *self.actions) if part]
        # a cause can be a library's own words, which end without a full stop
        return " ".join([part + "." * part[-1].isalnum() for part in parts[:-1]] + parts[-1:])


def _safe(text: str) -> str:
    """One line, without its middle where it is too long: what happened stands at the ends."""
    text = " ".join(text.split("\n")) if "\n" in text else text
    if len(text) > LONGEST:
        text = f"{text[: 2 * LONGEST // 3]} … {text[-LONGEST // 3 :]}"
    return printable(text)


class Cancelled(Exception):
    """The user stopped the take; the session stays usable."""


class OutOfMemory(DitoneError):
    """The device has not enough memory; `needed_mib` and `free_mib` are given where known."""

    def __init__(
        self, message: str, needed_mib: float | None = None, free_mib: float | None = None, actions: tuple[str, ...] = ()
    ) -> None:
        super().__init__(message, actions=actions)
        self.needed_mib = needed_mib
        self.free_mib = free_mib


class BadRequest(DitoneError):
    """A value of a request is not usable; the sentence names the control and the range."""


class BadModelFolder(DitoneError):
    """A model folder cannot be loaded; the sentence names the file or tensor."""


def nearest(word: str, known: Iterable[str]) -> str:
    """' Did you mean "x"?' for the nearest known name, or the list of known names."""
    names = sorted(known)
    close = difflib.get_close_matches(word, names, n=1, cutoff=0.5)
    return f'Did you mean "{close[0]}"?' if close else f"Known are: {', '.join(names)}."
