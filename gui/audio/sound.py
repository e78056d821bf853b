"""A sound as lanes show it: samples, rate, title, and facts for the header."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ditone.gui.audio.envelope import Envelope


@dataclass(frozen=True, eq=False)
class Sound:
    """audio: (frames, channels) float32. `facts` are shown in the header in their order; a value of None is left out.

    `told` is what a file of ours says of the take in it: its settings, and its time and memory where they were measured.
    Known facts get their words and units: seed, solver, steps, cfg, apg, lufs, true_peak_dbtp. Others are shown as "name value".
    """

    audio: NDArray[np.float32]
    rate: int
    title: str = ""
    facts: dict[str, Any] = field(default_factory=dict)
    told: dict[str, Any] | None = None

    def __post_init__(self) -> None:
        audio = np.asarray(self.audio, np.float32)
        object.__setattr__(self, "audio", audio[:, None] if audio.ndim == 1 else audio)

    @property
    def frames(self) -> int:
        """Samples of each channel."""
        return len(self.audio)

    @property
    def channels(self) -> int:
        """How many channels there are."""
        return int(self.audio.shape[1])

    @property
    def duration_s(self) -> float:
        """The length in seconds."""
        return self.frames / self.rate

    @cached_property
    def envelope(self) -> Envelope:
        """Built on first use: call it off the GUI thread for a long sound (about 0.1 ms per second of sound)."""
        return Envelope(self.audio)
