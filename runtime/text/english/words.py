"""Abbreviations, initials, Roman numerals, letters said by name, and words of capitals."""

from __future__ import annotations

import re

from ditone.runtime.text.claims import Rule
from ditone.runtime.text.english import abbreviations as a
from ditone.runtime.text.english import numbers as n
from ditone.runtime.text.english.context import after, before, ends_sentence, next_word, previous_word, shouted
from ditone.runtime.text.english.style import Style

Match = re.Match[str]
_ROMAN = r"(?=[IVXLC])(?:C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})"
_VALUES = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}
_NUMBERED = (
    "Part|Chapter|Act|Scene|Volume|Vol|Book|Section|Phase|Type|Class|Level|Stage|Article|Appendix|Figure|Fig|Table|Title|War|Bowl|Mark|Mk|Grade|"
    "Schedule|Episode|Season|Category|Division|Unit|Lesson|Canto|Psalm|Symphony|Sonata|Concerto|Opus|Apollo|Saturn|Gemini|Factor|Tier|Zone|Group|"
    "Annex|Amendment|Round|Year|Form|Test|Schedule|Corps|Region|Titan|Rocky|Fantasy|Warcraft|Olympiad|Vatican"
)
_NUMBERED_WORKS = ("chapter", "act", "scene", "volume", "book", "section", "article", "canto", "part")
_NUMBERED_SMALL = "|".join(
    (*_NUMBERED_WORKS, "phase", "type", "stage", "appendix", "figure", "table", "title", "amendment", "episode")
)
_MONARCHS = frozenset(
    "Henry Edward George William Richard James Charles Elizabeth Mary Anne Victoria Louis Philip Ferdinand Francis "
    "Frederick Wilhelm Peter Paul "
    "Alexander Nicholas Catherine Ivan Gustav Carl Christian Olav Harald Haakon Albert Leopold Baudouin Juan Carlos Alfonso "
    "Pedro Joao Manuel "
    "Napoleon Otto Conrad Rudolf Maximilian Joseph Leo Pius Benedict Clement Gregory Innocent Urban Boniface John Margaret "
    "Beatrix Isabella "
    "Ramesses Ramses Ptolemy Thutmose Amenhotep Darius Xerxes Cleopatra Seti Constantine Justinian Theodosius Stephen Robert David Malcolm "
    "Umberto Emmanuel Victor Haile Mehmed Suleiman Murad Selim Abdullah Faisal Hussein Hassan Mohammed Akbar Casimir Sigismund Stanislaw "
    "Wenceslaus Matthias Bela Eric Waldemar Knut Canute Sixtus Julius Adrian Celestine Felix Martin Nikolai Franz Friedrich "
    "Ludwig Karl Heinrich".split()
)
_LETTERED = frozenset(
    "grade grades vitamin plan class group team type section hepatitis exhibit appendix option point side level unit "
    "building platform gate terminal "
    "letter question answer block wing column row zone part line form serie series bus figure table tier category influenza "
    "note key string flat "
    "major minor variant version model drive".split()
)
_SURE_TITLES = frozenset("Mr Mrs Ms Dr Prof Lt Capt Sgt Gov Rev".split())  # also where no name follows
_NAMES_CASE = re.compile(r"^[A-Z][a-z]+$")


def value(roman: str) -> int:
    """14 for XIV."""
    numbers = [_VALUES[c] for c in roman]
    return sum(-v if i + 1 < len(numbers) and numbers[i + 1] > v else v for i, v in enumerate(numbers))


# -- abbreviations --------------------------------------------------------------------------------------------------------------


def _for_example(m: Match, s: Style) -> str:
    return "for example"


def _that_is(m: Match, s: Style) -> str:
    return "that is"


def _with(m: Match, s: Style) -> str:
    return "without" if m[0][1:2] and m[0].lower().startswith("w/o") else "with"


def _cased(written: str, words: str) -> str:
    return words[:1].upper() + words[1:] if written[:1].isupper() else words


