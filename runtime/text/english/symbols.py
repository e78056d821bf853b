"""What is left between the readings: symbols by their names, and characters that only some voices can take."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter

from ditone.runtime.text.english.style import LETTER

NAMED = {
    "&": "and", "+": "plus", "=": "equals", "@": "at", "#": "hash", "%": "percent", "~": "about", "×": "times",
    "÷": "divided by", "°": "degrees",
    "±": "plus or minus", "≈": "approximately", "≠": "not equal to", "≤": "less than or equal to", "≥": "greater than or equal to",
    "©": "copyright", "®": "", "™": "", "§": "section", "¶": "paragraph", "√": "square root of", "∞": "infinity", "π": "pi",
    "Ω": "ohms", "µ": "micro",
    "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "Δ": "delta", "ε": "epsilon", "θ": "theta", "λ": "lambda",
    "σ": "sigma", "Σ": "sigma",
    "φ": "phi", "ω": "omega", "‰": "per mille", "№": "number", "℃": "degrees Celsius", "℉": "degrees Fahrenheit",
    "$": "dollars", "€": "euros", "£": "pounds",
    "¥": "yen", "₹": "rupees", "¢": "cents", "²": "squared", "³": "cubed", "…": "...", "^": "",
}  # fmt: skip
_COPYRIGHT_SAID = re.compile(r"copyright\s*$", re.IGNORECASE)
# punctuation that shapes a sentence or marks words, and is not itself said
_SILENT = frozenset("\"'()[]{}*_`|\\<>/«»‹›„“”‘’•·‚‐‑‒–—―¿¡†‡\ufeff\u200b\u200d\u2060\ufe0f")
_MARKS = frozenset("|\\<>^®™•†‡")  # of those, symbols whose loss is told
_LIGATURES = {"ß": "ss", "æ": "ae", "ø": "o", "œ": "oe", "ð": "th", "þ": "th", "ł": "l", "ı": "i", "đ": "d", "Æ": "Ae",
"Ø": "O", "Œ": "Oe", "Ð": "Th",
              "Þ": "Th", "Ł": "L", "Đ": "D", "ẞ": "Ss"}  # fmt: skip


class Plain:
    """Reduces what lies between the readings to letters and punctuation, and counts what was left out."""

    def __init__(self) -> None:
        self.left_out: Counter[str] = Counter()

    def __call__(self, part: str) -> str:
        kept: list[str] = []
        for c in part:
            kept.append(self._one(c, "".join(kept[-12:])))
        return "".join(kept)

    def _one(self, c: str, said: str) -> str:
        if c.isascii() and (c.isalpha() or c in " ,.;:!?-'"):
            return c
        if c in "\n\r":
            return "\n"
        if c in NAMED:
            if c == "©" and _COPYRIGHT_SAID.search(said):
                return " "
            if not NAMED[c]:
                self.left_out[f"{c}"] += 1
            return NAMED[c] if c == "…" else f" {NAMED[c]} "
        if c in _SILENT:
            if c in _MARKS:
                self.left_out[c] += 1
            return " - " if c in "—―–" else " "
        if c.isspace():
            return " "
        return self._letter(c)

    def _letter(self, c: str) -> str:
        if c in _LIGATURES:
            return _LIGATURES[c]
        simple = "".join(x for x in unicodedata.normalize("NFKD", c) if not unicodedata.combining(x))
        simple = "".join(_LIGATURES.get(x, x) for x in simple)
        if simple and all(x.isascii() and (x.isalpha() or x in " ,.;:!?-'") for x in simple):
            return simple
        if not unicodedata.combining(c):
            self.left_out[script(c)] += 1
        return " "

    def notes(self) -> list[str]:
        """What was left out, as one sentence."""
        if not self.left_out:
            return []
        named = ", ".join(f"{count} {name}" for name, count in self.left_out.most_common())
        return [f"This voice reads English only; these characters were left out: {named}."]


def script(c: str) -> str:
    if unicodedata.category(c)[0] == "L":
        return f"{unicodedata.name(c, 'unknown').split()[0].title()} letters"
    return "symbols or emoji"


def tidy(text: str) -> str:
    """Spaces and punctuation as they are written: one space, none before a mark, one mark where several met."""
    text = re.sub(rf"[^A-Za-z' ,.;:!?\-\n{LETTER}]", " ", text)
    text = re.sub(
        r"(?<![\w'])'(?!(?:em|n|cause|til|tis|twas|bout|round)\b)([A-Za-z][^'\n]*(?:'[a-z]+[^'\n]*)*?)'(?!\w)", r"\1", text
    )
    text = re.sub(r"(?<![\w])'+(?!\w)", " ", text)
    text = re.sub(r"[ \t]*\n[ \t\n]*", "\n", text)
    text = re.sub(r"[,.;:!?]+[ \t]*(?:[,.;:!?]+[ \t]*)*", _one_mark, text)
    text = re.sub(r"[ \t]+([,.;:!?])", r"\1", text)
    return re.sub(r"[ \t]+", " ", text).strip()


def _one_mark(m: re.Match[str]) -> str:
    marks = re.sub(r"\s", "", m[0])
    strongest = next((mark for mark in "?!.;:," if mark in marks), ",")
    following = m.string[m.end() : m.end() + 1]
    return strongest + (" " if following and not following.isspace() else "")
