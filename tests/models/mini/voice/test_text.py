"""What the built-in voice reads aloud for what is written."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ditone.models.mini.voice.text import FrontEnd
from ditone.models.mini.voice.text.lexicon import Lexicon, past, plural
from ditone.models.mini.voice.text.normalise import normalise
from ditone.models.mini.voice.text.spelling import read_by_rule
from ditone.runtime.text.english import Style, numbers

WORDS = {
    "cat": "kˈæt", "dog": "dˈɔɡ", "wish": "wˈɪʃ", "run": "ɹˈʌn", "happy": "hˈæpi", "rain": "ɹˈAn", "drop": "dɹˈɑp", "want": "wˈɑnt",
    "apple": "ˈæpᵊl",
    "and": "ænd", "costs": "kˈɔsts", "it": "ɪt", "at": "æt", "nasa": "nˈæsə", "three": "θɹˈi", "dollars": "dˈɑləɹz", "NASA": "nˈæsə",
}  # fmt: skip


@pytest.fixture(scope="module")
def lexicon(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("lexicon") / "lexicon.json.gz"
    path.write_bytes(gzip.compress(json.dumps(WORDS).encode()))
    return path


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (
            "It costs $3.50 at 9:45 on May 3rd, Dr. Lee said.",
            "It costs three dollars and fifty cents at nine forty five on May third, Doctor Lee said.",
        ),
        ("1,250 people", "one thousand two hundred fifty people"),
        ("pi is 3.14", "pi is three point one four"),
        ("in 1999 and 2005 and 2024", "in nineteen ninety nine and two thousand five and twenty twenty four"),
        ("the 1990s and the 80s", "the nineteen nineties and the eighties"),
        ("2024-05-03", "May third, twenty twenty four"),
        ("at 7 p.m. today", "at seven P M today"),
        ("at 12:05", "at twelve oh five"),
        ("€2.5 million", "two point five million euros"),
        ("$1", "one dollar"),
        ("£0.99", "ninety nine pence"),
        ("50% of 3/4", "fifty percent of three quarters"),
        ("5 km in 20 min", "five kilometers in twenty minutes"),
        ("1 kg", "one kilogram"),
        ("It was -5°C.", "It was minus five degrees Celsius."),
        ("pages 3-5", "pages three to five"),
        ("Call 555-1234.", "Call five five five, one two three four."),
        ("the 2nd and 21st", "the second and twenty first"),
        ("the U.S. team", "the U S team"),
        ("e.g. this & that", "for example this and that"),
        ("mail a@b.com", "mail a at b dot com"),
        ("café naïve Ærø", "cafe naive aero"),
        ("007", "zero zero seven"),
        ("99999999999999999999", " ".join(["nine"] * 20)),
    ],
)
def test_written_forms_are_read_aloud(written: str, read: str) -> None:
    assert normalise(written)[0].lower() == read.lower()


@pytest.mark.parametrize(
    ("number", "words", "nth"),
    [
        (0, "zero", "zeroth"),
        (12, "twelve", "twelfth"),
        (20, "twenty", "twentieth"),
        (45, "forty five", "forty fifth"),
        (100, "one hundred", "one hundredth"),
        (1_000_003, "one million three", "one million third"),
        (999_999_999_999, "nine hundred ninety nine billion nine hundred ninety nine million nine hundred ninety nine thousand "
         "nine hundred ninety nine", None),
    ],
)  # fmt: skip
def test_numbers_in_words(number: int, words: str, nth: str | None) -> None:
    assert numbers.cardinal(number, Style()) == words
    assert nth is None or numbers.ordinal(number, Style()) == nth


def test_what_no_english_reader_could_say_is_named() -> None:
    text, notes = normalise("Hello 世界 🎉")
    assert text == "Hello"
    assert "2 Cjk letters" in notes[0]
    assert "1 symbols or emoji" in notes[0]


@pytest.mark.parametrize(
    ("word", "phonemes", "source"),
    [
        ("Cat", "kˈæt", "lexicon"),
        ("cats", "kˈæts", "derived"),
        ("dogs", "dˈɔɡz", "derived"),
        ("wishes", "wˈɪʃᵻz", "derived"),
        ("running", "ɹˈʌnɪŋ", "derived"),
        ("wanted", "wˈɑntᵻd", "derived"),
        ("happily", "hˈæpili", "rule"),
        ("raindrop", "ɹˈAndɹˌɑp", "compound"),
        ("USB", "jˈu ˈɛs bˈi", "letters"),
        ("NASA", "nˈæsə", "lexicon"),
        ("x", "ˈɛks", "letters"),
    ],
)
def test_words_are_found_derived_composed_or_spelled(lexicon: Path, word: str, phonemes: str, source: str) -> None:
    found = Lexicon(lexicon).pronounce(word)
    assert found[1] == source
    if source != "rule":
        assert found[0] == phonemes


def test_function_words_lean_on_what_follows(lexicon: Path) -> None:
    words = Lexicon(lexicon)
    assert words.pronounce("the")[0] == "ðə"
    assert words.pronounce("the", before_vowel=True)[0] == "ði"
    sentences, _ = FrontEnd(lexicon).read("the apple and the cat")
    assert sentences[0].phonemes == "ði ˈæpᵊl ænd ðə kˈæt."


def test_endings_follow_the_sound_before_them() -> None:
    assert (plural("kˈæt"), plural("dˈɔɡ"), plural("bˈʌs")) == ("kˈæts", "dˈɔɡz", "bˈʌsᵻz")
    assert (past("wˈɑnt"), past("lˈæf"), past("plˈA")) == ("wˈɑntᵻd", "lˈæft", "plˈAd")


def test_unknown_words_are_read_and_said(lexicon: Path) -> None:
    sentences, notes = FrontEnd(lexicon).read("Blorptastic cat")
    assert sentences[0].guessed == ("Blorptastic",)
    assert "read by spelling: Blorptastic" in notes[0]
    assert read_by_rule("tone") == "tˈOn"
    assert read_by_rule("knight") == "nˈIt"


def test_long_text_is_cut_into_sentences_and_clauses(lexicon: Path) -> None:
    sentences, _ = FrontEnd(lexicon).read("It costs three dollars. Cats and dogs!\nRain and rain?")
    assert [s.text for s in sentences] == ["It costs three dollars.", "Cats and dogs!", "Rain and rain?"]
    long, _ = FrontEnd(lexicon).read("rain " * 400)
    assert len(long) > 4
    assert all(len(s.phonemes) <= 300 for s in long)
    assert sum(s.text.count("rain") for s in long) == 400


@pytest.mark.parametrize("text", ["", "   \n", "🎉🎉", "!!! ... ???", "\x00\x07", "世界"])
def test_nothing_to_say_is_said(lexicon: Path, text: str) -> None:
    sentences, notes = FrontEnd(lexicon).read(text)
    assert sentences == []
    assert "nothing to say" in notes[-1]


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=300))
def test_no_text_breaks_the_reading(text: str) -> None:
    words, notes = normalise(text)
    assert set(words) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz' ,.;:!?-\n")
    assert all(note.endswith(".") for note in notes)


@settings(max_examples=150, deadline=None)
@given(st.text(alphabet="0123456789.,:/-$%°€ abckmpsthdr&@#'\"()", max_size=60))
def test_no_number_breaks_the_reading(text: str) -> None:
    words, _ = normalise(text)
    assert not any(c.isdigit() for c in words)


@settings(max_examples=100, deadline=None)
@given(st.text(alphabet="abcdefghijklmnopqrstuvwxyz'", min_size=1, max_size=24))
def test_every_word_has_a_reading(lexicon: Path, word: str) -> None:
    phonemes, _ = Lexicon(lexicon).pronounce(word)
    assert phonemes or not any(c.isalpha() for c in word)
