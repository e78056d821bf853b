"""Weights of linear layers in the order in which the processor's matrix kernel reads them, arranged once when they are loaded.

oneDNN can be handed weights that are arranged already; PyTorch's own product arranges them anew in every call, or reads them as they
lie. Arranged weights replace the plain ones, so there is never a second copy. They hold the same bits; sums are taken in another order.
"""

from __future__ import annotations

import math
import platform
from collections.abc import Sequence
from functools import cache
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor, nn

SMALLEST = 2**15  # weights of a layer; below, the kernel's call costs what its speed saves
_X86 = ("x86_64", "amd64")


class PlainLinear(nn.Linear):
    """A linear layer whose weight stays as a matrix: for layers that are computed in float32 whatever their dtype, or read in parts."""


class PackedLinear(nn.Linear):
    """A linear layer whose weight is arranged. It has shape, dtype and name as before, but no elements that could be looked at.

    x: (..., inputs) -> (..., outputs), in the weight's dtype.
    """

    def __init__(self, weight: Tensor, bias: nn.Parameter | None) -> None:
        nn.Module.__init__(self)
        self.out_features, self.in_features = weight.shape
        self.weight = nn.Parameter(_operators()._reorder_linear_weight(weight.detach().contiguous()), requires_grad=False)
        self.register_parameter("bias", bias)

    def forward(self, x: Tensor) -> Tensor:
        """x: (..., inputs) -> (..., outputs)."""
        x = x.to(self.weight.dtype)
        if x.requires_grad and torch.is_grad_enabled():  # the kernel knows no gradients
            return F.linear(x, self.weight.to_dense(), self.bias)
        if not x.numel():
            return x.new_empty(*x.shape[:-1], self.out_features)
        out: Tensor = _operators()._linear_pointwise(x, self.weight, self.bias, "none", [], "")
        return out


class HalfLinear(nn.Linear):
    """A linear layer whose weight is kept in float16 and multiplied in float32: for language models, whose step reads every weight once.

    Half the bytes of float32, eight times as exact as bfloat16, and no slower. x: (..., inputs) -> (..., outputs), float32.
    """

    def __init__(self, weight: Tensor, bias: nn.Parameter | None) -> None:
        nn.Module.__init__(self)
        self.out_features, self.in_features = weight.shape
        self.register_parameter("weight", None)
        self.register_parameter("bias", bias)
        self._kept = torch.ops.quantized.linear_prepack_fp16(weight.detach().float().contiguous(), None)

    def forward(self, x: Tensor) -> Tensor:
        """x: (..., inputs) -> (..., outputs)."""
        if not x.numel():
            return x.new_empty(*x.shape[:-1], self.out_features)
        rows = x.float().reshape(-1, self.in_features)
        out: Tensor = torch.ops.quantized.linear_dynamic_fp16(rows, self._kept)
        if self.bias is not None:
            out = out.add_(self.bias)
        return out.reshape(*x.shape[:-1], self.out_features)


def _operators() -> Any:
    return torch.ops.mkldnn


@cache
def works(dtype: torch.dtype) -> bool:
    """Whether arranged weights of this dtype are computed here, and at the processor's own speed. Their operators are undocumented."""
    if platform.machine().lower() not in _X86 or dtype not in (torch.float32, torch.bfloat16):
        return False
    try:
        if not torch._C._has_mkldnn:
            return False
        if dtype == torch.bfloat16 and not _operators()._is_mkldnn_bf16_supported():
            return False
        weight = torch.arange(64 * 32, dtype=torch.float32).reshape(64, 32).remainder(17).to(dtype)
        x, bias = torch.arange(6 * 32, dtype=torch.float32).reshape(2, 3, 32).remainder(5).to(dtype), torch.ones(64, dtype=dtype)
        found = PackedLinear(weight, nn.Parameter(bias, requires_grad=False))
        # whole numbers, and halves of the way are exact in both
        same = torch.allclose(found(x).float(), F.linear(x.float(), weight.float(), bias.float()), rtol=0.01)
        return same and bool(torch.equal(found.weight.to_dense(), weight))
    except (RuntimeError, AttributeError, NotImplementedError, TypeError):
        return False


def wanted(layer: nn.Module, shape: Sequence[int], dtype: torch.dtype, device: torch.device) -> bool:
    """Whether a layer with a weight of this shape (outputs, inputs) is faster when it is arranged."""
    return type(layer) is nn.Linear and device.type == "cpu" and math.prod(shape) >= SMALLEST and works(dtype)


@cache
def _half_works() -> bool:
    """Whether products with float16 weights are computed here. Their operators are undocumented."""
    if platform.machine().lower() not in _X86:
        return False
    try:
        weight = torch.arange(64 * 32, dtype=torch.float32).reshape(64, 32).remainder(17)
        x, bias = torch.arange(6 * 32, dtype=torch.float32).reshape(2, 3, 32).remainder(5), torch.ones(64)
        found = HalfLinear(weight, nn.Parameter(bias, requires_grad=False))(x)
        return torch.allclose(found, F.linear(x, weight, bias), rtol=1e-4)
    except (RuntimeError, AttributeError, NotImplementedError, TypeError):
        return False


def halved(dtype: torch.dtype, device: torch.device | str) -> bool:
    """Whether a language model that is wanted in `dtype` keeps its linear layers' weights in float16 here, and the rest in float32."""
    return dtype == torch.bfloat16 and torch.device(device).type == "cpu" and _half_works()


def half_wanted(layer: nn.Module, shape: Sequence[int]) -> bool:
    """Whether a layer of this shape (outputs, inputs) of such a language model is worth it."""
    return type(layer) is nn.Linear and math.prod(shape) >= SMALLEST


def arranged_like(old: Tensor, new: Tensor) -> Tensor:
    """`new` (outputs, inputs) in the way in which `old`, a weight of the same layer, lies in memory."""
    new = new.to(old.device, old.dtype).contiguous()
    out: Tensor = _operators()._reorder_linear_weight(new) if old.is_mkldnn else new
    return out


def matrix(layer: nn.Linear) -> Tensor:
    """The weight (outputs, inputs) of a layer as a plain matrix; of an arranged one a copy, bit for bit."""
    return layer.weight.to_dense() if layer.weight.is_mkldnn else layer.weight


def unpacked(module: nn.Module) -> None:
    """Gives every arranged layer under `module` its plain weight back, in place."""
    for parent in module.modules():
        for name, layer in parent.named_children():
            if isinstance(layer, PackedLinear):
                plain = nn.Linear(1, 1, bias=False, device="meta")
                plain.in_features, plain.out_features = layer.in_features, layer.out_features
                plain.weight = nn.Parameter(matrix(layer), requires_grad=False)
                plain.bias = layer.bias
                setattr(parent, name, plain.train(layer.training))
