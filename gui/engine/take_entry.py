"""A finished take as the window holds it: the take, the sound for a lane, and a small envelope for its row. Built on the worker thread."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ditone.gui.audio.sound import Sound
from ditone.gui.engine.solver_titles import solver_title
from ditone.gui.engine.take_queue import short_title
from ditone.gui.i18n.translate import tr
from ditone.runtime.request import Request
from ditone.runtime.take import Take

if TYPE_CHECKING:
    from ditone.runtime.library import Entry, Library
    from ditone.runtime.registry import ModelInfo

THUMBNAIL_POINTS = 96


@dataclass(frozen=True, eq=False)
class TakeEntry:
    """thumbnail: (THUMBNAIL_POINTS,) peak levels 0..1 over the whole take."""

    take: Take
    model_title: str
    sound: Sound
    thumbnail: NDArray[np.float32]
    licence: str = ""
    number: int = 0
    starred: bool = False

    @property
    def title(self) -> str:
        """The prompt in one line."""
        return short_title(self.take.request.prompt)

    @property
    def prompt_title(self) -> str:
        """The same: what a take is called as long as nobody names it."""
        return self.title

    @property
    def given_title(self) -> str:
        """The name that a person gave it: none yet."""
        return ""

    @property
    def id(self) -> str:
        """The take's own id."""
        return self.take.id

    @property
    def request(self) -> Request:
        """Everything that was chosen for it."""
        return self.take.request

    @property
    def duration_s(self) -> float:
        """The length in seconds."""
        return self.take.duration_s

    @property
    def created_at(self) -> str:
        """When it was made, ISO 8601."""
        return self.take.created_at

    @property
    def precision(self) -> str:
        """In which precision it was computed."""
        return self.take.precision

    def matches(self, words: str, title: str = "") -> bool:
        """Whether every word occurs in prompt, model, seed, solver or date, or in the title that a person gave."""
        return _matches(self, words, title)


@dataclass(frozen=True, eq=False)
class StoredTake:
    """A take of the library whose samples are not read yet. `load` reads them."""

    entry: Entry
    model_title: str
    number: int = 0

    @property
    def id(self) -> str:
        """The take's own id."""
        return self.entry.id

    @property
    def title(self) -> str:
        """The name that a person gave it, or the prompt in one line."""
        return self.entry.title

    @property
    def prompt_title(self) -> str:
        """The prompt in one line: what a take is called as long as nobody names it."""
        return short_title(self.entry.request.prompt)

    @property
    def given_title(self) -> str:
        """The name that a person gave it, or ""."""
        return self.entry.marks.title

    @property
    def request(self) -> Request:
        """Everything that was chosen for it."""
        return self.entry.request

    @property
    def starred(self) -> bool:
        """Whether it has a star."""
        return self.entry.marks.starred

    @property
    def created_at(self) -> str:
        """When it was made, ISO 8601."""
        return self.entry.created_at

    @property
    def precision(self) -> str:
        """In which precision it was computed."""
        return str(self.entry.facts.get("precision", ""))

    @property
    def duration_s(self) -> float:
        """The length in seconds."""
        return float(self.entry.facts["duration_s"])

    @cached_property
    def thumbnail(self) -> NDArray[np.float32]:
        """(points,) peak levels 0..1 over the whole take."""
        return np.frombuffer(self.entry.envelope, np.uint8).astype(np.float32) / np.float32(255)

    def matches(self, words: str, title: str = "") -> bool:
        """Whether every word occurs in prompt, model, seed, solver or date, or in the title that a person gave."""
        return _matches(self, words, title or self.entry.marks.title)

    def load(self, library: Library) -> TakeEntry:
        """The whole take, with the pyramid of its envelope. Slow for long sounds. Raises DitoneError when the file is gone or damaged."""
        audio, rate = library.audio(self.entry)
        facts = self.entry.facts
        take = Take(
            request=self.request,
            audio=audio,
            sample_rate_hz=rate,
            family=facts["family"],
            variant=facts["variant"],
            device=facts.get("device", ""),
            precision=facts.get("precision", ""),
            timings_s=facts.get("timings_s", {}),
            evaluations=facts.get("evaluations", 0),
            peak_rss_mib=facts.get("peak_rss_mib") or 0.0,
            peak_vram_mib=facts.get("peak_vram_mib"),
            base_rss_mib=facts.get("base_rss_mib"),
            base_vram_mib=facts.get("base_vram_mib"),
            notes=tuple(facts.get("notes", ())),
            details=facts.get("details", {}),
            versions=facts.get("versions", {}),
            model_files=facts.get("model_files", {}),
            id=self.id,
            created_at=self.entry.created_at,
            trace=library.trace(self.entry),
        )
        sound = Sound(audio, rate, self.title, lane_facts(take.request))
        _ = sound.envelope
        return TakeEntry(take, self.model_title, sound, self.thumbnail, facts.get("licence", ""), self.number, self.starred)


AnyTake = TakeEntry | StoredTake


def _matches(entry: AnyTake, words: str, title: str) -> bool:
    request = entry.request
    parts = (title, request.prompt, request.negative_prompt, entry.model_title, request.seed, request.solver, entry.created_at)
    text = " ".join(map(str, parts)).lower()
    return all(word in text for word in words.lower().split())


def lane_facts(request: Request) -> dict[str, Any]:
    """What a lane's header says of a request when its model is not at hand."""
    facts: dict[str, Any] = {"seed": request.seed}
    if request.solver:
        facts["solver"] = solver_title(request.solver)
    if request.steps:
        facts["steps"] = request.steps
    facts["cfg"] = request.cfg_scale
    return {**facts, "apg": request.apg} if request.apg else facts


def entry_for(take: Take, info: ModelInfo) -> TakeEntry:
    """Everything that a long sound makes slow is done here: envelope pyramid and thumbnail."""
    request = take.request
    names = {control.name for control in info.controls}
    facts: dict[str, Any] = {"seed": request.seed}
    for key, name in (("solver", "solver"), ("steps", "steps"), ("cfg", "cfg_scale"), ("apg", "apg")):
        if name in names and not (key == "apg" and not request.apg):
            facts[key] = getattr(request, name)
    solver = info.control("solver")
    if solver is not None:
        facts["solver"] = next((c.title for c in solver.choices if c.value == request.solver), request.solver)
    if take.canvas_rtf is not None:
        facts["rtf"] = tr("{delivered:.2f}, {computed:.2f} per computed second").format(
            delivered=take.rtf, computed=take.canvas_rtf
        )
    sound = Sound(take.audio, take.sample_rate_hz, short_title(request.prompt), facts)
    _ = sound.envelope
    return TakeEntry(take, info.title, sound, thumbnail(take.audio), info.licence)


def thumbnail(audio: NDArray[np.float32]) -> NDArray[np.float32]:
    """Peak level per part of the sound (frames, channels), parts of equal length."""
    level = np.abs(audio).max(axis=1) if audio.size else np.zeros(1, np.float32)
    edges = np.linspace(0, len(level), THUMBNAIL_POINTS + 1).astype(int)
    starts = np.minimum(edges[:-1], len(level) - 1)
    return np.minimum(np.maximum.reduceat(level, starts), 1.0).astype(np.float32)
