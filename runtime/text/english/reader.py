"""All rules of English in their order, from the special to the general."""

from __future__ import annotations

from ditone.runtime.text.claims import claim, folded, joined
from ditone.runtime.text.english.addresses import TELEPHONE, WEB
from ditone.runtime.text.english.dates import DATES, TIMES, YEARS
from ditone.runtime.text.english.other_numbers import EARLY, FIGURES, ORDINALS
from ditone.runtime.text.english.quantities import MONEY, PER, UNITS
from ditone.runtime.text.english.style import Style
from ditone.runtime.text.english.symbols import Plain, tidy
from ditone.runtime.text.english.words import ABBREVIATIONS, LETTERS, ROMAN, STREETS

RULES = (
    *WEB, *EARLY, *TELEPHONE, *DATES, *TIMES, *MONEY, *PER, *UNITS, *STREETS, *ORDINALS, *ABBREVIATIONS, *ROMAN, *YEARS, *LETTERS, *FIGURES,
)  # fmt: skip


def read(text: str, style: Style) -> tuple[str, list[str]]:
    """(the text as it is read, sentences about what could not be read)."""
    spans = claim(folded(text), RULES, style)
    if not style.plain:
        return joined(text, spans), []
    plain = Plain()
    return tidy(joined(text, spans, plain)), plain.notes()
