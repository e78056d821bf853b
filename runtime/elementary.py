"""Elementary functions that round the same way on every processor.

A vectorised float32 `exp`, `pow` or `linspace` is off by one unit in the last place at arguments that differ between instruction sets.
Tables that are multiplied up to large angles show that unit as noise: Stable Audio 3's time features move by 2e-4 with AVX2 and 7e-3
with SSE. Here such a function is evaluated in float64 and rounded once; sums, products and quotients are the same everywhere anyway
(IEEE 754). The results are those of the published implementations, which were recorded with fused multiply-add, to the bit for
`linspace` and `sigmoid`.
"""

from __future__ import annotations

import torch
from torch import Tensor


def linspace(start: float, end: float, points: int, dtype: torch.dtype = torch.float32) -> Tensor:
    """`torch.linspace` on the CPU, (points,): counted from the nearer end, one rounding a point."""
    if dtype == torch.float64 or points < 2:
        return torch.linspace(start, end, points, dtype=dtype)
    first, last = torch.tensor(start, dtype=dtype), torch.tensor(end, dtype=dtype)
    step = ((last - first) / (points - 1)).double()
    i = torch.arange(points, dtype=torch.float64)
    return torch.where(i < points // 2, first.double() + step * i, last.double() - step * (points - 1 - i)).to(dtype)


def exp(x: Tensor) -> Tensor:
    """e to the power of x, of any shape."""
    return x.double().exp().to(x.dtype)


def power(base: float, exponent: Tensor) -> Tensor:
    """`base` to the powers (...) of any shape."""
    return torch.pow(base, exponent.double()).to(exponent.dtype)


def sigmoid(x: Tensor) -> Tensor:
    """1 / (1 + exp(-x)) with each of its three results rounded, which is how the vectorised function forms it.

    x is of any shape.
    """
    return (1 + exp(-x)).reciprocal()


def cos_sin(angle: Tensor) -> tuple[Tensor, Tensor]:
    """Both in the dtype of `angle`. angle: of any shape, and so are the results."""
    exact = angle.double()
    return exact.cos().to(angle.dtype), exact.sin().to(angle.dtype)
