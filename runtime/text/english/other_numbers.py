"""What is left of figures: ordinals, fractions, ranges, arithmetic, versions, codes, and plain numbers."""

from __future__ import annotations

import re

from ditone.runtime.text.claims import Rule
from ditone.runtime.text.english import numbers as n
from ditone.runtime.text.english.context import AMOUNT, FREE, NUMBER, after, before, next_word, previous_word
from ditone.runtime.text.english.style import Style

Match = re.Match[str]
_SCORES = re.compile(
    r"\b(?:won|win|wins|lost|lose|beat|beats|led|leads?|score|scored|tied|tie|drew|draw|result|final|game|match|up|down|vote|voted)\b",
    re.IGNORECASE,
)
_KNOWN = {("7", "11"), ("9", "11"), ("20", "20")}
_NAMED = frozenset(
    "room rooms flight bus route highway interstate hwy line gate suite apartment channel agent train unit boeing airbus "
    "model area studio".split()
)
_OPERATORS = {
    "+": "plus", "-": "minus", "−": "minus", "*": "times", "×": "times", "x": "times", "·": "times", "/": "divided by", "÷": "divided by",
    "=": "equals", ">": "greater than", "<": "less than", "≥": "greater than or equal to", "≤": "less than or equal to",
    "≠": "not equal to",
    "≈": "approximately", "±": "plus or minus", "^": "to the power of", ">=": "greater than or equal to",
    "<=": "less than or equal to", "==": "equals",
    "!=": "not equal to", "→": "to",
}  # fmt: skip


def _ordinal(m: Match, s: Style) -> str:
    plain = m["n"].replace(",", "")
    return n.ordinal(int(plain), s) if len(plain) < 13 else n.digits(plain)


def _ordinal_range(m: Match, s: Style) -> str:
    return f"{n.ordinal(int(m['a']), s)} to {n.ordinal(int(m['b']), s)}"


def _fraction(m: Match, s: Style) -> str | None:
    top, bottom = int(m["top"]), int(m["bottom"])
    if (top, bottom) in ((24, 7), (9, 11)):
        return f"{n.cardinal(top, s)} {n.cardinal(bottom, s)}"
    if bottom == 0:
        return f"{n.cardinal(top, s)} over zero"
    if m["whole"]:
        return f"{n.cardinal(int(m['whole']), s)} and {n.fraction(top, bottom, s)}"
    if re.match(r"\s(?:chance|odds|probability|shot)\b", after(m)):
        return f"{n.cardinal(top, s)} in {n.cardinal(bottom, s)}"
    return n.fraction(top, bottom, s)


def _fraction_sign(m: Match, s: Style) -> str:
    return n.amount(m[0], s)


def _equal_sum(m: Match, s: Style) -> str | None:
    """Ranges, scores, splits."""
    if re.match(r"\s?=", after(m)):
        return f"{n.amount(m['a'], s)} minus {n.amount(m['b'], s)}"
    a, b = m["a"], m["b"]
    plain = a.replace(",", ""), b.replace(",", "")
    first, second = n.amount(a, s), n.amount(b, s)
    whole = all(part.isdigit() for part in plain)
    year = whole and all(len(part) == 4 and 1000 <= int(part) <= 2099 for part in plain)
    if year:
        first, second = n.year(int(plain[0]), s), n.year(int(plain[1]), s)
    glued = "-" in m["to"] and " " not in m["to"]
    split = whole and glued and (plain[0] == plain[1] or plain in _KNOWN or int(plain[0]) + int(plain[1]) == 100)
    score = whole and glued and int(plain[1]) <= int(plain[0]) < 200 and not year
    if split or score or (whole and glued and _SCORES.search(before(m, 30)) and max(map(int, plain)) < 200):
        return f"{first} {second}"
    sign = {"-": "minus ", "+": "plus ", "±": "plus or minus "}.get(m["minus"] or "", "")
    return f"{sign}{first} to {second}"


def _groups(m: Match, s: Style) -> str:
    """Several groups of digits with hyphens are a number of some register: digit by digit."""
    return ", ".join(n.digits(part) for part in m[0].split("-"))


