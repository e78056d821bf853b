"""Level of a finished effect: nothing is made louder unless asked."""

from __future__ import annotations

import math

import numpy as np

from ditone.runtime.audio import loudness
from ditone.runtime.take import Audio

PEAK_TARGET_DBTP = -1.0
LOUDNESS_TARGET_LUFS = -23.0  # EBU R 128
FADE_S = 0.02  # the last 20 ms of a full canvas can hold a click


def fade_end(audio: Audio, rate_hz: int) -> Audio:
    """`audio` (frames, channels) with its last 20 ms faded to silence."""
    frames = min(len(audio), round(FADE_S * rate_hz))
    faded = audio.copy()
    faded[len(audio) - frames :] *= np.linspace(1, 0, frames, dtype=np.float32)[:, None]
    return faded


def normalised(audio: Audio, rate_hz: int, how: str) -> tuple[Audio, str]:
    """`audio` at -1 dBTP ("peak") or at -23 LUFS but never above -1 dBTP ("loudness"), and a sentence about what was done."""
    peak = loudness.true_peak_dbtp(audio, rate_hz)
    if not math.isfinite(peak):
        return audio, "Silence was not normalised."
    gain_db, reason = PEAK_TARGET_DBTP - peak, f"a true peak of {PEAK_TARGET_DBTP:g} dBTP"
    if how == "loudness":
        level = loudness.integrated_lufs(audio, rate_hz)
        if not math.isfinite(level):
            reason = f"{reason}, because its loudness cannot be measured (that takes more than 0.4 s)"
        elif LOUDNESS_TARGET_LUFS - level <= gain_db:
            gain_db, reason = LOUDNESS_TARGET_LUFS - level, f"{LOUDNESS_TARGET_LUFS:g} LUFS"
        else:
            reason = f"{reason}, short of {LOUDNESS_TARGET_LUFS:g} LUFS"
    return audio * np.float32(loudness.linear(gain_db)), f"The level was changed by {gain_db:+.1f} dB to {reason}."
