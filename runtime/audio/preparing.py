"""What an export may do to samples before they are stored, and only when asked: cut out a part, change the gain, dither."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np

from ditone.runtime.audio.loudness import integrated_lufs, linear, rms_dbfs, true_peak_dbtp
from ditone.runtime.audio.resampling import resample
from ditone.runtime.files import is_reserved
from ditone.runtime.take import Audio, Take

GainTarget = Literal["none", "loudness", "peak"]

OPUS_RATES_HZ = (48000, 24000, 16000, 12000, 8000)
CUT_FADE_S = 0.003
SHORTEST_NAME = "take"
LONGEST_NAME, LONGEST_BYTES = 80, 200  # a name may have 255 bytes, and an ending and a number come behind it
FORBIDDEN = re.compile(r'[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff<>:"/\\|?*]+')


@dataclass(frozen=True)
class Preparation:
    """span_s: the part to keep, None for all. gain: what `target_db` means: LUFS for "loudness", dBTP for "peak".

    ceiling_dbtp: a gain to a loudness stops where the true peak would pass it. dither: where 16 bits are stored.
    """

    span_s: tuple[float, float] | None = None
    gain: GainTarget = "none"
    target_db: float = 0.0
    ceiling_dbtp: float = -1.0
    dither: bool = False


@dataclass(frozen=True, eq=False)
class Prepared:
    """The samples to be stored and their rate, the gain they got, and sentences the user should know."""

    audio: Audio
    rate_hz: int
    gain_db: float = 0.0
    notes: tuple[str, ...] = ()


def prepare(audio: Audio, rate_hz: int, how: Preparation, subtype: str = "FLOAT") -> Prepared:
    """`audio` (frames, channels) as it will be stored as `subtype`. Without any wish it is the very same array.

    Opus knows five rates only, so a sound of another rate is brought to 48 kHz for it, and told.
    """
    if how.span_s is not None:
        audio = cut(audio, rate_hz, *how.span_s)
    gain_db, notes = _gain(audio, rate_hz, how)
    if gain_db:
        audio = audio * np.float32(linear(gain_db))
    if subtype == "OPUS" and rate_hz not in OPUS_RATES_HZ:
        audio, rate_hz = resample(audio, rate_hz, OPUS_RATES_HZ[0]), OPUS_RATES_HZ[0]
        notes.append("Opus stores 48 kHz, so the sound was resampled.")
    if how.dither and subtype == "PCM_16":
        audio = dithered(audio)
    return Prepared(audio, rate_hz, gain_db, tuple(notes))


def cut(audio: Audio, rate_hz: int, start_s: float, end_s: float) -> Audio:
    """The part from start to end; an end that was cut inside the sound is faded over 3 ms, so that it does not click."""
    first, last = max(round(start_s * rate_hz), 0), min(round(end_s * rate_hz), len(audio))
    part = audio[first:last].copy()
    fade = min(round(CUT_FADE_S * rate_hz), len(part) // 2)
    ramp = (np.arange(1, fade + 1) / (fade + 1)).astype(np.float32)[:, None]
    if fade and first > 0:
        part[:fade] *= ramp
    if fade and last < len(audio):
        part[-fade:] *= ramp[::-1]
    return part


def dithered(audio: Audio) -> Audio:
    """With triangular noise of two 16-bit steps (Lipshitz, Wannamaker, Vanderkooy 1992); always the same, so equal takes stay equal."""
    step = 2.0**-15
    random = np.random.default_rng(0)
    noise = (random.random(audio.shape, np.float32) - random.random(audio.shape, np.float32)) * np.float32(step)
    return np.clip(audio + noise, -1.0, 1.0 - step).astype(np.float32)


def _gain(audio: Audio, rate_hz: int, how: Preparation) -> tuple[float, list[str]]:
    if how.gain == "none":
        return 0.0, []
    peak = true_peak_dbtp(audio, rate_hz)
    if not math.isfinite(peak):
        return 0.0, ["The sound is silent, so its level was left as it is."]
    if how.gain == "peak":
        return how.target_db - peak, []
    level = integrated_lufs(audio, rate_hz)
    notes = []
    if not math.isfinite(level):
        level = rms_dbfs(audio)
        notes.append("The sound is too short or too quiet for a loudness; its mean square was used.")
    gain = how.target_db - level
    if peak + gain > how.ceiling_dbtp:
        gain = how.ceiling_dbtp - peak
        notes.append(
            f"The true peak would pass {how.ceiling_dbtp:g} dBTP, so the sound is {how.target_db - level - gain:.1f} dB quieter than asked."
        )
    return gain, notes


def file_stem(template: str, take: Take) -> str:
    """A file name without ending from a template with {prompt}, {seed}, {model}, {solver}, {steps} and {date}; safe on every system."""
    request = take.request
    words = {
        "prompt": request.prompt.strip()[:48].strip() or "untitled",
        "seed": str(request.seed),
        "model": take.variant or take.family,
        "solver": request.solver,
        "steps": str(request.steps),
        "date": take.created_at[:10],
    }
    name = re.sub(r"\{(\w+)\}", lambda match: words.get(match[1], match[0]), template)
    name = re.sub(r"\s+", " ", FORBIDDEN.sub(" ", name)).strip(" .")[:LONGEST_NAME]
    name = name.encode()[:LONGEST_BYTES].decode(errors="ignore").strip(" .")
    if is_reserved(name):
        device, dot, rest = name.partition(".")
        name = f"{device.strip()}_{dot}{rest}"
    return name or SHORTEST_NAME


def free_path(folder: Path, stem: str, suffix: str) -> Path:
    """The path for a new file: with " 2", " 3", ... behind its name as long as there is such a file already."""
    path = folder / f"{stem}{suffix}"
    number = 2
    while path.exists():
        path = folder / f"{stem} {number}{suffix}"
        number += 1
    return path
