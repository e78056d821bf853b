"""Engine settings that change how a loaded transformer computes: packed projections and compiled blocks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from ditone.runtime.dit.module import DitModule
from ditone.runtime.dit.packing import pack_projections
from ditone.runtime.errors import Cancelled, OutOfMemory
from ditone.runtime.request import EngineSettings
from ditone.runtime.weights import packed

Backend = str | Callable[..., Any]


def tune(module: DitModule, settings: EngineSettings, note: Callable[[str], None], backend: Backend = "inductor") -> None:
    """Applies `settings` to a module whose weights are loaded, in place. `note` is told when something asked for cannot be had."""
    if settings.packed_projections:
        pack_projections(module)
    if settings.compile:
        compile_blocks(module, note, backend)


def compile_blocks(module: DitModule, note: Callable[[str], None], backend: Backend = "inductor") -> None:
    """Runs the blocks through torch.compile. All blocks share one graph, so one block's compile time is the whole.

    The first block that cannot be compiled turns compiling off for all of them, with the error that stopped it as a note; the result is
    then that of the plain blocks.
    """
    packed.unpacked(module)  # the compiler knows nothing of arranged weights
    switch = _Switch(note)
    for block in module.blocks:
        block.forward = _Compiled(block.forward, switch, backend)


class _Switch:
    """Whether compiled code is still used; shared by the blocks of one module."""

    def __init__(self, note: Callable[[str], None]) -> None:
        self.on = True
        self._note = note

    def off(self, error: Exception) -> None:
        self.on = False
        true = getattr(error, "inner_exception", None) or error
        reason = next(iter(str(true).strip().splitlines()), "")
        self._note(f"torch.compile did not work and was not used: {type(true).__name__}: {reason}")


class _Compiled:
    """One block's forward, compiled when it is first called."""

    def __init__(self, plain: Callable[..., Tensor], switch: _Switch, backend: Backend) -> None:
        self._plain = plain
        self._switch = switch
        self._backend = backend
        self._compiled: Callable[..., Tensor] | None = None

    def __call__(self, *args: Any) -> Tensor:
        if not self._switch.on:
            return self._plain(*args)
        try:
            if self._compiled is None:
                self._compiled = torch.compile(self._plain, backend=self._backend)
            return self._compiled(*args)
        except (Cancelled, OutOfMemory, torch.OutOfMemoryError):
            raise
        except Exception as error:  # compilers fail in every way there is; what is wrong with the input fails again below
            result = self._plain(*args)
            self._switch.off(error)
            return result
