"""One side of a comparison as the window holds it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ditone.runtime.comparison.metrics import Sound

if TYPE_CHECKING:
    from ditone.gui.audio.sound import Sound as LaneSound
    from ditone.gui.engine.take_entry import TakeEntry


@dataclass(frozen=True, eq=False)
class Side:
    """sound: what is measured. facts: of the take, or of the file that holds one; None for a foreign file. trace: its clean estimates,
    where kept. is_take: whether it is one of the list, which can be made again here."""

    sound: Sound
    title: str
    facts: Mapping[str, Any] | None = None
    trace: NDArray[np.float16] | None = None
    is_take: bool = False

    @property
    def noise_levels(self) -> tuple[float, ...]:
        """The share of noise at each step of the trace; empty where the take did not record it."""
        levels = (self.facts or {}).get("details", {}).get("trace_noise_levels")
        return tuple(map(float, levels)) if isinstance(levels, list | tuple) else ()

    @property
    def spoken_text(self) -> str | None:
        """What the take was asked to say; None when it is not speech."""
        text = (self.facts or {}).get("details", {}).get("spoken_text")
        return text if isinstance(text, str) and text else None


def of_lane(sound: LaneSound, entry: TakeEntry | None) -> Side:
    """The side that a lane shows."""
    facts = sound.told if entry is None else entry.take.facts()
    trace = None if entry is None else entry.take.trace
    return Side(Sound(sound.audio, sound.rate, sound.title, facts), sound.title, facts, trace, entry is not None)


def cut(side: Side, selection: tuple[float, float] | None) -> Side:
    """The selected part of a side, or all of it."""
    if selection is None:
        return side
    start, end = (round(t * side.sound.rate_hz) for t in selection)
    return Side(
        Sound(side.sound.audio[start:end], side.sound.rate_hz, side.title, side.facts),
        side.title,
        side.facts,
        side.trace,
        side.is_take,
    )
