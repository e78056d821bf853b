"""What a model will say for a text: the pieces in words, and where they differ from what was written."""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass
from typing import Any

from ditone.runtime.text.pieces import Cut

_WORDS = re.compile(
    r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|[^\W\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+(?:['’][^\W]+)*|[^\w\s]"
)


@dataclass(frozen=True)
class Spoken:
    """One piece that is spoken at once. phonemes: where the model's family shows them; cut: what ended it."""

    text: str
    phonemes: str = ""
    cut: Cut = "sentence"


@dataclass(frozen=True)
class Change:
    """A part that is read otherwise than it is written. piece: from 0; start and end: characters of that piece's text."""

    written: str
    read: str
    piece: int
    start: int
    end: int


@dataclass(frozen=True)
class Reading:
    """`written` is the text as it was given; `notes` are sentences about what could not be read."""

    written: str
    pieces: tuple[Spoken, ...]
    notes: tuple[str, ...] = ()

    def changes(self) -> list[Change]:
        """The words that differ, in order. Punctuation and capitals alone are no difference."""
        read = [(m[0], i, *m.span()) for i, piece in enumerate(self.pieces) for m in _WORDS.finditer(piece.text)]
        written = [(m[0], *m.span()) for m in _WORDS.finditer(self.written)]
        matcher = difflib.SequenceMatcher(None, [_key(w[0]) for w in written], [_key(r[0]) for r in read], autojunk=False)
        found: list[Change] = []
        for kind, a, b, c, d in matcher.get_opcodes():
            if kind == "equal":
                continue
            source = self.written[written[a][1] : written[b - 1][2]] if b > a else ""
            if not any(x.isalnum() for x in source) and not any(any(x.isalnum() for x in r[0]) for r in read[c:d]):
                continue
            for piece in sorted({r[1] for r in read[c:d]}):
                words = [r for r in read[c:d] if r[1] == piece]
                start, end = words[0][2], words[-1][3]
                found.append(Change(source, self.pieces[piece].text[start:end], piece, start, end))
        return found

    def to_dict(self) -> dict[str, Any]:
        """Ready for JSON."""
        return {
            "pieces": [{"text": p.text, "phonemes": p.phonemes, "ends_at": p.cut} for p in self.pieces],
            "changes": [{"written": c.written, "read": c.read, "piece": c.piece + 1} for c in self.changes()],
            "notes": list(self.notes),
        }


def _key(word: str) -> str:
    return word.casefold().replace("’", "'")
