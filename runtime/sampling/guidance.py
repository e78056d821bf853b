"""How conditional and unconditional velocities are combined: CFG, APG, rescale, interval. All sums in float32.

CFG: Ho & Salimans 2022, v = v_u + s (v_c - v_u). APG: Sadat et al. 2024 (arXiv 2410.02416), algorithm 1, which splits the difference of
the clean estimates along the conditional estimate and damps the parallel part (it is the part that over-saturates).
On a straight path the difference of clean estimates is the velocity difference times a scalar, and a projection is linear, so the whole
rule is applied to velocities directly: no division by t, no cancellation near t = 0.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from ditone.runtime.sampling.path import Path, spread


@dataclass(frozen=True)
class Guidance:
    """Settings of one take. `scale` is the factor s of v_u + s (v_c - v_u); 1 means guidance is off.

    apg: 0 = plain CFG, 1 = only the orthogonal part (eta of the paper is 1 - apg). momentum: beta of the paper (negative values damp).
    norm_threshold: largest norm of the clean-estimate difference, 0 = off. rescale: phi of Lin et al. 2023, section 3.4.
    interval: guidance only while low <= t <= high (Kynkaanniemi et al. 2024).
    """

    scale: float = 1.0
    apg: float = 0.0
    momentum: float = 0.0
    norm_threshold: float = 0.0
    rescale: float = 0.0
    interval: tuple[float, float] = (0.0, 1.0)

    def active_at(self, t: Tensor) -> bool:
        """Whether the unconditional branch is needed at time t; the first item's time decides for a batch.

        t: (1,) or (batch,).
        """
        low, high = self.interval
        return self.scale != 1.0 and low <= float(t.flatten()[0]) <= high


class Guide:
    """Applies a `Guidance` over one take; it owns the momentum, the only state that guidance has."""

    def __init__(self, guidance: Guidance, path: Path) -> None:
        self.guidance = guidance
        self.path = path
        self._average: Tensor | None = None

    def combine(self, conditional: Tensor, unconditional: Tensor, x: Tensor, t: Tensor, valid: Tensor | None = None) -> Tensor:
        """The guided velocity. All tensors (batch, frames, channels); `valid` (batch, frames) marks real frames for norms and products."""
        g = self.guidance
        vc, vu = conditional.float(), unconditional.float()
        mask = None if valid is None else valid[..., None].to(vc.dtype)
        difference = vc - vu
        level = self.path.noise_level(t)
        if g.momentum:
            # the paper averages differences of clean estimates; these are level * difference up to a common sign
            clean_difference = spread(level, x) * difference
            if self._average is not None:
                clean_difference = clean_difference + g.momentum * self._average
            self._average = clean_difference
            difference = clean_difference / spread(level.clamp(min=1e-8), x)
        if g.norm_threshold > 0:
            norm = _dot(difference, difference, mask).sqrt() * spread(level, x)
            difference = difference * (g.norm_threshold / norm.clamp(min=1e-16)).clamp(max=1.0)
        update = difference
        if g.apg:
            clean = self.path.clean(x.float(), t, vc)
            if mask is not None:
                clean = clean * mask
            along = _dot(difference, clean, mask) / _dot(clean, clean, None).clamp(min=1e-16)
            orthogonal = difference - along * clean
            if mask is not None:
                orthogonal = orthogonal * mask
            update = g.apg * orthogonal + (1 - g.apg) * difference
        guided = vc + (g.scale - 1) * update
        return rescaled(guided, vc, g.rescale) if g.rescale else guided


def rescaled(guided: Tensor, conditional: Tensor, phi: float) -> Tensor:
    """phi * guided with each frame's deviation over channels set to the conditional one's, plus (1 - phi) * guided.

    All tensors: (batch, frames, channels).
    """
    factor = conditional.std(dim=-1, keepdim=True) / guided.std(dim=-1, keepdim=True).clamp(min=1e-12)
    return phi * guided * factor + (1 - phi) * guided


def _dot(a: Tensor, b: Tensor, mask: Tensor | None) -> Tensor:
    """One inner product per item over frames and channels, float32, shape (batch, 1, 1)."""
    product = a.float() * b.float()
    if mask is not None:
        product = product * mask
    return torch.sum(product, dim=tuple(range(1, product.ndim)), keepdim=True)
