"""Looks at a finished sound for what a listener would call broken, and says it in a sentence."""

from __future__ import annotations

import numpy as np

from ditone.runtime.take import Audio

SILENT_PEAK = 1e-4  # -80 dBFS: nobody hears it
FLATNESS = 0.93  # of the averaged spectrum: 1 is white noise, a slope of a few decibels lies below
FLATNESS_WINDOW = 512
CLIP_LEVEL = 0.9999
CLIP_RUN = 3  # so many full-scale samples in a row are clipping, a single one is only a peak


def output_notes(audio: Audio) -> list[str]:
    """Sentences about non-finite, empty, silent, constant or clipped audio (frames, channels)."""
    if audio.size == 0:
        return ["The result is empty: no samples were made."]
    finite = np.isfinite(audio)
    if not finite.all():
        share = 100 * (1 - finite.mean())
        return [
            f"The result is not a sound: {share:.1f} % of its samples are not finite numbers. Try float32 or a lower CFG scale."
        ]
    peak = float(np.abs(audio).max())
    if peak < SILENT_PEAK:
        return ["The result is silent (its peak is below -80 dBFS). Try another seed or prompt, or a higher CFG scale."]
    if np.ptp(audio, axis=0).max() < SILENT_PEAK:
        return ["The result is a constant level without sound. Try another seed, or float32."]
    if spectral_flatness(audio) > FLATNESS:
        return [
            "The result is plain noise: its spectrum is flat. More steps, another solver or a lower noise level may help; "
            "a model that never does better was not loaded with its own weights."
        ]
    clipped = clipped_samples(audio)
    if clipped:
        return [
            f"The result clips: {clipped} samples in a row of {CLIP_RUN} or more lie at full scale. Try a lower CFG scale or APG."
        ]
    return []


def spectral_flatness(audio: Audio) -> float:
    """Geometric over arithmetic mean of the power spectrum, averaged over time (Johnston 1988); 0 where it is too short to tell."""
    mono = audio.mean(axis=1, dtype=np.float64)
    count = len(mono) // FLATNESS_WINDOW
    if count < 32:  # with few windows the average itself is noisy, which lowers the figure
        return 0.0
    windows = mono[: count * FLATNESS_WINDOW].reshape(count, FLATNESS_WINDOW) * np.hanning(FLATNESS_WINDOW)
    power = np.square(np.abs(np.fft.rfft(windows, axis=1))).mean(axis=0)[1:-1]
    return float(np.exp(np.log(power + 1e-20).mean()) / (power.mean() + 1e-20))


def clipped_samples(audio: Audio) -> int:
    """Samples at full scale that stand in runs of at least CLIP_RUN, over all channels."""
    total = 0
    for channel in np.abs(audio).T:
        full = np.concatenate(([0], (channel >= CLIP_LEVEL).astype(np.int8), [0]))
        edges = np.flatnonzero(np.diff(full))
        runs = edges[1::2] - edges[::2]
        total += int(runs[runs >= CLIP_RUN].sum())
    return total
