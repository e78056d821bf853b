"""Where sentences end: not behind an abbreviation, an initial or the number of a list."""

from __future__ import annotations

import re

from ditone.runtime.text.english.abbreviations import (
    BEFORE_NUMBER,
    BEHIND_NAME,
    DAY_NAMES,
    MONTH_NAMES,
    MONTHS,
    PLAIN,
    STARTERS,
    STREETS,
    TITLES,
)

_CLOSING = "\"'”’»›)\\]」』）】〉》"
_END = re.compile(rf"[.!?…]+[{_CLOSING}]*(?=\s|$)|[。！？…]+[{_CLOSING}]*|\n+")
# short forms of other languages that never end a sentence when a word follows
_FOREIGN = frozenset(
    "z bzw usw ca evtl ggf vgl bspw inkl zzgl hr fr nr str bd aufl mme mlle mm ex env av apr art sra srta sr dra ud uds pág "
    "núm sig sigg dott prof avv "
    "ing geom exmo exma dhr mevr mw bijv enz resp red".split()
)
_TITLES = frozenset(word.lower() for word in TITLES)
_BEFORE_NUMBER = frozenset(BEFORE_NUMBER)
_MAY_END = frozenset(word.lower() for word in (*STREETS, *BEHIND_NAME)) | {"etc"}
_NEVER = (
    (frozenset(PLAIN) - _MAY_END)
    | {word.lower() for word in (*DAY_NAMES, *MONTH_NAMES) if word not in MONTHS}
    | {"e.g", "i.e", "cf", "al"}
)
_NEVER = _NEVER - {"min", "max", "est", "temp", "info", "tech", "dist", "dir", "ref", "cont", "prev", "lb", "oz", "mins",
"hrs", "secs", "yrs", "hr", "yr", "lbs", "al", "sun", "mon", "sat", "wed", "may", "mar", "jun", "fig"}  # fmt: skip


def sentences(text: str) -> list[str]:
    """The sentences of a text with their punctuation, in order; blank ones are left out, and a line break always ends one."""
    found: list[str] = []
    start = 0
    for m in _END.finditer(text):
        if m[0][0] != "\n" and not _ends(text, start, m):
            continue
        found.append(text[start : m.end()].strip())
        start = m.end()
    found.append(text[start:].strip())
    return [sentence for sentence in found if sentence]


def _ends(text: str, start: int, m: re.Match[str]) -> bool:
    rest = text[m.end() :]
    if m[0][0] in "。！？…" and m[0][0] != "…":
        return True
    following = re.match(r"[ \t\r\f\v]*[\"'“‘«(\[¿¡]*(\S)", rest)
    if following is None:
        return True
    if following[1].islower():
        return False
    if m[0] != ".":
        return True
    return _full_stop(text[start : m.start()], following[1], rest)


def _full_stop(sentence: str, following: str, rest: str) -> bool:
    """Whether a full stop behind `sentence` ends it, with a capital, a digit or another script following."""
    found = re.search(r"(?:^|[\s(\"'“‘])([^\s(\"'“‘]+)$", sentence)
    word = found[1] if found else sentence
    lower = word.lower()
    next_word = re.match(r"\s*[\"'“‘(\[]*([A-Za-z']+)", rest)
    starter = next_word is not None and next_word[1].lower() in STARTERS
    if word.isdigit() and not sentence[: len(sentence) - len(word)].strip():
        return False  # "1. First"
    if re.fullmatch(r"[A-Z]", word) and following.isupper():
        return starter or word == "I"
    if re.fullmatch(r"(?:[A-Za-z]\.)+[A-Za-z]", word):
        if lower in ("e.g", "i.e", "z.b", "d.h", "u.a", "o.ä"):
            return False
        return starter or lower in ("a.m", "p.m") or not following.isupper()
    if lower in _BEFORE_NUMBER and following.isdigit():
        return False
    if lower in _MAY_END and lower != "etc" and not (lower in _TITLES and not sentence[: len(sentence) - len(word)].strip()):
        if lower in _TITLES and next_word is not None and not starter:
            return False
        return starter or following.isdigit() or next_word is None
    if lower in _TITLES or lower in _NEVER:
        return starter and lower not in _TITLES
    return lower not in _FOREIGN
