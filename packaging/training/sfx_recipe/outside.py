"""Rows of the report that do not ask the training's own yardstick: an outside judge, repetition, tones, clicks, edges, loudness.

Everything is measured on takes as the application delivers them, in its default setting; nothing is corrected before.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F

from ditone.models.mini.config import SAMPLE_RATE_HZ
from ditone.models.mini.latent import log_mel
from ditone.models.mini.pipeline import MiniPipeline
from ditone.runtime.audio.loudness import integrated_lufs
from ditone.runtime.registry import ModelInfo
from ditone.runtime.run import Run

from . import judge
from .catalogue import make_clip

PROMPTS = Path(__file__).with_name("prompts_outside.txt")
NOISE_PROMPTS = (
    "rain on a tin roof", "wind blowing", "ocean waves", "rolling thunder", "a campfire", "explosion", "whoosh", "gunshot",
)  # fmt: skip
TONAL_KINDS = ("bell", "beep", "coin", "telephone", "string_pluck", "notification_chime", "siren", "metal_clang")
COPIES = 8  # clips a kind; with one, the median of the kinds ran from 5 to 10 ms between two seeds
TAKES = 3  # of every prompt that the judge hears
CLICK_KINDS = ("ui_click", "clap", "clock_tick", "kick", "hi_hat", "door_knock")
LOUDNESS_PROMPTS = (
    "rain", "wind blowing", "ocean waves", "police siren", "piano note", "church bell", "laser gun", "explosion", "footsteps",
    "glass breaking", "a bird chirping", "car engine", "kick drum", "a short metallic clang", "telephone ringing", "door knock",
)  # fmt: skip


@dataclass(frozen=True)
class Asked:
    """One line of the prompt file."""

    group: str
    prompt: str
    wanted: tuple[str, ...]


def asked() -> list[Asked]:
    """The prompts that were written without the grammar, with the classes that count."""
    lines = [line.split(" | ") for line in PROMPTS.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    return [Asked(group, prompt, tuple(classes.split("; "))) for group, prompt, classes in lines]


@torch.inference_mode()
def take(pipeline: MiniPipeline, info: ModelInfo, prompt: str, seed: int, seconds: float = 2.0, **values: Any) -> np.ndarray:
    """(samples, channels) as delivered in the default setting."""
    request = info.defaults().replaced(prompt=prompt, duration_s=seconds, seed=seed, **values)
    return pipeline.generate(request, Run(seed))


def places(pipeline: MiniPipeline, info: ModelInfo, seed: int, **values: Any) -> list[tuple[Asked, int, list[str]]]:
    """Of every take of every prompt: the asked class's place in YAMNet's ranking, and what it heard first."""
    result = []
    for index, line in enumerate(asked() * TAKES):
        audio = take(pipeline, info, line.prompt, seed * 1009 + index, **values)
        scores = judge.scores(audio, SAMPLE_RATE_HZ)
        result.append((line, judge.rank(scores, line.wanted), judge.heard(scores, 3)))
    return result


def share_within(found: Sequence[tuple[Asked, int, list[str]]], group: str, count: int) -> float:
    """Percent of a group's prompts whose class is among the first `count`."""
    own = [place for line, place, _ in found if line.group == group]
    return 100.0 * float(np.mean([place <= count for place in own]))


def repetition(audio: np.ndarray, lowest_hz: float = 1500.0) -> float:
    """Larger of the absolute autocorrelations at lags 1,024 and 2,048 above `lowest_hz`, of (samples,)."""
    size = 1 << int(np.ceil(np.log2(2 * len(audio))))
    power = np.abs(np.fft.rfft(audio.astype(np.float64), size)) ** 2
    power[np.fft.rfftfreq(size, 1 / SAMPLE_RATE_HZ) < lowest_hz] = 0
    correlation = np.fft.irfft(power, size)
    return float(np.abs(correlation[[1024, 2048]]).max() / (correlation[0] + 1e-20))


def repetitions(pipeline: MiniPipeline, info: ModelInfo, seed: int) -> dict[str, float]:
    """Of the noise-like prompts, in the left channel."""
    return {p: repetition(take(pipeline, info, p, seed + i)[:, 0]) for i, p in enumerate(NOISE_PROMPTS)}