def _street_before(m: Match) -> bool:
    """Whether the name of a street stands before: "Oak Dr.", "Main St.", "5th Ave."."""
    found = re.search(r"(?:(?:^|[^\w'])([A-Z][a-z']+|\d+(?:st|nd|rd|th)|[A-Z])|\d[A-Z]?)\.?\s+$", before(m))
    if not found:
        return False
    word = found[1] or ""
    if word.lower() in a.STARTERS and not re.search(rf"\d\s+{word}\s+$", before(m)):
        return False
    return word.lower() not in (
        "and",
        "or",
        "with",
        "met",
        "see",
        "dear",
        "hello",
        "hi",
        "thanks",
        "thank",
        "said",
        "called",
        "ask",
        "tell",
    )


def _title_after(m: Match) -> bool:
    return re.match(r"\s+(?:[A-Z][a-z]?\.\s*)*[A-Z][\w']*", after(m)) is not None


def _abbreviation(m: Match, s: Style) -> str | None:
    word = m["word"]
    lower = word.lower()
    rest = after(m)
    number = re.match(r"\s?#?\s?\d|\s[IVXL]+\b", rest) is not None
    end = ends_sentence(m)
    if word in a.STREETS and _street_before(m):
        name_too = word in a.TITLES and _title_after(m) and not end and not re.search(r"\d\s+(?:[A-Z][a-z]+\s+)+$", before(m))
        # "St. Paul St. downtown" has both; "Elm St. Bernard" would be a name, unless a starter follows
        if not (name_too and word in ("Dr", "Ft", "Mt", "Pt") and not re.search(r"[A-Z][a-z]+\s+$", before(m))):
            return a.STREETS[word] + ("." if end else "")
    if word in a.TITLES and (_title_after(m) or word in _SURE_TITLES):
        return a.TITLES[word]
    if number and lower in a.BEFORE_NUMBER and not (word.isupper() and lower in ("v", "l", "n", "c")):
        return _cased(word, a.BEFORE_NUMBER[lower])
    if word in a.BEHIND_NAME and (
        _NAMES_CASE.match(previous_word(m)) or previous_word(m).isupper() or before(m, 2) in ("& ", ", ")
    ):
        return a.BEHIND_NAME[word] + ("." if end else "")
    if word in a.DAY_NAMES:
        return a.DAY_NAMES[word] + ("." if end else "")
    if (
        lower in a.PLAIN
        and lower not in ("no", "temp", "al", "ref", "dir", "tech", "info")
        and (word.islower() or word.istitle())
    ):
        sure = lower in ("etc",)
        stops = ends_sentence(m, sure) or (lower in ("min", "max") and ends_sentence(m, True))
        if lower in ("min", "max", "est", "dist", "ref", "cont", "prev", "lb", "oz") and stops:
            return None
        if lower == "fig" or lower == "vol":
            return None
        return _cased(word, a.PLAIN[lower]) + ("." if stops else "")
    if lower == "temp" and not end:
        return _cased(word, a.PLAIN[lower])
    return None


def _initials(m: Match, s: Style) -> str:
    """ "U.S.", "J. R. R. Tolkien", "D.C."."""
    letters = s.letters(m[0])
    return letters + ("." if ends_sentence(m) else "")


def _initial(m: Match, s: Style) -> str | None:
    """One initial in a name: "George W. Bush", "C. S. Lewis"."""
    return s.letters(m[1])


def _street(m: Match, s: Style) -> str:
    """A street address without full stops: "123 Laguna Ct", "12 S 1st St"."""
    name = re.sub(r"(\d+)(?:st|nd|rd|th)", lambda d: n.ordinal(int(d[1]), s), m["name"])
    point = f"{a.POINTS[m['point']]} " if m["point"] else ""
    letter = f" {s.letters(m['letter'])}" if m["letter"] else ""
    return f"{n.code(m['n'], s)}{letter} {point}{name}{a.STREETS[m['kind']]}"


def _state(m: Match, s: Style) -> str | None:
    if m["zip"]:
        return f"{a.STATES[m['state']]}{m['comma']} {', '.join(n.digits(part) for part in m['zip'].split('-'))}"
    ends = re.match(r"\s*(?:$|[.,;:!?\n])", after(m))
    return a.STATES[m["state"]] if ends and m["state"] not in a.ALSO_WORDS else None


# -- Roman numerals --------------------------------------------------------------------------------------------------------------


