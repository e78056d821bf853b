"""Rows of report.json about using the model: every control changes the sound, loops have no seam, textures fill what was asked."""

from collections.abc import Callable

import numpy as np

from ditone.models.mini.config import SAMPLE_RATE_HZ
from ditone.models.mini.pipeline import MiniPipeline
from ditone.runtime.registry import ModelInfo

from .outside import take
from .report import Row, at_least, at_most

Say = Callable[[str], None]
PROMPT = "a short metallic clang"
CHANGES: dict[str, dict[str, object]] = {
    "CFG 3 to 1": {"cfg_scale": 1.0},
    "APG 1 to 0": {"apg": 0.0},
    "Euler to midpoint": {"solver": "midpoint"},
    "Euler to RK4": {"solver": "rk4"},
    "Euler to PingPong": {"solver": "pingpong"},
    "Euler to DPM++": {"solver": "dpmpp"},
    "20 to 12 steps": {"steps": 12},
    "seed": {"seed": 1},
    "negative prompt": {"negative_prompt": "rain"},
}
LOOPED = ("rain on a tin roof", "campfire crackling", "ocean waves")


def log_spectra(audio: np.ndarray) -> np.ndarray:
    """Natural logs of the magnitudes of frames of 2,048 samples, of (samples,): (frames, 1025)."""
    frames = np.lib.stride_tricks.sliding_window_view(audio, 2048)[::512] * np.hanning(2048)
    return np.log(np.abs(np.fft.rfft(frames)) + 1e-4)


def controls(pipeline: MiniPipeline, info: ModelInfo, seed: int) -> dict[str, list[float]]:
    """Of every change [difference of the samples over their RMS, mean difference of log spectra in dB], the same seed else."""
    before = take(pipeline, info, PROMPT, seed, seconds=1.0).mean(1)
    result = {}
    for name, change in CHANGES.items():
        values = dict(change)
        own = int(values.pop("seed", 0)) + seed
        after = take(pipeline, info, PROMPT, own, seconds=1.0, **values).mean(1)
        moved = np.sqrt(np.mean((after - before) ** 2)) / np.sqrt(np.mean(before**2))
        spectra = np.abs(log_spectra(after) - log_spectra(before)).mean() * 20 / np.log(10)
        result[name] = [round(float(moved), 3), round(float(spectra), 2)]
    return result


def seam(audio: np.ndarray) -> tuple[float, float]:
    """(change of spectrum, change of level in dB) where the end of (samples,) meets its beginning, over the 95th percentile inside."""
    turn = np.concatenate([audio[-1024:], audio, audio[:1024]])
    frames = np.lib.stride_tricks.sliding_window_view(turn, 1024)[::512] * np.hanning(1024)
    change = np.abs(np.diff(np.log(np.abs(np.fft.rfft(frames)) + 1e-4), axis=0)).mean(1)
    block = SAMPLE_RATE_HZ // 20
    levels = 10 * np.log10((audio[: len(audio) // block * block].reshape(-1, block) ** 2).mean(1) + 1e-12)
    step = abs(levels[0] - levels[-1]) / (np.quantile(np.abs(np.diff(levels)), 0.95) + 1e-6)
    return float(change[:2].mean() / np.quantile(change[2:], 0.95)), float(step)


def use_rows(info: ModelInfo, pipeline: MiniPipeline, seed: int, say: Say) -> list[Row]:
    """Three rows."""
    table = controls(pipeline, info, seed)
    say(f"controls: {table}")
    seams = {p: seam(take(pipeline, info, p, seed + i, 20.0, loop=True, steps=12)[:, 0]) for i, p in enumerate(LOOPED)}
    say(f"loops: {seams}")
    filled = {}
    for i, prompt in enumerate(LOOPED):
        audio = take(pipeline, info, prompt, seed + 10 + i, 30.0, steps=8)[:, 0]
        levels = 10 * np.log10((audio[: 30 * SAMPLE_RATE_HZ].reshape(15, -1) ** 2).mean(1) + 1e-12)
        filled[prompt] = round(float(np.median(levels) - levels.min()), 1)
    return [
        at_least(
            "controls",
            min(min(moved / 0.02, spectra / 0.1) for moved, spectra in table.values()),
            1.0,
            "x the smallest change that counts",
            "1 s takes with one control changed: samples by 2 % of their RMS, log spectra by 0.1 dB; the least of all changes",
            changes=table,
        ),
        at_most(
            "loop seam",
            max(max(pair) for pair in seams.values()),
            1.0,
            "x the 95th percentile inside",
            "loops of 20 s: change of spectrum and of level (50 ms) at the seam, the worse of both, worst of the prompts",
            **{k: [round(v, 2) for v in pair] for k, pair in seams.items()},
        ),
        at_most("filled", max(filled.values()), 12.0, "dB", "30 s of textures: quietest 2 s below the median ones", **filled),
    ]
