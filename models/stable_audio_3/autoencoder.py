"""The SAME autoencoder: patches of waveform <-> latent frames, by transformers whose attention is local.

A latent frame and its `stride` patches are one group of tokens. The encoder puts a learned token behind each group of patches and keeps
it; the decoder puts learned tokens behind each latent frame and keeps those. Small models attend inside chunks of two frames, shifted
by half a chunk in the later blocks; Medium attends to a band around every token. All arithmetic is float32 unless the weights are not.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from ditone.models.stable_audio_3.config import Autoencoder, Band, Chunks, Coder
from ditone.runtime.dit.config import Rotary
from ditone.runtime.dit.layers import attend, linear, rotary_table, rotate

Draw = Callable[[tuple[int, ...]], Tensor]
Check = Callable[[], None]
Table = tuple[Tensor, Tensor]


class DynamicTanh(nn.Module):
    """gamma * tanh(alpha y) + beta over the last axis (Zhu et al. 2025, "Transformers without Normalization")."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.alpha = nn.Parameter(torch.ones(1))
        self.gamma = nn.Parameter(torch.ones(width))
        self.beta = nn.Parameter(torch.zeros(width))

    def forward(self, x: Tensor) -> Tensor:
        """x: (batch, tokens, width)."""
        return torch.addcmul(self.beta, self.gamma, torch.tanh(self.alpha * x))


