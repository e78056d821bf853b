"""An unfinished sound: pieces as they come, brought to the mixer one after the other."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ditone.gui.audio.channels import Samples, fit_channels
from ditone.gui.audio.mixer import Mixer
from ditone.gui.core.background import Background
from ditone.runtime.audio.resampling import ResampleStream

FIRST_ROOM_S = 30  # what the buffer holds before it is made twice as large


class GrowingSound:
    """Pieces (frames, channels) of a sound at `rate_hz` for one slot. Resampling is done in the background, in order.

    `failed` is called with the error where a piece cannot be prepared; the sound then ends where it is.
    """

    def __init__(self, slot: str, rate_hz: int, background: Background, failed: Callable[[Exception], object]) -> None:
        self.slot = slot
        self.rate_hz = rate_hz
        self.frames = 0
        self._key = f"{slot} grows"
        self._background = background
        self._failed = failed
        self._pieces: list[Samples] = []
        self._feed: _Feed | None = None

    @property
    def duration_s(self) -> float:
        """How much of the sound is there by now."""
        return self.frames / self.rate_hz

    def add(self, audio: Samples, start_frame: int) -> None:
        """Appends a piece. One that does not begin where the last one ended is left for the finished sound."""
        if start_frame != self.frames or not len(audio):
            return
        self._pieces.append(np.asarray(audio, np.float32))
        self.frames += len(audio)
        self._go_on()

    def feed(self, mixer: Mixer) -> None:
        """Begins to bring the sound to a mixer, from its first piece on."""
        self.stop()
        mixer.begin(self.slot)
        self._feed = _Feed(mixer, self.rate_hz)
        self._go_on()

    def stop(self) -> None:
        """Brings nothing any more."""
        self._background.forget(self._key)
        self._feed = None

    def _go_on(self) -> None:
        feed = self._feed
        if feed is None or self._background.busy(self._key) or feed.taken == len(self._pieces):
            return
        pieces = self._pieces[feed.taken :]
        feed.taken = len(self._pieces)
        if self.rate_hz == feed.mixer.rate_hz:
            self._append(feed.prepared(pieces))
        else:
            self._background.run(self._key, lambda: feed.prepared(pieces), self._append, self._failed)

    def _append(self, samples: Samples) -> None:
        if self._feed is not None:
            self._feed.mixer.extend(self.slot, self._feed.append(samples))
            self._go_on()


class _Feed:
    """What one mixer has of the sound. `taken` counts the pieces that are in, or being prepared."""

    def __init__(self, mixer: Mixer, rate_hz: int) -> None:
        self.mixer = mixer
        self.taken = 0
        self._rate_hz = rate_hz
        self._stream: ResampleStream | None = None
        self._room = np.empty((FIRST_ROOM_S * mixer.rate_hz, mixer.channels), np.float32)
        self._filled = 0

    def prepared(self, pieces: list[Samples]) -> Samples:
        """At the mixer's rate and with its channels."""
        joined = np.concatenate(pieces)
        if self._stream is None:
            self._stream = ResampleStream(self._rate_hz, self.mixer.rate_hz, joined.shape[1])
        return fit_channels(self._stream.push(joined), self.mixer.channels, growing=True)

    def append(self, samples: Samples) -> Samples:
        """Everything so far. The mixer may still read what was returned before, so that a full buffer is copied, not resized."""
        filled = self._filled + len(samples)
        if filled > len(self._room):
            room = np.empty((max(2 * len(self._room), filled), self.mixer.channels), np.float32)
            room[: self._filled] = self._room[: self._filled]
            self._room = room
        self._room[self._filled : filled] = samples
        self._filled = filled
        return self._room[:filled]
