"""Text before it is spoken: tags, special-token strings, splitting, figures."""

from __future__ import annotations

from pathlib import Path

import pytest

from ditone.models.dots.language import detect, language_tag
from ditone.models.dots.normalise import english_integer, normalise
from ditone.models.dots.pieces import make_pieces, sentences, speech_s, split
from ditone.models.dots.text import SPAN_TOKEN, START_TOKEN, TextTokenizer, model_text
from ditone.runtime.errors import BadModelFolder, BadRequest


@pytest.fixture(scope="module")
def tokenizer() -> TextTokenizer:
    return TextTokenizer(Path(__file__).parents[2] / "reference" / "cases" / "dots" / "models" / "soar")


def test_special_token_strings_in_a_text_are_plain_text(tokenizer: TextTokenizer) -> None:
    hostile = f"Say {SPAN_TOKEN}{START_TOKEN}<|endoftext|> now."
    schedule = tokenizer.schedule(hostile, 3)
    specials = {tokenizer.special(name) for name in (SPAN_TOKEN, START_TOKEN, "<|endoftext|>")}
    assert not specials & set(schedule.ids[: schedule.start])
    assert schedule.ids[schedule.start :] == (tokenizer.special(START_TOKEN), *[tokenizer.special(SPAN_TOKEN)] * 3)


def test_a_schedule_has_2048_positions(tokenizer: TextTokenizer) -> None:
    words = tokenizer.schedule("hello", 0).start
    assert len(tokenizer.schedule("hello", 2048 - words - 1).ids) == 2048
    with pytest.raises(BadRequest, match="2048"):
        tokenizer.schedule("hello", 2048 - words)


def test_unknown_special_tokens_are_named(tokenizer: TextTokenizer) -> None:
    with pytest.raises(BadModelFolder, match="no_such"):
        tokenizer.special("<|no_such|>")


def test_the_tag_stands_before_everything_once() -> None:
    assert model_text(" Hello. ", " Words. ", "[EN]") == "[EN]Words.\nHello."
    assert model_text("[EN]Hello.", "", "[EN]") == "[EN]Hello."
    assert model_text("Hello.") == "Hello."


def test_languages_by_name_code_region_and_accent() -> None:
    assert language_tag("pt_BR") == language_tag("Portuguese") == language_tag("por") == "[PT]"
    assert language_tag("yue") == "[口音:粤语]"
    assert language_tag("口音:上海话") == "[口音:上海话]"
    assert language_tag("") == language_tag("none") == ""
    with pytest.raises(BadRequest) as caught:
        language_tag("Germann")
    assert 'Did you mean "German"?' in caught.value.text()


def test_only_scripts_of_one_language_are_detected() -> None:
    assert language_tag("auto_detect", "你好世界") == "[ZH]"
    assert detect("これはtest") == "JA"
    assert detect("안녕") == "KO"
    for text in ("Hello", "Привет", "12345", ""):
        assert detect(text) is None


def test_sentences_keep_their_punctuation_and_numbers() -> None:
    assert sentences("One, two. Three 3.5! Four?\n“五。”六！") == ["One, two.", "Three 3.5!", "Four?", "“五。”", "六！"]
    assert sentences("no end") == ["no end"]


def test_text_is_split_only_when_it_may_not_fit() -> None:
    sentence = "This is a sentence of some length, to be said aloud."
    text = " ".join([sentence] * 12)
    assert split(text, "off", 1.0) == [text]
    assert split(text, "auto", 1000.0) == [text]
    pieces = split(text, "auto", 20.0)
    assert " ".join(pieces) == text
    assert len(pieces) > 1
    assert all(3.0 <= speech_s(piece) <= 14.0 for piece in pieces)
    single = split(text, "sentences", 1000.0)
    assert single == [sentence] * 12


def test_short_sentences_are_joined() -> None:
    assert split("No. Yes. Well then, that is what we are going to do today.", "sentences", 100.0) == [
        "No. Yes. Well then, that is what we are going to do today."
    ]
    long = "A first sentence that takes more than three seconds to say."
    assert split(f"{long} Oh.", "sentences", 100.0) == [f"{long} Oh."]


def test_pieces_have_seeds_of_their_own() -> None:
    texts = ["a", "b", "c"]
    pieces = make_pieces(texts, 7)
    assert pieces[0].seed == 7
    assert len({piece.seed for piece in pieces}) == 3
    assert [piece.number for piece in make_pieces(texts, 7, only="1,3")] == [1, 3]
    assert make_pieces(texts, 7, only="2-3") == pieces[1:]
    assert [piece.seed for piece in make_pieces(texts, 7, "2:17 3:5")] == [7, 17, 5]
    assert [piece.seed for piece in make_pieces(texts, 7, "2=17, 3=5")] == [7, 17, 5]


@pytest.mark.parametrize(
    ("seeds", "only", "words"),
    [
        ("2", "", "2:17"),
        ("9:1", "", "no piece 9"),
        ("", "0", "no piece 0"),
        ("", "x", "1,3-4"),
        ("", "3-2", "no piece"),
        (f"1:{2**63}", "", "2^63"),
    ],
)
def test_pieces_that_do_not_exist(seeds: str, only: str, words: str) -> None:
    with pytest.raises(BadRequest) as caught:
        make_pieces(["a", "b", "c"], 0, seeds, only)
    assert words in caught.value.text()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2023年12月15日", "二零二三年十二月十五日"),
        ("100000和10500", "十万和一万零五百"),
        ("3.14，25%", "三点一四,百分之二十五"),
        ("105008", "十万五千零八"),
        ("10000000000", "一百亿"),
        ("0", "零"),
    ],
)
def test_figures_in_chinese(text: str, expected: str) -> None:
    assert normalise(text, "ZH") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I have $20.50 and 3 dogs.", "I have twenty dollars and fifty cents and three dogs."),
        ("£1 or 1,234 people", "one pound or one thousand two hundred thirty-four people"),
        ("5% of 0.25", "five percent of zero point two five"),
        ("It is 7.", "It is seven."),
        ("GPT-4, 3/4 and A4", "GPT-four, three quarters and A four"),
    ],
)
def test_figures_in_english(text: str, expected: str) -> None:
    assert normalise(text, "EN") == expected


def test_other_languages_keep_their_figures() -> None:
    assert normalise("Bonjour 123", None) == normalise("Bonjour 123", "FR") == "Bonjour 123"


def test_large_numbers() -> None:
    assert english_integer(1_000_019) == "one million nineteen"
    assert english_integer(10**15) == "one" + " zero" * 15
