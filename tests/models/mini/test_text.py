"""How a prompt is read: stop words, word forms, unseen words, and the sentence about what was understood."""

from __future__ import annotations

import pytest
import torch

from ditone.models.mini.conditioning import Conditioner, pad_rows, position_features
from ditone.models.mini.config import MAX_WORDS, POSITION_CHANNELS, ConditioningConfig
from ditone.models.mini.pipeline import MiniPipeline
from ditone.models.mini.text import Understanding, WordTable, split, understand

TABLE = WordTable(["police", "siren", "fast", "stop", "bark", "drip", "lorry", "truck"], trained=6)


def test_split_leaves_out_what_has_no_sound() -> None:
    assert split("The sound of a police siren, fast!") == ["police", "siren", "fast"]
    assert split("the sound of the") == ["the", "sound", "of", "the"]
    assert len(split("word " * 40)) == MAX_WORDS
    assert split("") == []


@pytest.mark.parametrize(
    ("word", "form"),
    [("sirens", "siren"), ("barking", "bark"), ("stopping", "stop"), ("dripped", "drip"), ("FAST".lower(), "fast")],
)
def test_word_forms(word: str, form: str) -> None:
    match = TABLE.match(word)
    assert (match.form, match.trained) == (form, True)


def test_words_beyond_the_table_have_no_row() -> None:
    assert TABLE.match("qwrtz").row == -1
    assert TABLE.rows("qwrtz police") == [0]


@pytest.mark.parametrize(
    ("prompt", "words"),
    [
        ("police siren, fast", ("police", "siren", "fast")),
        ("a short metallic clang", ("short", "metallic", "clang")),
        ("rain on a tin roof", ("rain", "on", "tin", "roof")),
        ("door knock", ("door", "knock")),
        ("slow heavy footsteps on gravel", ("slow", "heavy", "footsteps", "on", "gravel")),
    ],
)
def test_designers_words_are_matched(pipeline: MiniPipeline, prompt: str, words: tuple[str, ...]) -> None:
    understood = understand(pipeline.parts.table, pipeline.parts.conditioner.words, prompt)
    assert understood.matched == words
    assert understood.sentence() == "matched: " + ", ".join(words)
    assert not understood.unknown


def test_an_unseen_word_is_taken_as_its_nearest_neighbour(pipeline: MiniPipeline) -> None:
    understood = understand(pipeline.parts.table, pipeline.parts.conditioner.words, "automobile xqzv")
    assert understood.unknown == ("xqzv",)
    ((word, near),) = understood.similar
    assert word == "automobile"
    assert near in pipeline.parts.table.words[: pipeline.parts.table.trained]
    assert understood.sentence() == f"taken as: automobile ({near}); not known: xqzv"


def test_the_sentence_about_a_prompt_stays_one_line_of_distinct_words() -> None:
    unknown = tuple(f"q{i}" for i in range(15))
    understood = Understanding(("short", "metallic", "short"), (), ("x" * 200_000, *unknown))
    assert understood.sentence() == (
        "matched: short, metallic; not known: " + "x" * 30 + "…, " + ", ".join(unknown[:11]) + " and 4 more"
    )


def test_padding_does_not_reach_the_condition() -> None:
    torch.manual_seed(0)
    conditioner = Conditioner(ConditioningConfig(dim=32, heads=2), words=8, trained=6).eval()
    conditioner.words.static.normal_()
    rows = pad_rows([[0, 1]])
    wide, narrow = conditioner(rows, torch.tensor([2.0])), conditioner(rows[:, :2], torch.tensor([2.0]))
    torch.testing.assert_close(wide.vector, narrow.vector)
    torch.testing.assert_close(wide.context[:, :2], narrow.context)
    assert wide.mask.sum() == 2


def test_no_words_and_dropped_words_are_the_same_condition() -> None:
    torch.manual_seed(0)
    conditioner = Conditioner(ConditioningConfig(dim=32, heads=2), words=8, trained=6).eval()
    conditioner.words.static.normal_()
    seconds = torch.tensor([1.0])
    empty = conditioner(pad_rows([[]]), seconds)
    dropped = conditioner(pad_rows([[0, 1, 2]]), seconds, drop=torch.tensor([True]))
    torch.testing.assert_close(empty.vector, dropped.vector)
    torch.testing.assert_close(empty.context[:, :1], dropped.context[:, :1])
    assert empty.mask.tolist() == dropped.mask.tolist()


def test_length_and_text_both_matter() -> None:
    torch.manual_seed(0)
    conditioner = Conditioner(ConditioningConfig(dim=32, heads=2), words=8, trained=6).eval()
    conditioner.words.static.normal_()
    one, other, longer = (conditioner(pad_rows([[r]]), torch.tensor([s])).vector for r, s in ((0, 1.0), (1, 1.0), (0, 3.0)))
    assert not torch.allclose(one, other)
    assert not torch.allclose(one, longer)


def test_positions_tell_start_and_end() -> None:
    features = position_features(torch.tensor([1.0, 2.0]), 48)
    assert features.shape == (2, 48, POSITION_CHANNELS)
    assert features.abs().max() <= 1.0 + 1e-6
    inside = features[..., 2] > 0.5
    assert inside.sum(dim=1).tolist() == [22, 44]
    torch.testing.assert_close(features[:1, :, -14:], features[1:, :, -14:])
