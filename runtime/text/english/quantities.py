"""Money, units and percentages: an amount, or a range of amounts, with the sign or unit that belongs to it."""

from __future__ import annotations

import re

from ditone.runtime.text.claims import Rule
from ditone.runtime.text.english import currencies, units
from ditone.runtime.text.english import numbers as n
from ditone.runtime.text.english.context import (
    AMOUNT,
    FREE,
    NUMBER,
    after,
    attributive,
    before,
    ends_sentence,
    next_word,
    previous_word,
)
from ditone.runtime.text.english.currencies import CODES, MAGNITUDES, SIGNS, Currency
from ditone.runtime.text.english.style import Style

Match = re.Match[str]
_SIGNS = {"-": "minus ", "+": "plus ", "±": "plus or minus ", "~": "about ", "≈": "about ", "<": "less than ", ">": "more than ",
          "≤": "at most ", "≥": "at least "}  # fmt: skip
_MINUS = r"(?P<minus>(?<![\w.,)])[-+±~≈])?\s?"
_PERIODS = {
    "mo": "month", "month": "month", "yr": "year", "year": "year", "wk": "week", "week": "week", "d": "day", "day": "day",
    "h": "hour", "hr": "hour",
    "hour": "hour", "min": "minute", "minute": "minute", "s": "second", "sec": "second", "second": "second",
    "kg": "kilogram", "lb": "pound",
    "person": "person", "night": "night", "unit": "unit", "piece": "piece", "user": "user", "seat": "seat", "oz": "ounce",
    "mile": "mile", "gal": "gallon",
    "km": "kilometer", "l": "liter", "ml": "milliliter", "pp": "person", "m²": "square meter", "item": "item", "pc": "piece",
}  # fmt: skip
_NOTES = frozenset("bill bills note notes coin coins banknote banknotes".split())
_HEIGHTS = r"(?:tall|wide|long|high|deep|thick|across|square|by|x|×|in\s+(?:length|height|width|diameter|depth))\b"


def _scale(text: str | None) -> str:
    if not text:
        return ""
    return f" {MAGNITUDES.get(text.strip(), text.strip())}"


def _money(amount: str, scale: str | None, currency: Currency, s: Style, single: bool) -> str:
    """The words of one amount: "five dollars and fifty cents", "three point two million dollars", "ninety nine cents"."""
    plain = amount.replace(",", "").replace(" ", "")
    if scale:
        return f"{n.decimal(amount, s)}{_scale(scale)} {currency.one if single else currency.many}"
    whole, _, fraction = plain.partition(".")
    if len(fraction) == 3 and fraction.endswith("0"):
        fraction = fraction[:2]
    if len(fraction) in (1, 2) and currency.small[0]:
        cents, count = int(fraction.ljust(2, "0")), int(whole or 0)
        parts = [] if count == 0 and cents else [_counted(str(count), currency.one, currency.many, s, single and not cents)]
        if cents:
            parts.append(_counted(str(cents), *currency.small, s, False))
        return " and ".join(parts)
    return _counted(amount, currency.one, currency.many, s, single)


def _counted(amount: str, one: str, many: str, s: Style, single: bool) -> str:
    return f"{n.amount(amount, s)} {one if single or n.is_one(amount.replace(',', '')) else many}"


def _signed_money(m: Match, s: Style) -> str:
    currency = SIGNS[m["sign"]] if m["sign"] in SIGNS else CODES[m["sign"]]
    minus = (
        "minus "
        if m["minus"] == "-" or m["inner"]
        else "plus "
        if m["minus"] == "+"
        else "about "
        if m["minus"] in ("~", "≈")
        else ""
    )
    single = attributive(m) or next_word(m) in _NOTES
    last = _money(m["a"], m["scale"], currency, s, single and not m["b"])
    if not m["b"]:
        return minus + last
    if "." in m["a"] or (m["scale"] and not m["scale2"]):
        return f"{minus}{_money(m['a'], m['scale'], currency, s, False)} to {_money(m['b'], m['scale2'], currency, s, single)}"
    first = n.decimal(m["a"], s) + (_scale(m["scale"]) if m["scale"] != m["scale2"] else "")
    return f"{minus}{first} to {_money(m['b'], m['scale2'], currency, s, single)}"


