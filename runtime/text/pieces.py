"""Long text in pieces that can be spoken at once: cut at sentences, then at clauses, then at words, then anywhere."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from ditone.runtime.text.sentences import sentences

Cut = Literal["sentence", "clause", "word"]
Fits = Callable[[str], bool]
# silence between what is spoken before and behind a cut, in seconds
PAUSES_S: dict[Cut, float] = {"sentence": 0.4, "clause": 0.3, "word": 0.25}
_CLAUSES = re.compile(r"[,;:](?=\s)\s*|\s[-–—]\s|—|[，、；：]|(?<=[.!?…])\s+")
_WORDS = re.compile(r"\s+")
MIDDLE = 1 / 3  # a clause is cut there only where neither side gets less than this share by far


@dataclass(frozen=True)
class Part:
    """`cut` says what ended it."""

    text: str
    cut: Cut = "sentence"


def split(text: str, fits: Fits, pack: Fits | None = None, joins: str = " ") -> list[Part]:
    """Parts in order of which each fits. `pack`: neighbouring sentences go together while this holds (and they fit).

    `joins` stands between sentences that are put together. A single character that does not fit is a part all the same.
    """
    parts: list[Part] = []
    whole = False  # whether the last part consists of whole sentences
    for sentence in sentences(text):
        if not fits(sentence):
            parts += _cut(sentence, fits)
            whole = False
            continue
        together = f"{parts[-1].text}{joins}{sentence}" if parts else sentence
        if whole and pack is not None and pack(together) and fits(together):
            parts[-1] = Part(together)
        else:
            parts.append(Part(sentence))
        whole = True
    return parts


def _cut(text: str, fits: Fits) -> list[Part]:
    """One sentence in two near its middle, each cut again until it fits; the last part ends the sentence."""
    if fits(text) or len(text) < 2:
        return [Part(text)]
    at, kind = _best(text)
    left, right = text[:at].strip(), text[at:].strip()
    if not left or not right:
        at, kind = len(text) // 2, "word"
        left, right = text[:at], text[at:]
    first = _cut(left, fits)
    return [*first[:-1], Part(first[-1].text, kind), *_cut(right, fits)]


def _best(text: str) -> tuple[int, Cut]:
    middle = len(text) / 2
    for pattern, kind, reach in ((_CLAUSES, "clause", len(text) * MIDDLE), (_WORDS, "word", len(text))):
        places: Sequence[int] = [m.end() for m in pattern.finditer(text) if m.start() > 0 and m.end() < len(text)]
        near = [at for at in places if abs(at - middle) <= reach]
        if near:
            return min(near, key=lambda at: abs(at - middle)), kind  # type: ignore[return-value]
    return round(middle), "word"
