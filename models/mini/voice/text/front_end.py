"""Text to sentences of phonemes, with everything a person should know about what was read and what was not."""

from __future__ import annotations

import dataclasses
import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from ditone.models.mini.voice.text import homographs
from ditone.models.mini.voice.text.lexicon import LETTERS, Lexicon, begins_with_vowel
from ditone.models.mini.voice.text.normalise import STYLE
from ditone.runtime.text.english import LETTER, Style, read
from ditone.runtime.text.pieces import Cut, split

LONGEST_SENTENCE = 300  # phoneme characters at once; longer ones are cut at a clause, then at a word
PAUSES = ",.;:!?"
_TOKENS = re.compile(rf"[A-Za-z]{LETTER}(?:'s|s)?|[A-Za-z']*[A-Za-z][A-Za-z']*|[,.;:!?]|-")
_YES_NO = frozenset(
    "is are was were am do does did have has had can could will would shall should may might must isn't aren't wasn't "
    "weren't don't doesn't didn't "
    "haven't hasn't hadn't can't couldn't won't wouldn't shouldn't mustn't ain't".split()
)
_OPENERS = frozenset("and but so or well oh then now hey okay ok excuse me sorry please yes no".split())


@dataclass(frozen=True)
class Sentence:
    """One piece that is spoken at once. text: the words as read; phonemes: with punctuation; guessed: words read by rule.

    cut: what ended the piece. rises: a question that is answered by yes or no, whose melody goes up at the end.
    """

    text: str
    phonemes: str
    guessed: tuple[str, ...] = ()
    cut: Cut = "sentence"
    rises: bool = False


class FrontEnd:
    """Owns the lexicon; stateless otherwise."""

    def __init__(self, lexicon: Path) -> None:
        self.lexicon = Lexicon(lexicon)

    @cached_property
    def style(self) -> Style:
        return dataclasses.replace(STYLE, marked=True, initialism=self.lexicon.is_initialism)

    def read(self, text: str) -> tuple[list[Sentence], list[str]]:
        """(sentences, notes). No sentence means that nothing in the text can be spoken; the notes then say why."""
        words, notes = read(text, self.style)
        sentences: list[Sentence] = []
        for part in split(words, lambda part: len(self._phonemes(part)[0]) <= LONGEST_SENTENCE):
            if re.search("[A-Za-z]", part.text):
                phonemes, guessed = self._phonemes(part.text)
                sentences.append(Sentence(part.text.replace(LETTER, ""), phonemes, guessed, part.cut, rises(part.text)))
        guessed_words = list(dict.fromkeys(word for sentence in sentences for word in sentence.guessed))
        if guessed_words:
            shown = ", ".join(guessed_words[:8]) + (f" and {len(guessed_words) - 8} more" if len(guessed_words) > 8 else "")
            notes.append(f"Not in the lexicon, read by spelling: {shown}.")
        if not sentences:
            notes.append("There is nothing to say: the text holds no English word.")
        return sentences, notes

    def _phonemes(self, part: str) -> tuple[str, tuple[str, ...]]:
        """(phonemes with punctuation, words that were read by rule)."""
        tokens = _TOKENS.findall(part)
        words = [token for token in tokens if token != "-"]
        spoken: list[str] = []
        guessed: list[str] = []
        following_vowel = False
        for i in reversed(range(len(words))):
            token = words[i]
            if token in PAUSES:
                spoken.append(token)
                following_vowel = False
                continue
            phonemes, source = self._word(words, i, following_vowel)
            if source == "rule":
                guessed.append(token)
            if phonemes:
                spoken.append(phonemes)
                following_vowel = begins_with_vowel(phonemes)
        text = "".join(f" {item}" if item not in PAUSES else item for item in reversed(spoken)).strip().lstrip(PAUSES).strip()
        if text and text[-1] not in ".!?":
            text = text.rstrip(",;:") + "."
        return text, tuple(reversed(guessed))

    def _word(self, words: list[str], i: int, before_vowel: bool) -> tuple[str, str]:
        token = words[i]
        if LETTER in token:
            return LETTERS[token[0].lower()] + ("z" if token.endswith("s") else ""), "letters"
        chosen = homographs.reading(words, i)
        if chosen is not None:
            return chosen, "lexicon"
        word = token.strip("'") if not token.lower().endswith("s'") else token.lstrip("'")
        return self.lexicon.pronounce(word, before_vowel)


def rises(sentence: str) -> bool:
    """Whether a sentence is a question for yes or no: it ends with a question mark and begins with a verb, behind any opening words."""
    if not sentence.rstrip().endswith("?"):
        return False
    clause = re.split(r"[.!?;:]\s", sentence.rstrip(" ?"))[-1]
    words = re.findall(r"[A-Za-z']+", clause.lower())
    while words and words[0] in _OPENERS:
        words = words[1:]
    return bool(words) and (words[0] in _YES_NO or not _asks_what(words)) and " or " not in f" {' '.join(words)} "


def _asks_what(words: list[str]) -> bool:
    return bool(
        {
            "what",
            "who",
            "whom",
            "whose",
            "which",
            "where",
            "when",
            "why",
            "how",
            "what's",
            "who's",
            "where's",
            "how's",
            "when's",
            "why's",
        }
        & set(words[:4])
    )
