"""Looks at a finished sound for what a listener would call broken, and says it in a sentence."""

from __future__ import annotations

import numpy as np

from ditone.runtime.take import Audio

SILENT_PEAK = 1e-4  # -80 dBFS: nobody hears it
FLATNESS = 0.93  # of the averaged spectrum: 1 is white noise, a slope of a few decibels lies below
FLATNESS_WINDOW = 512
STEADY = 0.3  # median over mean energy of the windows: near 1 for noise, near 0 for single clicks
ANTIPHASE = -0.9
DC_OFFSET = 0.02
CLIP_LEVEL = 0.9999
CLIP_RUN = 3  # so many full-scale samples in a row are clipping, a single one is only a peak


def output_notes(audio: Audio) -> list[str]:
    """Sentences about audio (frames, channels) that is not finite, empty, silent, constant, plain noise, clipped, off its zero line, or
    whose channels do not belong together."""
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
    return [*_channel_notes(audio), *_level_notes(audio)]


def _channel_notes(audio: Audio) -> list[str]:
    """What is wrong with the channels beside each other."""
    peaks = np.abs(audio).max(axis=0)
    silent = [str(i + 1) for i in np.flatnonzero(peaks < SILENT_PEAK)]
    if silent:
        which = f"Channel {silent[0]} is" if len(silent) == 1 else f"Channels {', '.join(silent)} are"
        return [f"{which} silent; the sound is on one side only."]
    if audio.shape[1] == 2 and correlation(audio) < ANTIPHASE:
        return ["The two channels are in antiphase: played as mono, the sound all but vanishes."]
    return []


def correlation(audio: Audio) -> float:
    """Of the first two channels, -1 to 1; 0 where one of them is silent."""
    left, right = audio[:, 0].astype(np.float64), audio[:, 1].astype(np.float64)
    size = float(np.sqrt(np.square(left).sum() * np.square(right).sum()))
    return float((left * right).sum()) / size if size else 0.0


def _level_notes(audio: Audio) -> list[str]:
    notes = []
    offset = float(audio.mean(axis=0, dtype=np.float64)[np.abs(audio.mean(axis=0)).argmax()])
    if abs(offset) > DC_OFFSET:
        notes.append(
            f"The result has a DC offset of {offset:+.2f} of full scale, which costs headroom and clicks where it is cut."
        )
    clipped = clipped_samples(audio)
    if clipped:
        notes.append(
            f"The result clips: {clipped} samples in a row of {CLIP_RUN} or more lie at full scale. Try a lower CFG scale or APG."
        )
    return notes


def spectral_flatness(audio: Audio) -> float:
    """Geometric over arithmetic mean of the power spectrum, averaged over time and channels (Johnston 1988).

    0 where the sound is too short to tell, and where its power lies in a few moments: an impulse, too, has a flat spectrum.
    """
    count = len(audio) // FLATNESS_WINDOW
    if count < 32:  # with few windows the average itself is noisy, which lowers the figure
        return 0.0
    windows = audio[: count * FLATNESS_WINDOW].astype(np.float64).reshape(count, FLATNESS_WINDOW, -1)
    energy = np.square(windows).sum(axis=(1, 2))
    if np.median(energy) < STEADY * energy.mean():
        return 0.0
    spectra = np.fft.rfft(windows * np.hanning(FLATNESS_WINDOW)[:, None], axis=1)
    power = np.square(np.abs(spectra)).mean(axis=(0, 2))[1:-1]
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
