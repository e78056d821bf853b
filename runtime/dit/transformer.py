"""What `DitRuntime` needs of a transformer. `DitModule` is one; a family whose blocks are of another kind brings its own.

Whatever depends on the time alone, and whatever depends on a branch's conditions alone, is computed once a request by `modulation_at` and
`conditions_of`. The engine does not look into the two bundles (runtime/dit/trees.py): it keeps them, takes single time points out of a
batch of them, joins those of both guidance branches along the batch, and hands them back with every evaluation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

import torch
from torch import Tensor, nn

from ditone.runtime.dit.conditioning import Branch, FrameMask
from ditone.runtime.dit.trees import Bundle

Table = tuple[Tensor, Tensor]
ExtendBlock = Callable[[int, Tensor, Tensor], tuple[Tensor, Tensor]]


@dataclass(frozen=True)
class SequenceInputs:
    """The tokens of an evaluation, whatever their conditions.

    table: cos and sin of `rotary`. mask: boolean, broadcastable to (batch, heads, tokens, tokens), true = may look; `frames` adds the
    frame mask to it. prefix: tokens (batch, n, token channels) that stand before the frames and get no velocity; `table` and `mask` then
    cover them too. `extend(block, k, v)` joins a block's keys and values with cached ones. `between_blocks` is called before every block
    and may raise to stop the evaluation.
    """

    table: Table | None = None
    mask: Tensor | None = None
    frames: FrameMask | None = None
    prefix: Tensor | None = None
    extend: ExtendBlock | None = None
    between_blocks: Callable[[], None] | None = None


class Transformer(Protocol):
    """A network that predicts the velocity of noisy latents."""

    @property
    def takes_durations(self) -> bool:
        """Whether it is told the length of a step beside its time (MeanFlow)."""

    def parameters(self) -> Iterator[nn.Parameter]:
        """Its weights; the first one tells the device."""

    def positions(self, frames: int) -> Tensor:
        """Integer positions (tokens,) of `frames` latent frames and of whatever tokens it adds itself."""

    def rotary(self, positions: Tensor, device: torch.device) -> Table | None:
        """`SequenceInputs.table` for integer positions (tokens,) or (batch, tokens); None for a network without rotary positions."""

    def modulation_at(self, t: Tensor, duration: Tensor | None, vector: Tensor | None) -> Bundle:
        """What depends on flow times t (batch,), step lengths (batch,) and the global vector (batch or 1, channels) of a branch."""

    def conditions_of(self, branch: Branch) -> Bundle:
        """What depends on the rest of a branch: its context, static and local conditions."""

    def __call__(self, x: Tensor, modulation: Bundle, conditions: Bundle, sequence: SequenceInputs) -> Tensor:
        """Velocity (batch, frames, channels), float32, from noisy latents x (batch, frames, channels)."""
