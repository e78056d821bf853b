"""Text of outsiders on its way to a terminal, a log or a report: it may colour, rename or fake nothing there.

A prompt, a file's name or a word out of a configuration can hold what a terminal obeys (escapes), what turns the reading direction
over, or what no encoding can write (half of a surrogate pair, a byte of a name that is no UTF-8). Such characters are shown as escapes.
"""

from __future__ import annotations

import re
import shlex

LONGEST = 2000  # of one text inside a sentence
# controls of both sets, line and paragraph separators, overrides of the direction, halves of surrogate pairs
_UNSAFE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_UNSAFE_IN_LINES = re.compile(_UNSAFE.pattern.replace("\x00-\x1f", "\x00-\x08\x0b-\x1f"))
_BYTES = range(0xDC80, 0xDD00)  # how Python keeps a byte of a name that is no UTF-8
_SURROGATES = re.compile("[\ud800-\udfff]")


def printable(text: object, longest: int | None = None) -> str:
    """`text` as one line that is safe anywhere; cut behind `longest` characters where that is given."""
    return _UNSAFE.sub(_escaped, _cut(str(text), longest))


def printable_lines(text: object, longest: int | None = None) -> str:
    """The same for a text of several lines: line breaks and tabs stay."""
    return _UNSAFE_IN_LINES.sub(_escaped, _cut(str(text).replace("\r\n", "\n"), longest))


def storable(text: str) -> str:
    """`text` without what no file, database or tokenizer takes: pairs of surrogates are joined, lone ones become U+FFFD, NULs go."""
    if _SURROGATES.search(text):
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text.replace("\0", "")


def is_storable(text: str) -> bool:
    """Whether every character can be written as UTF-8, and none is NUL."""
    return "\0" not in text and not _SURROGATES.search(text)


def shell_word(text: str) -> str:
    """One word of a POSIX shell's command line that gives `text` again; control characters stand in it as escapes: $'\\x1b'."""
    if not _UNSAFE.search(text):
        return shlex.quote(text)
    inner = text.replace("\\", "\\\\").replace("'", "\\'")
    return "$'" + _UNSAFE.sub(_escaped_for_shell, inner) + "'"


def _escaped_for_shell(match: re.Match[str]) -> str:
    return "".join(
        f"\\{byte:03o}" for byte in match[0].encode("utf-8", "surrogateescape" if ord(match[0]) in _BYTES else "replace")
    )


def _cut(text: str, longest: int | None) -> str:
    return text if longest is None or len(text) <= longest else f"{text[: longest - 1]}…"


def _escaped(match: re.Match[str]) -> str:
    code = ord(match[0])
    if code in _BYTES:
        code -= 0xDC00
    return f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}"
