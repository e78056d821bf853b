"""What the engine says, in the user's language.

The engine speaks English and knows nothing of Qt; its sentences arrive with their values filled in. `packaging/translations.py` collects
them with {0}, {1} in the place of the values, so that they are recognised here and said again with the same values.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import cache

from ditone.gui.i18n import language
from ditone.gui.i18n.translate import translated

CONTEXT = "Sentences"


def translate_sentence(text: str) -> str:
    """The sentence in the user's language; as it is where nobody has translated it."""
    if not text or language.is_english():
        return text
    return _said(text, fragments=True)


def _said(text: str, fragments: bool) -> str:
    """`fragments`: a value may be a piece of a sentence that has a translation of its own."""
    whole = translated(CONTEXT, text)
    if whole != text:
        return whole
    for literals, template in _templates():
        values = _values(text, literals)
        if values is not None:
            found = translated(CONTEXT, template)
            values = [_said(value, fragments=False) for value in values] if fragments else values
            return found.format(*values) if found != template else text
    return text


def _values(text: str, literals: Sequence[str]) -> list[str] | None:
    """What stands between the literals of a template in a text, None where they do not stand there in their order.

    Each literal is taken where it stands first, without a second thought, so that no text takes long, whoever wrote it.
    """
    first, *between = literals
    if not between:
        return [] if text == first else None
    *middle, last = between
    end = len(text) - len(last)
    if not text.startswith(first) or not text.endswith(last):
        return None
    found, at = [], len(first)
    for literal in middle:
        next_ = text.find(literal, at + 1, end)
        if next_ < 0:
            return None
        found.append(text[at:next_])
        at = next_ + len(literal)
    return [*found, text[at:end]] if at < end else None


@cache
def _templates() -> list[tuple[tuple[str, ...], str]]:
    """The literals of every template; those with the most words of their own first, as "{0} {1}." would fit everything."""
    try:
        found = json.loads((language.FOLDER / "sentences.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):  # without the list the sentences stay English
        return []
    ordered = sorted(found, key=lambda template: -len(re.sub(r"\{\d\}", "", template)))
    return [(tuple(re.split(r"\{\d\}", template)), template) for template in ordered]
