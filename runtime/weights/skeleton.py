"""Modules with the right shapes and no memory, for `load_module` to fill."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import torch
from torch import Tensor
from torch.overrides import TorchFunctionMode

# on the meta device they fill nothing, yet some of them import torch's compiler first, which takes seconds
_DRAWN: frozenset[Any] = frozenset(
    {torch.nn.init.normal_, torch.nn.init.uniform_, Tensor.normal_, Tensor.uniform_, Tensor.random_}
)


class _NothingDrawn(TorchFunctionMode):
    def __torch_function__(
        self, function: Callable[..., Any], types: Any, args: tuple[Any, ...] = (), kwargs: dict[str, Any] | None = None
    ) -> Any:
        given = kwargs or {}
        if function in _DRAWN:
            tensor = args[0] if args else given["tensor"]
            if tensor.is_meta:
                return tensor
        return function(*args, **given)


@contextmanager
def skeleton() -> Iterator[None]:
    """Modules built inside are on the meta device, and no random numbers are drawn for them."""
    with torch.device("meta"), _NothingDrawn():
        yield
