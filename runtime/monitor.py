"""Memory and time of a running take: process memory, GPU allocator and process VRAM, and seconds per stage."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import psutil

INTERVAL_S = 0.05


@dataclass(frozen=True)
class Usage:
    """One reading. VRAM figures are None without an NVIDIA GPU.

    `vram_reserved_mib` is what torch's allocator holds, `vram_process_mib` the driver's count for this process.
    """

    rss_mib: float
    cpu_percent: float
    vram_reserved_mib: float | None = None
    vram_process_mib: float | None = None


class Meter:
    """Reads usage of this process. Cheap enough for 20 readings a second."""

    def __init__(self) -> None:
        self._process = psutil.Process()
        self._process.cpu_percent()
        self._gpu = _nvml_reader()

    def read(self) -> Usage:
        """The current usage. cpu_percent is since the last reading, 100 = one core."""
        rss = self._process.memory_info().rss / 2**20
        return Usage(rss, self._process.cpu_percent(), _reserved_mib(), self._gpu() if self._gpu else None)


def _reserved_mib() -> float | None:
    """What torch's allocator holds. Never the reason for torch's import: the window opens before the engine."""
    cuda: Any = getattr(sys.modules.get("torch"), "cuda", None)
    if not hasattr(cuda, "memory_reserved"):  # torch may be in the middle of its import on another thread
        return None
    return cuda.memory_reserved() / 2**20 if cuda.is_initialized() else None


def _nvml_reader() -> Callable[[], float | None] | None:
    try:
        import pynvml

        pynvml.nvmlInit()
        handles = [pynvml.nvmlDeviceGetHandleByIndex(i) for i in range(pynvml.nvmlDeviceGetCount())]
    except Exception:  # no driver, no GPU or no library: there is no VRAM to read
        return None
    pid = psutil.Process().pid

    def read() -> float | None:
        used: list[int] = []
        for handle in handles:
            try:
                processes: list[Any] = pynvml.nvmlDeviceGetComputeRunningProcesses(handle)
            except pynvml.NVMLError:
                return None
            used += [p.usedGpuMemory or 0 for p in processes if p.pid == pid]
        return sum(used) / 2**20

    return read


class StageClock:
    """Seconds per stage of one take, in the order the stages began; a stage entered twice adds up."""

    def __init__(self) -> None:
        self.timings_s: dict[str, float] = {}
        self._start = time.perf_counter()

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        begin = time.perf_counter()
        self.timings_s.setdefault(name, 0.0)
        try:
            yield
        finally:
            self.timings_s[name] += time.perf_counter() - begin

    def total_s(self) -> float:
        return time.perf_counter() - self._start


class PeakMemory:
    """Highest memory of the process while the block runs, sampled by a small thread. Use as a context manager."""

    def __init__(self, meter: Meter | None = None) -> None:
        self._meter = meter or Meter()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="ditone-memory", daemon=True)
        self.rss_mib = 0.0
        self.vram_mib: float | None = None
        self.base_rss_mib = 0.0  # before the block
        self.base_vram_mib: float | None = None

    def __enter__(self) -> PeakMemory:
        self._note()
        self.base_rss_mib, self.base_vram_mib = self.rss_mib, self.vram_mib
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()
        self._note()

    def _watch(self) -> None:
        while not self._stop.wait(INTERVAL_S):
            self._note()

    def _note(self) -> None:
        usage = self._meter.read()
        self.rss_mib = max(self.rss_mib, usage.rss_mib)
        vram = usage.vram_process_mib if usage.vram_process_mib is not None else usage.vram_reserved_mib
        if vram is not None:
            self.vram_mib = max(self.vram_mib or 0.0, vram)
