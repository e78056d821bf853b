"""The latest-value slot between the worker and the window: numbers that change often are left here and read 30 times a second.

Only state changes are signals; a step, a preview or a memory reading that nobody has looked at yet is simply replaced by the next.
"""

from __future__ import annotations

import statistics
import threading
import time
from collections import deque
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ditone.runtime.monitor import Usage

USAGE_INTERVAL_S = 0.2
PREVIEW_INTERVAL_S = 0.1


@dataclass(frozen=True)
class Progress:
    """Where the running item is. `steps` is None in a stage without a count; `step_s` is a step's median time, None before two of them."""

    item: int = 0
    stage: str = ""
    steps: int | None = None
    done: int = 0
    step_s: float | None = None
    loaded: float | None = None


class LiveValues:
    """Written by the worker, read by the window; every method is short and safe from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._progress = Progress()
        self._step_times: deque[float] = deque(maxlen=32)
        self._last_step = 0.0
        self._preview: tuple[Any, float] | None = None
        self._preview_at = 0.0
        self._chunks: list[tuple[Any, int, int]] = []
        self._usage: deque[Usage] = deque(maxlen=64)

    def begin(self, item: int) -> None:
        """A new item starts; what belonged to the last one is dropped."""
        with self._lock:
            self._progress = Progress(item)
            self._step_times.clear()
            self._preview, self._preview_at = None, 0.0
            self._chunks.clear()

    def load(self, share: float) -> None:
        """How much of the model is loaded, 0 to 1."""
        with self._lock:
            self._progress = replace(self._progress, stage="load", loaded=share)

    def stage(self, name: str, steps: int | None) -> None:
        """A stage begins; `steps` is None where it has no count."""
        with self._lock:
            self._progress = replace(self._progress, stage=name, steps=steps, done=0, step_s=None, loaded=None)
            self._step_times.clear()
            self._last_step = time.perf_counter()

    def step(self, done: int, steps: int) -> None:
        """So many steps of the stage are done."""
        now = time.perf_counter()
        with self._lock:
            if done > self._progress.done:  # what comes before the first step is preparation, not a step's time
                self._step_times.append((now - self._last_step) / (done - self._progress.done))
            self._last_step = now
            median = statistics.median(self._step_times) if len(self._step_times) >= 2 else None
            self._progress = replace(self._progress, steps=steps, done=done, step_s=median)

    def wants_preview(self) -> bool:
        """Whether the last preview is old enough for another."""
        return time.perf_counter() - self._preview_at >= PREVIEW_INTERVAL_S

    def preview(self, envelope: Any, duration_s: float) -> None:
        """What the take is expected to become, over `duration_s`."""
        with self._lock:
            self._preview, self._preview_at = (envelope, duration_s), time.perf_counter()

    def chunk(self, audio: Any, start_frame: int, rate: int) -> None:
        """A finished piece (frames, channels) from `start_frame` on."""
        with self._lock:
            self._chunks.append((audio, start_frame, rate))

    def usage(self, reading: Usage) -> None:
        """A reading of memory and processor."""
        with self._lock:
            self._usage.append(reading)

    def progress(self) -> Progress:
        """Where the running item is now."""
        with self._lock:
            return self._progress

    def take_preview(self) -> tuple[Any, float] | None:
        """The newest preview (envelope, duration in seconds), once."""
        with self._lock:
            preview, self._preview = self._preview, None
            return preview

    def take_chunks(self) -> list[tuple[Any, int, int]]:
        """Finished pieces (audio, start frame, rate) since the last call, in order."""
        with self._lock:
            chunks, self._chunks = self._chunks, []
            return chunks

    def take_usage(self) -> list[Usage]:
        """Memory and processor readings since the last call."""
        with self._lock:
            readings = list(self._usage)
            self._usage.clear()
            return readings


class UsageSampler:
    """Reads memory and processor five times a second on a thread of its own, because a GPU driver may take its time to answer."""

    def __init__(self, live: LiveValues) -> None:
        self._live = live
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="ditone-usage", daemon=True)

    def start(self) -> None:
        """Begins to read."""
        self._thread.start()

    def stop(self) -> None:
        """Ends reading and waits for the thread."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(timeout=2.0)

    def _run(self) -> None:
        from ditone.runtime.monitor import Meter

        meter = Meter()
        while not self._stop.wait(USAGE_INTERVAL_S):
            self._live.usage(meter.read())
