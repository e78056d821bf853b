"""Rules that read parts of a text. Every rule sees the text as it was written; what one rule has read, no later one touches."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

Style = TypeVar("Style")
WORD_JOINER = "\u2060"  # marks letters that are said by name

# one character for one, so that places in the folded text are places in the text
_FOLDED = str.maketrans(
    dict.fromkeys("‘’‛ʼ`´′", "'")
    | dict.fromkeys("“”„‟″", '"')
    | dict.fromkeys("‐‑‒–−﹣－", "-")
    | dict.fromkeys("\u00a0\u2007\u2009\u202f\u200a\t", " ")
    | {chr(zero + i): str(i) for zero in (0xFF10, 0x660, 0x6F0) for i in range(10)}
    | {"⁄": "/", "∕": "/", "μ": "µ", "＋": "+", "％": "%", "＄": "$", "￥": "¥", "∼": "~", "～": "~", "∗": "*", "⋅": "·"}
)


@dataclass(frozen=True)
class Rule(Generic[Style]):
    """`read` gives what is said for a match, or None where the rule does not apply after all."""

    pattern: re.Pattern[str]
    read: Callable[[re.Match[str], Style], str | None]


@dataclass(frozen=True)
class Span:
    """Characters start to end of the text are read as `read`."""

    start: int
    end: int
    read: str


def folded(text: str) -> str:
    """The text with one form of each quote, dash, space and digit; as long as it was."""
    return text.translate(_FOLDED)


def claim(text: str, rules: Iterable[Rule[Style]], style: Style) -> list[Span]:
    """What the rules read of a folded text, in its order; earlier rules win."""
    taken = bytearray(len(text))
    spans: list[Span] = []
    for rule in rules:
        at = 0
        while (m := rule.pattern.search(text, at)) is not None:
            start, end = m.span()
            at = max(end, at + 1)
            if start == end or any(taken[start:end]):
                at = start + 1
                continue
            read = rule.read(m, style)
            if read is None:
                at = start + 1
                continue
            taken[start:end] = b"\1" * (end - start)
            spans.append(Span(start, end, read))
    return sorted(spans, key=lambda span: span.start)


def joined(text: str, spans: Iterable[Span], rest: Callable[[str], str] = lambda part: part, space: str = " ") -> str:
    """The text with its spans as they are read and `rest` of what lies between; letters and digits are kept apart from readings."""
    parts: list[str] = []
    at, read_last = 0, False
    for span in spans:
        between = text[at : span.start]
        if between:
            _append(parts, rest(between), space if read_last else "")
            read_last = False
        _append(parts, span.read, space)
        at, read_last = span.end, True
    _append(parts, rest(text[at:]), space if read_last else "")
    return "".join(parts)


def _append(parts: list[str], part: str, space: str) -> None:
    if not part:
        return
    if parts and space and _is_word(parts[-1][-1]) and _is_word(part[0]):
        parts.append(space)
    parts.append(part)


def _is_word(c: str) -> bool:
    return c.isalnum() or c == WORD_JOINER
