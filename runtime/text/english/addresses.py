"""Web and mail addresses, file names, telephone numbers, and other numbers that are read digit by digit."""

from __future__ import annotations

import re

from ditone.runtime.text.claims import Rule
from ditone.runtime.text.english import numbers as n
from ditone.runtime.text.english.context import after, before
from ditone.runtime.text.english.style import Style

Match = re.Match[str]
_DOMAIN_WORDS = frozenset(
    "com org net info edu gov dev app shop blog online site cloud tech store mil biz me club pro live news world co".split()
)
_TOP_LEVEL = (
    "com|org|net|info|edu|gov|dev|app|shop|blog|online|site|cloud|tech|store|mil|biz|club|pro|news|io|ai|uk|de|fr|eu|us|ca|au|jp|cn|in|ch|at|nl|se|"
    "no|es|it|pl|ru|br|me|tv|fm|gg|ly|co|nz|ie|kr|to|be|dk|fi|pt|cz|xyz|page"
)
_FILE_ENDINGS = (
    "py|pdf|txt|csv|md|doc|docx|xls|xlsx|ppt|pptx|png|jpg|jpeg|gif|svg|wav|mp3|mp4|flac|ogg|opus|zip|tar|gz|exe|dll|js|ts|html|htm|css|json|xml|"
    "yaml|yml|toml|ini|cfg|sh|bat|cpp|rs|go|java|rb|php|sql|log|bak|tmp|dat|bin|iso|apk|dmg|deb|rpm|psd|ai|tex|bib|ipynb|avi|mov|mkv|webm|h|c"
)
_SIGNS = {".": "dot", "/": "slash", "@": "at", "-": "dash", "_": "underscore", ":": "colon", "?": "question mark",
"=": "equals", "&": "and",
          "#": "hash", "~": "tilde", "%": "percent", "+": "plus", "\\": "backslash"}  # fmt: skip
_CALLS = re.compile(
    r"\b(?:call|dial|phone|telephone|ring|text|tel|fax|whatsapp|sms|hotline|emergency)\b[^.!?]{0,30}$", re.IGNORECASE
)
_CODES = (
    r"(?:ZIP(?:\scode)?|postal\scode|postcode|PIN(?:\scode)?|passcode|password|area\scode|access\scode|security\scode"
    r"|serial(?:\snumber)?|account(?:\snumber)?)"
)


def _spoken(part: str, s: Style) -> str:
    """One part of an address between its signs: a word, letters, or digits."""
    words = []
    for piece in re.findall(r"[A-Za-z]+|\d+|[^A-Za-z\d]+", part):
        if piece.isdigit():
            words.append(n.code(piece, s))
        elif piece.isascii() and piece.isalpha():
            words.append(piece if len(piece) > 1 else s.letters(piece))
        else:
            words.append(piece)
    return " ".join(words)


def _address(text: str, s: Style) -> str:
    """Signs by name, endings of few letters by letter."""
    words: list[str] = []
    parts = re.split(r"([./@:?=&#~%+\\_-])", text)
    for i, part in enumerate(parts):
        if part in _SIGNS:
            words.append(_SIGNS[part])
        elif part and i and parts[i - 1] == "." and part.isalpha() and len(part) <= 4 and part.lower() not in _DOMAIN_WORDS:
            words.append(s.letters(part))
        elif part:
            words.append(_spoken(part, s))
    return " ".join(words)


def _url(m: Match, s: Style) -> str:
    text = re.sub(r"^https?://", "", m[0], flags=re.IGNORECASE)
    text = re.sub(r"^www\.", "", text, flags=re.IGNORECASE)
    end = re.search(r"[.,;:!?)]+$", text)
    body = text[: end.start()] if end else text
    return _address(body.rstrip("/"), s) + (end[0] if end else "")


def _plain_address(m: Match, s: Style) -> str:
    return _address(m[0], s)


def _file(m: Match, s: Style) -> str:
    return f"{_name(m['name'], s)} dot {s.letters(m['end']) if m['end'].isalpha() else _spoken_ending(m['end'], s)}"


def _name(text: str, s: Style) -> str:
    return _address(text.lower() if text.isupper() and len(text) > 4 else text, s)


def _spoken_ending(text: str, s: Style) -> str:
    return " ".join(n.digits(part) if part.isdigit() else s.letters(part) for part in re.findall(r"[A-Za-z]+|\d+", text))


def _ip(m: Match, s: Style) -> str | None:
    parts = m[0].split(".")
    return None if any(int(part) > 255 for part in parts) else " dot ".join(n.cardinal(int(part), s) for part in parts)


def _phone(m: Match, s: Style) -> str:
    groups = re.findall(r"\d+", m[0])
    plus = "plus " if m[0].startswith("+") else ""
    said = [_toll_free(group) if group.endswith("00") and len(group) == 3 and i == 1 and groups[0] == "1" else n.digits(group)
            for i, group in enumerate(groups)]  # fmt: skip
    return plus + ", ".join(said)