def _score(m: Match, s: Style) -> str:
    return f"{n.amount(m['a'], s)} to {n.amount(m['b'], s)}"


def _version(m: Match, s: Style) -> str | None:
    if (
        re.fullmatch(r"\d{1,2}\.\d{1,2}\.(?:19|20)\d\d|\d{3}\.\d{3}\.\d{4}|(?:19|20)\d\d\.\d{1,2}\.\d{1,2}", m["n"])
        and not m["v"]
    ):
        return None  # a date, or a telephone number
    if not m["v"] and re.fullmatch(r"[1-9]\d{0,2}(?:\.\d{3}){2,}", m["n"]):
        return n.cardinal(int(m["n"].replace(".", "")), s)  # thousands as most of Europe writes them
    parts = m["n"].split(".")
    words = " point ".join(
        n.cardinal(int(part), s) if not (len(part) > 1 and part[0] == "0") else n.digits(part) for part in parts
    )
    return f"{s.letters('v')} {words}" if m["v"] else words


def _scientific(m: Match, s: Style) -> str:
    power = int(m["power"])
    return f"{n.decimal(m['a'], s)} times ten to the {'minus ' if power < 0 else ''}{n.cardinal(abs(power), s)}"


def _power(m: Match, s: Style) -> str:
    sign, power = ("minus ", m["power"][1:]) if m["power"].startswith("-") else ("", m["power"])
    return f"{n.decimal(m['a'], s)} to the power of {sign}{n.cardinal(int(power), s)}"


def _hexadecimal(m: Match, s: Style) -> str:
    said = (n.digits(c) if c.isdigit() else s.letters(c) for c in m["hex"])
    return f"zero {s.letters('x')} {' '.join(said)}"


def _operator(m: Match, s: Style) -> str | None:
    """Signs between operands: "7 - 3 is 4", "x > 5", "a² + b² = c²"."""
    sign = m["op"]
    left, right = before(m, 20), after(m, 20)
    operand = r"(?:\d[\d.,]*|[A-Za-z])[²³%]?"
    if not re.search(rf"(?:^|[^\w.]|(?<=[=]))(?:{operand}|[)\]])\s?$", left) or not re.match(
        rf"\s?[-+]?(?:{operand}(?!\w)|[(\[]|\d)", right
    ):
        return None
    numbers = re.search(r"\d[²³%]?\s?$", left) is not None and re.match(r"\s?[-+(]?[\d]", right) is not None
    if sign == "-":
        spaced = left.endswith(" ") and right.startswith(" ")
        equation = re.match(r"\s?[\d.,]+\s?(?:=|is\b|equals|makes|[-+*/×÷])", right) or re.search(r"[=+*×÷]\s?[\w.]+\s?$", left)
        if not spaced or not (equation or not numbers):
            return None
        if not numbers and not re.search(r"=", m.string):
            return None
    if sign == "x":
        if not numbers:
            return None
        return " times " if re.match(r"\s?[\d.,]+\s?(?:=|is\b|equals)", right) else " by "
    if sign == "×" and numbers:
        return " times " if re.match(r"\s?[\d.,]+\s?(?:=|is\b|equals)", right) or re.search(r"=\s", left) else " by "
    if sign == "/" and not (left.endswith(" ") and right.startswith(" ") and numbers):
        return None
    if sign == "*" and not (numbers or (left.endswith(" ") and right.startswith(" "))):
        return None
    return f" {_OPERATORS[sign]} "


def _sign(m: Match, s: Style) -> str:
    return {"-": "minus ", "+": "plus ", "±": "plus or minus ", "~": "about ", "≈": "about "}[m["sign"]]


def _compared(m: Match, s: Style) -> str:
    return f"{_OPERATORS[m['op']]} "


def _number_sign(m: Match, s: Style) -> str:
    return "number "


def _plus_behind(m: Match, s: Style) -> str:
    return " plus"


def _times(m: Match, s: Style) -> str | None:
    """3x faster."""
    return f"{n.decimal(m['a'], s)} times"


