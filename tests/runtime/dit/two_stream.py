"""A toy transformer of another kind: text and sound are two streams with weights of their own that attend to each other in every block.

(As in Esser et al. 2024, section 4.) It shares no class with `DitModule`; the engine runs it through the `Transformer` protocol alone.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn

from ditone.runtime.dit import Branch, SequenceInputs
from ditone.runtime.dit.layers import attend
from ditone.runtime.dit.transformer import Table

WIDTH, HEADS, CHANNELS, TEXT = 16, 2, 8, 12


@dataclass(frozen=True)
class Shifts:
    """Per block (batch or 1, width) for each stream."""

    text: tuple[Tensor, ...]
    sound: tuple[Tensor, ...]


class Stream(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.shift = nn.Linear(1, WIDTH)
        self.qkv = nn.Linear(WIDTH, 3 * WIDTH)
        self.out = nn.Linear(WIDTH, WIDTH)

    def heads(self, h: Tensor, shift: Tensor) -> list[Tensor]:
        """q, k and v, each (batch, heads, tokens, width / heads), of h (batch, tokens, width)."""
        parts = self.qkv(h + shift[:, None]).chunk(3, dim=-1)
        return [part.unflatten(-1, (HEADS, -1)).transpose(1, 2) for part in parts]


class TwoStream(nn.Module):
    """Velocity of latents (batch, frames, CHANNELS) under a text (batch, tokens, TEXT)."""

    takes_durations = False

    def __init__(self, depth: int = 2) -> None:
        super().__init__()
        self.text_in, self.sound_in = nn.Linear(TEXT, WIDTH), nn.Linear(CHANNELS, WIDTH)
        self.texts = nn.ModuleList(Stream() for _ in range(depth))
        self.sounds = nn.ModuleList(Stream() for _ in range(depth))
        self.out = nn.Linear(WIDTH, CHANNELS)

    def positions(self, frames: int) -> Tensor:
        return torch.arange(frames)

    def rotary(self, positions: Tensor, device: torch.device) -> Table | None:
        return None

    def modulation_at(self, t: Tensor, duration: Tensor | None, vector: Tensor | None) -> Shifts:
        """Shifts of both streams at flow times t (batch,)."""
        time = t.float()[:, None]
        return Shifts(*(tuple(stream.shift(time) for stream in streams) for streams in (self.texts, self.sounds)))  # type: ignore[operator]

    def conditions_of(self, branch: Branch) -> Tensor:
        """The text stream's first state (batch, tokens, WIDTH)."""
        assert branch.context is not None
        return self.text_in(branch.context)

    def forward(self, x: Tensor, modulation: Shifts, conditions: Tensor, sequence: SequenceInputs) -> Tensor:
        text, sound = conditions.expand(x.shape[0], -1, -1), self.sound_in(x)
        for i, streams in enumerate(zip(self.texts, self.sounds, strict=True)):
            if sequence.between_blocks is not None:
                sequence.between_blocks()
            shifts = (modulation.text[i], modulation.sound[i])
            parts = [stream.heads(h, shift) for stream, h, shift in zip(streams, (text, sound), shifts, strict=True)]  # type: ignore[operator]
            q, k, v = (torch.cat(pair, dim=2) for pair in zip(*parts, strict=True))
            y = attend(q, k, v, None).transpose(1, 2).flatten(2)
            text = text + streams[0].out(y[:, : text.shape[1]])  # type: ignore[operator]
            sound = sound + streams[1].out(y[:, text.shape[1] :])  # type: ignore[operator]
        return self.out(sound)
