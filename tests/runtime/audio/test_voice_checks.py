"""The checks of a reference recording, on made recordings with one fault each."""

from __future__ import annotations

import numpy as np
import pytest

from ditone.runtime.audio import voice_checks
from ditone.runtime.audio.voice_checks import best_part, check, speech_span_s, trimmed
from ditone.runtime.take import Audio

RATE = 24000


def speech(seconds: float, level: float = 0.3, rate: int = RATE, background: float = 0.0005) -> Audio:
    """Syllables: bursts of a buzz with short pauses between them, over a quiet background."""
    t = np.arange(round(seconds * rate)) / rate
    buzz = sum(np.sin(2 * np.pi * 140 * k * t) / k for k in range(1, 12))
    syllables = np.clip(np.sin(2 * np.pi * 2.5 * t) * 3, 0, 1) ** 0.5
    noise = np.random.default_rng(0).standard_normal(len(t)) * background
    return (level * buzz / np.abs(buzz).max() * syllables + noise).astype(np.float32)[:, None]


def silence(seconds: float, rate: int = RATE) -> Audio:
    return (np.random.default_rng(1).standard_normal((round(seconds * rate), 1)) * 0.0005).astype(np.float32)


def kinds(audio: Audio, rate: int = RATE) -> list[str]:
    return [finding.kind for finding in check(audio, rate)]


@pytest.mark.parametrize("seconds", [3.5, 10.0, 29.5])
def test_a_good_recording_has_no_findings(seconds: float) -> None:
    assert kinds(speech(seconds)) == []


def test_stereo_is_checked_as_one_voice() -> None:
    assert kinds(np.repeat(speech(5.0), 2, axis=1)) == []


@pytest.mark.parametrize(
    ("audio", "kind", "words", "fix"),
    [
        (speech(1.2), "short", "only 1.2 s long; a voice needs 3 to 30 s", "record"),
        (speech(41.0), "long", "41.0 s long", "cut"),
        (np.zeros((5 * RATE, 1), np.float32), "silent", "Nothing is heard", "record"),
        (speech(5.0, 0.006, background=0.0), "quiet", "very quiet", "record"),
        (np.clip(4 * speech(5.0), -1, 1), "clipped", "clipped", "record"),
        (speech(5.0, background=0.08), "noisy", "The background is only", "record"),
        (np.concatenate([silence(2.0), speech(5.0), silence(1.5)]), "edges", "2.0 s before and 1.5 s after", "trim"),
    ],
)
def test_each_fault_is_told_with_what_mends_it(audio: Audio, kind: str, words: str, fix: str) -> None:
    found = {finding.kind: finding for finding in check(audio, RATE)}
    assert found.keys() == {kind}
    assert words in found[kind].sentence and found[kind].fix == fix
    assert found[kind].serious is (kind == "silent")


def test_a_low_rate_is_told() -> None:
    assert kinds(speech(5.0, rate=8000), 8000) == ["rate"]


def test_much_silence_around_little_speech_is_too_short() -> None:
    assert kinds(np.concatenate([silence(2.0), speech(1.5), silence(2.0)])) == ["short", "edges"]


def test_trimming_keeps_the_speech_and_a_little_silence() -> None:
    recording = np.concatenate([silence(2.0), speech(5.0), silence(1.5)])
    first, last = speech_span_s(recording, RATE)
    assert (first, last) == (pytest.approx(2.0, abs=0.05), pytest.approx(7.0, abs=0.25))
    cut = trimmed(recording, RATE)
    assert len(cut) / RATE == pytest.approx(last - first + 0.3, abs=0.05)
    assert kinds(cut) == []
    np.testing.assert_array_equal(cut, recording[round((first - 0.15) * RATE) :][: len(cut)])


def test_the_best_part_is_where_the_speech_is() -> None:
    recording = np.concatenate([silence(25.0), speech(29.0), silence(20.0)])
    best = best_part(recording, RATE)
    assert len(best) == 30 * RATE
    levels = voice_checks.frame_levels_db(best, RATE)
    assert (levels > -40).sum() >= 0.98 * (voice_checks.frame_levels_db(speech(29.0), RATE) > -40).sum()
    np.testing.assert_array_equal(best_part(recording[:RATE], RATE), recording[:RATE])
