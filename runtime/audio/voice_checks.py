"""Whether a recording will do as a reference voice: length, level, clipping, background and silence around it, and what mends it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ditone.runtime.audio.mono import mono
from ditone.runtime.take import Audio

Fix = Literal["", "trim", "cut", "record"]  # nothing helps here; cut the silence off; keep the best 30 s; record again

SHORTEST_S, LONGEST_S = 3.0, 30.0
LOWEST_RATE_HZ = 16000
FRAME_S = 0.02
SILENT_PEAK_DB = -60.0
QUIET_SPEECH_DB = -38.0
LEAST_ROOM_DB = 15.0  # between the speech and the background
BELOW_SPEECH_DB = 35.0  # quieter than this under the loud frames is a pause
EDGE_S = 0.6  # more silence than this before or after the speech is worth cutting off
KEPT_EDGE_S = 0.15
CLIP_LEVEL, CLIP_RUN = 0.985, 3  # samples in a row that are as good as full scale
NOTHING_DB = -120.0


@dataclass(frozen=True)
class Finding:
    """What was found, as a sentence, and what would mend it. `serious`: the recording cannot be used as it is."""

    kind: Literal["short", "long", "silent", "quiet", "clipped", "noisy", "edges", "rate"]
    sentence: str
    fix: Fix = ""
    serious: bool = False


def check(audio: Audio, rate_hz: int) -> tuple[Finding, ...]:
    """What speaks against a recording (frames, channels), the most important first; nothing for a good one."""
    levels = frame_levels_db(audio, rate_hz)
    peak_db = _db(float(np.abs(audio).max(initial=0.0)))
    if not len(levels) or peak_db < SILENT_PEAK_DB:
        return (Finding("silent", "Nothing is heard: the recording is silent.", "record", True),)
    first_s, last_s = speech_span_s(audio, rate_hz)
    found = [
        *_length(len(audio) / rate_hz, last_s - first_s),
        *_edges(first_s, len(audio) / rate_hz - last_s),
        *_clipping(audio),
        *_levels(levels),
    ]
    if rate_hz < LOWEST_RATE_HZ:
        found.append(Finding("rate", f"The sample rate is {rate_hz} Hz; a voice needs at least {LOWEST_RATE_HZ} Hz.", "record"))
    return tuple(found)


def frame_levels_db(audio: Audio, rate_hz: int) -> NDArray[np.float64]:
    """Mean level in dBFS of every 20 ms of the mix to mono."""
    frame = max(round(FRAME_S * rate_hz), 1)
    samples = mono(audio).astype(np.float64)
    whole = samples[: len(samples) // frame * frame].reshape(-1, frame)
    levels_db: NDArray[np.float64] = 10 * np.log10(np.maximum((whole**2).mean(axis=1), 10 ** (NOTHING_DB / 10)))
    return levels_db


def speech_span_s(audio: Audio, rate_hz: int) -> tuple[float, float]:
    """From the first to the last frame that is not silence, in seconds."""
    levels = frame_levels_db(audio, rate_hz)
    loud = np.flatnonzero(levels > _threshold_db(levels)) if len(levels) else levels
    if not len(loud):
        return 0.0, len(audio) / rate_hz
    return float(loud[0]) * FRAME_S, min(float(loud[-1] + 1) * FRAME_S, len(audio) / rate_hz)


def trimmed(audio: Audio, rate_hz: int) -> Audio:
    """Without the silence around the speech, of which 0.15 s stay on either side."""
    first_s, last_s = speech_span_s(audio, rate_hz)
    return audio[max(round((first_s - KEPT_EDGE_S) * rate_hz), 0) : round((last_s + KEPT_EDGE_S) * rate_hz)]


def best_part(audio: Audio, rate_hz: int, longest_s: float = LONGEST_S) -> Audio:
    """The part of up to `longest_s` with the most speech in it."""
    frames = round(longest_s / FRAME_S)
    levels = frame_levels_db(audio, rate_hz)
    if len(levels) <= frames:
        return audio[: round(longest_s * rate_hz)]
    speech = np.concatenate(([0], np.cumsum(levels > _threshold_db(levels))))
    start = int(np.argmax(speech[frames:] - speech[:-frames]))
    first = start * max(round(FRAME_S * rate_hz), 1)
    return audio[first : first + round(longest_s * rate_hz)]


def _threshold_db(levels: NDArray[np.float64]) -> float:
    """Between pauses and speech: well under the loud frames, and clearly over a background that is louder than that."""
    speech, background = np.percentile(levels, [95, 5])
    return float(max(speech - BELOW_SPEECH_DB, min(background + 6.0, speech - 10.0)))


def _length(length_s: float, speech_s: float) -> list[Finding]:
    if length_s > LONGEST_S:
        words = f"The recording is {length_s:.1f} s long; a voice needs {SHORTEST_S:g} to {LONGEST_S:g} s."
        return [Finding("long", words, "cut")]
    if length_s < SHORTEST_S:
        words = f"The recording is only {length_s:.1f} s long; a voice needs {SHORTEST_S:g} to {LONGEST_S:g} s."
        return [Finding("short", words, "record")]
    if speech_s < SHORTEST_S:
        words = f"Only {speech_s:.1f} s of the recording are speech; a voice needs at least {SHORTEST_S:g} s."
        return [Finding("short", words, "record")]
    return []


def _edges(before_s: float, after_s: float) -> list[Finding]:
    if max(before_s, after_s) < EDGE_S:
        return []
    where = [f"{length_s:.1f} s {word}" for length_s, word in ((before_s, "before"), (after_s, "after")) if length_s >= EDGE_S]
    return [Finding("edges", f"There is silence around the voice: {' and '.join(where)} it.", "trim")]


def _clipping(audio: Audio) -> list[Finding]:
    """Places where several samples in a row stand at full scale."""
    full = (np.abs(audio) >= CLIP_LEVEL).any(axis=1)
    edges = np.flatnonzero(np.diff(np.concatenate(([False], full, [False])).astype(np.int8)))
    places = int(((edges[1::2] - edges[::2]) >= CLIP_RUN).sum())
    if not places:
        return []
    times = "once" if places == 1 else f"{places:,} times"
    return [
        Finding("clipped", f"The recording is clipped {times}, which makes a rough voice: lower the input's level.", "record")
    ]


def _levels(levels: NDArray[np.float64]) -> list[Finding]:
    speech, background = (float(level) for level in np.percentile(levels, [95, 10]))
    found = []
    if speech < QUIET_SPEECH_DB:
        found.append(Finding("quiet", f"The voice is very quiet ({speech:.0f} dBFS): come nearer, or raise the level.", "record"))
    if speech - background < LEAST_ROOM_DB:
        room = f"The background is only {speech - background:.0f} dB quieter than the voice"
        found.append(Finding("noisy", f"{room}: record in a quieter place, with short pauses.", "record"))
    return found


def _db(level: float) -> float:
    return 20 * float(np.log10(max(level, 10 ** (NOTHING_DB / 20))))
