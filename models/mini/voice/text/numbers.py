"""Numbers as they are read aloud in American English. Words by inflect."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

LARGEST_READ = 10**15  # longer digit strings are read digit by digit
DIGITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


@lru_cache(maxsize=1)
def _engine() -> Any:
    import inflect

    return inflect.engine()


def cardinal(number: int) -> str:
    """1234 -> "one thousand two hundred thirty four"."""
    if abs(number) >= LARGEST_READ:
        return spelled_digits(str(abs(number)))
    words = _engine().number_to_words(abs(number), andword="", comma="")
    words = " ".join(str(words).replace("-", " ").split())
    return f"minus {words}" if number < 0 else words


def ordinal(number: int) -> str:
    """23 -> "twenty third"."""
    return " ".join(str(_engine().number_to_words(_engine().ordinal(number), andword="", comma="")).replace("-", " ").split())


def spelled_digits(text: str) -> str:
    """ "007" -> "zero zero seven"; other characters are left out."""
    return " ".join(DIGITS[int(c)] for c in text if c.isascii() and c.isdigit())


def decimal(text: str) -> str:
    """ "3.14" -> "three point one four"; "1,250.5", ".5" and "-2" work too."""
    text = text.replace(",", "")
    negative, text = text.startswith("-"), text.lstrip("-")
    whole, _, fraction = text.partition(".")
    words = cardinal(int(whole)) if whole else "zero"
    if len(whole) > 1 and whole.startswith("0"):
        words = spelled_digits(whole)
    if fraction:
        words += f" point {spelled_digits(fraction)}"
    return f"minus {words}" if negative else words


def year(number: int) -> str:
    """1999 -> "nineteen ninety nine", 2005 -> "two thousand five", 2024 -> "twenty twenty four", 1900 -> "nineteen hundred"."""
    if not 1000 <= number <= 2099 or 2000 <= number <= 2009 or number % 1000 == 0:
        return cardinal(number)
    high, low = divmod(number, 100)
    if low == 0:
        return f"{cardinal(high)} hundred"
    return f"{cardinal(high)} {'oh ' if low < 10 else ''}{cardinal(low)}"


def time_of_day(hour: int, minute: int) -> str:
    """(9, 45) -> "nine forty five", (9, 5) -> "nine oh five", (7, 0) -> "seven o'clock"."""
    if minute == 0:
        return f"{cardinal(hour)} o'clock" if 1 <= hour <= 12 else f"{cardinal(hour)} hundred hours"
    return f"{cardinal(hour)} {'oh ' if minute < 10 else ''}{cardinal(minute)}"


def plural(count: str, one: str, many: str) -> str:
    """The unit word that fits a written count."""
    return one if count.replace(",", "") in ("1", "1.0", "-1") else many