def _plain(m: Match, s: Style) -> str:
    text = m[0]
    letters_before, letters_after = m.string[m.start() - 1 : m.start()].isalpha() if m.start() else False, after(m, 1).isalpha()
    if text.isdigit():
        behind_letters = letters_before or re.search(r"[A-Z]-$", before(m, 2))
        if behind_letters or previous_word(m).lower() in _NAMED or letters_after or (len(text) == 3 and "Boeing" in m.string):
            return n.code(text, s)
        if (
            re.match(
                r"\s(?:[A-Z][\w']*\s){1,3}(?:St|Ave|Rd|Dr|Ln|Blvd|Ct|Pl|Street|Avenue|Road|Drive|Lane|Boulevard|Court)\b",
                after(m),
            )
            and len(text) > 2
        ):
            return n.code(text, s)
        if len(text) > 1 and text.startswith("0"):
            return n.digits(text)
    return n.decimal(text, s)


def _rule(pattern: str, read: object) -> Rule[Style]:
    return Rule(re.compile(pattern), read)  # type: ignore[arg-type]


_OPS = "|".join(re.escape(op) for op in sorted(_OPERATORS, key=len, reverse=True))
EARLY = (
    _rule(r"(?<![\w.])0x(?P<hex>[0-9A-Fa-f]{1,16})\b", _hexadecimal),
    _rule(rf"{FREE}(?P<a>{NUMBER})[eE](?P<power>[-+]?\d{{1,3}})(?![\w.])", _scientific),
    _rule(rf"{FREE}(?P<a>{NUMBER})\^(?P<power>-?\d{{1,4}})(?![\w])", _power),
    _rule(r"(?<![A-Za-z\d.])(?P<v>[vV]\.?\s?)?(?P<n>\d+(?:\.\d+){2,})(?![\w])", _version),
    _rule(r"(?<![A-Za-z\d.])(?P<v>[vV])(?P<n>\d+(?:\.\d+)*)(?![\w])", _version),
)
ORDINALS = (
    _rule(r"(?<![\w.,])(?P<a>\d+)(?:st|nd|rd|th)\s?-\s?(?P<b>\d+)(?:st|nd|rd|th)\b", _ordinal_range),
    _rule(r"(?<![\w.])(?P<n>\d{1,3}(?:,\d{3})+|\d+)(?:st|nd|rd|th|ST|ND|RD|TH)\b", _ordinal),
)
FIGURES = (
    _rule(r"(?<![\w./-])(?:(?P<whole>\d+)\s)?(?P<top>\d{1,3})/(?P<bottom>\d{1,4})(?:th|TH|rd|nd)?(?![\w/]|\.\d)", _fraction),
    _rule(r"(?<!\w)(?:\d+\s?)?[¼-¾⅐-⅞]", _fraction_sign),
    _rule(r"(?<![\w.,/-])\d+(?:-\d+){2,}(?![\w-])", _groups),
    _rule(rf"{FREE}(?P<minus>(?<!\w)[-+±])?(?P<a>{AMOUNT})(?P<to>-)(?P<b>{AMOUNT})(?![\d-])", _equal_sum),
    _rule(rf"(?P<op>{_OPS})", _operator),
    _rule(rf"{FREE}(?P<minus>(?<!\w)[-+±])?(?P<a>{AMOUNT})(?P<to>\s-\s)(?P<b>{AMOUNT})(?![\d-])", _equal_sum),
    _rule(rf"(?<![\w.:])(?P<a>{NUMBER}):(?P<b>{NUMBER})(?![\w:])", _score),
    _rule(rf"{FREE}(?P<a>\d+(?:\.\d+)?)x(?!\w)", _times),
    _rule(rf"(?<![\w.)])(?P<sign>[-+±~≈])\s?(?={NUMBER}|[½¼¾⅓⅔])", _sign),
    _rule(r"(?<![\w.])(?P<op>[<>≤≥]=?)\s?(?=\d)", _compared),
    _rule(r"(?<!\w)#\s?(?=\d)", _number_sign),
    _rule(r"(?<=\d)\+(?!\w)", _plus_behind),
    _rule(NUMBER, _plain),
)
__all__ = ["EARLY", "FIGURES", "ORDINALS", "next_word"]
