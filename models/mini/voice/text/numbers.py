"""Numbers as this voice reads them."""

from __future__ import annotations

from ditone.runtime.text.english import Style
from ditone.runtime.text.english import numbers as n

_STYLE = Style()


def cardinal(number: int) -> str:
    """1234 -> "one thousand two hundred thirty four"."""
    return n.cardinal(number, _STYLE)


def ordinal(number: int) -> str:
    """23 -> "twenty third"."""
    return n.ordinal(number, _STYLE)
