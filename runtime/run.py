"""One take while it is being made: what a family's pipeline reports to, draws noise from and asks whether to go on."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from ditone.runtime.errors import Cancelled
from ditone.runtime.monitor import StageClock

Envelope = NDArray[np.float32]


class Observer(Protocol):
    """Told what happens during a take, from the thread that makes it. Every method must return quickly."""

    def stage(self, name: str, steps: int | None) -> None:
        """A stage begins ("text", "denoise", "decode", ...); `steps` is its length where a count exists."""

    def step(self, done: int, steps: int) -> None:
        """`done` of `steps` of the current stage are finished."""

    def wants_preview(self) -> bool:
        """Whether a preview of the current clean estimate is worth computing now; it costs a copy to the host."""

    def preview(self, envelope: Envelope, duration_s: float) -> None:
        """The expected shape of the sound so far: peak level (0..1) at evenly spaced times over `duration_s`."""

    def audio(self, chunk: NDArray[np.float32], start_frame: int, sample_rate_hz: int) -> None:
        """A finished piece of the result (frames, channels), for families that finish it piece by piece, in the order of time."""

    def note(self, sentence: str) -> None:
        """Something the user should know about this take."""


class SilentObserver:
    """An observer that looks at nothing; also the base of those that look at little."""

    def stage(self, name: str, steps: int | None) -> None: ...

    def step(self, done: int, steps: int) -> None: ...

    def wants_preview(self) -> bool:
        return False

    def preview(self, envelope: Envelope, duration_s: float) -> None: ...

    def audio(self, chunk: NDArray[np.float32], start_frame: int, sample_rate_hz: int) -> None: ...

    def note(self, sentence: str) -> None: ...


class Run:
    """The lifetime of one take.

    Noise comes from one CPU generator seeded by the request and drawn in a fixed order, so a seed means the same noise on every
    device. `check` raises Cancelled once the user has asked to stop; pipelines call it between evaluations and pieces.
    """

    def __init__(self, seed: int, observer: Observer | None = None, cancel: threading.Event | None = None) -> None:
        self.observer: Observer = observer or SilentObserver()
        self.clock = StageClock()
        self.notes: list[str] = []
        self.details: dict[str, object] = {}
        self.evaluations = 0
        self.trace: list[Tensor] = []
        self.trace_levels: list[float] = []
        self.trace_end: Tensor | None = None
        self._cancel = cancel or threading.Event()
        self._generator = torch.Generator("cpu").manual_seed(seed)

    def check(self) -> None:
        """Raises Cancelled when the user asked to stop."""
        if self._cancel.is_set():
            raise Cancelled

    @contextmanager
    def stage(self, name: str, steps: int | None = None) -> Iterator[None]:
        """Times a stage and tells the observer that it begins."""
        self.check()
        self.observer.stage(name, steps)
        with self.clock.stage(name):
            yield

    def noise(self, shape: tuple[int, ...], device: torch.device | str = "cpu") -> Tensor:
        """Standard normal float32 noise from the take's own generator, drawn on the CPU and moved to `device`.

        The result is of `shape`.
        """
        return torch.randn(shape, generator=self._generator, dtype=torch.float32).to(device)

    def sub_run(self, seed: int) -> Run:
        """A run for something this take needs first: noise of another seed, stopped with this one, shown to nobody."""
        return Run(seed, None, self._cancel)

    def uniform(self, shape: tuple[int, ...], device: torch.device | str = "cpu") -> Tensor:
        """Uniform float32 numbers in [0, 1) from the take's own generator. The result is of `shape`."""
        return torch.rand(shape, generator=self._generator, dtype=torch.float32).to(device)

    @property
    def generator(self) -> torch.Generator:
        return self._generator

    def keep_step(self, index: int, clean: Tensor, noise_level: float) -> None:
        """Keeps a step's clean estimate (batch, frames, channels) and the share of noise in what it was made from.

        Speech made in pieces has each step once a piece: they are joined.
        """
        clean = clean.half().cpu()
        if index < len(self.trace):
            self.trace[index] = torch.cat((self.trace[index], clean), dim=1)
        else:
            self.trace.append(clean)
            self.trace_levels.append(noise_level)

    def keep_end(self, latents: Tensor) -> None:
        """Keeps the finished latents (batch, frames, channels) beside the steps; pieces of speech are joined."""
        end = latents.half().cpu()
        self.trace_end = end if self.trace_end is None else torch.cat((self.trace_end, end), dim=1)

    def note(self, sentence: str) -> None:
        """Records a sentence for the user, once."""
        if sentence not in self.notes:
            self.notes.append(sentence)
            self.observer.note(sentence)
