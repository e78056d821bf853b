"""Phonemes to a first guess of the speech: encoder, durations, and a prior that the flow refines."""

from __future__ import annotations

from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from ditone.models.mini.voice.config import TOKEN_CHANNELS, EncoderConfig

POSITION_CHANNELS = 3


class ConvBlock(nn.Module):
    """ConvNeXt block over (batch, tokens, dim) with padding masked out, so that an item does not depend on its batch."""

    def __init__(self, dim: int, inner: int, kernel: int, blocks: int) -> None:
        super().__init__()
        self.depthwise = nn.Conv1d(dim, dim, kernel, padding=kernel // 2, groups=dim)
        self.norm = nn.LayerNorm(dim)
        self.up = nn.Linear(dim, inner)
        self.down = nn.Linear(inner, dim)
        self.scale = nn.Parameter(torch.full((dim,), 1.0 / blocks))

    def forward(self, x: Tensor, mask: Tensor | None = None) -> Tensor:
        y = x if mask is None else x * mask
        y = self.depthwise(y.transpose(1, 2)).transpose(1, 2)
        out: Tensor = self.down(F.gelu(self.up(self.norm(y))))
        return x + self.scale * out


@dataclass(frozen=True)
class Aligned:
    """Encoder output at token rate: hidden (batch, tokens, dim), prior (batch, tokens, 164), mask (batch, tokens) of real tokens."""

    hidden: Tensor
    prior: Tensor
    mask: Tensor


class PhonemeEncoder(nn.Module):
    """Embedding and convolutions, log durations in tokens, then the prior at token rate."""

    def __init__(self, config: EncoderConfig) -> None:
        super().__init__()
        dim = config.dim
        self.config = config
        self.embedding = nn.Embedding(config.phonemes, dim)
        self.blocks = nn.ModuleList(ConvBlock(dim, config.inner, 5, config.blocks) for _ in range(config.blocks))
        self.norm = nn.LayerNorm(dim)
        self.duration_in = nn.Conv1d(dim, dim, 3, padding=1)
        self.duration_norm = nn.LayerNorm(dim)
        self.duration_out = nn.Conv1d(dim, 1, 3, padding=1)
        self.position = nn.Linear(POSITION_CHANNELS, dim)
        self.prior_blocks = nn.ModuleList(
            ConvBlock(dim, config.inner, 7, config.prior_blocks) for _ in range(config.prior_blocks)
        )
        self.prior_norm = nn.LayerNorm(dim)
        self.prior = nn.Linear(dim, TOKEN_CHANNELS)

    def encode(self, phonemes: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """phonemes (batch, n) ids, mask (batch, n) -> hidden (batch, n, dim), log durations (batch, n) in tokens."""
        keep = mask[..., None].float()
        x = self.embedding(phonemes)
        for block in self.blocks:
            x = block(x, keep)
        x = self.norm(x) * keep
        y = F.gelu(self.duration_norm(self.duration_in(x.transpose(1, 2)).transpose(1, 2))) * keep
        return x, self.duration_out(y.transpose(1, 2))[:, 0]

    def align(self, hidden: Tensor, durations: Tensor) -> Aligned:
        """Each phoneme repeated for its tokens; durations (batch, n) whole tokens, 0 for padding."""
        total = durations.sum(1)
        longest = int(total.max())
        ends = durations.cumsum(1)
        at = torch.arange(longest, device=hidden.device)
        index = torch.searchsorted(ends, at.expand(len(ends), -1).contiguous(), right=True).clamp(max=hidden.shape[1] - 1)
        mask = at[None] < total[:, None]
        length = durations.gather(1, index).clamp(min=1).float()
        start = (ends - durations).gather(1, index).float()
        from_start = (at - start) / length
        position = torch.stack((from_start, 1 - from_start, length.log()), dim=-1)
        keep = mask[..., None].float()
        x = (hidden.gather(1, index[..., None].expand(-1, -1, hidden.shape[-1])) + self.position(position)) * keep
        for block in self.prior_blocks:
            x = block(x, keep)
        x = self.prior_norm(x)
        return Aligned(x * keep, self.prior(x) * keep, mask)


def token_durations(log_durations: Tensor, mask: Tensor, speed: float = 1.0) -> Tensor:
    """Whole tokens per phoneme, at least one; the rounding error is carried on, so that the total fits the speed.

    All tensors: (batch, phonemes).
    """
    exact = (log_durations.float().exp() / speed).clamp(0.5, 80.0) * mask
    ends = exact.cumsum(1).round()
    whole = torch.diff(ends, dim=1, prepend=torch.zeros_like(ends[:, :1])).clamp(min=1)
    return (whole * mask).long()
