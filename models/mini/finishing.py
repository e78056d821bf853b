"""The last step of a take: its length, soft edges, an even loudness, and width for textures."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from ditone.models.mini.config import SAMPLE_RATE_HZ
from ditone.models.mini.decoder import Blend, Heard, draw
from ditone.models.mini.looping import resampled, rounded
from ditone.runtime.take import Audio

HIGHEST_PEAK = 0.97
FADE_IN_S = 0.001
FADE_OUT_S = 0.008
LOUDNESS_LUFS = -21.0
MOST_GAIN_DB = 30.0
MOST_LIMITING_DB, LIMITING_S = 4.0, 0.0015  # what comes off single peaks for the loudness of the rest, and how gradually
ENDED_DB, ENDED_BLOCK_S, ENDED_MARGIN_S = -50.0, 0.01, 0.05
SECOND_DRAW = 0x5EED5EED  # the generator listens to the low 32 bits of a seed alone
BLOCK_S, STEP_S = 0.4, 0.1  # ITU-R BS.1770-4, section 5.1
TEXTURE_NOISE = 0.5  # share of the energy that is drawn noise ...
TEXTURE_SOUNDING = 0.6  # ... and share of the time within 25 dB of the loudest moment, from which a take counts as a texture


def channels(
    heard: Heard, length: int, samples: int, seed: int, width: float, period: int = 0, blend: Blend | None = None
) -> Tensor:
    """The sound (1 or 2, length) of a decoded spectrogram; `period` and `blend` as in `draw`.

    A texture gets two channels, mid + side and mid - side, where the side is a second draw of the noise part times `width`:
    their mean is exactly the mono take. Anything else stays mono. `samples`: how much of the length is asked for.
    """
    still = heard.still(length)
    # sines do not come round by themselves; drawn noise does
    fixed, first = (
        heard.shaped(rounded(still, period) if period and heard.shapes_all else still),
        draw(heard, length, seed, period, blend),
    )
    if first is None:
        return fixed
    mono = fixed + first
    if width <= 0 or not is_texture(first[0, :samples], mono[0, :samples]):
        return mono
    second = draw(heard, length, seed, period, blend, SECOND_DRAW)
    assert second is not None
    side = width * second
    return torch.cat([mono + side, mono - side])


def is_texture(noise: Tensor, whole: Tensor) -> bool:
    """Whether a take (samples,) is mostly drawn noise and sounds most of the time."""
    energy = float(whole.square().sum())
    if energy <= 0 or float(noise.square().sum()) < TEXTURE_NOISE * energy:
        return False
    block = SAMPLE_RATE_HZ // 20
    levels = whole[: len(whole) // block * block].reshape(-1, block).square().mean(1)
    return len(levels) > 0 and float((levels > levels.max() * 10**-2.5).float().mean()) >= TEXTURE_SOUNDING


def finish(canvas: Tensor, duration_s: float) -> Audio:
    """Cuts the canvas (channels, samples) to the requested length, softens both edges, evens the loudness.

    The first and the last sample are zero; the loudness is LOUDNESS_LUFS where the peaks allow it. Returns (samples, channels).
    """
    samples = round(duration_s * SAMPLE_RATE_HZ)
    audio = canvas[:, :samples].float().cpu().numpy().T.copy()
    if len(audio) < samples:
        audio = np.pad(audio, ((0, samples - len(audio)), (0, 0)))
    rise = min(samples // 2, round(FADE_IN_S * SAMPLE_RATE_HZ))
    fall = min(samples // 2, round(FADE_OUT_S * SAMPLE_RATE_HZ))
    audio[:rise] *= (0.5 - 0.5 * np.cos(np.linspace(0, np.pi, rise, dtype=np.float32)))[:, None]
    audio[samples - fall :] *= (0.5 + 0.5 * np.cos(np.linspace(0, np.pi, fall, dtype=np.float32)))[:, None]
    return levelled(audio)


def finish_loop(canvas: Tensor, duration_s: float) -> Audio:
    """One turn of a loop (channels, samples) at the requested length and an even loudness; it has no edges to soften."""
    return levelled(resampled(canvas.float().cpu().numpy().T, round(duration_s * SAMPLE_RATE_HZ)))


def levelled(audio: Audio) -> Audio:
    """(samples, channels) at LOUDNESS_LUFS where that takes no more than MOST_LIMITING_DB off the peaks; silence stays as it is."""
    peak = float(np.abs(audio).max())
    if peak <= 0:
        return audio
    gain = 10 ** (min(LOUDNESS_LUFS - loudness_lufs(audio), MOST_GAIN_DB) / 20)
    return limited(audio * np.float32(min(gain, 10 ** (MOST_LIMITING_DB / 20) * HIGHEST_PEAK / peak)), HIGHEST_PEAK)


def limited(audio: Audio, highest: float) -> Audio:
    """(samples, channels) turned down around every peak above `highest`, all channels alike, gradually over LIMITING_S to both sides.

    A single click reaches full scale long before a take is as loud as others. The end runs on into the beginning, for loops.
    """
    peaks = np.abs(audio).max(1)
    reach = round(LIMITING_S * SAMPLE_RATE_HZ)
    if float(peaks.max()) <= highest or len(audio) <= 2 * reach:
        return audio * np.float32(min(1.0, highest / max(float(peaks.max()), 1e-9)))
    wanted = np.pad(np.minimum(1.0, highest / np.maximum(peaks, 1e-9)), 2 * reach, mode="wrap")
    width = 2 * reach + 1
    lowest = np.lib.stride_tricks.sliding_window_view(wanted, width).min(1)
    window = np.hanning(width + 2)[1:-1]
    gain = np.convolve(lowest, window / window.sum(), "valid")
    result: Audio = audio * (gain[:, None] * (1 - 1e-6)).astype(np.float32)
    return result


def sounding_s(audio: Audio) -> float:
    """When the sound of (samples, channels) is over: a little behind the last moment within ENDED_DB of the loudest."""
    block = round(ENDED_BLOCK_S * SAMPLE_RATE_HZ)
    count = -(-len(audio) // block)
    padded = np.pad(audio.mean(1), (0, count * block - len(audio)))
    levels = (padded.reshape(count, block) ** 2).mean(1)
    if not levels.any():
        return 0.0
    last = int(np.flatnonzero(levels > levels.max() * 10 ** (ENDED_DB / 10))[-1])
    return min(len(audio) / SAMPLE_RATE_HZ, (last + 1) * ENDED_BLOCK_S + ENDED_MARGIN_S)


def loudness_lufs(audio: Audio) -> float:
    """Integrated loudness of (samples, channels) after ITU-R BS.1770-4; a shorter take counts as one block of 0.4 s.

    The same figure as `runtime.audio.loudness`, whose library takes two seconds to import: too long for a first take.
    A mono take counts once, as a file of one channel does.
    """
    block, step = round(BLOCK_S * SAMPLE_RATE_HZ), round(STEP_S * SAMPLE_RATE_HZ)
    padded = np.pad(audio.astype(np.float64), ((0, max(0, block - len(audio))), (0, 0)))
    size = 1 << int(np.ceil(np.log2(len(padded) + 4096)))
    weighted = np.fft.irfft(np.fft.rfft(padded, size, axis=0) * _k_weighting(size)[:, None], size, axis=0)[: len(padded)]
    energy = np.concatenate([[0.0], np.cumsum((weighted**2).sum(1))])
    starts = np.arange(0, len(padded) - block + 1, step)
    power = (energy[starts + block] - energy[starts]) / block
    loud = power[power > 10 ** ((-70 + 0.691) / 10)]
    if not len(loud):
        return -100.0
    kept = loud[loud > loud.mean() / 10]
    return float(-0.691 + 10 * np.log10(kept.mean()))


def _k_weighting(size: int) -> np.ndarray:
    """Response of the two K filters at the bins of a transform of `size` samples."""
    z = np.exp(-2j * np.pi * np.fft.rfftfreq(size))

    def response(b: tuple[float, float, float], a: tuple[float, float, float]) -> np.ndarray:
        """Of one biquad."""
        out: np.ndarray = (b[0] + b[1] * z + b[2] * z**2) / (a[0] + a[1] * z + a[2] * z**2)
        return out

    # biquads of the standard for any rate (De Man 2014): a shelf of 4 dB at 1,682 Hz, a high-pass at 38 Hz
    k = np.tan(np.pi * 1681.9744509555319 / SAMPLE_RATE_HZ)
    q, high = 0.7071752369554193, 10 ** (3.99984385397 / 20)
    middle = high**0.499666774155
    shelf = response(
        (high + middle * k / q + k * k, 2 * (k * k - high), high - middle * k / q + k * k),
        (1 + k / q + k * k, 2 * (k * k - 1), 1 - k / q + k * k),
    )
    k, q = np.tan(np.pi * 38.13547087613982 / SAMPLE_RATE_HZ), 0.5003270373253953
    whole = 1 + k / q + k * k
    low_cut = response((1.0, -2.0, 1.0), (1.0, 2 * (k * k - 1) / whole, (1 - k / q + k * k) / whole))
    out: np.ndarray = shelf * low_cut
    return out
