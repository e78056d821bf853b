"""What a figure was measured on, and whether the machine was busy with something else meanwhile."""

from __future__ import annotations

import importlib.util
import os
import platform
import subprocess
import time
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

import psutil

BUSY_SHARE = 0.1  # of the processors that this process may use: above it other work is not a small disturbance any more
TICK_S = 0.01  # the system counts its processors' time in these; within two of them a reading is no evidence
LIBRARIES = ("torch", "numpy", "transformers", "safetensors")


def describe(threads: int = 0) -> dict[str, str]:
    """Names and versions that a reader needs to judge a time, for people: processor, memory, GPU, system, libraries."""
    import torch

    from ditone.runtime import devices

    found = {
        "Processor": _processor(),
        "Cores for this process": str(devices.cpu_cores()),
        "Threads": str(threads or devices.cpu_cores()),
        "Memory (GiB)": f"{psutil.virtual_memory().total / 2**30:.1f}",
        "System": f"{platform.system()} {platform.release()}",
        "Python": platform.python_version(),
    }
    gpus = [device.title for device in devices.available() if device.name != "cpu"]
    if gpus:
        found["GPU"] = ", ".join(gpus)
        found["CUDA"] = str(torch.version.cuda or "none")
    found["Ditone"] = " ".join(filter(None, (_version("ditone"), revision())))
    return found | {name: _version(name) for name in LIBRARIES if importlib.util.find_spec(name)}


def revision(folder: Path | None = None) -> str:
    """The commit of a checkout, with a plus where files differ from it; "" outside of one."""
    root = folder or Path(__file__).resolve().parents[2]
    if not (root / ".git").exists():
        return ""
    try:
        told = [
            subprocess.run(
                ["git", "-C", str(root), *words], capture_output=True, text=True, check=True, timeout=30
            ).stdout.strip()
            for words in (["rev-parse", "--short", "HEAD"], ["status", "--porcelain", "--untracked-files=no"])
        ]
    except (OSError, subprocess.SubprocessError):
        return ""
    return told[0] + ("+" if told[1] else "")


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8", "replace").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.machine())


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return "unknown"


@dataclass(frozen=True)
class Load:
    """What other processes used of this one's processors: a share from 0 to 1, None where the system does not tell."""

    others: float | None
    busy: bool


class Watch:
    """Measures from its making to `load` what others did on the processors that this process may use.

    helpers: processes whose work is part of what is measured.
    """

    def __init__(self, helpers: tuple[int, ...] = ()) -> None:
        self._helpers = helpers
        self._began = self._read()

    def load(self) -> Load:
        """The load since this watch began."""
        count, used, own, moment = self._read()
        _, used_before, own_before, began = self._began
        seconds = moment - began
        if not count or seconds <= 0:
            return Load(None, False)
        others_s = max(used - used_before - (own - own_before), 0.0)
        share = min(others_s / (seconds * count), 1.0)
        return Load(share, share > BUSY_SHARE and others_s > 2 * TICK_S * count)

    def _read(self) -> tuple[float, float, float, float]:
        """Processors, seconds that they were used, seconds that we used them, the time."""
        every: Any = psutil.cpu_times(percpu=True)
        try:
            mine = sorted(os.sched_getaffinity(0))
        except AttributeError:  # not on macOS and Windows
            mine = list(range(len(every)))
        chosen = [every[i] for i in mine if i < len(every)]
        used = sum(sum(times) - times.idle - getattr(times, "iowait", 0.0) - _twice(times) for times in chosen)
        own = 0.0
        for pid in (os.getpid(), *self._helpers):
            try:
                times = psutil.Process(pid).cpu_times()
            except psutil.Error:
                continue
            own += times.user + times.system
        return float(len(chosen)), used, own, time.perf_counter()


def _twice(times: Any) -> float:
    """Linux counts guests' time in user and nice as well."""
    return float(getattr(times, "guest", 0.0) + getattr(times, "guest_nice", 0.0))
