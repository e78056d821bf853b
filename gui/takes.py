"""A finished take as the window holds it: the take, the sound for a lane, and a small envelope for its row. Built on the worker thread."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from gui.queue.take_queue import short_title
from gui.widgets.sound import Sound
from runtime.take import Take

if TYPE_CHECKING:
    from runtime.registry import ModelInfo

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

    @property
    def title(self) -> str:
        return short_title(self.take.request.prompt)

    def matches(self, words: str) -> bool:
        """Whether every word occurs in prompt, model, seed, solver or date."""
        request = self.take.request
        parts = (request.prompt, request.negative_prompt, self.model_title, request.seed, request.solver, self.take.created_at)
        text = " ".join(map(str, parts)).lower()
        return all(word in text for word in words.lower().split())


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
    sound = Sound(take.audio, take.sample_rate_hz, short_title(request.prompt), facts)
    _ = sound.envelope
    return TakeEntry(take, info.title, sound, thumbnail(take.audio), info.licence)


def thumbnail(audio: NDArray[np.float32]) -> NDArray[np.float32]:
    """Peak level per part of the sound (frames, channels), parts of equal length."""
    level = np.abs(audio).max(axis=1) if audio.size else np.zeros(1, np.float32)
    edges = np.linspace(0, len(level), THUMBNAIL_POINTS + 1).astype(int)
    starts = np.minimum(edges[:-1], len(level) - 1)
    return np.minimum(np.maximum.reduceat(level, starts), 1.0).astype(np.float32)
