"""CFG and APG as their papers write them, the long way, for the tests that hold the engine's against them."""

from __future__ import annotations

from torch import Tensor

from ditone.runtime.sampling.path import Path, spread


def cfg(conditional: Tensor, unconditional: Tensor, scale: float) -> Tensor:
    """v_u + s (v_c - v_u) in float32. All tensors: (batch, frames, channels)."""
    return unconditional.float() + scale * (conditional.float() - unconditional.float())


def apg_as_published(
    conditional: Tensor, unconditional: Tensor, x: Tensor, t: Tensor, scale: float, eta: float, path: Path
) -> Tensor:
    """APG as published, through clean estimates: the long way that `Guide` must agree with (t away from the data end).

    Velocities and x: (batch, frames, channels); t: (1,) or (batch,).
    """
    clean_c, clean_u = path.clean(x, t, conditional), path.clean(x, t, unconditional)
    delta = clean_c - clean_u
    parallel = _inner(delta, clean_c) / _inner(clean_c, clean_c) * clean_c
    clean = clean_c + (scale - 1) * (delta - parallel + eta * parallel)
    level = spread(path.noise_level(t), x)
    return (x - clean) / level if path.noise_at == 1.0 else (clean - x) / level


def _inner(a: Tensor, b: Tensor) -> Tensor:
    """One inner product per item over frames and channels, float32, shape (batch, 1, 1)."""
    return (a.float() * b.float()).sum(dim=tuple(range(1, a.ndim)), keepdim=True)