def _roman_after_noun(m: Match, s: Style) -> str | None:
    roman = m["roman"]
    if not re.fullmatch(_ROMAN, roman) or not roman:
        return None
    if m["noun"].islower() and (roman in ("I", "C", "L") or (len(roman) == 1 and m["noun"] not in _NUMBERED_WORKS)):
        return None  # "the part I like", "type C", "phase V"
    if roman == "I" and not re.match(
        r"\s*(?:$|[.,;:!?)\n-])|\s(?:is|was|of|and|ended|began|begins|ends|in|has|to|or|the|on|for|with|starts|started|by)\b",
        after(m),
    ):
        return None
    if roman in ("C", "L") and m["noun"] in ("Class", "Type", "Grade", "Group", "Part", "Section", "Unit", "Category"):
        return None
    if roman in ("V", "X") and m["noun"] in ("Grade", "Group", "Level", "Unit"):
        return None
    return f"{m['noun']}{m['gap']}{n.cardinal(value(roman), s)}"


def _roman_after_name(m: Match, s: Style) -> str | None:
    roman = m["roman"]
    if not re.fullmatch(_ROMAN, roman) or not roman:
        return None
    name = m["name"]
    if name in _MONARCHS:
        if roman == "I" and not re.match(
            r"\s*(?:$|[.,;:!?)\n'])|\s(?:is|was|of|and|had|ruled|reigned|died|became|in)\b", after(m)
        ):
            return None
        if len(roman) == 1 and roman not in ("I", "V", "X"):
            return None
        return f"{name}{m['gap']}the {n.ordinal(value(roman), s)}"
    if len(roman) < 2 or roman in (
        "XX",
        "XXX",
        "CC",
        "CV",
        "LI",
        "CI",
        "XL",
        "XXL",
        "LX",
        "CL",
        "MI",
        "DI",
        "XC",
        "CX",
        "XI" if name == "Rep" else "-",
    ):
        return None
    if not set(roman) <= set("IVX"):
        return None
    return f"{name}{m['gap']}{n.cardinal(value(roman), s)}"


def _roman_century(m: Match, s: Style) -> str:
    return n.ordinal(value(m["roman"]), s)


# -- letters and capitals ----------------------------------------------------------------------------------------------------------


def _letter_a(m: Match, s: Style) -> str | None:
    """The letter A where it is not the article."""
    left, right = before(m), after(m)
    if re.match(r"\s*(?:$|[.,;:!?)\"'\n])", right) or re.match(r"\s(?:and|or|to|through|is\sfor|versus|vs)\s[A-Z]\b", right):
        return s.letters("A")
    if re.match(r"[-+](?!\w)|-(?:[a-z]+ed|team|list|level|frame|line|side|minor|major)\b", right):
        return s.letters("A")
    if previous_word(m).lower() in _LETTERED and not right[:1].isalpha():
        return s.letters("A")
    if re.search(r"\b(?:from|[B-Z]\s(?:and|or|to)|an|the)\s$", left):
        return s.letters("A")
    starts = not left.strip() or re.search(r"[.!?:;\n\"'(\[*>-]\s*$", left)
    if (
        starts
        or shouted(m.string, m.start(), m.end())
        or (_NAMES_CASE.match(next_word(m)) and re.search(r"[A-Z][\w']*\s$", left))
    ):
        return None
    return s.letters("A")


def _capital(m: Match, s: Style) -> str | None:
    """A word in capitals: by letters where it is an initialism."""
    word, tail = m["word"], m["tail"]
    if shouted(m.string, m.start(), m.end()) and word not in ("UK", "EU", "TV", "PC", "USA", "FBI", "CIA"):
        return None
    if not (word in a.SPELLED or (s.initialism is not None and s.initialism(word))):
        return None
    ending = {"s": "s", "'s": "'s"}.get(tail, "")
    if tail == "s" and (s.initialism is None or word not in a.SPELLED) and s.initialism is None:
        return None
    return s.letters(word) + ending


def _days(m: Match, s: Style) -> str:
    return f"{a.DAY_NAMES[m['a']]} to {a.DAY_NAMES[m['b']]}"


def _ampersand(m: Match, s: Style) -> str:
    return f"{s.letters(m[1])} and {s.letters(m[2])}"


def _and_slash(m: Match, s: Style) -> str:
    return "and or"


