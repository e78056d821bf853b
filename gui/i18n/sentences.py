"""What the engine says, in the user's language.

The engine speaks English and knows nothing of Qt; its sentences arrive with their values filled in. `packaging/translations.py` collects
them with {0}, {1} in the place of the values, so that they are recognised here and said again with the same values.
"""

from __future__ import annotations

import json
import re
from functools import cache

from PySide6.QtCore import QCoreApplication

from ditone.gui.i18n import language

CONTEXT = "Sentences"


def translate_sentence(text: str) -> str:
    """The sentence in the user's language; as it is where nobody has translated it."""
    if not text or language.is_english():
        return text
    whole = QCoreApplication.translate(CONTEXT, text)
    if whole != text:
        return whole
    for pattern, template in _templates():
        match = pattern.fullmatch(text)
        if match is not None:
            translated = QCoreApplication.translate(CONTEXT, template)
            return translated.format(*match.groups()) if translated != template else text
    return text


@cache
def _templates() -> list[tuple[re.Pattern[str], str]]:
    """Those with the most words of their own first, as "{0} {1}." would fit everything."""
    try:
        found = json.loads((language.FOLDER / "sentences.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):  # without the list the sentences stay English
        return []
    ordered = sorted(found, key=lambda template: -len(re.sub(r"\{\d\}", "", template)))
    return [(re.compile(re.sub(r"\\\{\d\\\}", "(.+?)", re.escape(template)), re.DOTALL), template) for template in ordered]