class CoderBlock(nn.Module):
    """Differential local attention, then a gated feed-forward; no modulation."""

    def __init__(self, config: Coder, sinusoidal: bool) -> None:
        super().__init__()
        width = config.width
        self.heads, self.head_dim, self.sinusoidal = config.heads, config.head_dim, sinusoidal
        self.rotary = Rotary(config.head_dim // 2, "half_split")
        self.attn_norm, self.ff_norm = DynamicTanh(width), DynamicTanh(width)
        self.qkv = nn.Linear(width, 5 * width, bias=False)
        self.q_norm, self.k_norm = DynamicTanh(config.head_dim), DynamicTanh(config.head_dim)
        self.out = nn.Linear(width, width, bias=False)
        self.up = nn.Linear(width, 2 * config.inner)
        self.down = nn.Linear(config.inner, width)

    def forward(self, h: Tensor, table: Table, band: tuple[int, Tensor] | None) -> Tensor:
        """h: (batch, tokens, width); full attention over the tokens, or banded when `band` = (group, mask) is given."""
        h = h + self.attention(self.attn_norm(h), table, band)
        value, gate = linear(self.up, self.ff_norm(h)).float().chunk(2, dim=-1)
        gate = torch.sin(math.pi * gate) if self.sinusoidal else F.silu(gate)
        out: Tensor = h + linear(self.down, value * gate)
        return out

    def attention(self, y: Tensor, table: Table, band: tuple[int, Tensor] | None) -> Tensor:
        """y: (batch, tokens, width), and so is the result."""
        parts = torch.unflatten(linear(self.qkv, y).float(), -1, (5, self.heads, self.head_dim)).permute(2, 0, 3, 1, 4)
        q, k, v, q2, k2 = parts.unbind(0)
        q, q2 = (rotate(self.q_norm(part), table, self.rotary) for part in (q, q2))
        k, k2 = (rotate(self.k_norm(part), table, self.rotary) for part in (k, k2))
        if band is None:
            result = attend(q, k, v, None) - attend(q2, k2, v, None)
        else:
            v = _halo(v, band[0])
            result = _banded(q, k, v, band) - _banded(q2, k2, v, band)
        return linear(self.out, result.transpose(1, 2).flatten(2))


class CoderModule(nn.Module):
    """One half of the autoencoder. `projection` joins the latent channels; `mapping` joins the patches."""

    def __init__(self, config: Coder, decodes: bool) -> None:
        super().__init__()
        self.config = config
        width = config.width
        ends = (config.latent_channels, width) if decodes else (width, config.latent_channels)
        patches = (width, config.patch_channels) if decodes else (config.patch_channels, width)
        self.projection = nn.Linear(*ends)
        self.mapping = nn.Conv1d(*patches, config.mapping_kernel, padding=config.mapping_kernel // 2)
        self.new_tokens = nn.Parameter(torch.zeros(1, 1, width))
        self.blocks = nn.ModuleList(CoderBlock(config, i >= config.sinusoidal_from) for i in range(config.depth))

    def decode(self, latents: Tensor, draw: Draw | None, check: Check | None = None) -> Tensor:
        """latents (batch, frames, latent channels) -> patches (batch, patch channels, frames * stride); frames padded to a multiple."""
        config = self.config
        h = _pad_frames(self.projection(latents), config.frames_multiple)[:, :, None]
        batch, frames = h.shape[:2]
        new = self.new(batch, frames, config.stride, draw)
        h = self.transform(torch.cat((h, new), dim=2).flatten(1, 2), check)
        patches = torch.unflatten(h, 1, (frames, config.group))[:, :, 1:].flatten(1, 2)
        out: Tensor = self.mapping(patches.transpose(1, 2))
        return out

    def encode(self, patches: Tensor, draw: Draw | None, check: Check | None = None) -> Tensor:
        """patches (batch, patch channels, n) -> latents (batch, frames, latent channels); n is padded with silence to whole frames."""
        config = self.config
        patches = F.pad(patches, (0, -patches.shape[2] % (config.stride * config.frames_multiple)))
        h = self.mapping(patches).transpose(1, 2).unflatten(1, (-1, config.stride))
        batch, frames = h.shape[:2]
        new = self.new(batch, frames, 1, draw)
        h = self.transform(torch.cat((h, new), dim=2).flatten(1, 2), check)
        out: Tensor = self.projection(torch.unflatten(h, 1, (frames, config.group))[:, :, -1])
        return out

    def new(self, batch: int, frames: int, count: int, draw: Draw | None) -> Tensor:
        """(batch, frames, count, width): the learned token, with noise where the original adds it."""
        tokens = self.new_tokens.expand(batch * frames, count, -1)
        if draw is not None and self.config.mask_noise:
            tokens = tokens + self.config.mask_noise * draw(tuple(tokens.shape)).to(tokens.dtype)
        return torch.unflatten(tokens, 0, (batch, frames))

    def transform(self, h: Tensor, check: Check | None) -> Tensor:
        """All blocks over (batch, tokens, width). `check` is called before every block and may raise to stop."""
        locality = self.config.locality
        return self.banded(h, locality, check) if isinstance(locality, Band) else self.chunked(h, locality, check)

    def chunked(self, h: Tensor, locality: Chunks, check: Check | None) -> Tensor:
        """Attention inside chunks; halfway through, copies at both ends move the borders by half a chunk.

        h: (batch, tokens, width).
        """
        batch, width, size, half = h.shape[0], h.shape[2], locality.tokens, locality.tokens // 2
        table = rotary_table(self.rotary, torch.arange(size), h.device)
        turn = self.config.depth // 2 if locality.shifted else self.config.depth
        h = h.reshape(-1, size, width)
        for i, block in enumerate(self.blocks):
            if check is not None:
                check()
            if i == turn:
                h = h.reshape(batch, -1, width)
                h = torch.cat((h[:, :half], h, h[:, -half:]), dim=1).reshape(-1, size, width)
            h = block(h, table, None)
        h = h.reshape(batch, -1, width)
        return h[:, half:-half] if turn < self.config.depth else h

    def banded(self, h: Tensor, locality: Band, check: Check | None) -> Tensor:
        """Attention to the tokens around each token. h: (batch, tokens, width)."""
        tokens = h.shape[1]
        table = rotary_table(self.rotary, torch.arange(tokens), h.device)
        mask = _band_mask(tokens, locality.reach, h.device).repeat(h.shape[0], 1, 1, 1)
        for block in self.blocks:
            if check is not None:
                check()
            h = block(h, table, (locality.reach, mask))
        return h

    @property
    def rotary(self) -> Rotary:
        return Rotary(self.config.head_dim // 2, "half_split")


class SameAutoencoder(nn.Module):
    """Waveforms (batch, channels, samples) <-> latents (batch, frames, latent channels)."""

    def __init__(self, config: Autoencoder) -> None:
        super().__init__()
        self.config = config
        self.encoder = CoderModule(config.encoder, decodes=False)
        self.decoder = CoderModule(config.decoder, decodes=True)
        self.scaling_factor = nn.Parameter(torch.ones(1, config.latent_channels, 1))
        self.bias = nn.Parameter(torch.zeros(1, config.latent_channels, 1))
        self.running_std = nn.Parameter(torch.ones(1))

    def decode(self, latents: Tensor, draw: Draw | None = None, check: Check | None = None) -> Tensor:
        """Waveform of one piece. `draw` gives the original's noise, first on the latents (drawn channels first), then on new tokens.

        latents: (batch, frames, latent channels) -> (batch, channels, samples).
        """
        z = latents.to(self.running_std.dtype) * self.running_std
        if draw is not None and self.config.latent_noise:
            batch, frames, channels = z.shape
            noise = draw((batch, channels, frames)).transpose(1, 2).to(z.dtype)
            z = z + self.config.latent_noise * self.running_std * noise
        return unpatched(self.decoder.decode(z, draw, check), self.config.channels)

    def encode(self, audio: Tensor, draw: Draw | None = None, check: Check | None = None) -> Tensor:
        """Latents of one piece; audio is padded with silence to whole frames.

        audio: (batch, channels, samples) -> (batch, frames, latent channels).
        """
        patches = patched(audio.to(self.running_std.dtype), self.config.patch)
        y = self.encoder.encode(patches, draw, check).transpose(1, 2)
        return ((y * self.scaling_factor + self.bias) / self.running_std).transpose(1, 2)


def patched(audio: Tensor, patch: int) -> Tensor:
    """(batch, channels, samples) -> (batch, channels * patch, patches), channel-major, the end padded with silence."""
    audio = F.pad(audio, (0, -audio.shape[2] % patch))
    return torch.unflatten(audio, 2, (-1, patch)).transpose(2, 3).flatten(1, 2)


def unpatched(patches: Tensor, channels: int) -> Tensor:
    """The inverse of `patched`. (batch, channels * patch, frames) -> (batch, channels, frames * patch)."""
    return torch.unflatten(patches, 1, (channels, -1)).transpose(2, 3).flatten(2)


def _pad_frames(latents: Tensor, multiple: int) -> Tensor:
    """(batch, frames, channels) with zeros behind, to a multiple of frames."""
    return F.pad(latents, (0, 0, 0, -latents.shape[1] % multiple))


def _band_mask(tokens: int, reach: int, device: torch.device) -> Tensor:
    """(groups, 1, reach, 3 reach): which keys of the neighbouring groups each query may look at. True = may look."""
    groups = -(-tokens // reach)
    query = torch.arange(reach, device=device)[:, None]
    key = torch.arange(-reach, 2 * reach, device=device)[None]
    near = (query - key).abs() <= reach
    position = key[None] + reach * torch.arange(groups, device=device)[:, None, None]
    return (near & (position >= 0) & (position < tokens))[:, None]


def _halo(x: Tensor, reach: int) -> Tensor:
    """(batch, heads, tokens, dim) -> (batch * groups, heads, 3 reach, dim): each group of keys with its two neighbours."""
    x = F.pad(x, (0, 0, reach, reach + -x.shape[2] % reach))
    windows = x.unfold(2, 3 * reach, reach)  # (batch, heads, groups, dim, 3 reach)
    return windows.permute(0, 2, 1, 4, 3).flatten(0, 1)


def _banded(q: Tensor, k: Tensor, v: Tensor, band: tuple[int, Tensor]) -> Tensor:
    """Attention within the band, without ever forming tokens x tokens. q, k: (batch, heads, tokens, dim); v already with its halo."""
    reach, mask = band
    batch, tokens = q.shape[0], q.shape[2]
    q = torch.unflatten(F.pad(q, (0, 0, 0, -tokens % reach)), 2, (-1, reach)).transpose(1, 2).flatten(0, 1)
    result = attend(q, _halo(k, reach), v, mask)
    return torch.unflatten(result, 0, (batch, -1)).transpose(1, 2).flatten(2, 3)[:, :, :tokens]
