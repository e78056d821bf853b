"""Windowed-sinc resampling with the exact kernels that speech models were trained behind (torchaudio's two windows).

For sound that people hear, `ditone.runtime.audio.resampling` is better and faster; here the numbers must match a recorded original.
"""

from __future__ import annotations

import math
from functools import lru_cache

import torch
import torch.nn.functional as F
from torch import Tensor


@lru_cache(maxsize=16)
def sinc_kernel(
    from_hz: int, to_hz: int, zero_crossings: int = 6, rolloff: float = 0.99, kaiser_beta: float | None = None
) -> tuple[Tensor, int]:
    """(kernels (phases, 1, taps) float32, half width in input samples). The window is Hann, or Kaiser where a beta is given.

    Rates must be in lowest terms. Phase j of n is sinc(t) window(t / zero_crossings) base / from with
    t = (i / from - j / to) base, base = rolloff min(from, to).
    """
    base = min(from_hz, to_hz) * rolloff
    half = math.ceil(zero_crossings * from_hz / base)
    i = torch.arange(-half, half + from_hz, dtype=torch.float64)
    j = torch.arange(to_hz, dtype=torch.float64)
    t = ((i[None] / from_hz - j[:, None] / to_hz) * base).clamp(-zero_crossings, zero_crossings)
    share = t / zero_crossings
    if kaiser_beta is None:
        window = torch.cos(share * (math.pi / 2)).square()
    else:
        beta = torch.tensor(kaiser_beta, dtype=torch.float64)
        window = torch.i0(beta * (1 - share.square()).clamp(min=0).sqrt()) / torch.i0(beta)
    return (torch.sinc(t) * window * (base / from_hz)).float()[:, None], half


def sinc_resample(
    samples: Tensor,
    from_hz: int,
    to_hz: int,
    *,
    zero_crossings: int = 6,
    rolloff: float = 0.99,
    kaiser_beta: float | None = None,
) -> Tensor:
    """samples (..., n) float32 -> (..., ceil(n * to_hz / from_hz)); unchanged where the rates are equal."""
    divisor = math.gcd(from_hz, to_hz)
    a, b = from_hz // divisor, to_hz // divisor
    if a == b:
        return samples
    kernel, half = sinc_kernel(a, b, zero_crossings, rolloff, kaiser_beta)
    flat = samples.reshape(-1, 1, samples.shape[-1])
    phases = F.conv1d(F.pad(flat, (half, half + a)), kernel.to(samples.device), stride=a)
    length = math.ceil(b * samples.shape[-1] / a)
    return phases.transpose(1, 2).flatten(1)[:, :length].reshape(*samples.shape[:-1], length)
