"""What is drawn is exact: the envelope of any column equals the minimum and maximum of its samples."""

from __future__ import annotations

import itertools

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from ditone.gui.audio.envelope import BLOCK, Envelope


def brute_force(audio: np.ndarray, edges: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    parts = [audio[min(a, len(audio) - 1) : max(b, min(a, len(audio) - 1) + 1)] for a, b in itertools.pairwise(edges)]
    return np.array([p.min(axis=0) for p in parts]).T, np.array([p.max(axis=0) for p in parts]).T


@settings(max_examples=150, deadline=None)
@given(
    frames=st.integers(1, 40_000),
    columns=st.integers(1, 60),
    view=st.tuples(st.floats(0, 1), st.floats(0, 1)),
    channels=st.integers(1, 2),
)
def test_every_column_is_exact_at_every_zoom(frames: int, columns: int, view: tuple[float, float], channels: int) -> None:
    audio = np.random.default_rng(frames).uniform(-1, 1, (frames, channels)).astype(np.float32)
    start, end = sorted(view)
    edges = np.floor(np.linspace(start * frames, end * frames, columns + 1)).astype(np.int64)
    low, high = Envelope(audio).columns(edges)
    expected_low, expected_high = brute_force(audio, edges)
    np.testing.assert_array_equal(low, expected_low)
    np.testing.assert_array_equal(high, expected_high)


def test_the_whole_sound_down_to_its_last_sample_is_seen_whatever_its_length() -> None:
    for frames in (BLOCK * 40, BLOCK * 40 + 1, BLOCK * 40 - 1):
        for spike in (0, 1, BLOCK - 1, BLOCK, frames // 2, frames - 2, frames - 1):
            audio = np.zeros((frames, 1), np.float32)
            audio[spike] = 1.0
            edges = np.linspace(0, frames, 8).astype(np.int64)
            low, high = Envelope(audio).columns(edges)
            assert high.max() == 1.0 and (high == 1.0).sum() == 1, (frames, spike)
            assert low.min() == 0.0
