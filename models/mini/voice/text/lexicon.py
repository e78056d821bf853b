"""Pronunciations: the shipped lexicon, forms derived from it by suffix, compounds, letters by name, and reading by rule.

Phonemes are those of the lexicon (misaki's American English set): one character a sound, stress marks before the vowel.
"""

from __future__ import annotations

import gzip
import json
import re
import zlib
from functools import cached_property
from pathlib import Path

from ditone.models.mini.voice.text.spelling import read_by_rule
from ditone.runtime.errors import BadModelFolder
from ditone.runtime.files import open_regular

MOST_BYTES = 2**26

VOWELS = frozenset("AIOQWYaeiouæɑɐɔəɛɜɪʊʌᵊᵻɚ")
VOICELESS = frozenset("ptkfθ")
SIBILANT = frozenset("szʃʒʧʤ")
LETTERS = {
    "a": "ˈA", "b": "bˈi", "c": "sˈi", "d": "dˈi", "e": "ˈi", "f": "ˈɛf", "g": "ʤˈi", "h": "ˈAʧ", "i": "ˈI", "j": "ʤˈA", "k": "kˈA",
    "l": "ˈɛl", "m": "ˈɛm", "n": "ˈɛn", "o": "ˈO", "p": "pˈi", "q": "kjˈu", "r": "ˈɑɹ", "s": "ˈɛs", "t": "tˈi", "u": "jˈu", "v": "vˈi",
    "w": "dˈʌbᵊlju", "x": "ˈɛks", "y": "wˈI", "z": "zˈi",
}  # fmt: skip
OWN = {"cetera": "sˈɛɾəɹə"}  # better than the lexicon's own
# initialisms that the rules would take for words, and words that they would spell
SPELLED_LONG = frozenset(
    "ISBN ISSN USSR UCLA IEEE USPS UPS IRS VIP MIT DOJ EPA IMF HIV ASAP RSVP ISO UFO USA IOU EKG AKA".split()
)
ONSETS = frozenset(
    "bl br ch chl chr cl cr dr dw fl fr gh gl gn gr kl kn kr ph phl phr pl pn pr ps qu rh sc sch scl scr sh shr sk sl sm sn sp sph spl "
    "spr sq squ st str sv sw th thr thw tr ts tw vl wh wr".split()
)
SPOKEN = frozenset("LUFS ZIP JPG".split()) - {"JPG"}
# words whose usual form in a sentence is not the lexicon's citation form
WEAK = {"a": "ɐ", "an": "ən", "the": "ðə", "to": "tə", "of": "ʌv", "for": "fɔɹ"}
BEFORE_VOWEL = {"the": "ði", "to": "tʊ"}


