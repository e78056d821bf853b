"""Sound files that other programs write and that have broken some before: made here, each under a second long."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import soundfile

RATE_HZ = 22050
KINDS = (
    "plain", "six_channels", "nine_channels", "left_clipped_right_empty", "one_nan", "infinite", "rate_1_hz", "right_silent", "dc_offset",
    "antiphase", "silent", "one_sample", "impulse", "huge", "denormal",
)  # fmt: skip
REFUSED = {"nine_channels", "one_nan", "infinite", "rate_1_hz"}  # by a sentence, wherever a sound is taken from them
REFUSED_BY_MODELS = REFUSED | {"huge"}  # what can be shown and played, and not computed with


def write(folder: Path, kind: str) -> Path:
    """`folder`/KIND.wav."""
    tone = 0.3 * np.sin(2 * np.pi * 220 * np.arange(RATE_HZ * 4 // 5) / RATE_HZ).astype(np.float32)
    nothing, rate, audio = np.zeros_like(tone), RATE_HZ, tone[:, None]
    if kind in ("six_channels", "nine_channels"):
        audio = np.repeat(audio, 6 if kind == "six_channels" else 9, axis=1)
    elif kind == "left_clipped_right_empty":
        audio = np.stack((np.clip(5 * tone, -1, 1), nothing), 1)
    elif kind in ("one_nan", "infinite"):
        audio = np.stack((tone, tone), 1)
        audio[RATE_HZ // 2, 1] = np.nan if kind == "one_nan" else np.inf
    elif kind == "rate_1_hz":
        rate = 1
    elif kind == "right_silent":
        audio = np.stack((tone, nothing), 1)
    elif kind == "dc_offset":
        audio = audio + np.float32(0.4)
    elif kind == "antiphase":
        audio = np.stack((tone, -tone), 1)
    elif kind == "silent":
        audio = nothing[:, None]
    elif kind == "one_sample":
        audio = audio[1:2]
    elif kind == "impulse":
        audio = nothing[:, None].copy()
        audio[1000] = 1.0
    elif kind in ("huge", "denormal"):
        audio = audio * np.float32(1e30 if kind == "huge" else 1e-40)
    path = folder / f"{kind}.wav"
    soundfile.write(path, audio, rate, subtype="FLOAT")
    return path
