"""What the command line says: safe for a terminal, in whatever encoding it has, and never the reason why a take is lost.

A stream that is closed is written nothing. One that fails (a full device, a reader that has gone) is given up; the command goes on, and
`ended` tells it in the exit code.
"""

from __future__ import annotations

import contextlib
import errno
import json
import math
import os
import sys
from typing import Any, TextIO

from ditone.runtime.printable import printable_lines

FAILED = 1
_failures: dict[str, OSError] = {}  # by stream, of the command that runs


def out(text: str) -> None:
    """A line, or several, of the result."""
    _write("stdout", text)


def err(text: str) -> None:
    """A line beside the result."""
    _write("stderr", text)


def out_json(value: Any, indent: int | None = None) -> None:
    """The result as JSON. What is not a finite number is null; what a terminal obeys, and what its encoding lacks, is escaped."""
    text = json.dumps(finite(value), indent=indent, ensure_ascii=False, default=str)
    escaped = "".join(c if c == "\n" or printable_lines(c) == c else f"\\u{ord(c):04x}" for c in text)
    try:
        escaped.encode(_encoding(sys.stdout))
    except UnicodeEncodeError:
        escaped = json.dumps(finite(value), indent=indent, default=str).replace("\x7f", "\\u007f")
    _write("stdout", escaped)


def finite(value: Any) -> Any:
    """JSON knows no NaN and no infinity."""
    if isinstance(value, dict):
        return {str(key): finite(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [finite(item) for item in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def open_missing() -> None:
    """Standard streams that the program was started without lead nowhere from now on: the next file that is opened would get their
    number, and whatever a library says there would end in it."""
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:
            with contextlib.suppress(OSError):
                opened = os.open(os.devnull, os.O_RDWR)
                if opened != number:
                    os.dup2(opened, number)
                    os.close(opened)


def begin() -> None:
    """Forgets what failed in an earlier command of this process."""
    _failures.clear()


def ended(code: int) -> int:
    """The exit code of a command that would end with `code`: a result that could not be written is a failure."""
    failure = _failures.get("stdout")
    if failure is None:
        return code
    if failure.errno != errno.EPIPE:  # a reader that has gone, as in `ditone models | head -1`, knows
        err(f"ditone: What was to be said could not be written: {failure.strerror or failure}.")
    return code or FAILED


def _write(name: str, text: str) -> None:
    stream: TextIO | None = getattr(sys, name)
    if stream is None or name in _failures:
        return
    encoding = _encoding(stream)
    line = f"{printable_lines(text)}\n".encode(encoding, "backslashreplace").decode(encoding)
    try:
        stream.write(line)
        stream.flush()
    except (OSError, ValueError) as failure:  # ValueError: it was closed
        _failures[name] = failure if isinstance(failure, OSError) else OSError(errno.EBADF, os.strerror(errno.EBADF))
        with contextlib.suppress(OSError, ValueError):  # what is still in its buffer is flushed at the end, into nothing
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, stream.fileno())
            os.close(nowhere)


def _encoding(stream: TextIO | None) -> str:
    return getattr(stream, "encoding", None) or "utf-8"
