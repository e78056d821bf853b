"""What the decoder is trained by: a spectral energy distance, a penalty on repetition, and hinges on the split into two parts.

Plain distances of magnitudes drive a noise part to zero, because its average error is smallest without it. The energy distance
d(x, y1) + d(x, y2) - d(y1, y2) of two draws does not (Gritsenko et al. 2020, arXiv 2008.01160).
"""

import math
from itertools import pairwise

import torch
import torch.nn.functional as F
from torch import Tensor

from ditone.models.mini.config import SAMPLE_RATE_HZ
from ditone.models.mini.decoder import FULL_SCALE, analyse
from ditone.models.mini.latent import log_mel

RESOLUTIONS = (256, 1024, 2048, 4096, 8192)
TONE_MARGIN = 3.0  # natural log: noise lies 26 dB below what is tonal or a click
NOISE_MARGIN = 1.6  # the fixed part lies 14 dB below the noise where the real sound is noise
REPETITION_LAGS = (512, 1024, 1536, 2048, 4096)
REPETITION_EDGES_HZ = (250.0, 700.0, 1500.0, 4000.0, 9000.0, 18000.0)


def neighbourhood(x: Tensor, bins: int, frames: int) -> Tensor:
    """Mean over a neighbourhood of (batch, bins, frames)."""
    x = F.avg_pool2d(x[:, None], (bins, 1), 1, (bins // 2, 0), count_include_pad=False)
    return F.avg_pool2d(x, (1, frames), 1, (0, frames // 2), count_include_pad=False)[:, 0]


def noise_share(magnitude: Tensor) -> Tensor:
    """0 (tone or click) to 1 (Gaussian noise) of (batch, bins, frames) magnitudes, from local flatness and roughness.

    Noise is flat on average (a flatness of 0.56) and rough in both directions; a tone is smooth in time, a click in frequency.
    """
    power = magnitude.square() + 1e-10
    flat = (neighbourhood(power.log(), 9, 5) - neighbourhood(power, 9, 5).log()).exp()
    level = (magnitude + 1e-5).log()
    along, across = torch.zeros_like(level), torch.zeros_like(level)
    along[:, :, 2:-2] = (level[:, :, 2:-2] - 0.5 * (level[:, :, :-4] + level[:, :, 4:])).abs()
    across[:, 2:-2] = (level[:, 2:-2] - 0.5 * (level[:, :-4] + level[:, 4:])).abs()
    rough = torch.minimum(neighbourhood(along, 9, 5), neighbourhood(across, 9, 5))
    return torch.minimum(((flat - 0.15) / 0.2).clamp(0, 1), ((rough - 0.25) / 0.2).clamp(0, 1))


def energy_distance(real: Tensor, one: Tensor, other: Tensor, filters: Tensor) -> tuple[Tensor, Tensor]:
    """(loss, its log-mel part) of two draws against the real excerpt, each (batch, samples).

    Log magnitudes, spectral convergence and log-mel; the draws repel each other only as far as the real sound is noise.
    """
    batch = len(real)
    total = real.new_zeros(())
    whole = real.new_ones(batch)

    def size(x: Tensor) -> Tensor:
        return (x.square().sum((1, 2)) + 1e-8).sqrt()

    for n_fft in RESOLUTIONS:
        window = torch.hann_window(n_fft)
        s = torch.stft(torch.cat((real, one, other)), n_fft, n_fft // 4, window=window, return_complex=True).abs() / (n_fft / 4)
        a, u, v = s.split(batch)
        la, lu, lv = (s + 3e-5).log().split(batch)
        with torch.no_grad():
            share = noise_share(a)
            if n_fft == 2048:
                whole = (share * a.square()).sum((1, 2)) / (a.square().sum((1, 2)) + 1e-8)
        logs = F.l1_loss(lu, la) + F.l1_loss(lv, la) - ((lu - lv).abs() * share).mean()
        convergence = (size(u - a) + size(v - a) - size((u - v) * share)) / (size(a) + 1e-2)
        total = total + logs + 0.5 * convergence.mean()
    ma, mu, mv = (log_mel(x, filters)[:, 2:-3] for x in (real, one, other))
    mel = F.l1_loss(mu, ma) + F.l1_loss(mv, ma) - ((mu - mv).abs() * whole[:, None, None]).mean()
    return total / len(RESOLUTIONS) + mel, mel.detach()


def split_hinges(real: Tensor, fixed: Tensor, noise: Tensor) -> tuple[Tensor, Tensor]:
    """(noise where the sound is tonal or a click, fixed part where it is noise): log magnitudes (batch, frames, bins).

    Weighted by the real magnitudes: a pure tone fills five of a thousand bins, and an even mean would not see it.
    """
    with torch.no_grad():
        magnitude = (analyse(real)[:, : noise.shape[1]].abs() / FULL_SCALE).transpose(1, 2)
        share = noise_share(magnitude).transpose(1, 2)
        level = (neighbourhood(magnitude.square(), 9, 1).sqrt() + 1e-4).log().transpose(1, 2)
        weight = magnitude**0.7 * (magnitude > 1e-4)
        weight = (weight / (weight.sum((1, 2), keepdim=True) + 1e-6)).transpose(1, 2)
    tonal = (weight * (1 - share) ** 2 * ((noise.exp() + 1e-5).log() - level + TONE_MARGIN).clamp_min(0)).sum((1, 2)).mean()
    noisy = (weight * share**2 * (fixed - noise.detach() + NOISE_MARGIN).clamp_min(0)).sum((1, 2)).mean()
    return tonal, noisy


def repetition(real: Tensor, fixed: Tensor, whole: Tensor) -> Tensor:
    """How much of each band repeats after multiples of the hop because of the fixed part, beyond what the real excerpt does."""
    size = 1 << math.ceil(math.log2(real.shape[-1] + max(REPETITION_LAGS)))
    f = torch.fft.rfftfreq(size, 1 / SAMPLE_RATE_HZ)
    turns = torch.cos(2 * math.pi * f[:, None] / SAMPLE_RATE_HZ * torch.tensor(REPETITION_LAGS))
    edges = [int(edge / SAMPLE_RATE_HZ * size) for edge in REPETITION_EDGES_HZ]

    def banded(x: Tensor) -> tuple[Tensor, Tensor]:
        power = torch.fft.rfft(x, size).abs().square()
        parts = [(power[:, i:j] @ turns[i:j], power[:, i:j].sum(-1)) for i, j in pairwise(edges)]
        return torch.stack([p[0] for p in parts], 1), torch.stack([p[1] for p in parts], 1)[..., None] + 1e-4

    real_part, real_power = banded(real)
    fixed_part, _ = banded(fixed)
    _, power = banded(whole)
    return ((fixed_part / power).abs() - (real_part / real_power).abs() - 0.02).clamp_min(0).mean()
