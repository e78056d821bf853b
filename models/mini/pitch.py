"""Note names in a prompt, and takes brought to a note: the pitch is measured, and the sound is played faster or slower."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from ditone.models.mini.config import SAMPLE_RATE_HZ
from ditone.runtime.take import Audio

_NOTE = re.compile(r"(?<![\w#])([A-Ga-g])([#♯b♭]|[ -]?(?:sharp|flat)[ -]?)?([0-8])(?![\w#])", re.IGNORECASE)
_SEMITONES = {"c": 0, "d": 2, "e": 4, "f": 5, "g": 7, "a": 9, "b": 11}
LOW, HIGH = 53, 68  # MIDI numbers; instruments were trained at 45, called low, at 60, and at 76, called high
LOWEST_HZ, HIGHEST_HZ = 90.0, 4500.0  # below 86 Hz the decoder's own hop would be taken for a pitch
CLEAR = 0.55  # autocorrelation from which a sound has a pitch


@dataclass(frozen=True)
class Note:
    """A note as it was written, and its number after MIDI (60 is C4, 69 is A4 at 440 Hz)."""

    name: str
    midi: int

    @property
    def frequency_hz(self) -> float:
        return float(440.0 * 2 ** ((self.midi - 69) / 12))


def find_note(prompt: str) -> tuple[str, Note | None]:
    """The prompt with its first note name taken out ("piano C#4", "e flat 3"), and the note; a high or low one leaves that word."""
    match = _NOTE.search(prompt)
    if match is None:
        return prompt, None
    sign = (match[2] or "").strip(" -").lower()
    shift = 1 if sign in ("#", "♯", "sharp") else -1 if sign in ("b", "♭", "flat") else 0
    midi = 12 * (int(match[3]) + 1) + _SEMITONES[match[1].lower()] + shift
    word = "low " if midi < LOW else "high " if midi >= HIGH else ""
    rest = " ".join((prompt[: match.start()] + " " + prompt[match.end() :]).split())
    return word + rest, Note(match[0], midi)


def pitch_hz(audio: np.ndarray) -> float | None:
    """Fundamental of (samples,) by normalised autocorrelation over its loudest 0.4 s, or None where there is none."""
    size = min(len(audio), round(0.4 * SAMPLE_RATE_HZ))
    if size < 2048 or not np.any(audio):
        return None
    energy = np.concatenate([[0.0], np.cumsum(audio.astype(np.float64) ** 2)])
    starts = np.arange(0, len(audio) - size + 1, 512)
    start = int(starts[np.argmax(energy[starts + size] - energy[starts])])
    x = audio[start : start + size].astype(np.float64)
    x = x - x.mean()
    half = size // 2
    spectrum = np.fft.rfft(x, 2 * size)
    head = np.fft.rfft(x[:half], 2 * size)
    product = np.fft.irfft(np.conj(head) * spectrum, 2 * size)[: half + 1]
    power = np.concatenate([[0.0], np.cumsum(x**2)])
    lags = np.arange(half + 1)
    norm = np.sqrt((power[half] + 1e-12) * (power[lags + half] - power[lags] + 1e-12))
    alike = product / norm
    first, last = int(SAMPLE_RATE_HZ / HIGHEST_HZ), min(half - 1, int(SAMPLE_RATE_HZ / LOWEST_HZ))
    inner = alike[first : last + 1]
    peaks = np.flatnonzero((inner[1:-1] >= inner[:-2]) & (inner[1:-1] > inner[2:])) + 1 + first
    if not len(peaks) or alike[peaks].max() < CLEAR:
        return None
    # the first peak that is nearly as high as the highest is the period; later ones are its multiples
    lag = int(peaks[alike[peaks] >= 0.85 * alike[peaks].max()][0])
    a, b, c = alike[lag - 1 : lag + 2]
    return float(SAMPLE_RATE_HZ / (lag + 0.5 * (a - c) / (a - 2 * b + c - 1e-12)))


def tuned(audio: Audio, ratio: float) -> Audio:
    """(samples, channels) played `ratio` times as fast, by linear phase resampling in the frequency domain."""
    samples = max(1, round(len(audio) / ratio))
    padded = np.pad(audio.astype(np.float64), ((0, len(audio)), (0, 0)))  # what wraps around falls into silence
    spectrum = np.fft.rfft(padded, axis=0)
    bins = samples + 1
    spectrum = spectrum[:bins] if len(spectrum) >= bins else np.pad(spectrum, ((0, bins - len(spectrum)), (0, 0)))
    result: Audio = (np.fft.irfft(spectrum, 2 * samples, axis=0)[:samples] * (samples / len(audio))).astype(np.float32)
    return result
