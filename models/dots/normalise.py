"""Figures into words, for text whose language is known to be Chinese or English. Other text stays as it is."""

from __future__ import annotations

import re

_DIGITS = "零一二三四五六七八九"
_UNITS = ("", "十", "百", "千")
_GROUPS = ("", "万", "亿", "万亿")
_PUNCTUATION = str.maketrans("，。！？；：（）", ",.!?;:()")

_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
).split()
_TENS = "_ _ twenty thirty forty fifty sixty seventy eighty ninety".split()
_SCALES = ((10**12, "trillion"), (10**9, "billion"), (10**6, "million"), (1000, "thousand"), (100, "hundred"))
_CURRENCIES = {"$": ("dollar", "cent"), "€": ("euro", "cent"), "£": ("pound", "penny")}


def normalise(text: str, language: str | None) -> str:
    """`language`: a tag as in `ditone.models.dots.language`, or None where it is not known."""
    if language == "ZH":
        return _chinese(text)
    return _english(text) if language == "EN" else text


def _chinese(text: str) -> str:
    text = re.sub(r"(\d{4})(?=年)", lambda m: "".join(_DIGITS[int(d)] for d in m[1]), text.strip())
    text = re.sub(r"(\d+(?:\.\d+)?)%", lambda m: "百分之" + _chinese_number(m[1]), text)
    text = re.sub(r"\d+(?:\.\d+)?", lambda m: _chinese_number(m[0]), text)
    return text.translate(_PUNCTUATION)


def _chinese_number(digits: str) -> str:
    whole, _, fraction = digits.partition(".")
    words = _chinese_integer(int(whole)) if len(whole) <= 12 else "".join(_DIGITS[int(d)] for d in whole)
    return words + ("点" + "".join(_DIGITS[int(d)] for d in fraction) if fraction else "")


def _chinese_integer(n: int) -> str:
    if n == 0:
        return _DIGITS[0]
    groups = []
    while n:
        n, group = divmod(n, 10_000)
        groups.append(group)
    words = ""
    for power in reversed(range(len(groups))):
        group = groups[power]
        if group == 0:
            continue
        if words and group < 1000:
            words += _DIGITS[0]
        words += _chinese_group(group) + _GROUPS[power]
    return words[1:] if words.startswith("一十") else words


def _chinese_group(n: int) -> str:
    words, zero = "", False
    for power in (3, 2, 1, 0):
        digit = n // 10**power % 10
        if digit == 0:
            zero = bool(words)
            continue
        words += (_DIGITS[0] if zero else "") + _DIGITS[digit] + _UNITS[power]
        zero = False
    return words


def _english(text: str) -> str:
    text = re.sub(r"([$€£])(\d[\d,]*)(?:\.(\d\d))?(?!\d)", lambda m: _money(m[1], m[2], m[3]), text)
    text = re.sub(r"(\d[\d,]*(?:\.\d+)?)\s?%", lambda m: _english_number(m[1]) + " percent", text)
    return re.sub(r"(?<![\w.,/])\d[\d,]*(?:\.\d+)?(?![\w/])", lambda m: _english_number(m[0]), text)


def _money(sign: str, whole: str, cents: str | None) -> str:
    unit, small = _CURRENCIES[sign]
    count = int(whole.replace(",", ""))
    words = f"{english_integer(count)} {unit}{'' if count == 1 else 's'}"
    if cents and int(cents):
        plural = {"penny": "pence"}.get(small, small + "s")
        words += f" and {english_integer(int(cents))} {small if int(cents) == 1 else plural}"
    return words


def _english_number(digits: str) -> str:
    tail = "," if digits.endswith(",") else ""
    whole, _, fraction = digits.replace(",", "").partition(".")
    words = english_integer(int(whole))
    if fraction:
        words += " point " + " ".join(_ONES[int(d)] for d in fraction)
    return words + tail


def english_integer(n: int) -> str:
    """A whole number from 0 in words; from 10^15 on digit by digit."""
    if n >= 10**15:
        return " ".join(_ONES[int(d)] for d in str(n))
    for size, name in _SCALES:
        if n >= size:
            rest = n % size
            return f"{english_integer(n // size)} {name}" + (f" {english_integer(rest)}" if rest else "")
    if n < 20:
        return _ONES[n]
    return _TENS[n // 10] + (f"-{_ONES[n % 10]}" if n % 10 else "")
