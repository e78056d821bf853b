"""How long it takes to make a take, told before it starts: its arithmetic over the speed of this machine."""

from __future__ import annotations

import time
from functools import cache

import torch
from torch import nn

from ditone.runtime.memory import is_out_of_memory
from ditone.runtime.registry import ModelInfo
from ditone.runtime.request import Request
from ditone.runtime.weights import packed

WORTH_SAYING_S = 10.0
ROWS, INNER, COLUMNS = 512, 1024, 4096  # of a feed-forward layer's product: 4.3 GFLOP
FEW_ROWS, SLOW_S = 8, 0.05
WEIGHTS_BYTES = 128 * 2**20  # more than any processor's cache holds


@cache
def speed_tflops(device: torch.device, dtype: torch.dtype, threads: int) -> float:
    """Measured speed of a matrix product in TFLOP a second; takes a moment once per device, dtype and thread count.

    0, which stands for "not known", where there is no memory for it: the take may need less.
    """
    try:
        return _measured(device, dtype)
    except Exception as error:
        if not is_out_of_memory(error):
            raise
        return 0.0


def _measured(device: torch.device, dtype: torch.dtype) -> float:
    weights = _weights(COLUMNS, dtype, device)
    # a few rows tell enough of a device that needs long for them, such as a processor that emulates the precision
    few = _product_s(torch.ones(FEW_ROWS, INNER, dtype=dtype, device=device), weights, 1)
    if few > SLOW_S:
        return 2e-12 * FEW_ROWS * INNER * COLUMNS / few
    return 2e-12 * ROWS * INNER * COLUMNS / _product_s(torch.ones(ROWS, INNER, dtype=dtype, device=device), weights, 3)


@cache
def read_gb_per_s(device: torch.device, dtype: torch.dtype, threads: int) -> float:
    """Measured speed at which weights come from memory, in 10^9 bytes a second: a product with one row reads each of them once."""
    columns = max(COLUMNS, WEIGHTS_BYTES // (INNER * dtype.itemsize))
    weights = _weights(columns, dtype, device)
    seconds = _product_s(torch.ones(1, INNER, dtype=dtype, device=device), weights, 2)
    return 1e-9 * columns * INNER * dtype.itemsize / seconds


def published_s(tflop: float, streamed_parameters: float, device: torch.device, dtype: torch.dtype, threads: int) -> float:
    """Seconds that a take of a published model needs at least: arithmetic (10^12 operations), and 10^9 weights that are
    read from memory one token at a time."""
    seconds = tflop / speed_tflops(device, dtype, threads)
    if streamed_parameters:
        seconds += streamed_parameters * dtype.itemsize / read_gb_per_s(device, dtype, threads)
    return seconds


def _weights(columns: int, dtype: torch.dtype, device: torch.device) -> nn.Linear:
    """A layer as a loaded model has it: (columns, INNER)."""
    layer = nn.Linear(INNER, columns, bias=False, device="meta")
    weight = torch.ones(columns, INNER, dtype=dtype, device=device)
    if packed.wanted(layer, weight.shape, dtype, device):
        return packed.PackedLinear(weight, None)
    layer.weight = nn.Parameter(weight, requires_grad=False)
    return layer


@torch.no_grad()
def _product_s(a: torch.Tensor, layer: nn.Linear, times: int) -> float:
    """Seconds of the fastest of several products; the first one also wakes the device up."""
    best_s = float("inf")
    for _ in range(times):
        begin = time.perf_counter()
        layer(a)[0, 0].item()
        best_s = min(best_s, time.perf_counter() - begin)
    return best_s


def expected_s(info: ModelInfo, request: Request, tflops: float) -> float | None:
    """Seconds that `request` takes at least; None where the family does not know its work."""
    if info.work_tflop is None or not tflops > 0:
        return None
    return info.work_tflop(request) / tflops


def words(seconds: float | None) -> str:
    """ "about 40 s", "about 12 min", "about 3 h"; nothing for what is over in a moment or not known."""
    if seconds is None or seconds < WORTH_SAYING_S:
        return ""
    if seconds < 100:
        return f"about {seconds:.0f} s"
    return f"about {seconds / 60:.0f} min" if seconds < 5400 else f"about {seconds / 3600:.1f} h"