def _money_behind(m: Match, s: Style) -> str:
    currency = SIGNS[m["sign"]] if m["sign"] in SIGNS else CODES[m["sign"]]
    minus = _SIGNS.get(m["minus"] or "", "")
    return minus + _money(m["a"], m["scale"], currency, s, attributive(m))


def _cents(m: Match, s: Style) -> str:
    return _counted(m["a"], "cent", "cents", s, attributive(m))


def _dollars_in_words(m: Match, s: Style) -> str:
    """ "20 dollars" needs no rule; a sign without an amount is named."""
    return SIGNS[m[0]].many if m[0] in SIGNS else m[0]


def _unit(m: Match, s: Style) -> str | None:
    unit, gap = m["unit"], m["gap"]
    scale = f" {m['scale'].strip()}" if m["scale"] else ""
    if unit in units.ONLY_ATTACHED and gap:
        return None
    if not _stands(m, unit):
        return None
    one, many = units.UNITS[unit]
    sign = _SIGNS.get(m["minus"] or "", "")
    last = m["b"] or m["a"]
    single = attributive(m) or gap == "-"
    words = (f"{n.amount(m['a'], s)} to {n.amount(last, s)}" if m["b"] else n.amount(m["a"], s)) + scale
    stop = ""
    if m["dot"]:
        dotted = unit in units.DOTTED
        if ends_sentence(m, sure=True) or (not dotted and not re.match(r"\s+[a-z\d]", after(m))):
            stop = "."
    return f"{sign}{words} {one if single or (not m['b'] and not scale and n.is_one(last)) else many}{stop}"


def _stands(m: Match, unit: str) -> bool:
    """Whether these letters can be a unit here at all."""
    rest, gap = after(m), m["gap"]
    if unit == "m" and not gap and re.match(r"\s(?:people|users|views|years|followers|copies|dollars|euros|downloads)\b", rest):
        return False
    if unit in ("h", "s", "g", "l", "t", "m", "d") and rest[:1] == "'":
        return False
    if unit == "s" and gap and re.search(r"\b(?:the|two|letter)\s*$", before(m)):
        return False
    if unit in ("pt", "mo", "cal", "ha", "min") and gap and rest[:1] != "." and unit in ("ha", "mo"):
        return False
    return not (unit == "A" and gap)


def _inches(m: Match, s: Style) -> str | None:
    """ "12 in. wide", "10 in tall", "5 ft 10 in", never "5 in the room"."""
    rest = after(m)
    feet = re.search(r"(?:\bft\.?|\bfeet|\bfoot|')\s*(?:is\s|=\s|and\s)?$", before(m))
    dotted = bool(m["dot"])
    closed = bool(re.match(r"\s*(?:$|\n|[,;:)!?])", rest))
    stands = (
        re.match(rf"[\s.]*{_HEIGHTS}", rest)
        or (feet and (closed or dotted or re.match(r"\s+(?:tall|[a-z]+)", rest)))
        or (dotted and (closed or re.match(r"\s+(?:[a-z]|x\b|×)", rest)))
        or m["gap"] == "-"
        or (m["gap"] == "" and closed)
    )
    if not stands:
        return None
    single = attributive(m) or m["gap"] == "-" or n.is_one(m["b"] or m["a"])
    words = f"{n.amount(m['a'], s)} to {n.amount(m['b'], s)}" if m["b"] else n.amount(m["a"], s)
    return f"{words} {'inch' if single else 'inches'}" + ("." if dotted and ends_sentence(m, sure=True) else "")


def _height(m: Match, s: Style) -> str:
    """6'2", 5'10."""
    return (
        f"{n.cardinal(int(m['ft']), s)} foot {n.cardinal(int(m['in']), s)}" if m["in"] else f"{n.cardinal(int(m['ft']), s)} feet"
    )


def _inch_mark(m: Match, s: Style) -> str | None:
    if before(m, 200).count('"') % 2:
        return None
    return f"{n.amount(m['a'], s)} {'inch' if attributive(m) or n.is_one(m['a']) else 'inches'}"


