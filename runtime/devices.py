"""Which device and precision a session uses, and how many CPU threads."""

from __future__ import annotations

import os
from dataclasses import dataclass

import torch

from runtime.errors import BadRequest, nearest

PRECISIONS = {"float32": torch.float32, "bfloat16": torch.bfloat16, "float16": torch.float16}


@dataclass(frozen=True)
class Device:
    """name as used in requests ("cpu", "cuda:0"), title for people, memory in MiB where it is the device's own."""

    name: str
    title: str
    memory_mib: float | None = None


def available() -> list[Device]:
    """Devices that torch can use here, fastest first; the CPU is always last."""
    found = []
    if torch.cuda.is_available():
        for i in range(torch.cuda.device_count()):
            properties = torch.cuda.get_device_properties(i)
            found.append(Device(f"cuda:{i}", properties.name, properties.total_memory / 2**20))
    if torch.backends.mps.is_available():
        found.append(Device("mps", "Apple GPU"))
    return [*found, Device("cpu", f"CPU, {cpu_cores()} cores")]


def cpu_cores() -> int:
    """Cores this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on macOS and Windows
        return os.cpu_count() or 1


def resolve_device(name: str) -> torch.device:
    """The torch device for "auto" or a device name. Raises BadRequest with the names that work here."""
    names = [device.name for device in available()]
    if name == "auto":
        return torch.device(names[0])
    wanted = "cuda:0" if name == "cuda" else name
    if wanted not in names:
        raise BadRequest(f'Device "{name}" is not available here.', nearest(name, [*names, "auto"]))
    return torch.device(wanted)


def resolve_precision(name: str, allowed: tuple[str, ...], reason: str = "") -> torch.dtype:
    """The dtype of matrix products; "auto" is the family's first allowed precision.

    Raises BadRequest for another name; `reason` is the family's own word on why the others do not work.
    """
    if name == "auto":
        return PRECISIONS[allowed[0]]
    if name not in PRECISIONS:
        raise BadRequest(f'Precision "{name}" is not known.', nearest(name, [*PRECISIONS, "auto"]))
    if name not in allowed:
        use = f"Use one of: {', '.join(allowed)}."
        raise BadRequest(f'Precision "{name}" does not work with this model.', f"{reason} {use}" if reason else use)
    return PRECISIONS[name]


def precision_name(dtype: torch.dtype) -> str:
    return next(name for name, value in PRECISIONS.items() if value == dtype)
