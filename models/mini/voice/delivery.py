"""The last step of a sentence: the silence around it, its level, and the melody of a question."""

from __future__ import annotations

import math

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from ditone.models.mini.voice.config import HOP, SAMPLE_RATE_HZ, VOICED_HZ
from ditone.runtime.audio.edges import FRAME_S, trimmed
from ditone.runtime.text.pieces import PAUSES_S, Cut

LOUDNESS_LUFS = -21.0  # that of Mini SFX, so that neither is turned up for the other
HIGHEST_PEAK = 0.97
MOST_GAIN_DB = 20.0
BEFORE_S, AFTER_S = 0.045, 0.19  # silence that stays around a sentence; a judge of quality hears less as clipped speech
BELOW_PEAK_DB = 42.0  # quieter than this under the loudest frame is silence
BLOCK_S, STEP_S = 0.4, 0.1  # ITU-R BS.1770-5
RISE_S, RISE = 0.2, 1.32  # the end of a question for yes or no goes up to this multiple of its high pitch
HIGHEST_HZ = 420.0
HEARD_DB = 25.0  # voiced frames this far below the loudest are heard

Sound = NDArray[np.float32]


def deliver(audio: Sound) -> Sound:
    """(samples,) at the level of all takes, with little silence around the words."""
    peak = float(np.abs(audio).max(initial=0.0))
    if peak <= 0:
        return audio
    gain = 10 ** (min(LOUDNESS_LUFS - loudness_lufs(audio), MOST_GAIN_DB) / 20)
    audio = audio * np.float32(min(gain, HIGHEST_PEAK / peak))
    frame = round(FRAME_S * SAMPLE_RATE_HZ)
    power = np.square(audio[: len(audio) // frame * frame], dtype=np.float64).reshape(-1, frame).mean(axis=1)
    silent_db = 10 * math.log10(max(float(power.max(initial=0.0)), 1e-12)) - BELOW_PEAK_DB
    return trimmed(audio[:, None], SAMPLE_RATE_HZ, BEFORE_S, AFTER_S, silent_db)[:, 0]


def gap(cut: Cut) -> Sound:
    """Silence between two sentences, so that with what stays around them the pause is that of the cut."""
    return np.zeros(round((PAUSES_S[cut] - BEFORE_S - AFTER_S) * SAMPLE_RATE_HZ), np.float32)


def raised(pitch_hz: Tensor, mel: Tensor) -> Tensor:
    """Pitch (1, frames), 0 where unvoiced, going up over the last half second that is heard; mel (1, frames, bands), natural log.

    The model has no control of melody: this bends the pitch that the decoder's pulses follow. Frames that are voiced and too quiet to
    be heard, of which a sentence has many at its end, do not count.
    """
    level = mel[0].exp().square().sum(-1)
    heard = torch.nonzero((pitch_hz[0] > VOICED_HZ) & (level > level.max() * 10 ** (-HEARD_DB / 10)))[:, 0]
    if not len(heard):
        return pitch_hz
    last = int(heard[-1])
    frames = min(round(RISE_S * SAMPLE_RATE_HZ / HOP), last + 1)
    target = min(float(pitch_hz[0, heard].quantile(0.9)) * RISE, HIGHEST_HZ)
    share = torch.zeros_like(pitch_hz[0])
    share[last + 1 - frames : last + 1] = torch.linspace(0, 1, frames, device=pitch_hz.device)
    share[last + 1 :] = 1.0
    bent = pitch_hz * (1 - share) + target * share
    return torch.where(pitch_hz > 0, bent, pitch_hz)


def loudness_lufs(audio: Sound) -> float:
    """Integrated loudness of mono audio (samples,) after ITU-R BS.1770-5; shorter than a block it counts as one.

    The same figure as `runtime.audio.loudness`, whose library takes longer to import than this voice takes to speak.
    """
    x = np.pad(audio.astype(np.float64), (0, max(round(BLOCK_S * SAMPLE_RATE_HZ) - len(audio), 0)))
    spectrum = np.fft.rfft(x)
    x = np.fft.irfft(spectrum * _weighting(len(x)), len(x))
    block, step = round(BLOCK_S * SAMPLE_RATE_HZ), round(STEP_S * SAMPLE_RATE_HZ)
    power = np.array([np.square(x[at : at + block]).mean() for at in range(0, len(x) - block + 1, step)])
    levels = -0.691 + 10 * np.log10(np.maximum(power, 1e-15))
    for relative in (False, True):
        floor = -0.691 + 10 * math.log10(max(float(power.mean()), 1e-15)) - 10 if relative else -70.0
        if not (levels > floor).any():
            return -70.0
        power, levels = power[levels > floor], levels[levels > floor]
    return float(-0.691 + 10 * np.log10(power.mean()))


def _weighting(samples: int) -> NDArray[np.complex128]:
    """The K curve at the bins of a real spectrum: a shelf and a high pass, as second-order sections (De Man 2014)."""
    z = np.exp(-2j * np.pi * np.fft.rfftfreq(samples))
    k, q = math.tan(math.pi * 1681.974450955533 / SAMPLE_RATE_HZ), 0.7071752369554196
    high = 10 ** (3.999843853973347 / 20)
    band = high**0.4996667741545416
    shelf = (
        (high + band * k / q + k * k, 2 * (k * k - high), high - band * k / q + k * k),
        (1 + k / q + k * k, 2 * (k * k - 1), 1 - k / q + k * k),
    )
    k, q = math.tan(math.pi * 38.13547087602444 / SAMPLE_RATE_HZ), 0.5003270373238773
    passing = (1.0, -2.0, 1.0), (1 + k / q + k * k, 2 * (k * k - 1), 1 - k / q + k * k)
    found = np.ones_like(z)
    for top, bottom in (shelf, passing):
        found *= np.polyval(top[::-1], z) / np.polyval(bottom[::-1], z)
    # the high pass is normalised by its own first coefficient in the standard's table, which is what leaves its numerator at 1, -2, 1
    response: NDArray[np.complex128] = found * (1 + k / q + k * k)
    return response
