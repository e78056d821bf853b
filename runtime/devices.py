"""Which device and precision a session uses, and how many CPU threads."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass

import torch

from ditone.runtime import precision
from ditone.runtime.errors import BadRequest, nearest
from ditone.runtime.precision import Measured

PRECISIONS = {"float32": torch.float32, "bfloat16": torch.bfloat16, "float16": torch.float16}
NOTHING: Mapping[str, Measured] = {}


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


def emulates(device: torch.device, dtype: torch.dtype) -> bool:
    """Whether matrix products of this precision are emulated here.

    PyTorch's CPU kernels want AVX-512 BF16 or AMX for bfloat16, AVX-512 FP16 or AMX for float16; without them a product of
    1400 x 256 x 768 took forty to eighty times as long as in float32 (measured on an AVX2 processor with PyTorch 2.13).
    Only x86 processors that PyTorch can describe are judged.
    """
    if device.type != "cpu" or dtype == torch.float32 or not hasattr(torch.cpu, "get_capabilities"):
        return False
    found = torch.cpu.get_capabilities()
    if found.get("architecture") != "x86_64":
        return False
    wanted = ("avx512_bf16", "amx_bf16") if dtype == torch.bfloat16 else ("avx512_fp16", "amx_fp16")
    return not any(found.get(feature) for feature in wanted)


def resolve_precision(
    name: str,
    allowed: tuple[str, ...],
    reason: str = "",
    device: torch.device | None = None,
    found: Mapping[str, Measured] = NOTHING,
) -> torch.dtype:
    """The dtype of matrix products. "auto" is the fastest allowed precision of those in `found` (ditone.runtime.precision), and the
    first allowed one where nothing was measured; never one that `device` emulates while there is another.

    Raises BadRequest for another name; `reason` is the family's own word on why the others do not work.
    """
    if name == "auto":
        here = tuple(p for p in allowed if device is None or not emulates(device, PRECISIONS[p])) or allowed
        return PRECISIONS[precision.fastest(here, found) or here[0]]
    if name not in PRECISIONS:
        raise BadRequest(f'Precision "{name}" is not known.', nearest(name, [*PRECISIONS, "auto"]))
    if name not in allowed:
        use = f"Use one of: {', '.join(allowed)}."
        raise BadRequest(f'Precision "{name}" does not work with this model.', f"{reason} {use}" if reason else use)
    return PRECISIONS[name]


def precision_name(dtype: torch.dtype) -> str:
    return next(name for name, value in PRECISIONS.items() if value == dtype)
