"""The kinds of sounds that the weights know: found in a prompt, offered where a word is not known, and named in Chinese."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

import torch
from torch import Tensor

from ditone.models.mini.text import WordTable, split
from ditone.runtime.json_reading import Node

KINDS_FILE = "kinds.json"
OFFERED = 4
ALIKE = 0.35  # cosine below which no kind is offered for a word


@dataclass(frozen=True)
class Kind:
    """`words`: phrases for it, the plainest first. `once`: over when it is over, as a gunshot; other kinds go on. chinese: its names."""

    name: str
    words: tuple[str, ...]
    once: bool = False
    chinese: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        return self.words[0]


def _kind(node: Node) -> Kind:
    words = node.texts("words")
    if not all(split(phrase) for phrase in words):
        raise node.unsupported("words", "phrases with a word in each")
    return Kind(node.text("name"), words, node.flag("once"), node.texts("chinese", low=0))


@dataclass(frozen=True)
class Kinds:
    """All kinds of a model folder; `chinese`: further Chinese words in English.

    `dropped`: trained forms of words whose sounds nobody recognised; they are said to be not known, and the model is not told them.
    """

    kinds: tuple[Kind, ...] = ()
    chinese: tuple[tuple[str, str], ...] = ()
    dropped: frozenset[str] = frozenset()

    @classmethod
    def load(cls, folder: Path) -> Kinds:
        """From kinds.json; a folder without one knows no kinds by name."""
        path = folder / KINDS_FILE
        if not path.is_file():
            return cls()
        node = Node.load(path)
        kinds, chinese = node.data.get("kinds"), node.node("chinese").data
        if not isinstance(kinds, list):
            raise node.unsupported("kinds", "a list of kinds")
        if not all(isinstance(english, str) for english in chinese.values()):
            raise node.unsupported("chinese", "a table of Chinese words and English ones,")
        dropped = frozenset(node.texts("dropped", low=0)) if "dropped" in node.data else frozenset()
        return cls(tuple(_kind(Node(k, f"{KINDS_FILE}.kinds")) for k in kinds), tuple(chinese.items()), dropped)

    @cached_property
    def dictionary(self) -> dict[str, str]:
        """Chinese to English, longest first."""
        pairs = dict(self.chinese) | {name: kind.title for kind in self.kinds for name in kind.chinese}
        return dict(sorted(pairs.items(), key=lambda pair: -len(pair[0])))

    @cached_property
    def vocabulary(self) -> frozenset[str]:
        """Words of all phrases."""
        return frozenset(w for kind in self.kinds for phrase in kind.words for w in split(phrase))

    def found(self, forms: Sequence[str], table: WordTable) -> tuple[list[Kind], list[Kind]]:
        """Kinds that a prompt names, by its words in their trained forms: with all words of a phrase; with the last one alone."""
        whole: list[tuple[int, Kind]] = []
        last: list[Kind] = []
        given = set(forms)
        for kind, phrases in zip(self.kinds, _phrases(self, table), strict=True):
            full = max((len(p) for p in phrases if given.issuperset(p)), default=0)
            if full:
                whole.append((full, kind))
            elif any(p[-1] in given for p in phrases):
                last.append(kind)
        return [kind for _, kind in sorted(whole, key=lambda pair: -pair[0])], last

    def nearest(self, words: Iterable[str], table: WordTable, static: Tensor) -> list[Kind]:
        """At most OFFERED kinds for words that are not known: by meaning where the table has the word, else by spelling.

        static: (words, STATIC_DIM), the table's vectors.
        """
        score: dict[str, float] = {}
        unit = torch.nn.functional.normalize(static, dim=-1)
        spelled = {w: kind.name for kind in reversed(self.kinds) for phrase in kind.words for w in split(phrase)}
        for word in words:
            if word in spelled:  # half of a phrase: the kinds that it belongs to
                score |= {k.name: 2.0 for k in self.kinds if any(word in split(phrase) for phrase in k.words)}
                continue
            row = table.match(word).row
            if row < 0:
                for near in difflib.get_close_matches(word, spelled, OFFERED, 0.75):
                    score[spelled[near]] = max(
                        score.get(spelled[near], 0.0), 1.0 + difflib.SequenceMatcher(None, word, near).ratio()
                    )
                continue
            for kind in self.kinds:
                rows = [r for phrase in kind.words for r in table.rows(phrase)]
                score[kind.name] = max(score.get(kind.name, 0.0), float((unit[rows] @ unit[row]).max()) if rows else 0.0)
        best = sorted((k for k in self.kinds if score.get(k.name, 0.0) >= ALIKE), key=lambda k: -score[k.name])
        return list({kind.title: kind for kind in reversed(best)}.values())[::-1][
            :OFFERED
        ]  # a recording and an instrument share names


@lru_cache(maxsize=4)
def _phrases(kinds: Kinds, table: WordTable) -> tuple[tuple[tuple[str, ...], ...], ...]:
    """Of every kind its phrases, as words in their trained forms."""
    return tuple(tuple(tuple(table.match(w).form for w in split(p)) for p in kind.words) for kind in kinds.kinds)
