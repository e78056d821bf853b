"""What a family hands to `DitRuntime` for one request: the conditions of each guidance branch, already as tensors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from torch import Tensor


@dataclass(frozen=True)
class FrameMask:
    """Which frames of each item are real. valid: (batch, frames) boolean.

    `exact`: padded frames are never attended to, so an item does not depend on its batch neighbours.
    `values_only`: padded frames keep their share of the softmax but carry a zero value (some originals without fused attention).
    `zero_output`: attention results of padded frames are zeroed (CosyVoice3), combined with exact keys.
    """

    valid: Tensor
    mode: str = "exact"


@dataclass(frozen=True)
class Branch:
    """One side of guidance.

    context: (batch, tokens, context channels) for cross attention; context_bias: boolean (true = may look) or float32 logits bias,
    broadcastable to (batch, heads, frames, tokens). cross: `attend` to the context; `zero` when the context is known to contribute
    exactly nothing; `constant` when every context row is the same, so that the result is one vector whatever the frame asks.
    vector: (batch, channels) joins the time vector. static: (batch, frames or 1, channels) concatenated to the noisy input.
    local: (batch, frames or 1, channels) added in every block.
    """

    context: Tensor | None = None
    context_bias: Tensor | None = None
    cross: Literal["attend", "zero", "constant"] = "attend"
    vector: Tensor | None = None
    static: Tensor | None = None
    local: Tensor | None = None


@dataclass(frozen=True)
class Conditioning:
    """Both branches and what they share. `frames` is the frame mask of unequal lengths; `mask` a boolean self-attention mask."""

    conditional: Branch
    unconditional: Branch | None = None
    frames: FrameMask | None = None
    mask: Tensor | None = None
    positions: Tensor | None = None
