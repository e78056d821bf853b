"""Numbers in English words.

Written here: num2words is under the LGPL, inflect imports a type checker at run time and takes longer to import than a built-in
voice takes to speak.
"""

from __future__ import annotations

import re

from ditone.runtime.text.english.style import Style

ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
).split()
TENS = "_ _ twenty thirty forty fifty sixty seventy eighty ninety".split()
SCALES = ("", " thousand", " million", " billion", " trillion", " quadrillion", " quintillion", " sextillion")
_ORDINALS = {
    "one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth", "nine": "ninth", "twelve": "twelfth",
}  # fmt: skip
FRACTION_SIGNS = {
    "½": (1, 2), "⅓": (1, 3), "⅔": (2, 3), "¼": (1, 4), "¾": (3, 4), "⅕": (1, 5), "⅖": (2, 5), "⅗": (3, 5), "⅘": (4, 5), "⅙": (1, 6),
    "⅚": (5, 6), "⅐": (1, 7), "⅛": (1, 8), "⅜": (3, 8), "⅝": (5, 8), "⅞": (7, 8), "⅑": (1, 9), "⅒": (1, 10),
}  # fmt: skip


def cardinal(number: int, style: Style) -> str:
    """1234 -> "one thousand two hundred thirty four", with the hyphens, commas and "and" of the style."""
    if number < 0:
        return f"minus {cardinal(-number, style)}"
    if number >= style.largest or number >= 1000 ** len(SCALES):
        return digits(str(number))
    if number == 0:
        return ONES[0]
    groups = []
    while number:
        number, group = divmod(number, 1000)
        groups.append(group)
    parts = [_below_thousand(n, style) + SCALES[i] for i, n in reversed(list(enumerate(groups))) if n]
    comma = ", " if style.commas else " "
    if style.ands and len(parts) > 1 and 0 < groups[0] < 100:
        return comma.join(parts[:-1]) + " and " + parts[-1]
    return comma.join(parts)


def _below_thousand(n: int, style: Style) -> str:
    hundreds, rest = divmod(n, 100)
    words = [f"{ONES[hundreds]} hundred"] if hundreds else []
    if rest:
        words.append(below_hundred(rest, style))
    return (" and " if style.ands else " ").join(words)


def below_hundred(n: int, style: Style) -> str:
    tens, ones = divmod(n, 10)
    if n < 20:
        return ONES[n]
    return TENS[tens] + (f"{'-' if style.hyphens else ' '}{ONES[ones]}" if ones else "")


def ordinal(number: int, style: Style) -> str:
    """23 -> "twenty third"."""
    words = cardinal(number, style)
    before, last = re.fullmatch(r"(.*?)([a-z]+)", words).groups()  # type: ignore[union-attr]  # it always ends with a word
    last = _ORDINALS.get(last) or (f"{last[:-1]}ieth" if last.endswith("y") else f"{last}th")
    return before + last


def digits(text: str) -> str:
    """ "007" -> "zero zero seven"; other characters are left out."""
    return " ".join(ONES[int(c)] for c in text if c.isascii() and c.isdigit())


def decimal(text: str, style: Style) -> str:
    """ "3.14" -> "three point one four"; "1,250.5", "1 250", ".5" and "-2" work too. Leading zeros are read one by one."""
    text = re.sub("[, ]", "", text)
    negative, text = text.startswith("-"), text.lstrip("-")
    whole, _, fraction = text.partition(".")
    words = (digits(whole) if len(whole) > 1 and whole.startswith("0") else cardinal(int(whole), style)) if whole else ONES[0]
    if fraction:
        words += f" point {digits(fraction)}"
    return f"minus {words}" if negative else words


def year(number: int, style: Style) -> str:
    """1999 -> "nineteen ninety nine", 2005 -> "two thousand five", 2024 -> "twenty twenty four", 1900 -> "nineteen hundred"."""
    if not 1000 <= number <= 9999 or 2000 <= number <= 2009 or number % 1000 == 0:
        return cardinal(number, style)
    return pairs(number, style)


def pairs(number: int, style: Style) -> str:
    """A number of three or four digits as people say those of rooms, flights and years: 204 -> "two oh four", 1600 -> "sixteen hundred"."""
    high, low = divmod(number, 100)
    if low == 0:
        return cardinal(number, style) if high % 10 == 0 else f"{cardinal(high, style)} hundred"
    return f"{cardinal(high, style)} {'oh ' if low < 10 else ''}{below_hundred(low, style)}"


def code(text: str, style: Style) -> str:
    """The number of a thing that is not counted: up to two digits as a number, three and four in pairs, longer ones digit by digit."""
    if text.startswith("0") and len(text) > 1:
        return digits(text)
    if len(text) <= 2:
        return cardinal(int(text), style)
    return pairs(int(text), style) if len(text) <= 4 else digits(text)


def decade(number: int, style: Style) -> str:
    """1990 -> "nineteen nineties", 80 -> "eighties", 1800 -> "eighteen hundreds"."""
    words = year(number, style) if number >= 1000 else cardinal(number, style)
    return words[:-1] + "ies" if words.endswith("y") else words + "s"


def time_of_day(hour: int, minute: int, style: Style) -> str:
    """(9, 45) -> "nine forty five", (9, 5) -> "nine oh five", (7, 0) -> "seven o'clock"."""
    if minute == 0:
        return f"{cardinal(hour, style)} o'clock" if 1 <= hour <= 12 else f"{cardinal(hour, style)} hundred hours"
    return f"{cardinal(hour, style)} {'oh ' if minute < 10 else ''}{below_hundred(minute, style)}"


def fraction(top: int, bottom: int, style: Style) -> str:
    """(3, 4) -> "three quarters", (1, 100) -> "one hundredth", (3, 1000) -> "three thousandths"."""
    if bottom == 2:
        return f"{cardinal(top, style)} {'half' if top == 1 else 'halves'}"
    if bottom == 4:
        return f"{cardinal(top, style)} {'quarter' if top == 1 else 'quarters'}"
    if bottom > 1 and (bottom <= 20 or bottom % 10 == 0):
        part = ordinal(bottom, style).removeprefix("one ") if bottom in (100, 1000, 10**6) else ordinal(bottom, style)
        return f"{cardinal(top, style)} {part}{'' if top == 1 else 's'}"
    return f"{cardinal(top, style)} over {cardinal(bottom, style)}"


def amount(text: str, style: Style) -> str:
    """A written amount: a number, a fraction "3/8", a mixed one "2 1/2" or "2½"."""
    m = re.fullmatch(r"(?:(\d+)\s*)?(?:(?<!\d)(\d+)/(\d+)|([^\d\s.,/]))", text) if re.search(r"[/¼-¾⅐-⅞]", text) else None
    if m is None:
        return decimal(text, style)
    top, bottom = FRACTION_SIGNS[m[4]] if m[4] else (int(m[2]), int(m[3]))
    part = fraction(top, bottom, style)
    return f"{cardinal(int(m[1]), style)} and {part}" if m[1] else part


def is_one(text: str) -> bool:
    """Whether a thing counted by this amount is named in the singular: 1, or a fraction below it."""
    return text.strip() in ("1", "-1") or bool(re.fullmatch(r"1/\d+|[½⅓¼⅕⅙⅐⅛⅑⅒]|[⅔¾⅖⅗⅘⅚⅜⅝⅞]", text.strip()))
