"""From a prompt to word numbers: splitting, word forms, the word table, and what was understood.

The table lists words that were trained (they own a learned vector) followed by further everyday words that only have a
static vector; a prompt word is looked up as written, then in its plainer forms ("barking" -> "bark").
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor, nn

from ditone.models.mini.config import LEARNED_DIM, MAX_WORDS, STATIC_DIM
from ditone.runtime.text.prompt_length import PromptLength

ALIKE = 0.6  # cosine of static vectors from which a word is taken as another; nothing good was seen below
SHOWN_WORDS = 12  # of each kind, and letters of one word, in the sentence about a prompt
SHOWN_LETTERS = 30

# words without a sound of their own
STOP_WORDS = frozenset(
    "a an the of and with for to from by some into onto like is are as its it this that at sound sounds sfx effect effects noise noises "
    "recording audio please make me my very really being someone something have has had do does did not be been was were will would could "
    "should get got say said know seem more".split()
)
_SUFFIXES = (
    ("ies", "y"),
    ("sses", "ss"),
    ("es", "e"),
    ("es", ""),
    ("s", ""),
    ("ing", ""),
    ("ing", "e"),
    ("ed", ""),
    ("ed", "e"),
    ("ly", ""),
    ("er", ""),
    ("y", ""),
)


def split(prompt: str) -> list[str]:
    """Lower-case words of a prompt without stop words, at most MAX_WORDS; a phrase of stop words alone is kept."""
    words = re.findall(r"[a-z0-9]+", prompt.lower().replace("'s", ""))
    kept = [w for w in words if w not in STOP_WORDS]
    return (kept or words)[:MAX_WORDS]


def prompt_length(prompt: str) -> PromptLength:
    """How many of a prompt's words count, and where the first one stands that is not read any more."""
    found = list(re.finditer(r"[a-z0-9]+", prompt.lower().replace("'s", "  ")))
    kept = [word for word in found if word.group() not in STOP_WORDS] or found
    return PromptLength(len(kept), MAX_WORDS, "words", kept[MAX_WORDS].start() if len(kept) > MAX_WORDS else None)


@dataclass(frozen=True)
class WordMatch:
    """One prompt word: its table row and whether it was trained. row -1: not understood."""

    word: str
    row: int
    form: str
    trained: bool


@dataclass(frozen=True)
class Understanding:
    """What was understood of a prompt, for people: trained words, words taken as others of nearly their meaning, unknown words."""

    matched: tuple[str, ...]
    similar: tuple[tuple[str, str], ...]  # (prompt word, nearest trained word)
    unknown: tuple[str, ...]

    def sentence(self) -> str:
        """For example: matched: police siren, fast; taken as: lorry (truck); not known: qwrt. Each word once, and not all of many."""
        parts = []
        if self.matched:
            parts.append("matched: " + _listed(self.matched))
        if self.similar:
            parts.append("taken as: " + _listed([f"{_shown(w)} ({near})" for w, near in self.similar]))
        if self.unknown:
            parts.append("not known: " + _listed([_shown(w) for w in self.unknown]))
        return "; ".join(parts) or "no words"


def _listed(words: Sequence[str]) -> str:
    distinct = list(dict.fromkeys(words))
    rest = len(distinct) - SHOWN_WORDS
    return ", ".join(distinct[:SHOWN_WORDS]) + (f" and {rest} more" if rest > 0 else "")


def _shown(word: str) -> str:
    return word if len(word) <= SHOWN_LETTERS else word[:SHOWN_LETTERS] + "…"


