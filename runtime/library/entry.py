"""One take as the library lists it: the facts a row shows and a search finds, without its samples."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ditone.runtime.request import Request
from ditone.runtime.take import Audio

ENVELOPE_POINTS = 96
MARKS_SCHEMA = 1


@dataclass(frozen=True)
class Marks:
    """What people add to a take after it was made. Kept in a small file beside the audio, so that an index can be rebuilt."""

    starred: bool = False
    tags: tuple[str, ...] = ()
    title: str = ""
    deleted_at: str | None = None

    def to_dict(self) -> dict[str, Any]:
        return {
            "schema": MARKS_SCHEMA,
            "starred": self.starred,
            "tags": list(self.tags),
            "title": self.title,
            "deleted_at": self.deleted_at,
        }

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Marks:
        tags = tuple(str(tag) for tag in data.get("tags", []))
        return cls(bool(data.get("starred", False)), tags, str(data.get("title", "")), data.get("deleted_at"))


@dataclass(frozen=True)
class Entry:
    """facts: as `Take.facts()` gives them. envelope: ENVELOPE_POINTS peak levels, 0..255. path: the audio file."""

    id: str
    path: Path
    created_at: str
    facts: dict[str, Any]
    envelope: bytes
    marks: Marks = Marks()

    @property
    def request(self) -> Request:
        return Request.from_dict(self.facts["request"])

    @property
    def title(self) -> str:
        """The user's own title, or the beginning of the prompt."""
        return self.marks.title or title_of(self.facts["request"].get("prompt", ""))


def title_of(prompt: str, limit: int = 48) -> str:
    """The first words of a prompt, at most `limit` characters."""
    words = " ".join(prompt.split())
    if len(words) <= limit:
        return words or "Untitled"
    cut = words[:limit].rsplit(" ", 1)[0]
    return f"{cut}…"


def peak_envelope(audio: Audio) -> bytes:
    """Peak level of ENVELOPE_POINTS equal stretches of audio (frames, channels), as bytes from 0 to 255 at full scale."""
    level = np.abs(audio).max(axis=1) if audio.size else np.zeros(1, np.float32)
    edges = np.linspace(0, len(level), ENVELOPE_POINTS + 1).astype(int)
    peaks = [level[a : max(b, a + 1)].max(initial=0.0) for a, b in itertools.pairwise(edges)]
    return np.clip(np.nan_to_num(np.asarray(peaks)) * 255, 0, 255).astype(np.uint8).tobytes()
