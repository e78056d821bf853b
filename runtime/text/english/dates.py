"""Dates, years, decades and times of day."""

from __future__ import annotations

import re

from ditone.runtime.text.claims import Rule
from ditone.runtime.text.english import numbers as n
from ditone.runtime.text.english import units
from ditone.runtime.text.english.abbreviations import MONTH_NAMES, MONTHS
from ditone.runtime.text.english.context import after, before, ends_sentence, next_word, previous_word
from ditone.runtime.text.english.style import Style

Match = re.Match[str]
_MONTH = "|".join(sorted({form for name in MONTH_NAMES for form in (name, name.lower(), name.upper())}, key=len, reverse=True))
_DATED = frozenset("due on by until till since before after dated date starts begins ends expires from through born".split())
_YEARLY = frozenset(
    "in since by until till before after from to of year years circa around about during early late mid between and spring "
    "summer autumn fall "
    "winter january february march april may june july august september october november december".split()
)
_DECADES = frozenset("the his her their its my your our early late mid in".split())
_SCALED = r"(?:thousand|million|billion|trillion)\b"
_DAY_PART = r"\s?(?P<{}>[AaPp]\.?\s?[Mm]\b\.?)"
# things counted by the thousand, for numbers that could be years
_UNCOUNTED = frozenset(
    "was is has its his this does goes says as us yes plus minus perhaps always besides towards afterwards across thus ours hers theirs "
    "versus whereas unless species series".split()
)
_COUNTED = frozenset("people men women children persons feet mice fish sheep of more dollars euros or miles".split()) - {
    "of",
    "or",
    "more",
}


def _iso(m: Match, s: Style) -> str | None:
    return _date(int(m["y"]), int(m["m"]), int(m["d"]), s)


def _slashed(m: Match, s: Style) -> str | None:
    """Month first as Americans write it, day first where the first number can only be a day."""
    first, second, year = int(m["a"]), int(m["b"]), int(m["y"])
    if len(m["y"]) == 2:
        year += 1900 if year > 50 else 2000
    return _date(year, first, second, s) or _date(year, second, first, s)


def _dotted(m: Match, s: Style) -> str | None:
    return _date(int(m["y"]), int(m["b"]), int(m["a"]), s) or _date(int(m["y"]), int(m["a"]), int(m["b"]), s)


def _date(year: int, month: int, day: int, s: Style) -> str | None:
    if not (1 <= month <= 12 and 1 <= day <= 31):
        return None
    return f"{MONTHS[month - 1]} {n.ordinal(day, s)}, {n.year(year, s)}"


def _short(m: Match, s: Style) -> str | None:
    """ "Due 12/25." but "1/2 cup"."""
    month, day = int(m["a"]), int(m["b"])
    if previous_word(m).lower() not in _DATED or not (1 <= month <= 12 and 1 <= day <= 31):
        return None
    if next_word(m) and next_word(m).lower() not in "at for in and to or we they he she it i you the with but through".split():
        return None
    return f"{MONTHS[month - 1]} {n.ordinal(day, s)}"


def _name_of(m: Match) -> str | None:
    """The month, however its letters are written; "may" and "march" in small letters are verbs as often."""
    written = m["month"]
    if written in ("may", "march", "mar", "sun", "dec", "jun") and not (m.groupdict().get("year") or m.groupdict().get("nth")):
        return None
    return MONTH_NAMES[written[:1].upper() + written[1:].lower()]


def _month_first(m: Match, s: Style) -> str | None:
    day, month = int(m["day"]), _name_of(m)
    if not 1 <= day <= 31 or month is None:
        return None
    tail = f"{m['comma']} {n.year(int(m['year']), s)}" if m["year"] else ""
    through = f" to {n.ordinal(int(m['last']), s)}" if m["last"] else ""
    return f"{month} {n.ordinal(day, s)}{through}{tail}"


