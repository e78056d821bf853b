"""Bundles of tensors whose first axis is the batch: what a transformer prepares of a condition, without the engine knowing its parts.

A bundle is a tensor, None, a tuple or list of bundles, or a dataclass of bundles.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

Bundle = Any


def mapped(function: Callable[..., Tensor], *bundles: Bundle) -> Bundle:
    """`function` of the tensors at each place of bundles of one form. Raises TypeError for anything else in them.

    Tensors are (batch, ...).
    """
    first = bundles[0]
    if first is None:
        return None
    if isinstance(first, Tensor):
        return function(*bundles)
    if isinstance(first, tuple | list):
        return type(first)(mapped(function, *parts) for parts in zip(*bundles, strict=True))
    if dataclasses.is_dataclass(first) and not isinstance(first, type):
        names = [field.name for field in dataclasses.fields(first)]
        return dataclasses.replace(first, **{n: mapped(function, *(getattr(b, n) for b in bundles)) for n in names})
    raise TypeError(f"a bundle holds tensors, None, tuples, lists and dataclasses; found {type(first).__name__}")


def tensors(bundle: Bundle) -> list[Tensor]:
    """All tensors of a bundle, in order. Each is (batch, ...)."""
    found: list[Tensor] = []

    def keep(tensor: Tensor) -> Tensor:
        found.append(tensor)
        return tensor

    mapped(keep, bundle)
    return found


def form(bundle: Bundle) -> object:
    """Shapes, dtypes and nesting, to be compared: bundles of equal form can be joined."""
    if isinstance(bundle, tuple | list):
        return [form(part) for part in bundle]
    if dataclasses.is_dataclass(bundle):
        return [form(getattr(bundle, field.name)) for field in dataclasses.fields(bundle)]
    return None if bundle is None else (bundle.shape, bundle.dtype)


def item(bundle: Bundle, index: int) -> Bundle:
    """One item of the batch, as a batch of one."""
    return mapped(lambda tensor: tensor[index : index + 1], bundle)


def joined(a: Bundle, b: Bundle, items: int) -> Bundle:
    """Both one after the other along the batch, each spread to `items` items first."""
    return mapped(lambda x, y: torch.cat((_spread(x, items), _spread(y, items))), a, b)


def equal(a: Bundle, b: Bundle) -> bool:
    """Whether two bundles of one form hold the same numbers."""
    return a is b or all(torch.equal(x, y) for x, y in zip(tensors(a), tensors(b), strict=True))


def _spread(a: Tensor, items: int) -> Tensor:
    return a if a.shape[0] == items else a.expand(items, *a.shape[1:])
