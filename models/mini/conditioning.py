"""What the transformer is told: encoded words for its cross-attention, and one vector of pooled text plus length."""

from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from ditone.models.mini.config import (
    LEARNED_DIM,
    LONGEST_S,
    MAX_WORDS,
    SAMPLE_RATE_HZ,
    SAMPLES_PER_TOKEN,
    STATIC_DIM,
    ConditioningConfig,
)
from ditone.models.mini.text import WordVectors


@dataclass(frozen=True)
class Condition:
    """One batch of conditions.

    context: (batch, words, dim); mask: (batch, words), true = real word; vector: (batch, dim), added to the time vector.
    """

    context: Tensor
    mask: Tensor
    vector: Tensor


class EncoderLayer(nn.Module):
    """Pre-norm transformer layer over a prompt's few words."""

    def __init__(self, dim: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.norm_attention, self.norm_feed = nn.LayerNorm(dim), nn.LayerNorm(dim)
        self.qkv = nn.Linear(dim, 3 * dim)
        self.out = nn.Linear(dim, dim)
        self.up, self.down = nn.Linear(dim, 2 * dim), nn.Linear(2 * dim, dim)

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        """x: (batch, words, dim); mask: (batch, words), true = real word."""
        batch, words, dim = x.shape
        qkv = self.qkv(self.norm_attention(x)).view(batch, words, 3, self.heads, dim // self.heads)
        q, k, v = qkv.permute(2, 0, 3, 1, 4)
        scores = (q @ k.transpose(-1, -2)).float() * (dim // self.heads) ** -0.5
        weights = scores.masked_fill(~mask[:, None, None], -1e4).softmax(-1).to(v.dtype)
        x = x + self.out((weights @ v).transpose(1, 2).reshape(batch, words, dim))
        out: Tensor = x + self.down(F.silu(self.up(self.norm_feed(x))))
        return out


class Conditioner(nn.Module):
    """Words and seconds to a `Condition`; a learned null word stands for "no prompt"."""

    def __init__(self, config: ConditioningConfig, words: int, trained: int) -> None:
        super().__init__()
        dim = config.dim
        self.config = config
        self.words = WordVectors(words, trained)
        self.enter = nn.Linear(STATIC_DIM + LEARNED_DIM, dim)
        self.position = nn.Parameter(torch.randn(MAX_WORDS, dim) * 0.02)
        self.layers = nn.ModuleList(EncoderLayer(dim, config.heads) for _ in range(config.layers))
        self.norm = nn.LayerNorm(dim)
        self.pool = nn.Linear(dim, dim)
        self.null = nn.Parameter(torch.randn(dim) * 0.02)
        self.length_in = nn.Linear(2 * config.length_frequencies, dim)
        self.length_out = nn.Linear(dim, dim)

    def length_vector(self, seconds: Tensor) -> Tensor:
        """seconds: (batch,) -> (batch, dim), from sines and cosines of seconds / LONGEST_S at 32 frequencies."""
        frequencies = torch.logspace(-1.0, 2.0, self.config.length_frequencies, base=2.0, device=seconds.device) * torch.pi
        angle = (seconds.float() / LONGEST_S)[:, None] * frequencies
        out: Tensor = self.length_out(F.silu(self.length_in(torch.cat([angle.sin(), angle.cos()], dim=-1))))
        return out

    def forward(self, rows: Tensor, seconds: Tensor, drop: Tensor | None = None, force_static: Tensor | None = None) -> Condition:
        """rows: (batch, MAX_WORDS) table rows, -1 for padding; seconds: (batch,); drop: (batch,) true = no prompt.

        A row without any word is "no prompt" as well.
        """
        mask = rows >= 0
        empty = ~mask.any(dim=1)
        if drop is not None:
            empty = empty | drop
        x = self.enter(self.words(rows, force_static))
        x = x + self.position[: x.shape[1]]
        safe = mask.clone()
        safe[:, 0] |= empty
        for layer in self.layers:
            x = layer(x, safe)
        x = self.norm(x)
        x = torch.where(empty[:, None, None], self.null.to(x.dtype), x)
        mask = torch.where(empty[:, None], torch.arange(rows.shape[1], device=rows.device) == 0, mask)
        weight = mask[..., None].to(x.dtype)
        pooled = (x * weight).sum(1) / weight.sum(1)
        return Condition(x, mask, self.pool(pooled) + self.length_vector(seconds))


def position_features(seconds: Tensor, tokens: int) -> Tensor:
    """Where each token stands: (batch, tokens, POSITION_CHANNELS), from the requested seconds (batch,).

    Rotary attention only knows distances between tokens; one-shots need to know where the sound begins and ends.
    Near the start and around the end the features decay over 0.05 to 1.5 s, sines with periods of 4 to 256 tokens tell the rest.
    """
    index = torch.arange(tokens, device=seconds.device, dtype=torch.float32)
    time = (index * (SAMPLES_PER_TOKEN / SAMPLE_RATE_HZ)).expand(len(seconds), tokens)
    left = seconds.float()[:, None] - time
    waves = 2 * torch.pi * index[:, None] / (2.0 ** torch.arange(2, 9, device=seconds.device))
    columns = [time / LONGEST_S, left / LONGEST_S, torch.sigmoid(left / 0.02)]
    columns += [torch.exp(-time / tau) for tau in (0.05, 0.15, 0.5, 1.5)]
    columns += [torch.exp(-left.abs() / tau) for tau in (0.05, 0.2, 0.8)]
    fixed = torch.cat([waves.sin(), waves.cos()], dim=-1).expand(len(seconds), tokens, -1)
    return torch.cat([torch.stack(columns, dim=-1), fixed], dim=-1)


def pad_rows(prompts: list[list[int]]) -> Tensor:
    """Lists of table rows to (batch, MAX_WORDS), padded with -1."""
    out = torch.full((len(prompts), MAX_WORDS), -1, dtype=torch.long)
    for i, rows in enumerate(prompts):
        kept = rows[:MAX_WORDS]
        out[i, : len(kept)] = torch.tensor(kept, dtype=torch.long)
    return out
