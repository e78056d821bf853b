"""Metrics of a comparison. Each is a number, or None with a reason in one sentence."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ditone.runtime.audio.loudness import integrated_lufs, rms_dbfs
from ditone.runtime.audio.resampling import resample
from ditone.runtime.comparison.align import find_fit, same_channels, shifted, to_mono
from ditone.runtime.comparison.mel import log_mel_distance_db
from ditone.runtime.take import Audio

IDENTICAL = "infinite: A and B are equal sample by sample"
COMMON_PART = "infinite over the part that both have, where no sample differs; the whole sounds are not the same"
POLARITY = "B is turned upside down: it fits A best with its polarity inverted"
SAMPLE_METRICS = (
    "cosine", "max_abs_error", "max_abs_error_at_s", "snr_db", "null_depth_db", "log_mel_db", "loudness_difference_lu",
)  # fmt: skip


@dataclass(frozen=True, eq=False)
class Sound:
    """One side of a comparison: audio (frames, channels), its rate, and the take's facts where it is one of ours."""

    audio: Audio
    rate_hz: int
    name: str = ""
    facts: Mapping[str, Any] | None = None


@dataclass(frozen=True)
class Metrics:
    """What `compare` found. Levels in dB, times in seconds of A. `reasons` says why a figure is None.

    cosine: of the waveforms. max_abs_error: largest sample difference, at max_abs_error_at_s. snr_db: A over A - B.
    one_minus_cosine: the same without the digits that 1 swallows. null_depth_db: RMS of A - B over RMS of A. log_mel_db: mean absolute
    difference of the levels of bands that are not silent. shift_samples: how late B is. inverted: B fits with its polarity turned over.
    seed_ratio: RMS of A - B over the RMS difference that another seed makes, where such a take was given.
    """

    cosine: float | None
    max_abs_error: float | None
    max_abs_error_at_s: float | None
    snr_db: float | None
    null_depth_db: float | None
    log_mel_db: float | None
    shift_samples: int
    aligned: bool
    length_difference_s: float
    loudness_difference_lu: float | None
    seed_ratio: float | None = None
    rate_hz: int = 0
    reasons: dict[str, str] = field(default_factory=dict)
    one_minus_cosine: float | None = None
    inverted: bool = False

    @property
    def equal(self) -> bool:
        """Whether both are the same sound, sample by sample from beginning to end, at one rate and with the same channels."""
        return self.reasons.get("snr_db") == IDENTICAL


def compare(a: Sound, b: Sound, *, align: bool = False, other_seed: Sound | None = None) -> Metrics:
    """Compares B with A at A's rate.

    The shift of B is always found and named; with `align` it is also taken out before the sample-wise figures. `other_seed` is a take
    like A with another seed; the difference to it is what "a different draw" means in this sound.
    """
    reasons: dict[str, str] = {}
    broken = next((why for name, sound in (("A", a), ("B", b)) if (why := _unusable(name, sound.audio))), None)
    if broken is not None:
        length = len(b.audio) / b.rate_hz - len(a.audio) / a.rate_hz
        none: dict[str, Any] = dict.fromkeys(SAMPLE_METRICS)
        return Metrics(
            **none,
            shift_samples=0,
            aligned=False,
            length_difference_s=length,
            rate_hz=a.rate_hz,
            reasons=dict.fromkeys(SAMPLE_METRICS, broken),
        )
    x, y = _common(a, b, reasons)
    fit = find_fit(to_mono(x), to_mono(y))
    if fit.inverted:
        reasons["polarity"] = POLARITY
    taken = fit.shift if align else 0
    p, q = shifted(x, y, taken)
    error = np.abs(p - q)
    worst = int(error.max(axis=1).argmax())
    seed_ratio = None if other_seed is None else _seed_ratio(a, other_seed, p, q, reasons)
    whole = a.rate_hz == b.rate_hz and a.audio.shape == b.audio.shape and not taken
    snr, null = _ratios(p, q, whole, reasons)
    cosine, distance = _cosine(p, q, reasons)
    return Metrics(
        cosine=cosine,
        one_minus_cosine=distance,
        inverted=fit.inverted,
        max_abs_error=float(error[worst].max()),
        max_abs_error_at_s=(worst + max(-taken, 0)) / a.rate_hz,
        snr_db=snr,
        null_depth_db=null,
        log_mel_db=log_mel_distance_db(to_mono(p), to_mono(q), a.rate_hz),
        shift_samples=fit.shift,
        aligned=align,
        length_difference_s=len(b.audio) / b.rate_hz - len(a.audio) / a.rate_hz,
        loudness_difference_lu=_loudness_difference(a, b, reasons),
        seed_ratio=seed_ratio,
        rate_hz=a.rate_hz,
        reasons=reasons,
    )


