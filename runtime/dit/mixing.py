"""Conditioning between two conditionings: linear where both are of one form, shared attention where their contexts differ in length."""

from __future__ import annotations

import math
from dataclasses import replace

import torch
from torch import Tensor

from ditone.runtime.dit.conditioning import Branch, Conditioning


def mixed(a: Conditioning, b: Conditioning, share: float) -> Conditioning:
    """From a (share 0) to b (share 1); masks and positions are a's. Ends are returned as they are.

    Vectors, static and local inputs are mixed linearly, and so are contexts of one shape without a mask. Other contexts stand side by
    side, their attention weights scaled by 1 - share and share (the logarithm is added to the logits), so that equal contexts give what
    each gives alone. Raises ValueError where only one side has an unconditional branch.
    """
    if share <= 0.0:
        return a
    if share >= 1.0:
        return replace(b, frames=a.frames, mask=a.mask, positions=a.positions)
    if (a.unconditional is None) != (b.unconditional is None):
        raise ValueError("only one of the two conditionings has an unconditional branch")
    other = None
    if a.unconditional is not None and b.unconditional is not None:
        other = _branch(a.unconditional, b.unconditional, share)
    return replace(a, conditional=_branch(a.conditional, b.conditional, share), unconditional=other)


def _branch(a: Branch, b: Branch, share: float) -> Branch:
    vector, static, local = (_linear(getattr(a, name), getattr(b, name), share) for name in ("vector", "static", "local"))
    context, bias, cross = _contexts(a, b, share)
    return Branch(context, bias, cross, vector, static, local)  # type: ignore[arg-type]


def _linear(a: Tensor | None, b: Tensor | None, share: float) -> Tensor | None:
    """Of two tensors of one shape, or the one that is there."""
    if a is None or b is None or _same(a, b):
        return a if b is None or a is not None else b
    return (1 - share) * a + share * b


def _contexts(a: Branch, b: Branch, share: float) -> tuple[Tensor | None, Tensor | None, str]:
    """Context (batch, tokens, width), its bias (batch, 1, 1, tokens), and how it is looked at."""
    if a.cross == b.cross and _same(a.context, b.context) and _same(a.context_bias, b.context_bias):
        return a.context, a.context_bias, a.cross
    x, y = _rows(a, b), _rows(b, a)
    if a.context_bias is None and b.context_bias is None and x.shape == y.shape:
        return (1 - share) * x + share * y, None, "attend"
    logits = (_logits(a, x) + math.log(1 - share), _logits(b, y) + math.log(share))
    return torch.cat([x, y], dim=1), torch.cat(logits, dim=-1), "attend"


def _rows(branch: Branch, other: Branch) -> Tensor:
    """The context (batch, tokens, width); for a branch that needs none, rows of zeros, whose attention is zero."""
    if branch.context is not None and branch.cross != "zero":
        return branch.context
    assert other.context is not None
    return torch.zeros_like(other.context)


def _logits(branch: Branch, rows: Tensor) -> Tensor:
    """(batch, 1, 1, tokens) float32, added to the attention logits."""
    bias = branch.context_bias
    if bias is None or branch.cross == "zero":
        return torch.zeros(rows.shape[0], 1, 1, rows.shape[1], device=rows.device)
    if bias.dtype == torch.bool:
        return torch.zeros(bias.shape, device=bias.device).masked_fill(~bias, -math.inf)
    return bias.float()


def _same(a: Tensor | None, b: Tensor | None) -> bool:
    """Whether both are missing, or equal in shape and value."""
    if a is None or b is None:
        return a is b
    return a is b or (a.shape == b.shape and torch.equal(a, b))
