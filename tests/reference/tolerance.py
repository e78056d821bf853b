"""How far a result may lie from the recorded one. Where the numbers come from: README.md, "How close is close"."""

from __future__ import annotations

import json
import math
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import torch
from torch import Tensor

TABLE = Path(__file__).parent / "tolerances.json"


class Apart(NamedTuple):
    """How far a result is from what was recorded. Both are infinite where numbers that must be equal are not.

    distance: the largest difference, as a share of the root mean square of what was recorded. gain: how much larger the result is as a
    whole, as a share. Rounding cancels in the gain, so it shows what every number has in common, such as a wrong epsilon.
    count: how many numbers were compared that may differ at all.
    """

    distance: float
    gain: float
    count: int


def apart(found: Tensor, expected: Tensor) -> Apart:
    """Whole numbers, truth values, infinities and places that are not a number have to be equal."""
    found, expected = found.detach().cpu(), expected.detach().cpu()
    if not expected.dtype.is_floating_point:
        return Apart(0.0, 0.0, 0) if torch.equal(found.to(expected.dtype), expected) else Apart(math.inf, math.inf, 0)
    found, expected = found.double(), expected.double()
    real = expected.isfinite()
    if not torch.equal(found.isfinite(), real) or not torch.equal(found[~real], expected[~real]):
        return Apart(math.inf, math.inf, expected.numel())
    found, expected = found[real], expected[real]
    if expected.numel() == 0:
        return Apart(0.0, 0.0, 0)
    furthest, power = float((found - expected).abs().max()), float(expected.square().sum())
    if power == 0:
        return Apart(furthest, 0.0, expected.numel())
    gain = abs(float(((found - expected) * expected).sum())) / power
    return Apart(furthest / math.sqrt(power / expected.numel()), gain, expected.numel())


def kind(name: str) -> str:
    """What names of one kind share: `expected.block3` and `expected.block12` are `expected.block#`."""
    return re.sub(r"\d+(\.\d+)?", "#", name)


@cache
def table() -> dict[str, dict[str, dict[str, list[float]]]]:
    """family -> check -> kind of name -> (distance, gain); the kind `*` is for all that are not named."""
    data: dict[str, dict[str, dict[str, list[float]]]] = json.loads(TABLE.read_text("utf-8"))
    return data


def used(family: str, check: str, name: str, found: Apart) -> float:
    """The share of the tolerance that a comparison takes up; above 1 it fails.

    Raises KeyError for a check that was never measured: run `python -m tests.reference.measure_rounding --write`.
    """
    rows = table()[family][check]
    distance, gain = rows.get(kind(name), rows["*"])
    # few numbers cancel less: independent errors of the allowed size would have nine times less gain than this
    gain = max(gain, distance / (4 * math.sqrt(max(found.count, 1))))
    return max(found.distance / distance, found.gain / gain)
