"""Numbers as they are read aloud in American English.

Written here because the libraries for it are slow to import (two seconds for the one with the fitting licence) beside a model that
speaks in less.
"""

from __future__ import annotations

LARGEST_READ = 10**15  # longer digit strings are read digit by digit
DIGITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_TEENS = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_SCALES = ((10**12, "trillion"), (10**9, "billion"), (10**6, "million"), (10**3, "thousand"), (100, "hundred"))
_ORDINALS = {
    "one": "first",
    "two": "second",
    "three": "third",
    "five": "fifth",
    "eight": "eighth",
    "nine": "ninth",
    "twelve": "twelfth",
}


def cardinal(number: int) -> str:
    """1234 -> "one thousand two hundred thirty four"."""
    if number < 0:
        return f"minus {cardinal(-number)}"
    if number >= LARGEST_READ:
        return spelled_digits(str(number))
    if number < 10:
        return DIGITS[number]
    if number < 20:
        return _TEENS[number - 10]
    if number < 100:
        tens, ones = divmod(number, 10)
        return _TENS[tens - 2] + (f" {DIGITS[ones]}" if ones else "")
    value, name = next(scale for scale in _SCALES if number >= scale[0])
    high, low = divmod(number, value)
    return f"{cardinal(high)} {name}" + (f" {cardinal(low)}" if low else "")


def ordinal(number: int) -> str:
    """23 -> "twenty third"."""
    *before, last = cardinal(number).split()
    if last in _ORDINALS:
        last = _ORDINALS[last]
    elif last.endswith("y"):
        last = f"{last[:-1]}ieth"
    else:
        last = f"{last}th"
    return " ".join((*before, last))


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
