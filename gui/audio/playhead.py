"""What is heard now, not what was read last: the mixer is ahead of the listener by the output's latency. Times are in seconds."""

from __future__ import annotations

import time

from ditone.gui.audio.mixer import Mixer
from ditone.gui.audio.output import Output


class Playhead:
    """A position that was asked for is shown until it is heard. Behind the last frame there is, the clock goes on for one latency.

    `waiting`: playing has caught up with an unfinished sound.
    """

    def __init__(self) -> None:
        self.waiting = False
        self._asked = (0.0, 0.0)  # the position, and when
        self._last_read: tuple[float, float] | None = None  # no more is read: the position shown at that moment, and when it was

    def go_to(self, seconds: float) -> None:
        """Playing begins, or goes on, at a time."""
        self._asked = (seconds, time.perf_counter())
        self._last_read = None

    def stop(self) -> None:
        """Playing is paused or over."""
        self._last_read = None
        self.waiting = False

    def wait(self, mixer: Mixer, latency_s: float) -> None:
        """The mixer has caught up with an unfinished sound, or goes on; the listener hears either one latency later."""
        now, at = time.perf_counter(), mixer.position / mixer.rate_hz
        self.waiting = mixer.waiting
        self._last_read = (max(at - latency_s, 0.0), now) if self.waiting else None
        if not self.waiting and mixer.playing:
            self._asked = (at, now)

    def has_ended(self, mixer: Mixer, latency_s: float) -> bool:
        """Asked again and again once the mixer has read the end: whether the listener has heard it, one latency later."""
        now = time.perf_counter()
        if self._last_read is None:
            self._last_read = (max(mixer.bounds()[1] / mixer.rate_hz - latency_s, 0.0), now)
            return False
        return now - self._last_read[1] >= latency_s

    def heard_s(self, mixer: Mixer, output: Output) -> float:
        """The position while the output plays."""
        start, end = (frame / mixer.rate_hz for frame in mixer.bounds())
        now = time.perf_counter()
        asked_s, asked_at = self._asked
        if now - asked_at < output.latency_s:
            return asked_s
        if self.waiting:
            end = mixer.position / mixer.rate_hz
        if self._last_read:
            return min(self._last_read[0] + now - self._last_read[1], end)
        if self.waiting:
            return end
        heard = output.heard_frame() / mixer.rate_hz
        if mixer.loop and end > start and not start <= heard < end:
            return start + (heard - start) % (end - start)
        return min(max(heard, 0.0), end)
