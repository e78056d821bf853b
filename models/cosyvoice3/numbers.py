"""Whole numbers as English words, in the British form that the model's texts were normalised to: "one hundred and five"."""

from __future__ import annotations

import re

ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
).split()
TENS = "_ _ twenty thirty forty fifty sixty seventy eighty ninety".split()
SCALES = ("", " thousand", " million", " billion", " trillion", " quadrillion", " quintillion", " sextillion")


def number_words(digits: str) -> str:
    """The words of a run of ASCII digits; beyond the largest scale the digits are read one by one."""
    value = digits.lstrip("0")
    if not value:
        return "zero"
    groups = [int(value[max(0, end - 3) : end]) for end in range(len(value), 0, -3)]
    if len(groups) > len(SCALES):
        return " ".join(ONES[int(digit)] for digit in digits)
    parts = [_below_thousand(n) + SCALES[i] for i, n in reversed(list(enumerate(groups))) if n]
    if len(parts) > 1 and 0 < groups[0] < 100:
        return ", ".join(parts[:-1]) + " and " + parts[-1]
    return ", ".join(parts)


def spell_numbers(text: str) -> str:
    """Every run of ASCII digits as words, whatever stands beside it."""
    return re.sub(r"[0-9]+", lambda match: number_words(match.group()), text)


def _below_thousand(n: int) -> str:
    hundreds, rest = divmod(n, 100)
    words = [f"{ONES[hundreds]} hundred"] if hundreds else []
    if rest:
        tens, ones = divmod(rest, 10)
        words.append(ONES[rest] if rest < 20 else TENS[tens] + (f"-{ONES[ones]}" if ones else ""))
    return " and ".join(words)
