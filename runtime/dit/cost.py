"""Arithmetic of a transformer evaluation, from its architecture alone."""

from __future__ import annotations

from ditone.runtime.dit.config import DitConfig


def evaluation_flop(config: DitConfig, frames: int) -> float:
    """Floating-point operations of one evaluation of one branch: matrix products of all blocks (two operations a multiplication).

    Cross attention is counted with its projections of the frames alone, since keys and values are made once a take.
    """
    width, tokens = config.width, frames + config.memory_tokens
    branches = 5 if config.attention.differential else 3
    weights = (branches + 1) * width**2
    weights += (3 if config.feed_forward.kind == "swiglu" else 2) * width * config.feed_forward.inner
    if config.cross_attention is not None:
        weights += (3 if config.cross_attention.differential else 2) * width**2
    scores = (2 if config.attention.differential else 1) * 2 * tokens * width
    return 2.0 * config.depth * tokens * (weights + scores)
