"""The speaker encoder: CAM++ (Wang et al. 2023, arXiv 2303.00332) on a Kaldi filterbank, voice -> x-vector."""

from __future__ import annotations

import math

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from ditone.runtime.audio.kaldi import fbank

MEL_BINS = 80
HEAD_CHANNELS = 32
TDNN_CHANNELS = 128
GROWTH = 32
BOTTLENECK = 128
SEGMENT_FRAMES = 100
# layers, dilation of the three densely connected blocks
DENSE_BLOCKS = ((12, 1), (24, 2), (16, 2))
MIN_VARIANCE = 0.01
RESAMPLE_RATIO = 3  # 48 kHz -> 16 kHz
RESAMPLE_HALF = 19
RESAMPLE_TAPS = 41


class FrozenNorm(nn.Module):
    """Batch norm with its learned statistics, over axis 1."""

    running_mean: Tensor
    running_var: Tensor

    def __init__(self, channels: int, affine: bool = True) -> None:
        super().__init__()
        self.register_buffer("running_mean", torch.zeros(channels))
        self.register_buffer("running_var", torch.ones(channels))
        self.weight = nn.Parameter(torch.ones(channels)) if affine else None
        self.bias = nn.Parameter(torch.zeros(channels)) if affine else None

    def forward(self, x: Tensor) -> Tensor:
        """x: (batch, channels, ...)."""
        return F.batch_norm(x, self.running_mean, self.running_var, self.weight, self.bias, eps=1e-5)


class Residual2d(nn.Module):
    """Two 3x3 convolutions over (mel, time); `stride` halves the mel axis, with a shortcut that does the same."""

    def __init__(self, stride: int) -> None:
        super().__init__()
        n = HEAD_CHANNELS
        self.conv1 = nn.Conv2d(n, n, 3, stride=(stride, 1), padding=1, bias=False)
        self.norm1 = FrozenNorm(n)
        self.conv2 = nn.Conv2d(n, n, 3, padding=1, bias=False)
        self.norm2 = FrozenNorm(n)
        self.shortcut = nn.Conv2d(n, n, 1, stride=(stride, 1), bias=False) if stride > 1 else None
        self.shortcut_norm = FrozenNorm(n) if stride > 1 else None

    def forward(self, x: Tensor) -> Tensor:
        y = self.norm2(self.conv2(self.norm1(self.conv1(x)).relu()))
        if self.shortcut is not None and self.shortcut_norm is not None:
            x = self.shortcut_norm(self.shortcut(x))
        out: Tensor = (x + y).relu()
        return out


class Head(nn.Module):
    """Filterbank (batch, mel, frames) -> (batch, channels * mel / 8, frames)."""

    def __init__(self) -> None:
        super().__init__()
        n = HEAD_CHANNELS
        self.conv1 = nn.Conv2d(1, n, 3, padding=1, bias=False)
        self.norm1 = FrozenNorm(n)
        self.layer1 = nn.Sequential(Residual2d(2), Residual2d(1))
        self.layer2 = nn.Sequential(Residual2d(2), Residual2d(1))
        self.conv2 = nn.Conv2d(n, n, 3, stride=(2, 1), padding=1, bias=False)
        self.norm2 = FrozenNorm(n)

    def forward(self, x: Tensor) -> Tensor:
        x = self.norm1(self.conv1(x[:, None])).relu()
        out: Tensor = self.norm2(self.conv2(self.layer2(self.layer1(x)))).relu().flatten(1, 2)
        return out


