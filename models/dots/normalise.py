"""Figures into words, for text whose language is known to be Chinese or English. Other text stays as it is."""

from __future__ import annotations

from ditone.runtime.text import chinese, english
from ditone.runtime.text.english import Style
from ditone.runtime.text.english import numbers as n

_STYLE = Style(hyphens=True)
_PUNCTUATION = str.maketrans("，。！？；：（）", ",.!?;:()")


def normalise(text: str, language: str | None) -> str:
    """`language`: a tag as in `ditone.models.dots.language`, or None where it is not known."""
    if language == "ZH":
        return chinese.read(text.strip()).translate(_PUNCTUATION)
    return english.read(text, _STYLE)[0] if language == "EN" else text


def english_integer(number: int) -> str:
    """A whole number from 0 in words; from 10^15 on digit by digit."""
    return n.cardinal(number, _STYLE)