def tone_to_rest_db(made: np.ndarray, real: np.ndarray) -> float:
    """Energy near the real clip's spectral peaks (3 bins of 8,192 samples, 45 dB) against the rest: median over sounding frames."""
    n, window = 8192, torch.hann_window(8192)

    def magnitudes(x: np.ndarray) -> torch.Tensor:
        return torch.stft(torch.from_numpy(x), n, n // 4, window=window, return_complex=True, pad_mode="constant").abs().T

    a, b = magnitudes(real), magnitudes(made)
    frames = min(len(a), len(b))
    a, b = a[:frames], b[:frames].square()
    peaks = (a == F.max_pool1d(a[None], 9, 1, 4)[0]) & (a > a.amax(1, keepdim=True) * 10 ** (-45 / 20))
    near = F.max_pool1d(peaks.float()[None], 7, 1, 3)[0] > 0
    energy = a.square().sum(1)
    used = energy > energy.max() * 1e-3
    ratio = (b * near).sum(1)[used] / ((b * ~near).sum(1)[used] + 1e-12)
    return float((10 * ratio.log10()).clamp(-10, 60).median())


def rise_ms(audio: np.ndarray) -> float:
    """From 10 to 90 % of the first peak (0.12 s) of the envelope, smoothed over half a millisecond."""
    spectrum = np.fft.fft(audio.astype(np.float64))
    half = len(spectrum) // 2
    spectrum[1:half] *= 2
    spectrum[half + 1 :] = 0
    kernel = np.hanning(23)
    envelope = np.convolve(np.abs(np.fft.ifft(spectrum)), kernel / kernel.sum(), "same")
    peak = int(np.argmax(envelope[: int(0.12 * SAMPLE_RATE_HZ)]))
    high = int(np.flatnonzero(envelope[: peak + 1] >= 0.9 * envelope[peak])[0])
    low = np.flatnonzero(envelope[: high + 1] < 0.1 * envelope[peak])
    return (high - (int(low[-1]) if len(low) else 0)) / SAMPLE_RATE_HZ * 1e3


@torch.inference_mode()
def copied(pipeline: MiniPipeline, kind: str, seed: int, before: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """(a fresh generator clip, the same through latent and decoder), each (samples,); `before`: samples of silence in front."""
    real = np.pad(make_clip(kind, (seed, 77)).audio[: int(1.5 * SAMPLE_RATE_HZ)], (before, 0)).astype(np.float32)
    real = np.pad(real, (0, max(0, 30000 - len(real))))
    mel = log_mel(torch.from_numpy(real)[None])
    mel = mel[:, : mel.shape[1] // 4 * 4]
    space = pipeline.parts.latent
    return real, pipeline.parts.decoder(space.decode(space.encode(mel)), seed=seed)[0].numpy()


def tones_db(pipeline: MiniPipeline, seed: int) -> dict[str, float]:
    """`tone_to_rest_db` of tonal kinds after the round trip, median of COPIES clips."""
    result = {}
    for i, kind in enumerate(TONAL_KINDS):
        pairs = [copied(pipeline, kind, seed + i + 100 * k) for k in range(COPIES)]
        result[kind] = round(float(np.median([tone_to_rest_db(made, real) for real, made in pairs])), 1)
    return result


def rises_ms(pipeline: MiniPipeline, seed: int) -> dict[str, float]:
    """`rise_ms` of click-like kinds after the round trip, median of COPIES clips."""
    result = {}
    for i, kind in enumerate(CLICK_KINDS):
        pairs = [copied(pipeline, kind, seed + i + 100 * k, before=2048) for k in range(COPIES)]
        result[kind] = round(float(np.median([rise_ms(made[1024:]) for _, made in pairs])), 2)
    return result


def deliveries(pipeline: MiniPipeline, info: ModelInfo, seed: int) -> dict[str, dict[str, float]]:
    """Loudness, level of the first and last sample, and what two channels do to the mono sum, of default takes."""
    result = {}
    for i, prompt in enumerate(LOUDNESS_PROMPTS):
        audio = take(pipeline, info, prompt, seed + i)
        peak = float(np.abs(audio).max()) + 1e-12
        edge = float(max(np.abs(audio[0]).max(), np.abs(audio[-1]).max()))
        values = {
            "lufs": round(integrated_lufs(audio, SAMPLE_RATE_HZ), 1),
            "edge_db": round(20 * np.log10(edge / peak + 1e-9), 1),
        }
        values["channels"] = float(audio.shape[1])
        if audio.shape[1] == 2:
            left, right = audio[:, 0], audio[:, 1]
            values["correlation"] = round(float(np.corrcoef(left, right)[0, 1]), 3)
            mono = take(pipeline, info, prompt, seed + i, width=0.0)[:, 0]
            middle = audio.mean(1)
            scale = float(middle @ mono / (mono @ mono))
            values["sum_against_mono_db"] = round(10 * np.log10(float(np.mean((middle / scale) ** 2) / np.mean(mono**2))), 3)
        result[prompt] = values
    return result
