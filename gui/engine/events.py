"""What the engine's signals carry: frozen facts, each with the queue item that it is about."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ditone.gui.engine.take_entry import TakeEntry
    from ditone.gui.engine.take_queue import QueueItem
    from ditone.runtime.devices import Device
    from ditone.runtime.model_files import FileState
    from ditone.runtime.registry import ModelInfo


@dataclass(frozen=True)
class EngineFacts:
    """What the engine offers once it is imported. `broken` holds families that could not be imported, with the error."""

    models: tuple[ModelInfo, ...]
    devices: tuple[Device, ...]
    broken: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class LoadedFacts:
    """What is loaded now, where and how. `tflops` is this machine's speed, 0 where nobody asked for it.

    `files` are the model's; `model_files` is the session's dictionary for their checksums, to be filled by whoever has the time.
    """

    info: ModelInfo
    device: str
    precision: str
    tflops: float = 0.0
    files: dict[str, FileState] = field(default_factory=dict, compare=False)
    model_files: dict[str, str] = field(default_factory=dict, compare=False)


@dataclass(frozen=True)
class ItemStarted:
    """A queue item begins. `first_of_batch`: nothing of what was queued together is done yet."""

    item: QueueItem
    first_of_batch: bool


@dataclass(frozen=True)
class StageBegan:
    """The running item enters a stage of its pipeline, by the engine's name of it."""

    item: QueueItem
    stage: str


@dataclass(frozen=True, eq=False)
class Preview:
    """What the running item is expected to become. envelope: (points,) peak levels 0..1 at even times over `duration_s`."""

    item: QueueItem
    envelope: Any
    duration_s: float


@dataclass(frozen=True, eq=False)
class AudioPiece:
    """A finished piece of the running item. audio: (frames, channels) from `start_frame` on."""

    item: QueueItem
    audio: Any
    start_frame: int
    sample_rate_hz: int


@dataclass(frozen=True)
class Note:
    """What the engine remarks about an item, in English. `item` is None when the item has gone meanwhile."""

    item: QueueItem | None
    sentence: str


@dataclass(frozen=True, eq=False)
class TakeFinished:
    """An item has become a take, and has left the queue."""

    item: QueueItem
    entry: TakeEntry


@dataclass(frozen=True)
class ItemCancelled:
    """An item was cancelled while it ran, and has left the queue."""

    item: QueueItem
