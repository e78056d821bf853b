"""What is made of a prompt: nothing is guessed in silence, Chinese is read, notes set the pitch, short sounds say when they are over."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from ditone.models.mini.config import SAMPLE_RATE_HZ
from ditone.models.mini.pipeline import MiniPipeline
from ditone.models.mini.pitch import find_note, pitch_hz, tuned
from ditone.models.mini.prompt import PromptWords, read_prompt
from ditone.models.mini.text import split
from ditone.models.mini.windows import layout
from ditone.runtime.registry import ModelInfo
from ditone.runtime.run import Run
from ditone.runtime.take import Audio


@pytest.fixture
def read(pipeline: MiniPipeline):
    parts = pipeline.parts

    def reader(prompt: str) -> PromptWords:
        return read_prompt(prompt, parts.table, parts.conditioner.words, parts.kinds)

    return reader


def make(pipeline: MiniPipeline, info: ModelInfo, **values: object) -> tuple[Audio, Run]:
    request = info.checked(info.defaults().replaced(**{"duration_s": 1.0, "steps": 8, "seed": 5, **values}))
    run = Run(request.seed)
    with torch.inference_mode():
        return pipeline.generate(request, run), run


@pytest.mark.parametrize(
    "prompt", ["rain on a tin roof", "a big boom", "piano", "slow heavy footsteps on gravel", "crickets at night", ""]
)
def test_what_is_known_needs_no_word(read, prompt: str) -> None:
    assert read(prompt).sentences() == ()


@pytest.mark.parametrize("prompt", ["xqzv", "qwrtz pfft", "дождь", "כלב", "🐶", "蒸馏器", "ほげ"])
def test_what_is_not_known_is_said_and_other_kinds_are_offered(read, info: ModelInfo, prompt: str) -> None:
    words = read(prompt)
    assert words.rows == ()
    assert "not known" in " ".join(words.sentences())
    assert "Nearest kinds of sounds: " in words.sentences()[-1]
    assert info.hints is not None
    offered = info.hints(info.defaults().replaced(prompt=prompt)).suggestions
    assert offered
    assert all(read(suggestion.prompt).rows for suggestion in offered)


@pytest.mark.parametrize(
    ("prompt", "word"),
    [("zipper", "zipper"), ("a loud cough", "cough"), ("creaking door", "creaking"), ("wings flapping", "wings")],
)
def test_sounds_that_nobody_recognised_are_not_claimed(read, pipeline: MiniPipeline, prompt: str, word: str) -> None:
    """The weights saw these words, but no judge heard the sound: the model is not told them, and the nearest kinds are offered."""
    words = read(prompt)
    assert word in words.understood.unknown
    assert pipeline.parts.table.match(word).row not in words.rows
    assert f"not known: {word}" in " ".join(words.sentences())
    assert words.nearest
    titles = [kind.title for kind in words.nearest]
    assert len(titles) == len(set(titles))


def test_no_kind_is_offered_by_a_word_that_is_not_known(pipeline: MiniPipeline) -> None:
    kinds, table = pipeline.parts.kinds, pipeline.parts.table
    assert kinds.dropped
    assert not [kind.name for kind in kinds.kinds if kinds.dropped & {table.match(w).form for p in kind.words for w in split(p)}]


def test_a_word_of_little_likeness_is_not_taken_as_another(read, pipeline: MiniPipeline) -> None:
    """No table row with a cosine under the limit reaches the model, whatever the table's words are."""
    table, vectors = pipeline.parts.table, pipeline.parts.conditioner.words
    far = [w for i, w in enumerate(table.words[table.trained :], table.trained) if vectors.nearest_trained(i)[1] < 0.6][:40]
    for word in far:
        if not table.match(word).trained:
            assert read(word).rows == ()
            assert word in read(word).understood.unknown


@pytest.mark.parametrize(
    ("prompt", "english"),
    [
        ("雨声", "rain"),
        ("爆炸", "explosion"),
        ("远处的雷声", "distant thunder"),
        ("短促的枪声", "short gunshot"),
        ("下雨，打雷", "rain, thunder"),
    ],
)
def test_chinese_is_read_by_its_word_list(read, prompt: str, english: str) -> None:
    words = read(prompt)
    assert words.english == english
    assert words.sentences() == (f"Read as: {english}.",)
    assert words.rows == read(english).rows


@pytest.mark.parametrize(
    ("text", "rest", "hz"),
    [
        ("piano A4", "high piano", 440.0),
        ("c#5 flute", "high flute", 554.365),
        ("violin Bb3", "violin", 233.082),
        ("e flat 3 cello", "low cello", 155.563),
        ("bass guitar E1", "low bass guitar", 41.203),
        ("C7 bell", "high bell", 2093.005),
    ],
)
def test_note_names_are_found(text: str, rest: str, hz: float) -> None:
    plain, note = find_note(text)
    assert sorted(plain.split()) == sorted(rest.split())
    assert note is not None
    assert note.frequency_hz == pytest.approx(hz, abs=0.01)


@pytest.mark.parametrize("text", ["808 kick", "mp3 player", "4x4 engine", "rain", "a siren", "B52"])
def test_other_words_are_no_notes(text: str) -> None:
    assert find_note(text) == (text, None)


@pytest.mark.parametrize("hz", [110.0, 261.6, 1000.0, 3000.0])
def test_pitch_is_measured_and_moved(hz: float) -> None:
    t = np.arange(SAMPLE_RATE_HZ) / SAMPLE_RATE_HZ
    tone = (
        sum(np.sin(2 * np.pi * hz * k * t) / k for k in (1, 2, 3) if hz * k < 20000).astype(np.float32)[:, None]
        * np.exp(-2 * t)[:, None]
    )
    found = pitch_hz(tone[:, 0])
    assert found == pytest.approx(hz, rel=0.005)
    moved = tuned(tone.astype(np.float32), 1.25)
    assert pitch_hz(moved[:, 0]) == pytest.approx(1.25 * hz, rel=0.005)
    assert pitch_hz(np.random.default_rng(0).standard_normal(40000)) is None


def test_a_note_name_sets_the_pitch_of_a_take(pipeline: MiniPipeline, info: ModelInfo) -> None:
    for name, hz in (("piano C4", 261.63), ("violin A4", 440.0)):
        audio, run = make(pipeline, info, prompt=name, steps=12, seed=1)
        assert pitch_hz(audio[:, 0]) == pytest.approx(hz, rel=0.02)
        assert f"to {name[-2:]}, " in " ".join(run.notes)
        assert len(audio) == SAMPLE_RATE_HZ


def test_a_note_for_a_sound_without_pitch_is_said_to_be_left_out(pipeline: MiniPipeline, info: ModelInfo) -> None:
    _, run = make(pipeline, info, prompt="rain C4")
    assert run.notes == ["The sound has no clear pitch, so C4 is not followed."]


def test_a_short_sound_in_a_long_take_is_padded_or_cut(pipeline: MiniPipeline, info: ModelInfo) -> None:
    assert layout(20.0, once=True).single
    padded, run = make(pipeline, info, prompt="gunshot", duration_s=9.0, steps=4)
    assert len(padded) == 9 * SAMPLE_RATE_HZ
    assert any("the rest is silence" in note for note in run.notes)
    cut, run = make(pipeline, info, prompt="gunshot", duration_s=9.0, steps=4, ending="cut")
    assert len(cut) < 6.2 * SAMPLE_RATE_HZ
    assert any("the take is cut there" in note for note in run.notes)
    assert abs(cut[-1, 0]) < 1e-3 * np.abs(cut).max()
