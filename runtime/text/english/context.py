"""What stands around a match: questions that several rules ask."""

from __future__ import annotations

import re

from ditone.runtime.text.english.abbreviations import STARTERS

_WHOLE = r"\d{1,3}(?:,\d{3})+(?!\d)|[1-9]\d{0,2}(?:\.\d{3}){2,}(?![.\d])|[1-9]\d{0,2}(?: \d{3})+(?![\d,:/]|[-.]\d)|\d+"
NUMBER = rf"(?:{_WHOLE})(?:\.\d+)?|(?<![\d.])\.\d+"
FRACTION = r"(?:\d+\s)?\d{1,4}/\d{1,4}|(?:\d+\s?)?[¼-¾⅐-⅞]"
AMOUNT = rf"{FRACTION}|{NUMBER}"
FREE = r"(?<![\w.,'])(?<![\d][:/])"  # a figure that is not the tail of a word or of another figure
NOT_NOUNS = frozenset(
    "of in on at per is was and or to for from a an the are were than but by with as each every more less left right today now off "
    "out up down "
    "over under into onto if when that which it he she we they you i so then there will would can could has have had do does did be been "
    "away ago later long wide high tall deep thick apart before after until since yesterday tomorrow tonight here only please too not no "
    "above below behind around about across between within during without because while".split()
)
_DETERMINER = re.compile(
    r"(?:^|[^\w'])(?:an?|the|this|that|each|every|one|another|my|your|his|her|its|our|their|no|any)\s+$", re.IGNORECASE
)


def before(m: re.Match[str], length: int = 60) -> str:
    """Up to `length` characters in front of a match."""
    return m.string[max(0, m.start() - length) : m.start()]


def after(m: re.Match[str], length: int = 60) -> str:
    return m.string[m.end() : m.end() + length]


def next_word(m: re.Match[str]) -> str:
    """The word that follows behind a space or hyphen; empty where punctuation comes first."""
    found = re.match(r"[ \-]\s*([A-Za-z][\w']*)", after(m))
    return found[1] if found else ""


def previous_word(m: re.Match[str]) -> str:
    found = re.search(r"([A-Za-z][\w']*)\.?[\s(]+$", before(m))
    return found[1] if found else ""


def attributive(m: re.Match[str]) -> bool:
    """Whether an amount stands before the noun that it describes, as in "a $5 coffee" and "a 10 km run": its unit is in the singular."""
    word = next_word(m)
    if after(m)[:1] == "-" and word:
        return True
    return bool(_DETERMINER.search(before(m))) and bool(word) and word.islower() and word not in NOT_NOUNS


def ends_sentence(m: re.Match[str], sure: bool = False) -> bool:
    """Whether the full stop at the end of a match also ends the sentence.

    Before a word with a capital that may as well be a name, only words that begin sentences tell; `sure`: any capital does.
    """
    rest = after(m)
    if re.match(r"[\"')\]]*\s*(?:\n|$)", rest):
        return True
    found = re.match(r"[\"')\]]*\s+[\"'(\[]*([A-Z][\w']*)", rest)
    return found is not None and (sure or found[1].lower() in STARTERS)


def shouted(text: str, start: int, end: int) -> bool:
    """Whether the words around a place are all in capitals."""
    around = re.findall(r"[A-Za-z]{2,}", text[max(0, start - 40) : start] + " " + text[end : end + 40])
    out: bool = 2 * sum(word.isupper() for word in around) > len(around)
    return out