def _unusable(name: str, audio: Audio) -> str | None:
    """Why no figure can be made from a sound: one sample that is no number would make every figure one, silence among them."""
    if audio.size == 0:
        return f"{name} is empty"
    return None if np.isfinite(audio).all() else f"undefined: {name} holds samples that are not finite numbers"


def _common(a: Sound, b: Sound, reasons: dict[str, str]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    other = b.audio
    if a.rate_hz != b.rate_hz:
        reasons["rate"] = f"B was resampled from {b.rate_hz} to {a.rate_hz} Hz; sample-wise figures include that"
        other = resample(b.audio, b.rate_hz, a.rate_hz)
    if a.audio.shape[1] != b.audio.shape[1]:
        reasons["channels"] = f"A has {a.audio.shape[1]} channels, B {b.audio.shape[1]}; their mono sums are compared"
    return same_channels(a.audio, other)


def _cosine(p: NDArray[np.float64], q: NDArray[np.float64], reasons: dict[str, str]) -> tuple[float | None, float | None]:
    """The cosine, and what is missing to 1: half the squared distance of both at unit length, which keeps its digits near 1."""
    left, right = float(np.linalg.norm(p)), float(np.linalg.norm(q))
    if left * right == 0:
        reasons["cosine"] = "undefined: " + ("A" if not p.any() else "B") + " is silent"
        return None, None
    distance = float(((p / left - q / right) ** 2).sum()) / 2
    return float(np.clip((p * q).sum() / (left * right), -1, 1)), distance


def _ratios(
    p: NDArray[np.float64], q: NDArray[np.float64], whole: bool, reasons: dict[str, str]
) -> tuple[float | None, float | None]:
    """`whole`: p and q are all there is of both sounds."""
    signal, noise = float((p * p).sum()), float(((p - q) ** 2).sum())
    if noise == 0:
        reasons["snr_db"] = reasons["null_depth_db"] = IDENTICAL if whole else COMMON_PART
        return None, None
    if signal == 0:
        reasons["snr_db"] = reasons["null_depth_db"] = "undefined: A is silent"
        return None, None
    snr = 10 * float(np.log10(signal / noise))
    return snr, -snr


def _loudness_difference(a: Sound, b: Sound, reasons: dict[str, str]) -> float | None:
    la, lb = integrated_lufs(a.audio, a.rate_hz), integrated_lufs(b.audio, b.rate_hz)
    if math.isnan(la) or math.isnan(lb):
        reasons["loudness"] = "one sound is too short for gated loudness; both are measured by their root mean square"
        la, lb = rms_dbfs(a.audio), rms_dbfs(b.audio)
    if not (math.isfinite(la) and math.isfinite(lb)):
        reasons["loudness_difference_lu"] = "undefined: " + ("B" if math.isfinite(la) else "A") + " is silent"
        return None
    return lb - la


def _seed_ratio(a: Sound, other: Sound, p: NDArray[np.float64], q: NDArray[np.float64], reasons: dict[str, str]) -> float | None:
    x, y = _common(a, other, {})
    n = min(len(x), len(y))
    spread = float(np.sqrt(((x[:n] - y[:n]) ** 2).mean()))
    if spread == 0:
        reasons["seed_ratio"] = "undefined: the other seed gave the same sound"
        return None
    return float(np.sqrt(((p - q) ** 2).mean())) / spread
