"""How alike two voices are: the cosine between the vectors that a family's own speaker network gives them."""

from __future__ import annotations

import math

from torch import Tensor

SHORTEST_COMPARED_S = 0.3  # less speech tells no voice


def similarity(a: Tensor, b: Tensor) -> float | None:
    """Cosine of two speaker vectors of any shape with the same number of values, in [-1, 1]; None where one of them is nothing.

    Speaker networks place the same voice near 1 and strangers near 0; where the line lies is different for each network.
    """
    a, b = a.detach().double().flatten().cpu(), b.detach().double().flatten().cpu()
    length = float(a.norm() * b.norm())
    value = float(a @ b) / length if length > 0 else math.nan
    return round(max(-1.0, min(1.0, value)), 4) if math.isfinite(value) else None
