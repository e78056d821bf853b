"""Memory that was freed here but is still held by an allocator, handed back to the system.

Allocators keep freed memory for the next request: torch's on a GPU, and the C library's for tensors of up to 32 MiB, so that a process
can look as large after a take as during it.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from functools import cache

import torch


def give_back(device: torch.device) -> None:
    """Returns free memory to the system and the GPU's to its driver; a matter of milliseconds. What is in use is not touched."""
    if device.type == "cuda":
        torch.cuda.empty_cache()
    trim = _trim()
    if trim is not None:
        trim()


@cache
def _trim() -> Callable[[], object] | None:
    """The C library's own call for it, where there is one (glibc, macOS)."""
    try:
        library = ctypes.CDLL(None)
        if sys.platform == "darwin":
            return lambda: library.malloc_zone_pressure_relief(None, ctypes.c_size_t(0))
        trim = library.malloc_trim
    except (OSError, AttributeError, TypeError):  # another C library; on Windows there is no main program to look in
        return None
    return lambda: trim(ctypes.c_size_t(0))
