"""What a published model would need here: disk, memory, device, and the time of a take of 10 s."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import psutil

from ditone.runtime import devices, estimate
from ditone.runtime.hub import download, store
from ditone.runtime.hub.catalogue import Entry
from ditone.runtime.precision import measured as measured_precisions

if TYPE_CHECKING:
    import torch

EXAMPLE_S = 10.0  # of the take that times and memory are told for
HEADROOM = 0.9  # of a memory, for a model: the rest is the system's


@dataclass(frozen=True)
class Machine:
    """memory_mib: of the device, or of the computer for the CPU; speeds are measured once, when they are first asked for."""

    device: torch.device
    title: str
    memory_mib: float

    @classmethod
    def here(cls, name: str = "auto") -> Machine:
        device = devices.resolve_device(name)
        found = next(one for one in devices.available() if one.name == str(device) or device.type == one.name)
        return cls(device, found.title, found.memory_mib or psutil.virtual_memory().total / 2**20)


@dataclass(frozen=True)
class Offer:
    """free_bytes: on the disk of `folder`. precision: the one that would be used. seconds: of a take of 10 s, None where not measured."""

    entry: Entry
    folder: Path
    free_bytes: int
    here: bool
    precision: str
    memory_mib: float
    machine: Machine
    seconds: float | None = None

    @property
    def fits_disk(self) -> bool:
        return self.here or self.free_bytes > self.entry.size_bytes

    @property
    def fits_memory(self) -> bool:
        return self.memory_mib <= HEADROOM * self.machine.memory_mib

    @property
    def example_words(self) -> str:
        """ "about 40 s", what a take of 10 s takes here."""
        return estimate.words(self.seconds) or ("a few seconds" if self.seconds is not None else "")


def offer(entry: Entry, machine: Machine, measured: bool = True, threads: int = 0) -> Offer:
    """What an entry means on this machine. `measured` also takes the time, which needs a second the first time."""
    folder = store.folder_named(entry.name) or store.target(entry.source.repo_id)
    found = measured_precisions(entry.family, entry.name, machine.device)
    dtype = devices.resolve_precision("auto", tuple(entry.memory_mib), device=machine.device, found=found)
    precision = devices.precision_name(dtype)
    seconds = None
    if measured:
        seconds = estimate.published_s(
            entry.tflop, entry.streamed_parameters, machine.device, dtype, threads or devices.cpu_cores()
        )
    return Offer(
        entry,
        folder,
        download.free_bytes(folder),
        store.folder_named(entry.name) is not None,
        precision,
        entry.memory_mib[precision],
        machine,
        seconds,
    )
