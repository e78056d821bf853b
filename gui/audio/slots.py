"""The sounds that the player can play, brought to the mixer's rate and channels, and the gains they are heard with."""

from __future__ import annotations

from functools import partial
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal

from ditone.gui.audio.channels import Samples, fit_channels
from ditone.gui.audio.growing import GrowingSound
from ditone.gui.audio.mixer import Mixer
from ditone.gui.core.background import Background
from ditone.runtime.audio.loudness import linear, matching_gains
from ditone.runtime.audio.resampling import resample

SlotName = Literal["A", "B", "D", "L"]  # D is the difference, L what is heard from the list while no lane is free

LONG_S = 8.0  # preparing more than this would be felt in the GUI thread


class Slots(QObject):
    """Sources as they came, and what the mixer has of them. `mixer` may be exchanged; sounds are then prepared again."""

    ready = Signal(str)
    match_changed = Signal()
    failed = Signal(str)

    def __init__(self, mixer: Mixer, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._mixer = mixer
        self._background = Background(self)
        self._sources: dict[str, tuple[Samples, int]] = {}
        self._growing: dict[str, GrowingSound] = {}
        self._matching = False
        self._match_db = {"A": 0.0, "B": 0.0}
        self._gain_db: dict[str, float] = {}

    def put(self, slot: str, audio: NDArray[np.float32] | None, rate: int) -> None:
        """Keeps a sound (frames, channels) for a slot; None empties it. `prepare` hands it to the mixer.

        Where the same sound was unfinished, the mixer keeps what it has of it until then.
        """
        self._background.forget(slot)
        growing = self._growing.pop(slot, None)
        if growing is not None:
            growing.stop()
        if audio is None or not len(audio):
            self._sources.pop(slot, None)
            self._mixer.load(slot, None)
        else:
            self._sources[slot] = (np.asarray(audio, np.float32), rate)
        if slot in self._match_db and self._matching:
            self._measure()

    def begin(self, slot: str, rate: int) -> None:
        """A slot gets an unfinished sound; `add` brings its pieces, `put` the finished one."""
        self.put(slot, None, rate)
        self._growing[slot] = GrowingSound(slot, rate, self._background, self._not_prepared)

    def add(self, slot: str, audio: NDArray[np.float32], start_frame: int) -> None:
        """The next piece (frames, channels) of an unfinished sound."""
        growing = self._growing.get(slot)
        if growing is not None:
            growing.add(audio, start_frame)

    def has(self, slot: str) -> bool:
        """Whether there is a sound in a slot, finished or not."""
        return slot in self._sources or slot in self._growing

    def grows(self, slot: str) -> bool:
        """Whether a slot's sound is unfinished."""
        return slot in self._growing

    def rate_hz(self, slot: str) -> int:
        """The rate that a slot's sound came with."""
        growing = self._growing.get(slot)
        return growing.rate_hz if growing else self._sources[slot][1]

    def duration_s(self, slot: str) -> float:
        """Length of a slot's sound, or of what there is of it; 0 when it is empty."""
        if slot in self._growing:
            return self._growing[slot].duration_s
        source = self._sources.get(slot)
        return len(source[0]) / source[1] if source else 0.0

    def longest_s(self) -> float:
        """Length of the longest sound."""
        return max(map(self.duration_s, (*self._sources, *self._growing)), default=0.0)

    def change_mixer(self, mixer: Mixer) -> None:
        """What was prepared was for another rate."""
        for slot in self._sources:
            self._background.forget(slot)
        for growing in self._growing.values():
            growing.stop()
        self._mixer = mixer

    def prepare(self, slot: str) -> None:
        """Brings a sound to the mixer: at once when it is short, else in the background. `ready` tells when it is there."""
        if slot in self._growing:
            self._growing[slot].feed(self._mixer)
            self._apply_gains()
            return
        audio, rate = self._sources[slot]
        work = partial(_fitted, audio, rate, self._mixer.rate_hz, self._mixer.channels)
        if len(audio) < LONG_S * rate:
            self._hand_over(slot, work())
        else:
            self._background.run(slot, work, partial(self._hand_over, slot), partial(self._lost, slot))

    def prepare_missing(self) -> None:
        """The same for every sound that the mixer does not have and is not about to get."""
        for slot in (*self._sources, *self._growing):
            if slot not in self._mixer.slots and not self._background.busy(slot):
                self.prepare(slot)

    def _hand_over(self, slot: str, samples: Samples) -> None:
        self._mixer.load(slot, samples)
        self._apply_gains()
        self.ready.emit(slot)

    def _lost(self, slot: str, error: Exception) -> None:
        self._mixer.load(slot, None)  # what was there of it while it was being made would wait for more
        self._not_prepared(error)

    def _not_prepared(self, error: Exception) -> None:
        self.failed.emit(self.tr("This sound cannot be prepared for playing: {error}").format(error=error))

    # --- gains ------------------------------------------------------------------------------------------------------

    @property
    def matching(self) -> bool:
        """Whether A and B are made equally loud."""
        return self._matching

    def set_matching(self, on: bool) -> None:
        """Makes A and B equally loud by attenuating the louder one; measured in the background."""
        self._matching = on
        if on:
            self._measure()
        else:
            self._apply_match((0.0, 0.0))

    def match_db(self, slot: str) -> float:
        """The gain of the level match: 0 or negative."""
        return self._match_db.get(slot, 0.0)

    def set_gain_db(self, slot: str, gain_db: float) -> None:
        """A gain of its own for a slot."""
        self._gain_db[slot] = gain_db
        self._apply_gains()

    def _measure(self) -> None:
        if "A" in self._sources and "B" in self._sources:
            work = partial(_matching_gains, self._sources["A"], self._sources["B"])
            self._background.run("match", work, self._apply_match, self._not_prepared)
        else:
            self._apply_match((0.0, 0.0))

    def _apply_match(self, gains_db: tuple[float, float]) -> None:
        if not self._matching:
            gains_db = (0.0, 0.0)
        self._match_db = dict(zip(("A", "B"), gains_db, strict=True))
        self._apply_gains()
        self.match_changed.emit()

    def _apply_gains(self) -> None:
        for slot in self._mixer.slots:
            self._mixer.set_gain(slot, linear(self._gain_db.get(slot, 0.0) + self._match_db.get(slot, 0.0)))


def _fitted(audio: Samples, rate: int, wanted: int, channels: int) -> Samples:
    return fit_channels(resample(audio, rate, wanted), channels)


def _matching_gains(a: tuple[Samples, int], b: tuple[Samples, int]) -> tuple[float, float]:
    """Measured as heard: one channel counts on both sides, and B is brought to the rate of A."""
    return matching_gains(_fitted(*a, a[1], 2), _fitted(*b, a[1], 2), a[1])