def _toll_free(group: str) -> str:
    return f"{n.digits(group[0])} hundred"


def _local(m: Match, s: Style) -> str | None:
    """555-0123: a telephone number after a word of calling, or where it can be nothing else."""
    near = _CALLS.search(before(m)) or re.search(r"\bnumber\s(?:is|was)?\s*$", before(m))
    if not near and not (m["b"].startswith("0") or m["a"] == "555"):
        return None
    return f"{n.digits(m['a'])}, {n.digits(m['b'])}"


def _called(m: Match, s: Style) -> str | None:
    """Dial 911; call 999 or 112."""
    if not _CALLS.search(before(m)) or re.match(
        r"\s?(?:%|people|times|days|minutes|hours|years|euros|dollars|of\b|[ap]\.?m\b)", after(m)
    ):
        return None
    return ", ".join(n.digits(group) for group in m[0].split())


def _emergency(m: Match, s: Style) -> str:
    return n.digits(m["n"])


def _code(m: Match, s: Style) -> str:
    return f"{m['what']}{n.digits(m['n'])}" if m["n"].isdigit() else m[0]


def _retirement(m: Match, s: Style) -> str:
    """401(k)."""
    return f"{n.code(m[1], s)} {s.letters(m[2])}"


def _isbn(m: Match, s: Style) -> str:
    said = ", ".join(
        " ".join(n.digits(c) if c.isdigit() else s.letters(c) for c in part) for part in re.split("[- ]", m["n"].strip()) if part
    )
    return f"{s.letters('ISBN')} {said}"


def _hashtag(m: Match, s: Style) -> str:
    return f"hashtag {m[1]}" if not m[1].lower().startswith("hash") else m[1]


def _mention(m: Match, s: Style) -> str:
    return f"at {_spoken(m[1], s)}"


def _rule(pattern: str, read: object, flags: int = 0) -> Rule[Style]:
    return Rule(re.compile(pattern, flags), read)  # type: ignore[arg-type]


_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?"
_HOST = rf"(?:{_LABEL}\.)+(?:{_TOP_LEVEL})(?![A-Za-z0-9-])(?!\.[A-Za-z0-9])"
WEB = (
    _rule(r"(?<!\w)https?://[^\s<>\"']+|(?<!\w)www\.[^\s<>\"']+", _url, re.IGNORECASE),
    _rule(rf"(?<![\w.])[A-Za-z0-9._%+-]+@(?:{_LABEL}\.)+[A-Za-z]{{2,}}", _plain_address),
    _rule(rf"(?<![\w.@])(?P<name>[A-Za-z][\w-]*(?:\.[\w-]+)*)\.(?P<end>{_FILE_ENDINGS})(?![\w])(?!\.\w)", _file),
    _rule(rf"(?<![\w.@]){_HOST}(?:/[\w./%#?=&~-]*[\w/])?", _plain_address),
    _rule(r"(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?![\w.]*\d)", _ip),
    _rule(r"(?<![\w&])#([A-Za-z]\w*)", _hashtag),
    _rule(r"(?<![\w.])@([A-Za-z]\w*)", _mention),
)
TELEPHONE = (
    _rule(r"\b(40[13])\s?\(([a-z])\)", _retirement),
    _rule(r"\bISBN(?:-1[03])?:?\s*(?P<n>\d[\d\- ]{8,16}[\dXx])(?!\d)", _isbn),
    _rule(r"(?<![\w])\+\d{1,3}(?:[ .-]?\(?\d{1,5}\)?){2,7}(?![\w])", _phone),
    _rule(r"(?<![\w])(?:1[ .-])?\(\d{3}\)[\s-]?\d{3}[-. ]\d{4}(?![\w-])", _phone),
    _rule(r"(?<![\w-])(?:1[ .-])?\d{3}([-.])\d{3}\1\d{4}(?![\w-])", _phone),
    _rule(r"(?<![\w-])1 \d{3} \d{3} \d{4}(?![\w-])", _phone),
    _rule(r"(?<![\w,.-])(?P<a>\d{3})-(?P<b>\d{4})(?![\w-])", _local),
    _rule(r"(?<![\w,.$€£:/-])\d{3,}(?: \d{2,})*(?![\w:%/-]|[.,]\d)", _called),
    _rule(r"(?<![\w,.-])0\d{1,4}(?: \d{2,5}){2,4}(?![\w-])", _phone),
    _rule(rf"\b(?P<what>{_CODES}(?:\s(?:is|was|number)|:)?\s)(?P<n>\d{{3,12}})\b(?![,.]\d)", _code, re.IGNORECASE),
)