def _day_first(m: Match, s: Style) -> str | None:
    day, month = int(m["day"]), _name_of(m)
    if (
        month is None
        or not 1 <= day <= 31
        or (m["month"] == "May" and re.match(r"\s[a-z]", after(m)) and not m["year"] and not m["nth"])
    ):
        return None
    article = "" if previous_word(m).lower() == "the" else "the "
    tail = f"{m['comma']} {n.year(int(m['year']), s)}" if m["year"] else ""
    return f"{article}{n.ordinal(day, s)} of {month}{tail}"


def _month_year(m: Match, s: Style) -> str:
    return f"{_name_of(m)}{m['comma']} {n.year(int(m['year']), s)}"


def _month_alone(m: Match, s: Style) -> str | None:
    """ "in Jan. or Feb."."""
    name = _name_of(m)
    if (
        name is None
        or m["month"] in MONTH_NAMES.values()
        or m["month"].upper() == m["month"] == name.upper()
        or not m["month"].istitle()
    ):
        return None
    return name + ("." if ends_sentence(m) else "")


def _decade(m: Match, s: Style) -> str | None:
    """The 1990s, the '80s, her 30s; but "wait 30s"."""
    number = int(m["n"])
    joined = re.search(r"(?:\b(?:mid|early|late)-|\d0'?s\s?-\s?|\d0'?s (?:and|or|to) (?:the )?)$", before(m))
    if len(m["n"]) == 2 and not m["quote"] and not joined and previous_word(m).lower() not in _DECADES:
        return None
    return n.decade(number, s)


def _years(m: Match, s: Style) -> str | None:
    """1914-1918, 2019-20."""
    first, last = int(m["a"]), m["b"]
    if re.match(rf"\s?(?:{units.PATTERN})(?![A-Za-z])|\s?%", after(m)) or (len(last) == 4 and int(last) <= first):
        return None
    if len(last) == 2 and not (int(last) > first % 100 or m["a"][2:] == "99"):
        return None
    to = (
        n.year(int(last), s)
        if len(last) == 4
        else n.below_hundred(int(last), s)
        if int(last) >= 10
        else f"oh {n.cardinal(int(last), s)}"
    )
    return f"{n.year(first, s)} to {to}"


def _era(m: Match, s: Style) -> str:
    letters = re.sub(r"[^A-Z]", "", m["era"])
    return f"{n.year(int(m['y'].replace(',', '')), s)} {s.letters(letters)}" + (
        "." if m["era"].endswith(".") and ends_sentence(m) else ""
    )


def _era_first(m: Match, s: Style) -> str:
    return f"{s.letters('AD')} {n.year(int(m['y']), s)}"


def _short_year(m: Match, s: Style) -> str:
    """In '99."""
    return (
        n.below_hundred(int(m["y"]), s)
        if int(m["y"]) >= 10
        else f"oh {n.cardinal(int(m['y']), s)}"
        if int(m["y"])
        else "zero zero"
    )


def _year(m: Match, s: Style) -> str | None:
    """A bare number of four digits that is a year, from the words around it; counted things keep their number."""
    number = int(m[0])
    word, previous = next_word(m), previous_word(m).lower()
    if word in _COUNTED or re.match(rf"\s{_SCALED}", after(m)):
        return _count(number, s)
    if previous in ("page", "pages", "number", "line", "over", "than"):
        return _count(number, s)
    if previous not in _YEARLY and word.islower() and word.endswith("s") and word not in _UNCOUNTED and len(word) > 3:
        return _count(number, s)
    if 1100 <= number <= 2099 or previous in _YEARLY:
        return n.year(number, s)
    return None


def _count(number: int, s: Style) -> str:
    """1500 visitors: fifteen hundred; 1234 visitors: one thousand two hundred thirty four."""
    return n.pairs(number, s) if number % 100 == 0 and number % 1000 and number < 10000 else n.cardinal(number, s)


def _half(text: str | None, s: Style) -> str:
    return f" {s.letters(re.sub('[^AaPpMm]', '', text))}" if text else ""


def _stop(m: Match, half: str | None) -> str:
    return (
        "."
        if half and half.endswith(".") and ends_sentence(m, sure=not re.match(r"\s+(?:[A-Z]{2,4}\b|[A-Z][a-z]+day\b)", after(m)))
        else ""
    )


