"""How far a download is, read from the bytes on the disk: per file and whole, the rate, the time left, and whether it has stalled."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ditone.runtime.hub import download, network
from ditone.runtime.hub.download_task import DownloadTask, Phase
from ditone.runtime.hub.listing import Listing

WINDOW_S = 8.0  # the rate is that of the last seconds


@dataclass(frozen=True)
class FileProgress:
    name: str
    size_bytes: int
    here_bytes: int


@dataclass(frozen=True)
class Progress:
    """bytes_per_s and left_s are None until they are known. stalled: no byte for `network.SILENCE_S` while bytes are waited for."""

    files: tuple[FileProgress, ...]
    here_bytes: int
    total_bytes: int
    bytes_per_s: float | None = None
    left_s: float | None = None
    stalled: bool = False
    phase: Phase = ""
    name: str = ""

    @property
    def share(self) -> float:
        return min(1.0, self.here_bytes / self.total_bytes) if self.total_bytes else 0.0


class Meter:
    """Looks at one download from time to time. `folders`: where its files are, finished or on their way."""

    def __init__(
        self, wanted: Listing, *folders: Path, work: DownloadTask | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._wanted, self._folders, self._work, self._clock = wanted, folders, work, clock
        self._seen: deque[tuple[float, int]] = deque()
        self._moved_at = clock()

    def look(self) -> Progress:
        now = self._clock()
        files = tuple(
            FileProgress(
                file.name,
                file.size_bytes,
                min(file.size_bytes, max(download.bytes_of(folder, file.name) for folder in self._folders)),
            )
            for file in self._wanted.files
        )
        here = sum(file.here_bytes for file in files)
        if not self._seen or here != self._seen[-1][1]:
            self._moved_at = now
        self._seen.append((now, here))
        while len(self._seen) > 2 and now - self._seen[0][0] > WINDOW_S:
            self._seen.popleft()
        (then, before), elapsed = self._seen[0], now - self._seen[0][0]
        rate = max(0.0, (here - before) / elapsed) if elapsed > 0 and then < now else None
        total = self._wanted.size_bytes
        left = (total - here) / rate if rate else None
        phase, name = (self._work.phase, self._work.name) if self._work is not None else ("", "")
        waits = phase in ("", "asking", "fetching", "waiting") and here < total
        stalled = waits and now - self._moved_at >= network.SILENCE_S
        return Progress(files, here, total, rate, left, stalled, phase, name)


def about(seconds: float | None) -> str:
    """ "about 12 min", as a person would say it; nothing where it is not known."""
    if seconds is None:
        return ""
    if seconds < 90:
        return f"about {max(1, round(seconds))} s"
    return f"about {seconds / 60:.0f} min" if seconds < 5400 else f"about {seconds / 3600:.1f} h"
