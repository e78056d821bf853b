"""Looks at a finished sound for what a listener would call broken, and says it in a sentence."""

from __future__ import annotations

import numpy as np

from runtime.take import Audio

SILENT_PEAK = 1e-4  # -80 dBFS: nobody hears it
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
    clipped = clipped_samples(audio)
    if clipped:
        return [
            f"The result clips: {clipped} samples in a row of {CLIP_RUN} or more lie at full scale. Try a lower CFG scale or APG."
        ]
    return []


def clipped_samples(audio: Audio) -> int:
    """Samples at full scale that stand in runs of at least CLIP_RUN, over all channels."""
    total = 0
    for channel in np.abs(audio).T:
        full = np.concatenate(([0], (channel >= CLIP_LEVEL).astype(np.int8), [0]))
        edges = np.flatnonzero(np.diff(full))
        runs = edges[1::2] - edges[::2]
        total += int(runs[runs >= CLIP_RUN].sum())
    return total
