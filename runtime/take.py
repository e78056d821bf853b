"""A request and what came of it."""

from __future__ import annotations

import platform
import uuid
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib import metadata
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ditone.runtime.request import Request

Audio = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Take:
    """audio: (frames, channels) float32. timings_s: seconds per stage, in order, plus "total".

    rtf is total generation time over audio length (lower is faster). evaluations counts forward passes of the transformer.
    notes are sentences for the user: what was clamped, cut or looks wrong. trace: (steps, frames, channels) float16, the clean estimate
    after each step, where the request asked for it; end: (frames, channels), what the solver ended at, then. model_files: SHA-256 of each
    of the model's files; takes of one session share it, and it is empty until the sums are known, which may be after the take.
    base_rss_mib, base_vram_mib: memory just before the take; what it needed itself is the peak less that.
    """

    request: Request
    audio: Audio
    sample_rate_hz: int
    family: str
    variant: str
    device: str
    precision: str
    timings_s: dict[str, float]
    evaluations: int
    peak_rss_mib: float
    peak_vram_mib: float | None
    notes: tuple[str, ...] = ()
    details: dict[str, Any] = field(default_factory=dict)
    versions: dict[str, str] = field(default_factory=dict)
    model_files: dict[str, str] = field(default_factory=dict)
    trace: NDArray[np.float16] | None = None
    end: NDArray[np.float16] | None = None
    base_rss_mib: float | None = None
    base_vram_mib: float | None = None
    id: str = field(default_factory=lambda: uuid.uuid4().hex)
    created_at: str = field(default_factory=lambda: datetime.now(UTC).isoformat(timespec="milliseconds"))

    @property
    def duration_s(self) -> float:
        return len(self.audio) / self.sample_rate_hz

    @property
    def rtf(self) -> float:
        return self.timings_s.get("total", 0.0) / self.duration_s if len(self.audio) else float("nan")

    @property
    def canvas_rtf(self) -> float | None:
        """Time over the length that was computed, where that is more than was asked for (`details["canvas_s"]`); else None."""
        canvas_s = float(self.details.get("canvas_s", 0.0))
        return self.timings_s.get("total", 0.0) / canvas_s if canvas_s > self.duration_s else None

    def facts(self) -> dict[str, Any]:
        """Everything but the samples, ready for JSON; stored with the file and printed by `ditone render --json`."""
        return {
            "id": self.id,
            "created_at": self.created_at,
            "seed": self.request.seed,
            "sample_rate_hz": self.sample_rate_hz,
            "duration_s": self.duration_s,
            "rtf": self.rtf,
            "canvas_rtf": self.canvas_rtf,
            "evaluations": self.evaluations,
            "timings_s": self.timings_s,
            "peak_rss_mib": self.peak_rss_mib,
            "peak_vram_mib": self.peak_vram_mib,
            "base_rss_mib": self.base_rss_mib,
            "base_vram_mib": self.base_vram_mib,
            "device": self.device,
            "precision": self.precision,
            "family": self.family,
            "variant": self.variant,
            "notes": list(self.notes),
            "details": self.details,
            "versions": self.versions,
            "model_files": dict(self.model_files),
            "request": self.request.to_dict(),
        }


def versions(model: str = "") -> dict[str, str]:
    """Versions that decide the bits of a take; `model` is the revision of the model's files, where it is known."""
    result = {"python": platform.python_version()}
    for name in ("ditone", "torch", "numpy"):
        try:
            result[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            result[name] = "unknown"
    return {**result, "model": model} if model else result
