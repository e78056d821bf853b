"""Written text to words that can be looked up, by the shared rules of English; what no English reader could say is named."""

from __future__ import annotations

from ditone.runtime.text.english import LETTER, Style, read

STYLE = Style(plain=True)


def normalise(text: str) -> tuple[str, list[str]]:
    """(words and punctuation, sentences about what could not be read). The result holds only letters a-z, A-Z, apostrophes and ,.;:!?-."""
    words, notes = read(text, STYLE)
    return words.replace(LETTER, ""), notes
