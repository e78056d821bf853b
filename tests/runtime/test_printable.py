"""Text of outsiders obeys nothing where it is shown."""

import json
import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ditone.runtime.errors import DitoneError
from ditone.runtime.printable import is_storable, printable, printable_lines, shell_word, storable

HOSTILE = "\x1b]0;owned\x07 \x9b31m \r\n\t\0 \u2028 \u202e \ud800 caf\udce9 \x7f"


@given(st.text(st.characters(exclude_categories=()), max_size=60))
def test_one_line_that_any_terminal_may_see(text: str) -> None:
    shown = printable(text)
    assert all(ord(c) >= 32 and not 0x7F <= ord(c) < 0xA0 and not 0xD800 <= ord(c) < 0xE000 for c in shown)
    assert len(shown.splitlines()) <= 1
    shown.encode()
    printable_lines(text).encode()
    assert is_storable(storable(text))


def test_what_is_harmless_stays_as_it_is() -> None:
    for text in ("Regen auf Blech", "雨打铁皮", "مرحبا", "👩‍🚀 🌧️", 'a|b "c" `e` $(x)'):
        assert printable(text) == storable(text) == text


def test_bytes_of_a_name_are_shown_as_bytes() -> None:
    assert printable("caf\udce9.wav") == "caf\\xe9.wav"
    assert printable_lines("a\r\nb\tc\x1b") == "a\nb\tc\\x1b"
    assert printable("x" * 50, 10) == "x" * 9 + "…"


def test_halves_of_a_pair_are_joined_or_replaced() -> None:
    assert storable("\ud83c\udf27") == "🌧"
    assert storable("a\ud800b\0") == "a\ufffdb"


def test_every_sentence_is_safe_and_short() -> None:
    error = DitoneError(f"{HOSTILE} is wrong.", HOSTILE, (HOSTILE,))
    assert printable(error.text()) == error.text() == printable(str(error)) + error.text()[len(str(error)) :]
    long = DitoneError("/" + "x" * 100_000 + " is no model folder.").text()
    assert len(long) < 1100
    assert long.endswith("is no model folder.")


@pytest.mark.parametrize("word", ["plain", "two words", "a'b\\n", "\x1b[31m'\\", "tab\tline\n", "雨\x07", ""])
def test_a_shell_gives_the_word_again(word: str) -> None:
    quoted = shell_word(word)
    assert printable(quoted) == quoted
    result = subprocess.run(["bash", "-c", f"printf %s {quoted}"], capture_output=True, check=True)
    assert result.stdout.decode() == word
    json.dumps(quoted)
