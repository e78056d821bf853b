"""Where a take near other takes begins: noise between two noises, latents mixed with noise, and the latents of the takes beside it.

A take's walk begins at x = (1 - level) clean + level noise. For a plain take the level is 1. A variation (SDEdit, Meng et al. 2021,
arXiv 2108.01073) begins from another take's latents at the level that was asked for, with noise of its own seed. A take between two
others begins between their beginnings: noise by spherical interpolation (White 2016, arXiv 1609.04468), which keeps its variance; level
and latents linearly. Both ends of a way are the two takes themselves.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import torch
from torch import Tensor

from ditone.runtime.errors import BadRequest
from ditone.runtime.request import EngineSettings, Request
from ditone.runtime.run import Run
from ditone.runtime.sampling.path import Path
from ditone.runtime.variations import BETWEEN, LEVEL, VARIATION_OF, request_of

if TYPE_CHECKING:
    from ditone.runtime.registry import ModelInfo

KEPT = 4  # latents of the latest takes: another variation of one of them needs not make it again
Draw = Callable[[tuple[int, ...], "torch.device | str"], Tensor]
Latents = Callable[[Request, Run], Tensor]
Encode = Callable[[str, Request, Run], Tensor]


def slerp(a: Tensor, b: Tensor, share: float) -> Tensor:
    """From a (share 0) to b (share 1) on the great arc between them; both of one shape. Equal ends give that end."""
    if share <= 0.0 or a is b:
        return a
    if share >= 1.0:
        return b
    x, y = a.double().flatten(), b.double().flatten()
    cosine = torch.dot(x, y) / (x.norm() * y.norm()).clamp_min(1e-12)
    angle = torch.arccos(cosine.clamp(-1.0, 1.0))
    if float(angle) < 1e-6:
        return a
    mixed = torch.sin((1 - share) * angle) * x + torch.sin(share * angle) * y
    return (mixed / torch.sin(angle)).to(a.dtype).view_as(a)


@dataclass(frozen=True, eq=False)
class Start:
    """noise, clean: (batch, frames, channels); `clean` is asked only below level 1."""

    noise: Tensor
    level: float = 1.0
    clean: Callable[[], Tensor] | None = None

    @property
    def is_pure(self) -> bool:
        """Whether nothing but noise is in it."""
        return self.level >= 1.0 or self.clean is None

    def state(self, path: Path) -> Tensor:
        """The walk's first state on `path`, (batch, frames, channels)."""
        if self.is_pure or self.clean is None:
            return self.noise
        level, clean = torch.tensor([self.level], dtype=torch.float64), self.clean()
        if clean.shape != self.noise.shape:
            raise BadRequest(
                f"The take beside this one has {clean.shape[1]} latent frames, this one {self.noise.shape[1]}.",
                "Something that decides the canvas was changed.",
                ("Set it as it was.",),
            )
        return path.mix(clean, self.noise, level if path.noise_at == 1.0 else 1 - level)


class VariationStart:
    """What a pipeline asks about the takes beside its takes. It keeps the latents of the latest few; `release` drops them.

    latents: a pipeline's way from a request to the end of its walk, (batch, frames, channels), kept by nobody else.
    encode: the latents of a sound file, for a family that has an encoder; it raises where this variant has none.
    """

    def __init__(self, info: ModelInfo, latents: Latents, encode: Encode) -> None:
        self._info = info
        self._latents = latents
        self._encode = encode
        self._kept: OrderedDict[Request, Tensor] = OrderedDict()

    def parents(self, request: Request) -> tuple[Request, Request, float] | None:
        """The two takes of a take between them, and its place; None for any other take."""
        pair = request.value(BETWEEN, ())
        if not pair:
            return None
        a, b = (request_of(self._info, made, request) for made in pair[:2])
        return a, b, float(pair[2])

    def draws(self, request: Request, run: Run) -> Draw:
        """Where the noise of a take comes from: its own generator, or between those of two takes."""
        parents = None if request.value(VARIATION_OF, "") else self.parents(request)
        if parents is None:
            return run.noise
        a, b, at = parents
        first, second = (self.draws(one, run.sub_run(one.seed)) for one in (a, b))

        def between(shape: tuple[int, ...], device: torch.device | str) -> Tensor:
            return slerp(first(shape, device), second(shape, device), at)

        return between

    def start(self, request: Request, run: Run, noise: Tensor) -> Start:
        """Where the walk begins; `noise` (batch, frames, channels) is the first that `draws` gave."""
        of = request.value(VARIATION_OF, "")
        if of:
            return Start(noise, float(request.value(LEVEL, 1.0)), lambda: self._of(of, request, run))
        parents = self.parents(request)
        if parents is None:
            return Start(noise)
        a, b, at = parents
        if at <= 0.0 or at >= 1.0:
            return self.start(a if at <= 0.0 else b, run, noise)
        first, second = self.start(a, run, noise), self.start(b, run, noise)
        if first.is_pure and second.is_pure:
            return Start(noise)
        level = (1 - at) * first.level + at * second.level

        def clean() -> Tensor:
            x, y = (
                self.made(one, run) if start.is_pure or start.clean is None else start.clean()
                for one, start in ((a, first), (b, second))
            )
            return (1 - at) * x + at * y

        return Start(noise, level, clean)

    def blend(self, request: Request, leaf: Callable[[Request], Tensor]) -> Tensor:
        """Noise that a family draws from a seed alone (in its decoder), as near to its neighbours' as the take itself.

        The result is of the shape that `leaf` gives for every take.
        """
        of = request.value(VARIATION_OF, "")
        if of:
            if isinstance(of, str):
                return leaf(request)
            origin = request_of(self._info, of, request)
            # squared: band levels of drawn noise change much faster with its draw than those of latents do
            return slerp(self.blend(origin, leaf), leaf(request), float(request.value(LEVEL, 1.0)) ** 2)
        parents = self.parents(request)
        if parents is None:
            return leaf(request)
        a, b, at = parents
        return slerp(self.blend(a, leaf), self.blend(b, leaf), at)

    def made(self, request: Request, run: Run) -> Tensor:
        """The latents (batch, frames, channels) of a take, made again unless they are still at hand."""
        key = _key(request)
        if key not in self._kept:
            first = run.sub_run(request.seed)
            self.remember(request, self._latents(request, first))
            run.evaluations += first.evaluations
        self._kept.move_to_end(key)
        return self._kept[key]

    def remember(self, request: Request, latents: Tensor) -> None:
        """Keeps what the walk of a take ended in: latents (batch, frames, channels)."""
        self._kept[_key(request)] = latents
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    def release(self) -> None:
        """Forgets all latents."""
        self._kept.clear()

    def _of(self, of: object, request: Request, run: Run) -> Tensor:
        with run.stage("origin"):
            if isinstance(of, str):
                return self._encode(of, request, run)
            return self.made(request_of(self._info, of, request), run)


def _key(request: Request) -> Request:
    return replace(request, engine=EngineSettings())