def _chemical(m: Match, s: Style) -> str:
    """H2O and CO2 with their figures below the line."""
    subscripts = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
    parts = re.findall(r"[A-Z][a-z]?|[₀-₉]+", m[0])
    return " ".join(
        n.cardinal(int(part.translate(subscripts)), s) if part[0] in "₀₁₂₃₄₅₆₇₈₉" else s.letters(part) for part in parts
    )


def _power(m: Match, s: Style) -> str:
    word = "squared" if m[1] == "²" else "cubed"
    return f" {word}"


def _rule(pattern: str, read: object, flags: int = 0) -> Rule[Style]:
    return Rule(re.compile(pattern, flags), read)  # type: ignore[arg-type]


_ALL = sorted({*a.TITLES, *a.STREETS, *a.BEHIND_NAME, *a.DAY_NAMES, *a.PLAIN, *(w.capitalize() for w in a.PLAIN),
               *a.BEFORE_NUMBER, *(w.capitalize() for w in a.BEFORE_NUMBER)}, key=len, reverse=True)  # fmt: skip
_STREET = "|".join(sorted(a.STREETS, key=len, reverse=True))
STREETS = (
    _rule(
        rf"(?<![\w.$-])(?P<n>\d{{1,6}})(?P<letter>[A-Z]?)\s(?:(?P<point>{'|'.join(sorted(a.POINTS, key=len, reverse=True))})\.?\s)?"
        rf"(?P<name>(?:[A-Z][a-z']+\s|\d+(?:st|nd|rd|th)\s){{1,3}}?)(?P<kind>{_STREET})\b(?![.'])",
        _street,
    ),
    _rule(rf"(?<=[a-z],\s)(?P<state>{'|'.join(a.STATES)})(?:(?P<comma>,?)\s(?P<zip>\d{{5}}(?:-\d{{4}})?))?(?!\w|\.\w)", _state),
)
_DAYS = "|".join(sorted(a.DAY_NAMES, key=len, reverse=True))
ABBREVIATIONS = (
    _rule(rf"(?<![\w.-])(?P<a>{_DAYS})\.?\s?[-\u2013]\s?(?P<b>{_DAYS})(?![\w-])", _days),
    _rule(r"\be\.\s?g\.,?", _for_example, re.IGNORECASE),
    _rule(r"\bi\.\s?e\.,?", _that_is, re.IGNORECASE),
    _rule(r"(?<![\w/])[wW]/o?(?=\s)", _with),
    _rule(r"\band/or\b", _and_slash),
    _rule(r"(?<=\w\s)&(?=\s\w)", lambda m, s: "and"),
    _rule(rf"(?<![\w.@])(?P<word>{'|'.join(re.escape(word) for word in _ALL)})\.(?![\w.])", _abbreviation),
    _rule(r"(?<![\w.])(?:[A-Za-z]\.){2,}(?![\w])", _initials),
    _rule(r"(?<![\w.'])([A-Z])\.(?=\s?(?:[A-Z]\.\s?)*\s[A-Z][a-z']+)(?<!I\.)", _initial),
)
ROMAN = (
    _rule(rf"\b(?P<noun>{_NUMBERED}|{_NUMBERED_SMALL})(?P<gap>\.?\s)(?P<roman>[IVXLC]{{1,8}})\b(?!['.]\w)", _roman_after_noun),
    _rule(r"\b(?P<name>[A-Z][a-z]+)(?P<gap>\s)(?P<roman>[IVXLC]{1,8})\b(?!\.\w|'[mdvl])", _roman_after_name),
    _rule(r"\b(?P<roman>[XVI]{1,5})(?=\s(?:century|centuries|dynasty)\b)", _roman_century),
)
LETTERS = (
    _rule(r"(?<![\w&])([A-Z]{1,3})\s?&\s?([A-Z]{1,3})(?![\w&])", _ampersand),
    _rule(r"(?<!\w)(?:[A-Z][a-z]?[₀-₉]*)*[₀-₉][A-Za-z₀-₉]*", _chemical),
    _rule(r"(?<=\w)([²³])", _power),
    _rule(r"(?<![\w'.])A(?=\d)", lambda m, s: s.letters("A")),
    _rule(r"(?<![\w'.])A(?![\w'])(?!\.\w)", _letter_a),
    _rule(r"(?<![\w.&/@])(?P<word>[A-Z]{2,6})(?P<tail>'?s)?(?![A-Za-z_&@])(?!\.\w)", _capital),
)
