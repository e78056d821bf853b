"""Time grids of this family: a linear grid, a shift, and the first point put back where it was."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

import torch
from torch import Tensor

from ditone.runtime import elementary
from ditone.runtime.errors import BadModelFolder, BadRequest
from ditone.runtime.sampling import schedule

Kind = Literal["log-snr", "full", "flux", "none"]


@dataclass(frozen=True)
class Schedule:
    """`log-snr` with rate 0 is what every published variant uses; it does not depend on the length.

    rate: fall of the start per octave of length beyond 2000 frames. base, maximum, sine: of `full`. alpha_min, alpha_max: of `flux`.
    monotone: a grid that starts below 1 (from audio) is made of falling points only; the original lets it jump up after its start.
    """

    kind: Kind = "log-snr"
    rate: float = 0.0
    base: float = 0.5
    maximum: float = 1.15
    sine: bool = False
    alpha_min: float = 6.93
    alpha_max: float = 6.93
    shortest: int = 256
    longest: int = 4096
    monotone: bool = False

    def shift(self, lengths: Tensor) -> schedule.Shift:
        """The shift for items of `lengths` (batch,) latent frames."""
        if self.kind == "full":
            return schedule.full_shift(lengths, self.base, self.maximum, self.shortest, self.longest, self.sine)
        if self.kind == "flux":
            return schedule.flux_shift(lengths, self.alpha_min, self.alpha_max, self.shortest, self.longest)
        if self.kind == "none":
            return lambda t: t
        if self.rate:
            return schedule.log_snr_length_shift(lengths, self.rate)
        return schedule.log_snr_shift()

    def grid(self, steps: int, start: float, lengths: Tensor) -> Tensor:
        """(steps + 1,) where all items share it, else (batch, steps + 1), float32; from `start` (1 = pure noise) to 0.

        Formed in float32 as the original does: time features reach 10000 turns, where the last bit of a time is heard as another draw.
        """
        shift = self.shift(lengths)
        if self.monotone and start < 1:
            grid = shift(_even(steps, _before(shift, start))).clone()
            grid[..., 0] = start
        else:
            grid = schedule.pinned(_even(steps, start), shift)
        return grid[0] if grid.ndim == 2 and bool((grid == grid[:1]).all()) else grid


def _even(steps: int, start: float) -> Tensor:
    """From start to 0: (steps + 1,)."""
    if steps < 1:
        raise BadRequest(f"{steps} steps asked for; at least 1 is needed.")
    return elementary.linspace(start, 0.0, steps + 1)


def _before(shift: schedule.Shift, wanted: float) -> float:
    """The time that `shift` turns into `wanted`, found by halving; every shift rises."""
    low, high = 0.0, 1.0
    for _ in range(50):
        middle = (low + high) / 2
        value = float(shift(torch.tensor([middle], dtype=torch.float64)).flatten()[0])
        low, high = (middle, high) if value < wanted else (low, middle)
    return high


def published(options: Mapping[str, Any]) -> Schedule:
    """The schedule of `sampling_distribution_shift_options`; empty in every published file, which means the built-in default."""
    if not options:
        return Schedule()
    kinds: dict[str, Kind] = {"logsnr": "log-snr", "full": "full", "flux": "flux", "none": "none"}
    kind = kinds.get(str(options.get("type", "full")))
    if kind is None:
        raise BadModelFolder(f"The schedule {options.get('type')!r} is not known.", f"Known are: {', '.join(kinds)}.")
    return Schedule(
        kind,
        rate=float(options.get("rate", 0.0)),
        base=float(options.get("base_shift", 0.5)),
        maximum=float(options.get("max_shift", 1.15)),
        sine=bool(options.get("use_sine", False)),
        alpha_min=float(options.get("alpha_min", 6.93)),
        alpha_max=float(options.get("alpha_max", 6.93)),
        shortest=int(options.get("min_length", 256)),
        longest=int(options.get("max_length", 4096)),
    )
