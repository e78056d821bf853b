"""One question before something large, costly or final is done."""

from __future__ import annotations

import sys

from ditone.runtime.cli import output
from ditone.runtime.errors import DitoneError


def agreed(question: str, yes: bool) -> bool:
    """Whether the person agrees; `yes` answers beforehand. Raises DitoneError where nobody can be asked."""
    if yes:
        return True
    output.err(f"{question} [y/N]")
    line = sys.stdin.readline() if sys.stdin is not None else ""
    if not line:
        raise DitoneError("Nobody answered, so nothing was done.", actions=("--yes agrees beforehand.",))
    return line.strip().lower() in ("y", "yes")


def watched() -> bool:
    """Whether a person sits at both ends."""
    return sys.stdin is not None and sys.stdin.isatty() and sys.stderr is not None and sys.stderr.isatty()