class Lexicon:
    """Looks words up. `source` is told how a word was found: "lexicon", "derived", "compound", "letters" or "rule"."""

    def __init__(self, path: Path) -> None:
        self._path = path

    @cached_property
    def _words(self) -> dict[str, str]:
        try:
            with open_regular(self._path, BadModelFolder, self._path.name) as packed, gzip.open(packed) as file:
                text = file.read(MOST_BYTES + 1)
        except (OSError, EOFError, zlib.error) as error:
            raise BadModelFolder(f"{self._path.name} cannot be unpacked: it is damaged or was cut short.") from error
        try:
            words = (
                json.loads(text) if len(text) <= MOST_BYTES else None
            )  # the one reader of JSON takes half a second longer for it
        except (ValueError, RecursionError) as error:
            raise BadModelFolder(f"{self._path.name} cannot be read as JSON: it is damaged.") from error
        if not isinstance(words, dict) or set(map(type, words.values())) - {str} or "" in words.values():
            raise BadModelFolder(f"{self._path.name} is no table of words and their phonemes.")
        return words

    def __contains__(self, word: str) -> bool:
        return word in self._words or word.lower() in self._words

    def is_initialism(self, word: str) -> bool:
        """Whether a word in capitals is said letter by letter."""
        return word in SPELLED_LONG or (word not in SPOKEN and self.pronounce(word)[1] == "letters")

    def pronounce(self, word: str, before_vowel: bool = False) -> tuple[str, str]:
        """(phonemes, source) of one word; `before_vowel` tells how the next word begins."""
        lower = word.lower()
        if lower in OWN:
            return OWN[lower], "lexicon"
        if lower in WEAK and not (len(word) > 1 and word.isupper()):
            return (BEFORE_VOWEL.get(lower, WEAK[lower]) if before_vowel else WEAK[lower]), "lexicon"
        found = self._words.get(word) or self._words.get(lower)
        if found and not (word.isupper() and 1 < len(word) <= 4 and lower not in self._words):
            return found, "lexicon"
        if len(word) == 1 and lower in LETTERS:
            return LETTERS[lower], "letters"
        if word.isupper() and len(word) <= 5 and (len(word) <= 3 or not re.search("[AEIOUY]", word)):
            return spell(word), "letters"
        if word.isupper() and len(word) <= 5 and not _can_begin_a_word(word):
            return spell(word), "letters"
        parts = re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", word)
        if len(parts) > 1 and "".join(parts) == word and not word[1:].islower():  # iPhone, YouTube
            return " ".join(self.pronounce(part)[0] for part in parts), "compound"
        derived = self._derived(lower)
        if derived:
            return derived, "derived"
        compound = self._compound(lower)
        if compound:
            return compound, "compound"
        if not re.search("[aeiouy]", lower):
            return spell(lower), "letters"
        return read_by_rule(lower), "rule"

    def _derived(self, word: str) -> str | None:
        """Plurals, possessives, -ed, -ing, -er, -est, -ly, -ness, -less, -ful and un-, re- of known words."""
        for suffix, join in (("'s", plural), ("'", lambda p: p), ("ies", None), ("es", plural), ("s", plural)):
            if word.endswith(suffix) and len(word) > len(suffix) + 1:
                if suffix == "ies":
                    base = self._words.get(word[:-3] + "y")
                    if base:
                        return base + "z"
                    continue
                base = self._words.get(word[: -len(suffix)])
                if base and join:
                    return join(base)
        for suffix, sound in (
            ("ed", past),
            ("ing", lambda p: p + "ɪŋ"),
            ("er", lambda p: p + "əɹ"),
            ("est", lambda p: p + "ɪst"),
        ):
            if word.endswith(suffix) and len(word) > len(suffix) + 2:
                stem = word[: -len(suffix)]
                for form in (
                    stem,
                    stem + "e",
                    stem[:-1] if len(stem) > 2 and stem[-1] == stem[-2] else "",
                    stem[:-1] + "y" if stem.endswith("i") else "",
                ):
                    if form and form in self._words:
                        return sound(self._words[form])
        for suffix, tail in (("ly", "li"), ("ness", "nəs"), ("less", "ləs"), ("ful", "fᵊl"), ("ment", "mənt"), ("able", "əbᵊl")):
            if word.endswith(suffix) and len(word) > len(suffix) + 2 and word[: -len(suffix)] in self._words:
                return self._words[word[: -len(suffix)]] + tail
        for prefix, head in (
            ("un", "ˌʌn"),
            ("re", "ɹˌi"),
            ("non", "nˌɑn"),
            ("pre", "pɹˌi"),
            ("over", "ˌOvəɹ"),
            ("mis", "mˌɪs"),
            ("dis", "dˌɪs"),
        ):
            if word.startswith(prefix) and len(word) > len(prefix) + 2 and word[len(prefix) :] in self._words:
                return head + self._words[word[len(prefix) :]]
        return None

    def _compound(self, word: str) -> str | None:
        """Two known words of at least three letters written together; the second loses its main stress."""
        for cut in range(len(word) - 3, 2, -1):
            first, second = self._words.get(word[:cut]), self._words.get(word[cut:])
            if first and second:
                return first + second.replace("ˈ", "ˌ")
        return None


def _can_begin_a_word(word: str) -> bool:
    """Whether the consonants that a word in capitals begins with can be said: those of HDMI cannot."""
    first = re.match("[^aeiouy]*", word.lower())
    onset = first[0] if first is not None else ""
    return len(onset) < 2 or onset in ONSETS


def spell(word: str) -> str:
    """Letter names, one stress group each."""
    return " ".join(LETTERS[c] for c in word.lower() if c in LETTERS)


def plural(phonemes: str) -> str:
    last = phonemes[-1]
    return phonemes + ("ᵻz" if last in SIBILANT else "s" if last in VOICELESS else "z")


def past(phonemes: str) -> str:
    last = phonemes[-1]
    return phonemes + ("ᵻd" if last in "td" else "t" if last in VOICELESS | SIBILANT - frozenset("zʒʤ") else "d")


def begins_with_vowel(phonemes: str) -> bool:
    return bool(phonemes) and phonemes.lstrip("ˈˌ")[:1] in VOWELS
