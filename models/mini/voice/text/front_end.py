"""Text to sentences of phonemes, with everything a person should know about what was read and what was not."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from ditone.models.mini.voice.text.lexicon import Lexicon, begins_with_vowel
from ditone.models.mini.voice.text.normalise import normalise

LONGEST_SENTENCE = 300  # phoneme characters at once; longer ones are cut at a clause, then at a word
PAUSES = ",.;:!?"
_END = re.compile(r"(?<=[.!?])\s+(?=\S)|\n+")


@dataclass(frozen=True)
class Sentence:
    """One piece that is spoken at once. text: the words as read; phonemes: with punctuation; guessed: words read by rule."""

    text: str
    phonemes: str
    guessed: tuple[str, ...] = ()


class FrontEnd:
    """Owns the lexicon; stateless otherwise."""

    def __init__(self, lexicon: Path) -> None:
        self.lexicon = Lexicon(lexicon)

    def read(self, text: str) -> tuple[list[Sentence], list[str]]:
        """(sentences, notes). No sentence means that nothing in the text can be spoken; the notes then say why."""
        words, notes = normalise(text)
        sentences: list[Sentence] = []
        for part in _END.split(words):
            part = part.strip()
            if re.search("[A-Za-z]", part):
                sentences += self._pieces(part)
        guessed = list(dict.fromkeys(word for sentence in sentences for word in sentence.guessed))
        if guessed:
            shown = ", ".join(guessed[:8]) + (f" and {len(guessed) - 8} more" if len(guessed) > 8 else "")
            notes.append(f"Not in the lexicon, read by spelling: {shown}.")
        if not sentences:
            notes.append("There is nothing to say: the text holds no English word.")
        return sentences, notes

    def _pieces(self, part: str) -> list[Sentence]:
        whole = self._sentence(part)
        if len(whole.phonemes) <= LONGEST_SENTENCE:
            return [whole]
        middle = len(part) // 2
        cuts = [m.end() for m in re.finditer(r"[,;:]\s|\s", part)]
        clauses = [m.end() for m in re.finditer(r"[,;:]\s", part)]
        near = [cut for cut in clauses if abs(cut - middle) < len(part) // 3] or cuts
        if not near:
            letters = part[:middle], part[middle:]
            return [piece for half in letters for piece in self._pieces(half)] if len(part) > 40 else [whole]
        cut = min(near, key=lambda at: abs(at - middle))
        return [piece for half in (part[:cut].strip(), part[cut:].strip()) if half for piece in self._pieces(half)]

    def _sentence(self, part: str) -> Sentence:
        tokens = re.findall(r"[A-Za-z']*[A-Za-z][A-Za-z']*|[,.;:!?]|-", part)
        spoken: list[str] = []
        guessed: list[str] = []
        following_vowel = False
        for token in reversed(tokens):
            if token in PAUSES:
                spoken.append(token)
                following_vowel = False
                continue
            if token == "-":
                continue
            word = token.strip("'") if not token.lower().endswith("s'") else token
            phonemes, source = self.lexicon.pronounce(word, following_vowel)
            if source == "rule":
                guessed.append(word)
            spoken.append(phonemes)
            following_vowel = begins_with_vowel(phonemes)
        text = "".join(f" {item}" if item not in PAUSES else item for item in reversed(spoken)).strip().lstrip(PAUSES).strip()
        if text and text[-1] not in ".!?":
            text = text.rstrip(",;:") + "."
        return Sentence(part, text, tuple(reversed(guessed)))