def _clock(hour: str, minute: str | None, half: str | None, s: Style, full: bool = False) -> str | None:
    h, minutes = int(hour), int(minute or 0)
    if h > 24 or minutes > 59:
        return None
    if half and (minute is None or minutes == 0):
        return n.cardinal(h, s) + _half(half, s)
    return n.time_of_day(h, minutes, s) + _half(half, s)


_BOOKS = re.compile(
    r"\b(?:verses?|chapter|John|Luke|Mark|Matthew|Genesis|Exodus|Psalms?|Romans|Isaiah|Acts|Revelation|Corinthians|Kings|Samuel"
    r"|Proverbs|Hebrews|James|Peter|Daniel|Job|Ruth|Bible|Quran|Surah)\s$"
)


def _verse(m: Match) -> bool:
    return _BOOKS.search(before(m)) is not None


def _time(m: Match, s: Style) -> str | None:
    if _verse(m):
        return f"{n.cardinal(int(m['h']), s)} {n.cardinal(int(m['m']), s)}" + (
            f" to {n.cardinal(int(m['end']), s)}" if m["end"] else ""
        )
    if m["end"]:
        return None
    words = _clock(m["h"], m["m"], m["half"], s)
    if words is None or (not m["half"] and re.search(r"\b(?:ratio|odds|scale|aspect)\b[^.]{0,12}$", before(m))):
        return None
    if not m["half"] and re.match(r"\s(?:screen|aspect|format|ratio|video|monitor|display|picture|image)", after(m)):
        return f"{n.cardinal(int(m['h']), s)} by {n.cardinal(int(m['m']), s)}"
    return words + _stop(m, m["half"])


def _times(m: Match, s: Style) -> str | None:
    """From ... to ...: "9am-5pm", "10:00-18:00", "9:30-10:15 a.m."."""
    if (_verse(m) and not m["m2"]) or (m["m1"] and not m["m2"] and not m["h2"]):
        return None
    if not (m["h1"] or m["m1"] or m["m2"]):
        return None
    if not m["m1"] and not m["h1"] and not m["h2"]:
        return None
    first, second = _clock(m["a"], m["m1"], m["h1"], s), _clock(m["b"], m["m2"], m["h2"], s)
    if first is None or second is None:
        return None
    if m["h2"] and not m["h1"]:
        first = first.removesuffix(" o'clock")
    return f"{first} to {second}{_stop(m, m['h2'])}"


def _hour(m: Match, s: Style) -> str | None:
    if not 0 < int(m["h"]) <= 12:
        return None
    return n.cardinal(int(m["h"]), s) + _half(m["half"], s) + _stop(m, m["half"])


def _long_time(m: Match, s: Style) -> str | None:
    hours, minutes, seconds = int(m["h"]), int(m["m"]), int(m["s"])
    if minutes > 59 or seconds > 59:
        return None

    def part(count: int, name: str) -> list[str]:
        return [f"{n.cardinal(count, s)} {name}{'' if count == 1 else 's'}"] if count else []

    if m["half"]:
        clock = n.time_of_day(hours, minutes, s).removesuffix(" o'clock")
        return f"{clock}{f' and {n.cardinal(seconds, s)} seconds' if seconds else ''}{_half(m['half'], s)}"
    parts = [*part(hours, "hour"), *part(minutes, "minute"), *part(seconds, "second")]
    if not parts:
        return "zero seconds"
    return " and ".join(filter(None, (" ".join(parts[:-1]), parts[-1])))


def _rule(pattern: str, read: object) -> Rule[Style]:
    return Rule(re.compile(pattern), read)  # type: ignore[arg-type]


