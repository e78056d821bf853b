"""The one JSON reader: data of bounded size and depth, or a sentence with file, place, what was found and what was expected."""

import contextlib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ditone.runtime import json_reading
from ditone.runtime.errors import BadModelFolder, BadRequest, DitoneError
from ditone.runtime.json_reading import Node, library_errors, parse


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"", "line 1, column 1"),
        (b"{", "line 1"),
        (b'{"a": 1,\n "b" 2}', "line 2, column 6"),
        (b'{"a": NaN}', "it holds NaN"),
        (b'{"a": -Infinity}', "it holds -Infinity"),
        (b'{"a": 1e999}', "it holds 1e999"),
        (b'{"a": 1, "b": 2, "a": 3}', 'the key "a" twice'),
        (b'{"\xff": 1}', "byte 2 is not UTF-8"),
        (b'{"a": ' + b"9" * 5000 + b"}", "digits"),
        (b"[" * 100_000, "deeper than 64 levels"),
        (b"[" * 100_000 + b"]" * 100_000, "deeper than 64 levels"),
        (b'{"a":' * 300 + b"1" + b"}" * 300, "deeper than 64 levels"),
        (b'"' + b"x" * 2000 + b'"', "at most 1,000 were expected"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(text: bytes, words: str) -> None:
    with pytest.raises(BadRequest) as raised:
        parse(text, "settings", most_bytes=1000 if b"xxx" in text else 10**7, error=BadRequest)
    assert raised.value.message.startswith("settings cannot be read as JSON: ")
    assert words in raised.value.message
    assert len(raised.value.text()) < 300


def test_sound_data_come_through(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_bytes(
        b'\xef\xbb\xbf{"a": [1, 2.5, "\\ud83c\\udf27", "x\\ud800y", null, true], "deep": ' + b"[" * 60 + b"]" * 60 + b"}"
    )
    data = json_reading.load(tmp_path / "a.json")
    assert data["a"] == [1, 2.5, "🌧", "x\ufffdy", None, True]


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=80) | st.text('{}[]",:0eE.-\\u\ud800\n ', max_size=60))
def test_any_bytes_give_data_or_a_sentence(text: Any) -> None:
    with contextlib.suppress(DitoneError):
        parse(text, "x")


WRONG = [0, -1, 10**9 * 10**9, 1e308, float("nan"), "x", None, [], {}, True, 1.5, [[]], ["a"], "", [1, 2], [True]]
GETTERS = {
    "whole": 3, "wholes": [3, 4], "rows": [[3], [4, 5]], "single": [3], "flag": True, "number": 2.5, "text": "a", "node": {"a": 1},
}  # fmt: skip


@pytest.mark.parametrize("getter", list(GETTERS))
def test_a_getter_gives_its_kind_or_names_the_key(getter: str) -> None:
    good = getattr(Node({"k": GETTERS[getter]}, "f.json"), getter)("k")
    assert good is not None
    for value in [*WRONG, ...]:
        node = Node({} if value is ... else {"k": value}, "f.json")
        got = None
        with contextlib.suppress(BadModelFolder):
            got = getattr(node, getter)("k")
        if got is None:
            with pytest.raises(BadModelFolder, match=r"f\.json\.k"):
                getattr(node, getter)("k")
        assert got is None or type(got) is type(good)


def test_a_default_stands_in_for_a_key_that_is_absent_not_for_one_that_is_wrong() -> None:
    assert Node({}, "f").whole("k", 5) == 5
    assert Node({}, "f").number("k", 5.0) == 5.0
    with pytest.raises(BadModelFolder, match=r"f\.k is 'x'; a whole number from 1 to"):
        Node({"k": "x"}, "f").whole("k", 5)


def test_what_libraries_throw_becomes_a_sentence_and_lack_of_memory_stays_what_it_is() -> None:
    class PanicException(BaseException):
        """As the bindings of libraries in Rust raise it."""

    for thrown in (ValueError("first\nsecond"), KeyError("x"), PanicException("index out of bounds"), RecursionError()):
        with (
            pytest.raises(BadModelFolder, match=r"The tokenizer cannot be read\."),
            library_errors("The tokenizer cannot be read"),
        ):
            raise thrown
    for passed in (
        MemoryError(),
        KeyboardInterrupt(),
        RuntimeError("DefaultCPUAllocator: can't allocate memory"),
        BadRequest("mine"),
    ):
        with pytest.raises(type(passed)), library_errors("The tokenizer cannot be read"):
            raise passed
