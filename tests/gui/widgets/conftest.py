"""Sounds and mouse events for the widgets' tests."""

from __future__ import annotations

import numpy as np
import pytest

from ditone.gui.audio.sound import Sound
from ditone.gui.widgets.timeline import TimelineState

RATE = 44100


@pytest.fixture
def timeline() -> TimelineState:
    return TimelineState()


@pytest.fixture
def sound() -> Sound:
    """Two seconds of a decaying tone with one full-scale sample at 1.5 s."""
    t = np.arange(2 * RATE) / RATE
    audio = (0.5 * np.exp(-2 * t) * np.sin(2 * np.pi * 440 * t))[:, None].astype(np.float32)
    audio[round(1.5 * RATE)] = 1.0
    return Sound(audio, RATE, "metal clang", {"seed": 7, "solver": "Euler", "steps": 50, "cfg": 6.0, "lufs": -19.24})