class WordTable:
    """Words in table order; the first `trained` of them own a learned vector."""

    def __init__(self, words: Sequence[str], trained: int) -> None:
        self.words = list(words)
        self.trained = trained
        self._rows = {w: i for i, w in enumerate(self.words)}

    def match(self, word: str) -> WordMatch:
        """Row of a word or of its nearest plain form; trained forms win over untrained exact matches of longer forms."""
        for form in self._forms(word):
            row = self._rows.get(form, -1)
            if row >= 0:
                return WordMatch(word, row, form, row < self.trained)
        return WordMatch(word, -1, word, False)

    def _forms(self, word: str) -> list[str]:
        forms = [word]
        for suffix, ending in _SUFFIXES:
            if word.endswith(suffix) and len(word) - len(suffix) >= 3:
                stem = word[: len(word) - len(suffix)] + ending
                forms.append(stem)
                if len(stem) > 3 and stem[-1] == stem[-2]:
                    forms.append(stem[:-1])  # stopping -> stop
        forms += [word + "s", word + "ing", word + "ed"]
        rows = [self._rows.get(f, -1) for f in forms]
        trained = [f for f, r in zip(forms, rows, strict=True) if 0 <= r < self.trained]
        # an exact trained word first, then a trained form, then any known form
        return ([word] if 0 <= rows[0] < self.trained else []) + trained + forms

    def match_prompt(self, prompt: str) -> list[WordMatch]:
        """Matches of the prompt's words in order."""
        return [self.match(w) for w in split(prompt)]

    def rows(self, prompt: str) -> list[int]:
        """Table rows of the understood words."""
        return [m.row for m in self.match_prompt(prompt) if m.row >= 0]


class WordVectors(nn.Module):
    """Static vectors of all words, learned vectors of the trained ones, and one linear layer in place of missing learned ones."""

    static: Tensor  # (words, STATIC_DIM) float32

    def __init__(self, words: int, trained: int) -> None:
        super().__init__()
        self.trained = trained
        self.register_buffer("static", torch.zeros(words, STATIC_DIM), persistent=False)
        self.learned = nn.Embedding(trained, LEARNED_DIM)
        self.fallback = nn.Linear(STATIC_DIM, LEARNED_DIM)
        nn.init.normal_(self.learned.weight, std=0.5)

    def forward(self, rows: Tensor, force_static: Tensor | None = None) -> Tensor:
        """rows: (batch, words), negative for padding; force_static: (batch, 1) true where learned vectors must not be used.

        Returns (batch, words, STATIC_DIM + LEARNED_DIM).
        """
        rows = rows.clamp_min(0)
        static = self.static[rows]
        use_learned = rows < self.trained
        if force_static is not None:
            use_learned = use_learned & ~force_static
        learned = self.learned(rows.clamp_max(self.trained - 1))
        own = torch.where(use_learned[..., None], learned, self.fallback(static).to(learned.dtype))
        return torch.cat([static.to(own.dtype), own], dim=-1)

    def nearest_trained(self, row: int) -> tuple[int, float]:
        """Row of the trained word whose static vector points most in the same direction, and the cosine between them."""
        trained = torch.nn.functional.normalize(self.static[: self.trained], dim=-1)
        alike = trained @ torch.nn.functional.normalize(self.static[row], dim=0)
        best = int(alike.argmax())
        return best, float(alike[best])


def understand(
    table: WordTable, vectors: WordVectors, prompt: str, foreign: Sequence[str] = (), silent: frozenset[str] = frozenset()
) -> Understanding:
    """Sorts the words of a prompt into trained, taken as something similar, and unknown.

    `foreign` words are unknown, and so are those whose trained form is in `silent`: words without a sound that can be recognised.
    """
    matched: list[str] = []
    similar: list[tuple[str, str]] = []
    unknown: list[str] = []
    for m in table.match_prompt(prompt):
        if m.form in silent:
            unknown.append(m.word)
            continue
        if m.trained:
            matched.append(m.word)
            continue
        near, alike = vectors.nearest_trained(m.row) if m.row >= 0 else (-1, 0.0)
        if alike >= ALIKE and table.words[near] not in silent:
            similar.append((m.word, table.words[near]))
        else:
            unknown.append(m.word)
    return Understanding(tuple(matched), tuple(similar), (*unknown, *foreign))
