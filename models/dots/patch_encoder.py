"""The "semantic" encoder: raw latents of each patch -> one language-model embedding, causal over everything said so far.

Its config carries rotary and q/k-norm switches that the original never reads: there are no positions and no such norms here.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from ditone.models.dots.config import UNSET_EPS, PatchEncoderConfig
from ditone.runtime.dit import config as c
from ditone.runtime.dit.layers import Mlp, NormLayer, SelfAttention, linear


@dataclass
class PatchEncoderState:
    """What later patches need: the last raw frame (batch, latent_dim, 1), and each layer's keys and values (batch, heads, n, head_dim)."""

    tail: Tensor | None = None
    layers: dict[int, tuple[Tensor, Tensor]] = field(default_factory=dict)


class EncoderLayer(nn.Module):
    """Pre-norm attention and feed-forward; the residual stream stays float32."""

    def __init__(self, config: PatchEncoderConfig) -> None:
        super().__init__()
        norm = c.Norm("rms", UNSET_EPS)
        self.attn_norm = NormLayer(config.width, norm)
        self.attn = SelfAttention(c.Attention(config.heads, config.width // config.heads, input_bias=False))
        self.ff_norm = NormLayer(config.width, norm)
        self.ff = Mlp(config.width, config.inner, config.width)

    def forward(self, h: Tensor, mask: Tensor | None, past: dict[int, tuple[Tensor, Tensor]], index: int) -> Tensor:
        """h: (batch, tokens, width), and so is the result; `past` holds keys and values (batch, heads, tokens, head_dim) of each layer."""

        def extend(k: Tensor, v: Tensor) -> tuple[Tensor, Tensor]:
            if index in past:
                k, v = torch.cat((past[index][0], k), dim=2), torch.cat((past[index][1], v), dim=2)
            past[index] = (k, v)
            return k, v

        h = h + self.attn(self.attn_norm(h), None, mask, None, extend)
        out: Tensor = h + self.ff(self.ff_norm(h))
        return out


class PatchEncoder(nn.Module):
    """Frames pass in pairs (the second of a pair with the first of the next); `patch_size / 2` tokens make one embedding."""

    def __init__(self, config: PatchEncoderConfig, latent_dim: int, patch_size: int, output_dim: int) -> None:
        super().__init__()
        self.tokens_per_patch = patch_size // 2
        self.halve = nn.Conv1d(latent_dim, latent_dim, 2, stride=2)
        self.input = nn.Linear(latent_dim, config.width)
        self.layers = nn.ModuleList(EncoderLayer(config) for _ in range(config.layers))
        self.output = nn.Linear(config.width * self.tokens_per_patch, output_dim)

    def forward(self, latents: Tensor, state: PatchEncoderState) -> Tensor:
        """Raw latents (batch, patches * patch_size, latent_dim) -> (batch, patches, output_dim) float32; `state` moves on."""
        x = latents.transpose(1, 2)
        tail = torch.zeros_like(x[..., :1]) if state.tail is None else state.tail
        state.tail = x[..., -1:]
        # token j sees frames 2j - 1 and 2j, so the newest frame waits for the next patch
        x = torch.cat((tail, x[..., :-1]), dim=-1)
        h = F.conv1d(x.to(self.halve.weight.dtype), self.halve.weight, self.halve.bias, stride=2).transpose(1, 2)
        h = linear(self.input, h).float()
        new = h.shape[1]
        old = state.layers[0][0].shape[2] if state.layers else 0
        mask = torch.ones(new, old + new, dtype=torch.bool, device=h.device).tril(old)
        for i, layer in enumerate(self.layers):
            h = layer(h, mask, state.layers, i)
        return linear(self.output, torch.unflatten(h, 1, (-1, self.tokens_per_patch)).flatten(2)).float()
