"""Streams a checkpoint into a module built on the meta device: one tensor at a time, straight to its dtype and device."""

from __future__ import annotations

import mmap
from collections.abc import Callable
from typing import TypeVar

import torch
from torch import nn

from ditone.runtime.errors import BadModelFolder
from ditone.runtime.weights import packed
from ditone.runtime.weights.sources import TensorSource
from ditone.runtime.weights.tensor_map import Report, TensorMap

M = TypeVar("M", bound=nn.Module)


def parameter_shapes(module: nn.Module) -> dict[str, tuple[int, ...]]:
    """Names and shapes of everything a checkpoint must fill: parameters and persistent buffers."""
    return {name: tuple(tensor.shape) for name, tensor in module.state_dict().items()}


def check_module(module: nn.Module, tensor_map: TensorMap, source: TensorSource) -> Report:
    """What does not fit, from shapes alone."""
    found = {name: header.shape for name, header in source.headers.items()}
    return tensor_map.plan(parameter_shapes(module), found)[1]


def load_module(
    module: M,
    tensor_map: TensorMap,
    source: TensorSource,
    *,
    dtype: torch.dtype | Callable[[str], torch.dtype] = torch.float32,
    device: torch.device | str = "cpu",
    half: Callable[[str], bool] = lambda name: False,
    progress: Callable[[float], None] = lambda share: None,
) -> M:
    """Fills `module` (built under `torch.device("meta")`) and returns it in eval mode without gradients.

    `dtype` is that of all parameters, or gives it for a parameter's name.

    `half` tells by a parameter's name which linear layers keep float16 weights (`packed.halved`).
    Weights of linear layers are arranged for the processor as they come (`packed`): such a layer is then a `PackedLinear`.

    Peak memory is the final weights plus one tensor and a small mapped window. Raises BadModelFolder with names and shapes when
    anything is missing, unexpected or of another shape (then nothing was read), or is no number.
    """
    found = {name: header.shape for name, header in source.headers.items()}
    steps, report = tensor_map.plan(parameter_shapes(module), found)
    if not report.fits:
        raise BadModelFolder(
            f"{source.title} does not fit this model.", report.text(), ("Get the file from its publisher again.",)
        )
    total = sum(source.headers[name].size_bytes for step in steps for name in step.names) or 1
    done = 0
    for step in steps:
        stored = step.rule.build([source.read(name) for name in step.names], step.shape)
        kept = stored.dtype
        if stored.is_floating_point():
            if not is_finite(stored):
                raise BadModelFolder(
                    f"{source.title} is damaged: {step.names[0]} holds values that are not finite numbers.",
                    actions=("Get the file from its publisher again.",),
                )
            kept = dtype if isinstance(dtype, torch.dtype) else dtype(step.target)
        if not (half(step.target) and _kept_half(module, step.target, stored)):
            _assign(module, step.target, stored, kept, torch.device(device))
        done += sum(source.headers[name].size_bytes for name in step.names)
        progress(done / total)
    return module.eval().requires_grad_(False)


def is_finite(tensor: torch.Tensor) -> bool:
    """Whether all values are finite numbers; a sum tells it in one pass, but for one that is too large by itself.

    Of any shape.
    """
    return bool(tensor.sum(dtype=torch.float32).isfinite()) or bool(tensor.isfinite().all())


def _kept_half(module: nn.Module, name: str, stored: torch.Tensor) -> bool:
    """Makes the layer of a weight one with float16 weights, if it is such a layer."""
    owner, _, leaf = name.rpartition(".")
    layer = module.get_submodule(owner)
    if leaf != "weight" or not owner or not packed.half_wanted(layer, stored.shape):
        return False
    parent, _, last = owner.rpartition(".")
    kept = packed.HalfLinear(_converted(stored, torch.float32), layer._parameters["bias"])
    module.get_submodule(parent)._modules[last] = kept
    return True


def _assign(module: nn.Module, name: str, stored: torch.Tensor, dtype: torch.dtype, device: torch.device) -> None:
    *path, leaf = name.split(".")
    owner = module.get_submodule(".".join(path))
    if leaf == "weight" and path and packed.wanted(owner, stored.shape, dtype, device):
        layer = packed.PackedLinear(_converted(stored, dtype), owner._parameters["bias"])
        module.get_submodule(".".join(path[:-1]))._modules[path[-1]] = layer
        return
    # always a copy of its own, since the file is a memory map; one pass, so that no converted tensor exists in between
    tensor = torch.empty(stored.shape, dtype=dtype, device=device).copy_(stored)
    if leaf in owner._parameters:
        owner._parameters[leaf] = nn.Parameter(tensor, requires_grad=False)
    else:
        owner._buffers[leaf] = tensor


def _converted(stored: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    """In memory that goes back to the system with the tensor: of the allocator's, which is lent in aligned pieces, holes would remain."""
    if stored.dtype == dtype:
        return stored
    buffer = mmap.mmap(-1, stored.numel() * dtype.itemsize)
    return torch.frombuffer(buffer, dtype=dtype).reshape(stored.shape).copy_(stored)
