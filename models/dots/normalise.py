"""Figures into words, for text whose language is known to be Chinese or English. Other text stays as it is."""

from __future__ import annotations

from ditone.models.dots import language as languages
from ditone.runtime.request import Request
from ditone.runtime.text import chinese, english
from ditone.runtime.text.english import Style
from ditone.runtime.text.english import numbers as n
from ditone.runtime.text.languages import is_english

_STYLE = Style(hyphens=True)
_PUNCTUATION = str.maketrans("，。！？；：（）", ",.!?;:()")


def normalise(text: str, language: str | None) -> str:
    """`language`: a tag as in `ditone.models.dots.language`, or None where it is not known."""
    if language == "ZH":
        return chinese.read(text.strip()).translate(_PUNCTUATION)
    return english.read(text, _STYLE)[0] if language == "EN" else text


def spoken_text(request: Request) -> str:
    """The text of a request as it is said: as typed, or with its figures in words where that is switched on.

    English needs no choice of the language where its small words tell it; other languages of Latin letters stay as they are.
    """
    text = request.prompt.strip()
    if not request.value("normalise"):
        return text
    chosen = str(request.value("language"))
    if chosen not in (languages.NONE, languages.AUTO):
        return normalise(text, chosen)
    found = languages.detect(text)
    if found is None and any(c.isascii() and c.isalpha() for c in text) and is_english(text):
        found = "EN"
    return normalise(text, found)


def english_integer(number: int) -> str:
    """A whole number from 0 in words; from 10^15 on digit by digit."""
    return n.cardinal(number, _STYLE)
