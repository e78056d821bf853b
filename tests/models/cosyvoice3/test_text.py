"""Text rules: what the model is given for what people write."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ditone.models.cosyvoice3.text import is_speakable, normalise, number_words, split


@pytest.mark.parametrize(
    ("digits", "words"),
    [
        ("0", "zero"),
        ("007", "seven"),
        ("13", "thirteen"),
        ("40", "forty"),
        ("100", "one hundred"),
        ("105", "one hundred and five"),
        ("1000", "one thousand"),
        ("1001", "one thousand and one"),
        ("1100", "one thousand, one hundred"),
        ("2026", "two thousand and twenty-six"),
        ("1000000", "one million"),
        ("1234567", "one million, two hundred and thirty-four thousand, five hundred and sixty-seven"),
        ("1" * 30, " ".join(["one"] * 30)),
    ],
)
def test_number_words(digits: str, words: str) -> None:
    assert number_words(digits) == words


def test_decimals_stay_one_number_in_chinese() -> None:
    assert normalise("价格是 3.5 元", decimals=True) == "价格是3点5元"
    assert normalise("价格是 3.5 元") == "价格是3。5元"


@pytest.mark.parametrize("text", ["Es kostet 25 Euro für zwei Bücher", "안녕 25", "カタカナ 25", "Мне 25 лет"])
def test_numbers_of_other_languages_are_left_to_the_model(text: str) -> None:
    assert normalise(text, foreign_numbers=True) == text
    assert "twenty-five" in normalise("It costs 25 euros", foreign_numbers=True)


def test_cantonese_and_traditional_characters_are_kept() -> None:
    text = "好少咯，一般系放嗰啲國慶啊。"
    assert normalise(text, decimals=True, foreign_numbers=True) == text
    assert split(text, len) == [text]


@pytest.mark.parametrize("text", ["...", "?!", "😀🎉", " \n\t", "\x00\x07", "——（）", "$€"])
def test_text_without_words_is_not_speakable(text: str) -> None:
    assert not is_speakable(text)
    assert not any(is_speakable(piece) for piece in split(normalise(text), len))


@pytest.mark.parametrize("text", ["a", "好", "か", "ก", "7", "[breath]", "안"])
def test_one_letter_of_any_script_is_speakable(text: str) -> None:
    assert is_speakable(text)


def test_short_last_piece_joins_the_one_before() -> None:
    text = "今天天气真不错，我们一起去公园散步吧。" * 5 + "好。"
    pieces = split(text, len)
    assert "".join(pieces) == text
    assert all(len(piece) >= 20 for piece in pieces)
    assert len(pieces) == 2


def test_closing_quotes_stay_with_their_stop() -> None:
    assert split('He said "Stop." Then', len) == ['He said "Stop." Then.']
    assert split("“好。”他说", len) == ["“好。”他说。"]


@given(st.text(max_size=400))
def test_no_text_breaks_the_rules(text: str) -> None:
    pieces = split(normalise(text, decimals=True, foreign_numbers=True), len)
    assert all(piece in ("", text) or is_speakable(piece) for piece in pieces)


@given(st.text(alphabet="ab .!?一二。，", max_size=300))
def test_splitting_loses_no_word(text: str) -> None:
    kept = [c for c in "".join(split(text, len)) if c in "ab一二"]
    assert kept == [c for c in text if c in "ab一二"]
