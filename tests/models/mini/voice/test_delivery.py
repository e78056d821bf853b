"""How a sentence is handed over: silence, joins, level, and the end of a question."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
import torch

from ditone.models.mini.family import BUILTIN
from ditone.models.mini.voice.config import HOP, SAMPLE_RATE_HZ
from ditone.models.mini.voice.delivery import LOUDNESS_LUFS, loudness_lufs, raised
from ditone.runtime import registry
from ditone.runtime.audio.loudness import integrated_lufs
from ditone.runtime.request import EngineSettings
from ditone.runtime.session import Session

FRAME = SAMPLE_RATE_HZ // 100
TEXT = "He was here. Then he left! Nobody came."


@pytest.fixture(scope="module")
def audio() -> np.ndarray:
    with Session.open(registry.recognise(BUILTIN["mini-voice"]), EngineSettings(threads=1, device="cpu")) as session:
        request = session.info.defaults().replaced(prompt=TEXT, steps=4, seed=5, engine=session.engine.settings)
        return session.generate(request).audio


def runs_of_silence_s(audio: np.ndarray) -> list[float]:
    """Lengths of all silences (40 dB under the loudest 10 ms), the first and the last included even where they are 0."""
    level = np.square(audio[: len(audio) // FRAME * FRAME, 0]).reshape(-1, FRAME).mean(axis=1)
    loud = np.flatnonzero(level > level.max() * 1e-4)
    gaps = [loud[0], *(b - a - 1 for a, b in itertools.pairwise(loud)), len(level) - 1 - loud[-1]]
    return [gap / 100 for gap in gaps]


def test_there_is_little_silence_around_a_take(audio: np.ndarray) -> None:
    silences = runs_of_silence_s(audio)
    assert silences[0] <= 0.05
    assert silences[-1] <= 0.2


def test_sentences_are_joined_by_a_natural_pause(audio: np.ndarray) -> None:
    joins = [silence for silence in runs_of_silence_s(audio)[1:-1] if silence >= 0.2]
    assert len(joins) == 2
    assert all(0.25 <= join <= 0.5 for join in joins)


def test_a_take_is_as_loud_as_those_of_mini_sfx(audio: np.ndarray) -> None:
    assert abs(integrated_lufs(audio, SAMPLE_RATE_HZ) - LOUDNESS_LUFS) <= 3
    assert np.abs(audio).max() < 1


@pytest.mark.parametrize("hz", [120.0, 1000.0, 4000.0])
def test_the_quick_loudness_is_the_standard_one(hz: float) -> None:
    t = np.arange(3 * SAMPLE_RATE_HZ) / SAMPLE_RATE_HZ
    tone = (0.2 * np.sin(2 * np.pi * hz * t)).astype(np.float32)
    assert loudness_lufs(tone) == pytest.approx(integrated_lufs(tone[:, None], SAMPLE_RATE_HZ), abs=0.2)


def test_the_pitch_of_a_question_goes_up_where_it_is_heard() -> None:
    frames = 2 * SAMPLE_RATE_HZ // HOP
    pitch, mel = torch.full((1, frames), 200.0), torch.full((1, frames, 80), -3.0)
    pitch[:, -40:] = 90.0
    mel[:, -40:] = -11.0  # voiced as far as the model says, and silent
    bent = raised(pitch, mel)
    end = frames - 41
    assert float(bent[0, end]) > 1.3 * 200
    assert torch.equal(bent[:, : end - 80], pitch[:, : end - 80])
    assert not (raised(torch.zeros(1, 20), mel[:, :20]) > 0).any()