_EDGE = r"(?<![\w.,/:-])"
_HALF = _DAY_PART.format("half")
DATES = (
    _rule(rf"{_EDGE}(?P<y>\d{{4}})([-/.])(?P<m>\d{{1,2}})\2(?P<d>\d{{1,2}})(?![\w/-])", _iso),
    _rule(rf"{_EDGE}(?P<a>\d{{1,2}})([/-])(?P<b>\d{{1,2}})\2(?P<y>\d{{4}}|\d\d)(?![\w/-])", _slashed),
    _rule(rf"{_EDGE}(?P<a>\d{{1,2}})\.(?P<b>\d{{1,2}})\.(?P<y>(?:19|20)\d\d)(?![\w/-])", _dotted),
    _rule(rf"{_EDGE}(?P<a>\d{{1,2}})/(?P<b>\d{{1,2}})(?![\w/-])", _short),
    _rule(
        rf"{_EDGE}(?P<day>\d{{1,2}})(?P<nth>st|nd|rd|th)?\s+(?:of\s+)?(?P<month>{_MONTH})\b\.?"
        rf"(?:(?P<comma>,?)\s*(?P<year>[12]\d{{3}})\b(?!,\d))?",
        _day_first,
    ),
    _rule(
        rf"\b(?P<month>{_MONTH})\.?\s+(?:the\s)?(?P<day>[0-3]?\d)(?P<nth>st|nd|rd|th)?(?![\w:%]|[.,]\d)(?:-(?P<last>\d{{1,2}})\b)?"
        rf"(?:(?P<comma>,?)\s+(?P<year>[12]\d{{3}})\b(?!,\d))?",
        _month_first,
    ),
    _rule(rf"\b(?P<month>{_MONTH})-(?P<day>\d{{1,2}})(?:(?P<comma>)-(?P<year>[12]\d{{3}}))?(?P<last>)(?![\w-])", _month_first),
    _rule(rf"\b(?P<month>{_MONTH})\b\.?(?P<comma>,?)\s+(?P<year>[12]\d{{3}})\b(?![,.]\d)", _month_year),
    _rule(rf"\b(?P<month>{_MONTH})\.", _month_alone),
    _rule(r"(?<![\d.,])(?P<quote>')?(?P<n>(?:1\d|20)\d0|[1-9]0)(?:'?s| s(?= |$))(?![\w])", _decade),
    _rule(r"(?<![\w.,/-])(?P<a>1[0-9]\d\d|20\d\d)-(?P<b>(?:1[0-9]|20)\d\d|\d\d)(?![\w,-]|\.\d)", _years),
    _rule(r"(?<![\w.,])(?P<y>\d{1,4}|\d,\d{3})\s?(?P<era>B\.C\.E\.?|A\.D\.|B\.C\.|BCE|BC|CE|AD)(?![\w])", _era),
    _rule(r"\b(?:AD|A\.D\.)\s(?P<y>\d{1,4})\b", _era_first),
    _rule(r"(?<![\w'])'(?P<y>\d\d)\b(?!')", _short_year),
)  # fmt: skip
TIMES = (
    _rule(
        rf"{_EDGE}(?P<a>\d{{1,2}})(?::(?P<m1>\d\d))?(?:{_DAY_PART.format('h1')})?\s?-\s?(?P<b>\d{{1,2}})(?::(?P<m2>\d\d))?(?:{_DAY_PART.format('h2')})?(?![\d:])",
        _times,
    ),
    _rule(rf"{_EDGE}(?P<h>\d{{1,2}}):(?P<m>\d\d):(?P<s>\d\d)(?:{_HALF})?(?![\d:])", _long_time),
    _rule(rf"{_EDGE}(?P<h>\d{{1,3}}):(?P<m>\d{{1,3}})(?:-(?P<end>\d{{1,3}}))(?![\w:])", _time),
    _rule(rf"{_EDGE}(?P<h>\d{{1,2}}):(?P<m>\d\d)(?P<end>)(?:{_HALF})?(?![\d:])", _time),
    _rule(rf"{_EDGE}(?P<h>\d{{1,2}})\.(?P<m>[0-5]\d)(?P<end>){_HALF}", _time),
    _rule(rf"{_EDGE}(?P<h>\d{{1,2}}){_HALF}", _hour),
)
YEARS = (_rule(r"(?<![\w.,$#/-])[1-9]\d{3}(?![\w%/]|[.,:-]\d)", _year),)