class DenseLayer(nn.Module):
    """Bottleneck, then context-aware masking: a local convolution weighted by what the whole utterance and each segment look like."""

    def __init__(self, channels: int, dilation: int) -> None:
        super().__init__()
        self.norm1 = FrozenNorm(channels)
        self.squeeze = nn.Conv1d(channels, BOTTLENECK, 1, bias=False)
        self.norm2 = FrozenNorm(BOTTLENECK)
        self.local = nn.Conv1d(BOTTLENECK, GROWTH, 3, padding=dilation, dilation=dilation, bias=False)
        self.context_in = nn.Conv1d(BOTTLENECK, BOTTLENECK // 2, 1)
        self.context_out = nn.Conv1d(BOTTLENECK // 2, GROWTH, 1)

    def forward(self, x: Tensor) -> Tensor:
        """x: (batch, channels, frames) -> (batch, channels + growth, frames)."""
        y = self.norm2(self.squeeze(self.norm1(x).relu())).relu()
        segments = F.avg_pool1d(y, SEGMENT_FRAMES, SEGMENT_FRAMES, ceil_mode=True)
        segments = segments.repeat_interleave(SEGMENT_FRAMES, dim=-1)[..., : y.shape[-1]]
        context = self.context_in(y.mean(dim=-1, keepdim=True) + segments).relu()
        return torch.cat((x, self.local(y) * torch.sigmoid(self.context_out(context))), dim=1)


class Transit(nn.Module):
    def __init__(self, channels: int) -> None:
        super().__init__()
        self.norm = FrozenNorm(channels)
        self.conv = nn.Conv1d(channels, channels // 2, 1, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        """x: (batch, inputs, frames) -> (batch, outputs, frames)."""
        out: Tensor = self.conv(self.norm(x).relu())
        return out


class SpeakerEncoder(nn.Module):
    """Everything in speaker_encoder.safetensors. Blocks and layers are numbered from 1, as published."""

    resample_kernel: Tensor

    def __init__(self, embedding_dim: int) -> None:
        super().__init__()
        self.register_buffer("resample_kernel", torch.zeros(1, 1, RESAMPLE_TAPS))
        self.head = Head()
        channels = TDNN_CHANNELS
        self.tdnn = nn.Conv1d(HEAD_CHANNELS * MEL_BINS // 8, channels, 5, stride=2, padding=2, bias=False)
        self.tdnn_norm = FrozenNorm(channels)
        self.blocks = nn.ModuleDict()
        self.transits = nn.ModuleDict()
        for number, (layers, dilation) in enumerate(DENSE_BLOCKS, 1):
            block = nn.ModuleDict({str(i + 1): DenseLayer(channels + i * GROWTH, dilation) for i in range(layers)})
            channels += layers * GROWTH
            self.blocks[str(number)] = block
            self.transits[str(number)] = Transit(channels)
            channels //= 2
        self.norm = FrozenNorm(channels)
        self.dense = nn.Conv1d(2 * channels, embedding_dim, 1, bias=False)
        self.dense_norm = FrozenNorm(embedding_dim, affine=False)

    def forward(self, features: Tensor, lengths: Tensor | None = None) -> Tensor:
        """features: (batch, frames, mel bins), mean removed; lengths: true frames of each item -> x-vectors (batch, embedding_dim).

        With lengths, deviations have a floor; without, they have none. Voices are read with lengths.
        """
        x = self.tdnn_norm(self.tdnn(self.head(features.transpose(1, 2)))).relu()
        for number, block in self.blocks.items():
            for layer in block.values():  # type: ignore[operator]
                x = layer(x)
            x = self.transits[number](x)
        x = self.norm(x).relu()
        if lengths is None:
            statistics = _statistics(x)
        else:
            halved = (lengths - 1) // 2 + 1
            rows = [_statistics(row[None, :, :n], MIN_VARIANCE) for row, n in zip(x, halved.tolist(), strict=True)]
            statistics = torch.cat(rows)
        out: Tensor = self.dense_norm(self.dense(statistics[..., None]).squeeze(-1))
        return out

    def to_16k(self, samples: Tensor) -> Tensor:
        """(1, n) at 48 kHz -> (1, ceil(n / 3)) at 16 kHz, by the stored kernel."""
        padded = F.pad(samples[:, None], (RESAMPLE_HALF, RESAMPLE_HALF + RESAMPLE_RATIO))
        resampled = F.conv1d(padded, self.resample_kernel, stride=RESAMPLE_RATIO)[:, 0]
        return resampled[:, : math.ceil(samples.shape[-1] / RESAMPLE_RATIO)]

    def features(self, samples: Tensor) -> Tensor:
        """Filterbank (frames, mel bins) of one voice (1, n) at 48 kHz, its mean over time removed."""
        bands = fbank(self.to_16k(samples)[0], mel_bins=MEL_BINS)
        return bands - bands.mean(dim=0, keepdim=True)

    def xvector(self, samples: Tensor) -> Tensor:
        """(1, embedding_dim) of one voice (1, n) at 48 kHz."""
        features = self.features(samples)[None]
        out: Tensor = self(features, torch.tensor([features.shape[1]]))
        return out


def _statistics(x: Tensor, min_variance: float = 0.0) -> Tensor:
    """Mean and deviation over time: (batch, channels, frames) -> (batch, 2 * channels)."""
    deviation = x.var(dim=-1).clamp(min=min_variance).sqrt()
    return torch.cat((x.mean(dim=-1), deviation), dim=1)