def _percent(m: Match, s: Style) -> str:
    sign = _SIGNS.get(m["minus"] or "", "")
    words = f"{n.amount(m['a'], s)} to {n.amount(m['b'], s)}" if m["b"] else n.amount(m["a"], s)
    return f"{sign}{words} {'percent' if m['unit'] == '%' else 'per mille'}"


def _magnitude(m: Match, s: Style) -> str | None:
    """3M people, 10k run: what has no currency."""
    if m["unit"] == "B" and (
        before(m, 12).rstrip()[-4:].lower() in ("room", "flat", "gate", "unit")
        or not next_word(m).islower()
        or next_word(m) in ("is", "was")
    ):
        return f"{n.code(m['a'], s) if m['a'].isdigit() else n.decimal(m['a'], s)} {s.letters('B')}"
    if m["unit"] in ("k", "K"):
        if re.match(
            r"\s(?:people|users|views|years|followers|copies|downloads|subscribers|words|times|items|rows|lines|steps|more)\b",
            after(m),
        ):
            return f"{n.decimal(m['a'], s)} thousand"
        return f"{n.decimal(m['a'], s)} {s.letters('K')}"
    return f"{n.decimal(m['a'], s)} {MAGNITUDES[m['unit']]}"


def _per(m: Match, s: Style) -> str | None:
    """ "$20/mo", "5/day": behind an amount."""
    return f" per {_PERIODS[m['of']]}"


def _rule(pattern: str, read: object) -> Rule[Style]:
    return Rule(re.compile(pattern), read)  # type: ignore[arg-type]


_TO = r"\s?-\s?"
_SIGN_OR_CODE = rf"{currencies.SIGN}|(?:{currencies.CODE})(?=\s?\d)"
MONEY = (
    _rule(
        rf"(?<![A-Za-z]){_MINUS}(?P<sign>{_SIGN_OR_CODE})\s?(?P<inner>-)?(?P<a>{NUMBER})(?P<scale>{currencies.SCALE})?"
        rf"(?:{_TO}(?:(?P=sign))?(?P<b>{NUMBER})(?P<scale2>{currencies.SCALE})?)?(?![\d])",
        _signed_money,
    ),
    _rule(
        rf"{FREE}{_MINUS}(?P<a>{NUMBER})(?P<scale>{currencies.SCALE})?\s?(?P<sign>(?:{currencies.SIGN})(?!\d)|(?:{currencies.CODE})\b)",
        _money_behind,
    ),
    _rule(rf"{FREE}(?P<a>{NUMBER})\s?¢", _cents),
)
_QUANTITY = rf"(?:{FREE}|(?<=\d[x×])){_MINUS}(?P<a>{AMOUNT})(?:{_TO}(?P<b>{NUMBER}))?"
UNITS = (
    _rule(r"(?<![\w'])(?P<ft>\d)'\s?(?P<in>\d{1,2})(?:\"|'')?(?!\w)", _height),
    _rule(r"(?<![\w'])(?P<ft>\d{1,3})'(?P<in>)(?=\s(?:tall|wide|long|high|deep|x|by))", _height),
    _rule(rf"{FREE}(?P<a>{AMOUNT})\"(?!\w)", _inch_mark),
    _rule(rf"{_QUANTITY}\s?(?P<unit>[%‰])", _percent),
    _rule(rf"{_QUANTITY}(?P<gap>\s?|-)in(?P<dot>\.)?(?![A-Za-z0-9'/-])", _inches),
    _rule(
        rf"{_QUANTITY}(?P<scale>\s(?:thousand|million|billion|trillion))?(?P<gap>\s?|-)(?P<unit>{units.PATTERN})(?![A-Za-z0-9²³^])(?P<dot>\.(?!\d))?",
        _unit,
    ),
    _rule(rf"{FREE}(?P<a>{NUMBER})(?P<unit>[kKMBT]|bn|mn|tn)(?![\w])", _magnitude),
)
PER = (_rule(rf"(?<=\d)\s?/\s?(?P<of>{'|'.join(sorted(_PERIODS, key=len, reverse=True))})\b(?!/)", _per),)
__all__ = ["MONEY", "UNITS", "previous_word"]
