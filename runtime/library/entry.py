"""One take as the library lists it: the facts a row shows and a search finds, without its samples."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from ditone.runtime.errors import DitoneError
from ditone.runtime.printable import storable
from ditone.runtime.request import Request
from ditone.runtime.take import Audio

ENVELOPE_POINTS = 96
MARKS_SCHEMA = 1
LONGEST_S = 1e9
LONGEST_WORD = 200  # of family, variant and id


class NotATake(Exception):
    """A file that is no whole take that this Ditone can list; the words say why."""


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
    def from_dict(cls, data: Any) -> Marks:
        """Each mark that has its type; the others are as if they had never been set. Raises ValueError for data that is no object."""
        if not isinstance(data, dict):
            raise ValueError("marks are an object with keys")
        tags, title, deleted = data.get("tags"), data.get("title"), data.get("deleted_at")
        return cls(
            data.get("starred") is True,
            tuple(storable(tag) for tag in tags if isinstance(tag, str)) if isinstance(tags, list | tuple) else (),
            storable(title) if isinstance(title, str) else "",
            deleted if isinstance(deleted, str) and moment(deleted) is not None else None,
        )


@dataclass(frozen=True)
class Entry:
    """facts: as `Take.facts()` gives them. envelope: ENVELOPE_POINTS peak levels, 0..255. path: the audio file."""

    id: str
    path: Path
    created_at: str
    facts: dict[str, Any]
    envelope: bytes
    marks: Marks = Marks()

    @cached_property
    def request(self) -> Request:
        """Everything that was chosen; read from the facts once, since a list asks for it at every paint."""
        return Request.from_dict(self.facts["request"])

    @property
    def title(self) -> str:
        """The user's own title, or the beginning of the prompt."""
        return self.marks.title or title_of(self.facts["request"].get("prompt", ""))


def checked(facts: Any) -> dict[str, Any]:
    """Facts in which everything that a list, a search and a recall need has its type. Raises NotATake."""
    if not isinstance(facts, dict) or "request" not in facts or "id" not in facts:
        raise NotATake("it holds no settings of a take")
    try:
        request = Request.from_dict(facts["request"])
    except DitoneError as error:  # also of a newer version, which will list it
        raise NotATake(f"its settings cannot be used: {error.message}") from error
    except Exception as error:  # whatever a hostile value does there
        raise NotATake(f"its settings cannot be used ({type(error).__name__})") from error
    for name in ("family", "variant", "id"):
        word = facts.get(name)
        if not isinstance(word, str) or not word or len(word) > LONGEST_WORD:
            raise NotATake(f"its {name} is not a word")
    length = facts.get("duration_s")
    if isinstance(length, bool) or not isinstance(length, int | float) or not 0 <= length <= LONGEST_S:
        raise NotATake("its length is not a number of seconds")
    if moment(facts.get("created_at")) is None:
        raise NotATake("it has no date")
    for name, kind in (("details", dict), ("timings_s", dict), ("versions", dict), ("model_files", dict), ("notes", list)):
        if not isinstance(facts.get(name) or kind(), kind):
            raise NotATake(f"its {name} are of another form")
    return {**facts, "request": {**facts["request"], "prompt": request.prompt, "negative_prompt": request.negative_prompt}}


def moment(text: Any) -> datetime | None:
    """The moment that a date in ISO 8601 means, or None."""
    if not isinstance(text, str):
        return None
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return found if found.tzinfo is not None else found.replace(tzinfo=UTC)


def title_of(prompt: str, limit: int = 48) -> str:
    """The first words of a prompt, at most `limit` characters."""
    words = " ".join(storable(prompt).split())
    if len(words) <= limit:
        return words or "Untitled"
    cut = words[:limit].rsplit(" ", 1)[0]
    return f"{cut}…"


def peak_envelope(audio: Audio) -> bytes:
    """Peak level of ENVELOPE_POINTS equal stretches of audio (frames, channels), as bytes from 0 to 255 at full scale."""
    level = np.abs(audio).max(axis=1) if audio.size else np.zeros(1, np.float32)
    edges = np.linspace(0, len(level), ENVELOPE_POINTS + 1).astype(int)
    peaks = [level[a : max(b, a + 1)].max(initial=0.0) for a, b in itertools.pairwise(edges)]
    points = np.clip(np.nan_to_num(np.asarray(peaks)) * 255, 0, 255).astype(np.uint8)
    return bytes(points.tobytes())
