"""Sound that a take starts from: brought to the model's form, masked by regions, and pasted back where nothing should change."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import torch
from torch import Tensor

from ditone.runtime.audio.reading import read_source
from ditone.runtime.audio.resampling import resample
from ditone.runtime.errors import BadRequest

if TYPE_CHECKING:
    from ditone.models.stable_audio_3.job import Job

Regions = tuple[tuple[float, float], ...]


def load(path: Path, rate_hz: int, channels: int) -> Tensor:
    """(1, channels, samples) float32 at `rate_hz`. Raises DitoneError for a file that cannot be used."""
    audio, found_hz = read_source(path)
    return in_form(torch.from_numpy(np.ascontiguousarray(resample(audio, found_hz, rate_hz).T)), channels)


def in_form(audio: Tensor, channels: int) -> Tensor:
    """(any channels, samples) -> (1, channels, samples): one channel is doubled, of more than enough the first are taken."""
    if audio.shape[0] < channels:
        audio = audio[:1].expand(channels, -1)
    return audio[None, :channels].contiguous()


def fitted(audio: Tensor, samples: int) -> Tensor:
    """(..., samples): cut at the end or padded with silence."""
    return torch.nn.functional.pad(audio[..., :samples], (0, max(samples - audio.shape[-1], 0)))


def checked_regions(regions: Sequence[Sequence[float]], duration_s: float) -> Regions:
    """Regions in order of time. Raises BadRequest for one that is not two numbers, is empty, or lies behind the end."""
    result = []
    for region in regions:
        if len(region) != 2 or not all(isinstance(v, int | float) and math.isfinite(v) for v in region):
            raise BadRequest(f"A region is {region!r}; two numbers, its start and end in seconds, were expected.")
        start, end = float(region[0]), float(region[1])
        if not 0 <= start < end:
            raise BadRequest(f"The region from {start:g} to {end:g} s is empty; its end must lie behind its start.")
        if start >= duration_s:
            raise BadRequest(f"The region from {start:g} to {end:g} s lies behind the end of the take at {duration_s:g} s.")
        result.append((start, end))
    return tuple(sorted(result))


def keep_mask(samples: int, rate_hz: int, regions: Regions, end_s: float) -> Tensor:
    """(samples,) float32: 1 = keep, 0 = make anew: inside every region and behind `end_s`."""
    mask = torch.ones(samples)
    for start, end in regions:
        mask[int(start * rate_hz) : int(end * rate_hz)] = 0
    mask[int(end_s * rate_hz) :] = 0
    return mask


def paste(made: Tensor, original: Tensor, regions: Regions, rate_hz: int, fade_s: float) -> Tensor:
    """`made` (channels, samples) with the original's own samples outside the regions; the fades lie inside the regions.

    Both sounds agree near a border, so the fade keeps the sum of the gains at one (raised cosine).
    """
    samples = made.shape[-1]
    share = torch.zeros(samples)  # of the new sound
    fade = int(fade_s * rate_hz)
    for start, end in regions:
        first, last = int(start * rate_hz), min(int(end * rate_hz), samples)
        length = last - first
        if length <= 0:
            continue
        n = min(fade, length // 2)
        window = torch.ones(length)
        ramp = 0.5 - 0.5 * torch.cos(math.pi * (torch.arange(n) + 0.5) / n) if n else torch.empty(0)
        if first > 0:
            window[:n] = ramp
        if last < samples:
            window[length - n :] = ramp.flip(0)
        share[first:last] = torch.maximum(share[first:last], window)
    original = fitted(original, samples)
    mixed = original + share * (made - original)
    return torch.where(share == 0, original, torch.where(share == 1, made, mixed))


SEAM_S = 1.5  # made anew on each side of a loop's seam, at most a quarter of the take
SEAM_FADE_S = 0.05


def around_the_seam(job: Job, audio: Tensor, rate_hz: int) -> tuple[int, Job]:
    """The job that makes a finished take (channels, samples) repeat without a break, and by how many samples its result is turned.

    The take is turned by half, so that its end and beginning meet in the middle, and inpainted there; its new ends were neighbours.
    """
    samples = audio.shape[-1]
    turned = samples // 2
    middle_s, half_s = turned / rate_hz, min(SEAM_S, samples / rate_hz / 4)
    return turned, replace(
        job,
        init=None,
        start=1.0,
        inpaint=torch.roll(audio, turned, dims=-1)[None],
        regions=((middle_s - half_s, middle_s + half_s),),
        paste_fade_s=SEAM_FADE_S,
    )
