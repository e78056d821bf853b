"""Written text to words that can be looked up: dates, times, money, units, numbers, abbreviations, initialisms and symbols.

Rules run from the special to the general, each a pattern and what is read for it. What no English reader could say (other scripts,
emoji, control characters) is taken out and reported.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from typing import Any

from ditone.models.mini.voice.text import numbers as n

MONTHS = "January February March April May June July August September October November December".split()
_MONTH = {name: name for name in MONTHS} | {name[:3]: name for name in MONTHS} | {"Sept": "September"}
_MONTH_PATTERN = "|".join(sorted(_MONTH, key=len, reverse=True))

ABBREVIATIONS = {
    "Mr": "Mister", "Mrs": "Missus", "Ms": "Miz", "Dr": "Doctor", "Prof": "Professor", "St": "Saint", "Jr": "Junior", "Sr": "Senior",
    "Gen": "General", "Col": "Colonel", "Capt": "Captain", "Lt": "Lieutenant", "Sgt": "Sergeant", "Rev": "Reverend", "Hon": "Honorable",
    "Gov": "Governor", "Sen": "Senator", "Rep": "Representative", "Pres": "President", "vs": "versus", "etc": "et cetera",
    "approx": "approximately",
    "dept": "department", "Dept": "Department", "est": "established", "Inc": "Incorporated", "Ltd": "Limited",
    "Corp": "Corporation", "Co": "Company",
    "Ave": "Avenue", "Blvd": "Boulevard", "Rd": "Road", "Mt": "Mount", "Ft": "Fort", "fig": "figure", "Fig": "Figure",
    "min": "minutes", "max": "maximum",
    "No": "number", "no": "number",
}  # fmt: skip
_ONLY_BEFORE_NUMBER = {"No", "no", "fig", "Fig"}
CURRENCIES = {
    "$": ("dollar", "dollars", "cent", "cents"),
    "€": ("euro", "euros", "cent", "cents"),
    "£": ("pound", "pounds", "penny", "pence"),
    "¥": ("yen", "yen", "sen", "sen"),
}
UNITS = {
    "km/h": ("kilometer per hour", "kilometers per hour"), "mph": ("mile per hour", "miles per hour"), "km": ("kilometer",
    "kilometers"),
    "cm": ("centimeter", "centimeters"), "mm": ("millimeter", "millimeters"), "m": ("meter", "meters"), "kg": ("kilogram", "kilograms"),
    "mg": ("milligram", "milligrams"), "g": ("gram", "grams"), "lb": ("pound", "pounds"), "lbs": ("pound", "pounds"),
    "oz": ("ounce", "ounces"),
    "ft": ("foot", "feet"), "in": ("inch", "inches"), "mi": ("mile", "miles"), "ml": ("milliliter", "milliliters"),
    "l": ("liter", "liters"),
    "L": ("liter", "liters"), "kHz": ("kilohertz", "kilohertz"), "MHz": ("megahertz", "megahertz"), "GHz": ("gigahertz", "gigahertz"),
    "Hz": ("hertz", "hertz"), "dB": ("decibel", "decibels"), "kB": ("kilobyte", "kilobytes"), "KB": ("kilobyte", "kilobytes"),
    "MB": ("megabyte", "megabytes"), "GB": ("gigabyte", "gigabytes"), "TB": ("terabyte", "terabytes"), "ms": ("millisecond",
    "milliseconds"),
    "s": ("second", "seconds"), "sec": ("second", "seconds"), "h": ("hour", "hours"), "hrs": ("hour", "hours"),
    "min": ("minute", "minutes"),
    "W": ("watt", "watts"), "kW": ("kilowatt", "kilowatts"), "V": ("volt", "volts"), "°C": ("degree Celsius", "degrees Celsius"),
    "°F": ("degree Fahrenheit", "degrees Fahrenheit"), "°": ("degree", "degrees"),
}  # fmt: skip
SYMBOLS = {
    "&": " and ",
    "+": " plus ",
    "=": " equals ",
    "@": " at ",
    "#": " number ",
    "%": " percent ",
    "~": " about ",
    "×": " times ",
    "÷": " divided by ",
}
MAGNITUDES = {"k": "thousand", "K": "thousand", "M": "million", "B": "billion", "m": "million", "bn": "billion", "T": "trillion"}
FRACTIONS = {"½": " one half", "¼": " one quarter", "¾": " three quarters", "⅓": " one third", "⅔": " two thirds"}
_NUMBER = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+"
_UNIT_PATTERN = "|".join(re.escape(unit) for unit in sorted(UNITS, key=len, reverse=True))
_QUOTES = str.maketrans(
    {"‘": "'", "’": "'", "“": '"', "”": '"', "–": "-", "—": " - ", "…": "...", "\u00a0": " ", "−": "-", "⁄": "/"}
)

Replace = Callable[[re.Match[str]], str]


def normalise(text: str) -> tuple[str, list[str]]:
    """(words and punctuation, sentences about what could not be read). The result holds only letters a-z, A-Z, apostrophes and ,.;:!?-."""
    text, notes = _readable(text)
    for symbol, words in FRACTIONS.items():
        text = re.sub(rf"(\d)\s*{symbol}", rf"\1 and{words}", text).replace(symbol, words)
    for pattern, replace in _RULES:
        text = pattern.sub(replace, text)
    for symbol, words in SYMBOLS.items():
        text = text.replace(symbol, words)
    text = re.sub(r"[_*/\\|<>^`\"()\[\]{}§]", " ", text)
    text = re.sub(r"[^A-Za-z' ,.;:!?\-\n]", " ", text)
    text = re.sub(r"\s*([,.;:!?])\s*(?=[,.;:!?])", "", text) if re.search(r"[,.;:!?]\s*[,.;:!?]", text) else text
    text = re.sub(r"\s+([,.;:!?])", r"\1", text)
    return re.sub(r"[ \t]+", " ", text).strip(), notes


def _readable(text: str) -> tuple[str, list[str]]:
    """Latin letters without their accents; what has no Latin reading is removed and named."""
    text = unicodedata.normalize(
        "NFKC", text.translate(_QUOTES).replace("½", "\ue000").replace("¼", "\ue001").replace("¾", "\ue002")
    )
    text = text.replace("\ue000", "½").replace("\ue001", "¼").replace("\ue002", "¾").translate(_QUOTES)
    kept: list[str] = []
    scripts: dict[str, int] = {}
    for c in unicodedata.normalize("NFD", text):
        if c in "\n\r\t":
            kept.append("\n" if c in "\n\r" else " ")
        elif ord(c) < 128 or c in FRACTIONS or c in CURRENCIES or c in "°×÷§":
            kept.append(c if c.isprintable() else " ")
        elif unicodedata.combining(c):
            continue  # an accent: the letter under it is read
        elif c in "ßæøœðþłıđ" + "ÆØŒŁĐÞ":
            kept.append(
                {"ß": "ss", "æ": "ae", "ø": "o", "œ": "oe", "ð": "th", "þ": "th", "ł": "l", "ı": "i", "đ": "d"}.get(c.lower(), c)
            )
        else:
            kept.append(" ")
            if not c.isspace():
                scripts[_script(c)] = scripts.get(_script(c), 0) + 1
    notes = []
    if scripts:
        named = ", ".join(f"{count} {name}" for name, count in sorted(scripts.items(), key=lambda item: -item[1]))
        notes.append(f"This voice reads English only; these characters were left out: {named}.")
    return "".join(kept), notes


def _script(c: str) -> str:
    category = unicodedata.category(c)
    if category[0] == "L":
        return f"{unicodedata.name(c, 'unknown').split()[0].title()} letters"
    return "symbols or emoji"


def _months(m: re.Match[str]) -> str:
    day = n.ordinal(int(m["day"]))
    tail = f", {n.year(int(m['year']))}" if m["year"] else ""
    return f"{_MONTH[m['month']]} {day}{tail}"


def _iso_date(m: re.Match[str]) -> str:
    month, day = int(m["month"]), int(m["day"])
    if not (1 <= month <= 12 and 1 <= day <= 31):
        return m[0]
    return f"{MONTHS[month - 1]} {n.ordinal(day)}, {n.year(int(m['year']))}"


def _time(m: re.Match[str]) -> str:
    hour, minute = int(m["hour"]), int(m["minute"])
    if hour > 24 or minute > 59:
        return m[0]
    half = (m["half"] or "").replace(".", "").replace(" ", "").upper()
    words = n.time_of_day(hour, minute)
    if half:
        words = words.replace(" o'clock", "") + f" {half[0]} M"
    return words + ("." if (m["half"] or "").endswith(".") and m["end"] else "")


def _hour(m: re.Match[str]) -> str:
    return f"{n.cardinal(int(m['hour']))} {m['half'][0].upper()} M"


def _money(m: re.Match[str]) -> str:
    one, many, small_one, small_many = CURRENCIES[m["sign"]]
    amount = m["amount"].replace(",", "")
    if m["scale"]:
        return f"{n.decimal(amount)} {MAGNITUDES.get(m['scale'], m['scale'])} {many}"
    whole, _, fraction = amount.partition(".")
    if len(fraction) == 2:
        parts = [] if int(whole or 0) == 0 and int(fraction) else [f"{n.cardinal(int(whole or 0))} {n.plural(whole, one, many)}"]
        if int(fraction):
            parts.append(f"{n.cardinal(int(fraction))} {n.plural(fraction.lstrip('0'), small_one, small_many)}")
        return " and ".join(parts)
    return f"{n.decimal(amount)} {n.plural(amount, one, many)}"


def _unit(m: re.Match[str]) -> str:
    one, many = UNITS[m["unit"]]
    return f"{n.decimal(m['count'])} {n.plural(m['count'], one, many)}"


def _fraction(m: re.Match[str]) -> str:
    top, bottom = int(m["top"]), int(m["bottom"])
    if bottom == 2:
        return "one half" if top == 1 else f"{n.cardinal(top)} halves"
    if bottom == 4:
        return f"{n.cardinal(top)} {'quarter' if top == 1 else 'quarters'}"
    return (
        f"{n.cardinal(top)} {n.ordinal(bottom)}{'' if top == 1 else 's'}"
        if 1 < bottom <= 20
        else f"{n.cardinal(top)} over {n.cardinal(bottom)}"
    )


def _abbreviation(m: re.Match[str]) -> str:
    word = m["word"]
    if word in _ONLY_BEFORE_NUMBER and not m["number"]:
        return m[0]
    sentence_ends = word in ("etc", "Jr", "Sr", "Inc", "Ltd", "Corp", "Co") and m["end"]
    return ABBREVIATIONS[word] + ("." if sentence_ends else "")


def _initials(m: re.Match[str]) -> str:
    """ "U.S." -> "U S", keeping the full stop that also ends the sentence."""
    return " ".join(m[0].replace(".", " ").split()) + ("." if re.match(r"\s*$|\s*\n", m.string[m.end() :]) else "")


def _phone(m: re.Match[str]) -> str:
    return ", ".join(n.spelled_digits(part) for part in re.split(r"\D+", m[0]) if part)


def _decade(m: re.Match[str]) -> str:
    """ "1990s" -> "nineteen nineties", "80s" -> "eighties"."""
    words = n.year(int(m[1] + m[2])) if m[1] else n.cardinal(int(m[2]))
    return words[:-1] + "ies" if words.endswith("y") else words + "s"


def _plain_number(m: re.Match[str]) -> str:
    text = m[0]
    if text.isdigit() and len(text) == 4 and 1100 <= int(text) <= 2099:
        return f" {n.year(int(text))} "
    return f" {n.decimal(text)} "


def _rule(pattern: str, replace: Replace | str, flags: int = 0) -> tuple[re.Pattern[str], Any]:
    return re.compile(pattern, flags), replace


_RULES: tuple[tuple[re.Pattern[str], Any], ...] = (
    _rule(r"https?://(?:www\.)?|www\.", ""),
    _rule(r"(?<=\w)@(?=\w)", " at "),
    _rule(r"(?<=[A-Za-z])\.(?=(?:com|org|net|edu|gov|io|ai|dev)\b)", " dot "),
    _rule(r"\be\.\s?g\.", "for example"),
    _rule(r"\bi\.\s?e\.", "that is"),
    _rule(r"\b(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})\b", _iso_date),
    _rule(rf"\b(?P<month>{_MONTH_PATTERN})\.?\s+(?P<day>[0-3]?\d)(?:st|nd|rd|th)?\b(?:,?\s+(?P<year>[12]\d{{3}})\b)?", _months),
    _rule(r"\b(?P<hour>\d{1,2}):(?P<minute>\d{2})(?P<half>\s?[AaPp]\.?\s?[Mm]\b\.?)?(?P<end>\s*$)?", _time),
    _rule(r"\b(?P<hour>\d{1,2})\s?(?P<half>[AaPp]\.?[Mm]\b)\.?", _hour),
    _rule(rf"(?P<sign>[$€£¥])\s?(?P<amount>{_NUMBER})(?:\s?(?P<scale>thousand|million|billion|trillion|bn|[kKMBT])\b)?", _money),
    _rule(r"\b\d{3}[-.]\d{3}[-.]\d{4}\b|\b\d{3}-\d{4}\b", _phone),
    _rule(r"(?P<a>\d)\s?[-–]\s?(?P<b>\d)", r"\g<a> to \g<b>"),
    _rule(r"(?<!\d)'?(1[1-9]|20)?([1-9]0)s\b", _decade),
    _rule(rf"(?<![\w.])-(?={_NUMBER})", "minus "),
    _rule(rf"(?<![\w.])(?P<count>{_NUMBER})\s?(?P<unit>{_UNIT_PATTERN})(?![A-Za-z])", _unit),
    _rule(rf"(?P<count>{_NUMBER})\s?%", lambda m: f"{n.decimal(m['count'])} percent"),
    _rule(r"(?<![\d/])(?P<top>\d{1,2})/(?P<bottom>\d{1,2})(?![\d/])", _fraction),
    _rule(r"\b(\d+)(?:st|nd|rd|th)\b", lambda m: n.ordinal(int(m[1])) if len(m[1]) < 12 else n.spelled_digits(m[1])),
    _rule(rf"\b(?P<word>{'|'.join(ABBREVIATIONS)})\.(?P<number>(?=\s?\d))?(?P<end>(?=\s*$))?", _abbreviation),
    _rule(r"\b(?:[A-Za-z]\.){2,}", _initials),
    _rule(_NUMBER, _plain_number),
)
