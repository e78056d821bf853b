"""History in front of the frames that are being denoised, and the keys and values of its tokens.

An autoregressive family (dots.tts) denoises one short patch at a time behind everything it has finished. A finished token is modulated
by the time of the evaluation, so its keys and values differ at every time point: there is one entry per time point, and one
`PrefixCache` per pass (guidance branch, or both as one batch).

History tokens look at themselves and what came before; the current tokens (`lead` and the noisy frames) look at everything. What was
computed for the current tokens is of no use later, since they saw noise: after a patch its finished tokens are appended, run once more
at each time point as plain causal tokens, and kept from then on.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field

import torch
from torch import Tensor

from ditone.runtime.dit.config import DitConfig

Key = tuple[float, ...]
Table = tuple[Tensor, Tensor] | None
GROWTH_TOKENS = 320


@dataclass(frozen=True)
class Tokens:
    """The same tokens as both guidance branches see them, each (batch, tokens, token channels)."""

    conditional: Tensor
    unconditional: Tensor | None = None

    def side(self, index: int) -> Tensor:
        """0: conditional, 1: unconditional. Raises ValueError when the second was not given. (batch, tokens, token channels)."""
        if index == 0:
            return self.conditional
        if self.unconditional is None:
            raise ValueError("guidance is on, but the history has no tokens for the unconditional branch")
        return self.unconditional


@dataclass(frozen=True)
class View:
    """What one evaluation needs: tokens before the frames, their rotary table and mask, and the hook that joins cached keys and values."""

    tokens: Tensor | None
    table: Table
    mask: Tensor | None
    extend: Callable[[int, Tensor, Tensor], tuple[Tensor, Tensor]] | None


@dataclass
class _Entry:
    """Keys and values of one time point, per block (2, batch, heads, capacity, head_dim), of which `valid` tokens are written."""

    valid: int = 0
    pending: int = 0
    blocks: dict[int, Tensor] = field(default_factory=dict)


class PrefixCache:
    """History of one pass. `keep` False recomputes all of it at every evaluation: the long way, with the same interface.

    rotary: table for integer positions. poison: fills what was not written with NaN, so that a missing write cannot stay unnoticed.
    """

    def __init__(self, rotary: Callable[[Tensor], Table], *, keep: bool = True, poison: bool = False) -> None:
        self.keep = keep
        self._rotary = rotary
        self._poison = poison
        self._chunks: list[tuple[int, Tensor]] = []
        self._lead: Tensor | None = None
        self._entries: dict[Key, _Entry] = {}
        self._shared: tuple[tuple[int, int, int], Table, Tensor | None] | None = None
        self.tokens = 0

    def append(self, tokens: Tensor) -> None:
        """Adds finished tokens (batch, n, channels) at the end of the history."""
        self._chunks.append((self.tokens, tokens))
        self.tokens += tokens.shape[1]

    def lead(self, tokens: Tensor) -> None:
        """Sets the tokens (batch, n, channels) between the history and the frames, replacing those of the last patch."""
        self._lead = tokens

    def begin(self, key: Key, frames: int) -> View:
        """What the evaluation at time point `key` of `frames` noisy frames needs. `commit` must follow once it went through."""
        entry = self._entries.setdefault(key, _Entry())
        new = [tokens for start, tokens in self._chunks if start >= entry.valid]
        entry.pending = self.tokens - entry.valid
        parts = new if self._lead is None else [*new, self._lead]
        before = torch.cat(parts, dim=1) if parts else None
        current = frames + (0 if self._lead is None else self._lead.shape[1])
        table, mask = self._positions(entry.valid, entry.pending, current, None if before is None else before.device)
        extend = self._hook(entry) if self.keep else None
        return View(before, table, mask, extend)

    def commit(self, key: Key) -> None:
        """The history tokens that ran at `key` are in the cache now."""
        entry = self._entries[key]
        if self.keep:
            entry.valid += entry.pending
        entry.pending = 0

    def size_bytes(self) -> int:
        """Memory of the key and value buffers."""
        return sum(b.numel() * b.element_size() for entry in self._entries.values() for b in entry.blocks.values())

    def keys_values(self, key: Key, block: int) -> tuple[Tensor, Tensor]:
        """Cached keys and values (batch, heads, valid tokens, head_dim) of one block at one time point."""
        entry = self._entries[key]
        k, v = entry.blocks[block][..., : entry.valid, :]
        return k, v

    def _positions(self, valid: int, pending: int, current: int, device: torch.device | None) -> tuple[Table, Tensor | None]:
        """Rotary table, and a mask (new tokens, all tokens), True = may look; all time points of a patch share them."""
        signature = (valid, pending, current)
        if self._shared is None or self._shared[0] != signature:
            new = pending + current
            table = self._rotary(torch.arange(valid, valid + new))
            mask = None
            if pending:
                mask = torch.ones(new, valid + new, dtype=torch.bool, device=device)
                mask[:pending] = mask[:pending].tril(valid)
            self._shared = (signature, table, mask)
        return self._shared[1], self._shared[2]

    def _hook(self, entry: _Entry) -> Callable[[int, Tensor, Tensor], tuple[Tensor, Tensor]]:
        """Keys and values (batch, heads, new tokens, head_dim) of a block are written; those of all tokens come back."""

        def extend(block: int, k: Tensor, v: Tensor) -> tuple[Tensor, Tensor]:
            end = entry.valid + k.shape[2]
            buffer = entry.blocks.get(block)
            if buffer is None or buffer.shape[3] < end:
                buffer = entry.blocks[block] = self._grown(buffer, k, entry.valid, end)
            # current tokens are written behind the valid ones and overwritten next time: no copy of the cached part
            buffer[0, :, :, entry.valid : end] = k
            buffer[1, :, :, entry.valid : end] = v
            keys, values = buffer[:, :, :, :end]
            return keys, values

        return extend

    def _grown(self, old: Tensor | None, k: Tensor, valid: int, end: int) -> Tensor:
        """A buffer (2, batch, heads, capacity, head_dim) for `end` tokens, with the old one's valid ones in it."""
        batch, heads, _, head_dim = k.shape
        capacity = math.ceil(end / GROWTH_TOKENS) * GROWTH_TOKENS
        buffer = k.new_empty(2, batch, heads, capacity, head_dim)
        if self._poison:
            buffer.fill_(float("nan"))
        if old is not None:
            buffer[..., :valid, :] = old[..., :valid, :]
        return buffer


def prefix_cache_bytes(config: DitConfig, tokens: int, time_points: int, branches: int, element_bytes: int) -> int:
    """Memory that keys and values of `tokens` history tokens take at `time_points` evaluated times of `branches` guidance branches."""
    return 2 * config.depth * config.attention.width * tokens * time_points * branches * element_bytes
