"""What differs between voices in how English words are written down for them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

LETTER = "\u2060"  # behind a letter that is said by its name; nobody sees it


@dataclass(frozen=True)
class Style:
    """hyphens: twenty-five. ands: one hundred and five. commas: one thousand, one hundred. largest: numbers from here on digit by digit.

    marked: single letters that are said by name carry LETTER behind them. plain: nothing but letters, apostrophes and ,.;:!?- is left.
    initialism: whether a word of capitals is said letter by letter; None leaves such words as they are.
    """

    hyphens: bool = False
    ands: bool = False
    commas: bool = False
    largest: int = 10**15
    marked: bool = False
    plain: bool = False
    initialism: Callable[[str], bool] | None = None

    def letters(self, word: str) -> str:
        """The names of the letters of a word: "U S"."""
        mark = LETTER if self.marked else ""
        return " ".join(c.upper() + mark for c in word if c.isalpha())
