"""What the measurements at published sizes share: random weights, a clock, a row of the table."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

import torch
from torch import nn

M = TypeVar("M", bound=nn.Module)


def randomised(module: M, dtype: torch.dtype) -> M:
    """Small random weights in `dtype`, made one tensor at a time, so that nothing is skipped and nothing overflows.

    A module on the meta device gets its memory here, and needs no more than its weights.
    """
    generator = torch.Generator().manual_seed(0)
    for part in module.modules():
        for name, parameter in part._parameters.items():
            if parameter is not None:
                values = torch.randn(parameter.shape, generator=generator) * (0.02 if parameter.ndim > 1 else 0.1)
                part._parameters[name] = nn.Parameter(values.to(dtype), requires_grad=False)
    return module.eval()


def timed(work: Callable[[], object]) -> tuple[float, float]:
    """(wall seconds, CPU seconds of this process, all threads together)."""
    wall, cpu = time.perf_counter(), time.process_time()
    work()
    return time.perf_counter() - wall, time.process_time() - cpu


def row(title: str, times: tuple[float, float], more: str = "") -> None:
    print(f"{title:<44} {times[0]:9.3f} s wall {times[1]:9.3f} s CPU  {more}", flush=True)
