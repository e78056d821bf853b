"""Numbers in Chinese words, in simplified characters."""

from __future__ import annotations

DIGITS = "零一二三四五六七八九"
_UNITS = ("", "十", "百", "千")
_GROUPS = ("", "万", "亿", "万亿")
LONGEST = 12  # longer numbers are read digit by digit


def digits(text: str) -> str:
    """ "007" -> "零零七"; other characters are left out."""
    return "".join(DIGITS[int(c)] for c in text if c.isascii() and c.isdigit())


def number(text: str) -> str:
    """ "3.5" -> "三点五"; "1,000" and "-2" work too."""
    text = text.replace(",", "").replace(" ", "")
    negative, text = text.startswith("-"), text.lstrip("-")
    whole, _, fraction = text.partition(".")
    leading = len(whole) > 1 and whole.startswith("0")
    words = digits(whole) if leading or len(whole) > LONGEST else integer(int(whole or 0))
    if fraction:
        words += "点" + digits(fraction)
    return f"负{words}" if negative else words


def integer(n: int) -> str:
    """A whole number from 0; 10 to 19 begin with 十."""
    if n == 0:
        return DIGITS[0]
    groups = []
    while n:
        n, group = divmod(n, 10_000)
        groups.append(group)
    words, skipped = "", False
    for power in reversed(range(len(groups))):
        group = groups[power]
        if group == 0:
            skipped = True
            continue
        if words and (group < 1000 or skipped):
            words += DIGITS[0]
        skipped = False
        words += _group(group) + _GROUPS[power]
    return words[1:] if words.startswith("一十") else words


def counted(text: str) -> str:
    """A number before a measure word: 2 is 两."""
    return "两" if text == "2" else number(text)


def _group(n: int) -> str:
    words, zero = "", False
    for power in (3, 2, 1, 0):
        digit = n // 10**power % 10
        if digit == 0:
            zero = bool(words)
            continue
        words += (DIGITS[0] if zero else "") + DIGITS[digit] + _UNITS[power]
        zero = False
    return words
