"""What memory and processor did over time, which phases runs had, and the peaks of the last runs. Knows no Qt."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ditone.runtime.monitor import Usage

KEPT_READINGS = 18_000  # an hour at five readings a second
KEPT_RUNS = 20
WINDOW_S = 60.0
Outcome = Literal["", "cancelled", "failed"]


@dataclass
class Phase:
    """A stretch of a run. Times are in seconds; relative to now, so negative, when read from `UsageLog.phases`."""

    name: str
    start_s: float
    end_s: float


@dataclass
class Run:
    """One take. Peaks are None until known; `end_s` is None while it runs.

    `finished` is False for one that did not end well, and `outcome` says why.
    """

    title: str
    start_s: float
    end_s: float | None = None
    peak_rss_mib: float | None = None
    peak_vram_mib: float | None = None
    finished: bool = False
    outcome: Outcome = ""
    phases: list[Phase] = field(default_factory=list)

    @property
    def duration_s(self) -> float:
        """How long it took."""
        return (self.end_s if self.end_s is not None else self.start_s) - self.start_s


class UsageLog:
    """`clock` gives seconds; tests hand in their own."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._times: deque[float] = deque(maxlen=KEPT_READINGS)
        self._readings: deque[Usage] = deque(maxlen=KEPT_READINGS)
        self.runs: deque[Run] = deque(maxlen=KEPT_RUNS)

    @property
    def has_vram(self) -> bool:
        """Whether a GPU has been seen."""
        last = self.last
        return last is not None and (last.vram_reserved_mib is not None or last.vram_process_mib is not None)

    @property
    def last(self) -> Usage | None:
        """The newest reading."""
        return self._readings[-1] if self._readings else None

    @property
    def current(self) -> Run | None:
        """The run that is going on."""
        return self.runs[-1] if self.runs and self.runs[-1].end_s is None else None

    def add(self, usage: Usage) -> None:
        """Takes a reading down."""
        self._times.append(self._clock())
        self._readings.append(usage)

    def begin(self, title: str) -> None:
        """A run begins; one that is going on ends."""
        self.end()
        self.runs.append(Run(title, self._clock()))

    def phase(self, name: str) -> None:
        """A phase of the current run begins; the one before ends. Without a run nothing is noted."""
        run = self.current
        if run is None:
            return
        now = self._clock()
        if run.phases:
            run.phases[-1].end_s = now
        run.phases.append(Phase(name, now, np.inf))

    def end(self, peak_rss_mib: float | None = None, peak_vram_mib: float | None = None, outcome: Outcome = "") -> Run | None:
        """The current run is over; with peaks when it finished. Peaks that are not given are the highest readings meanwhile."""
        run = self.current
        if run is None:
            return None
        run.end_s = self._clock()
        if run.phases:
            run.phases[-1].end_s = run.end_s
        run.finished, run.outcome = peak_rss_mib is not None, outcome
        meanwhile = [usage for at, usage in zip(self._times, self._readings, strict=True) if at >= run.start_s]
        run.peak_rss_mib = peak_rss_mib if peak_rss_mib is not None else max((u.rss_mib for u in meanwhile), default=None)
        vram = [value for value in map(process_vram, meanwhile) if value is not None]
        run.peak_vram_mib = peak_vram_mib if peak_vram_mib is not None else max(vram, default=None)
        return run

    def window(self) -> tuple[float, float]:
        """The seconds to show, up to now = 0: a minute, or as long as the current run is going on."""
        run = self.current
        return -max(WINDOW_S, (self._clock() - run.start_s) * 1.05 if run else 0.0), 0.0

    def series(self, *names: str) -> tuple[NDArray[np.float64], list[NDArray[np.float64]]]:
        """Seconds before now, and the values of each field of Usage (nan where there is none), as far as the window shows."""
        now = self._clock()
        first = now + self.window()[0] - 1.0
        count = next((i for i, at in enumerate(reversed(self._times)) if at < first), len(self._times))
        times = np.array(list(self._times)[len(self._times) - count :]) - now
        readings = list(self._readings)[len(self._readings) - count :]
        return times, [np.array([_number(getattr(usage, name)) for usage in readings]) for name in names]

    def at(self, seconds: float) -> Usage | None:
        """The reading nearest to a time before now."""
        if not self._times:
            return None
        now = self._clock()
        times = np.array(self._times) - now
        return self._readings[int(np.abs(times - seconds).argmin())]

    def phase_at(self, seconds: float) -> str:
        """The phase of a run at a time before now; "" between runs."""
        at = self._clock() + seconds
        return next((p.name for run in self.runs for p in run.phases if p.start_s <= at < p.end_s), "")

    def phases(self) -> list[Phase]:
        """Phases of all runs in the window, relative to now."""
        now, window = self._clock(), self.window()
        found = []
        for run in self.runs:
            for phase in run.phases:
                start, end = phase.start_s - now, min(phase.end_s - now, 0.0)
                if end > window[0]:
                    found.append(Phase(phase.name, start, end))
        return found


def process_vram(usage: Usage) -> float | None:
    """VRAM of the process where the driver tells, else what the allocator holds."""
    return usage.vram_process_mib if usage.vram_process_mib is not None else usage.vram_reserved_mib


def _number(value: float | None) -> float:
    return np.nan if value is None else value
