"""A variant with adapters merged in: a copy that shares every untouched weight with the original, which stays as it was."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import torch
from torch import Tensor, nn

from ditone.models.stable_audio_3.config import Published
from ditone.models.stable_audio_3.loading import WEIGHTS_FILE, rules
from ditone.models.stable_audio_3.lora import Adapter, Use, applied, check_targets, open_adapter
from ditone.runtime.errors import BadModelFolder
from ditone.runtime.weights import open_safetensors
from ditone.runtime.weights.loading import parameter_shapes
from ditone.runtime.weights.packed import arranged_like

M = TypeVar("M", bound=nn.Module)


def adapted(
    module: M, part: str, folder: Path, config: Published, uses: Sequence[Use], check: Callable[[], None] = lambda: None
) -> M:
    """`module`, the model's `dit` or `conditioner`, with `uses` merged in order. `check` is called for each weight and may raise to stop.

    Published weights are read again from the file, so nothing is merged into rounded values.
    Raises BadModelFolder or BadRequest for a file that is not an adapter of this model.
    """
    adapters = [(use, open_adapter(use.path)) for use in uses]
    result = shared_copy(module)
    with open_safetensors(folder / WEIGHTS_FILE) as source:
        shapes = {name: header.shape for name, header in source.headers.items()}
        for _, adapter in adapters:
            check_targets(adapter, shapes)
        wanted = {f"{part}.{name}": shape for name, shape in parameter_shapes(module).items()}
        for step in rules(config).plan(wanted, shapes)[0]:
            if not any(step.names[0] in adapter.layers for _, adapter in adapters):
                continue
            check()
            merged = merge(step.names[0], source.read(step.names[0]).float(), adapters)
            target = step.target.removeprefix(f"{part}.")
            old = result.get_parameter(target)
            new = arranged_like(old, step.rule.build([merged], step.shape))
            *path, leaf = target.split(".")
            result.get_submodule(".".join(path))._parameters[leaf] = nn.Parameter(new, requires_grad=False)
    return result


def merge(name: str, published: Tensor, adapters: Sequence[tuple[Use, Adapter]]) -> Tensor:
    """One published weight with every adapter that has something for it, in order. Of the shape of `published`."""
    weight = published
    for use, adapter in adapters:
        parts = adapter.layers.get(name)
        if parts is None or use.leaves_out(name):
            continue
        try:
            weight = applied(published, weight, parts, adapter, use.strength)
        except (KeyError, RuntimeError) as error:
            raise BadModelFolder(f"{adapter.name} is damaged: its tensors for {name} do not fit together ({error}).") from error
    return weight


def shared_copy(module: M) -> M:
    """Another module over the same tensors, without what was built around the blocks of the first one (compiled code)."""
    result = copy.copy(module)
    result.__dict__.pop("forward", None)
    result._parameters = dict(module._parameters)
    result._buffers = dict(module._buffers)
    result._modules = {name: None if part is None else shared_copy(part) for name, part in module._modules.items()}
    return result


def active_sets(uses: Sequence[Use], times: Sequence[Tensor]) -> list[tuple[Use, ...]]:
    """The different sets of adapters that work at the time points of a take, in order of appearance.

    Each time: (1,) or (batch,).
    """
    found: list[tuple[Use, ...]] = []
    for t in times:
        active = active_at(uses, t)
        if active not in found:
            found.append(active)
    return found


def active_at(uses: Sequence[Use], t: Tensor) -> tuple[Use, ...]:
    """The adapters that work at time t; the first item's time decides for a batch. t: (1,) or (batch,)."""
    first = float(t.flatten()[0].to(torch.float64))
    return tuple(use for use in uses if use.active_at(first))
