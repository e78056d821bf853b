"""Long canvases: overlapping windows whose velocities are averaged at every step, and a circle of them for loops.

The transformer was trained on canvases of at most LONGEST_S. A longer one is one state; each evaluation runs the transformer on every
window of it and averages what they say where they overlap (MultiDiffusion, Bar-Tal et al. 2023, arXiv 2302.08113). In a loop the
tokens stand in a circle and the last window lies over the first, so the sound has no place where it begins.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import torch
from torch import Tensor

from ditone.models.mini.config import LONGEST_S, SAMPLE_RATE_HZ, SAMPLES_PER_TOKEN, TAIL_TOKENS, length_in_tokens
from ditone.runtime.sampling.sampler import GuidedVelocity

WINDOW_S = 5.0
EDGE_TOKENS = 2  # at both ends of a window's sound, where a clip begins and ends: said by no window but the first and the last
STRIDE = 0.6  # of what a window may say; the rest overlaps
SHORTEST_LOOP_TOKENS = 4


@dataclass(frozen=True)
class Layout:
    """Where the windows of a take stand. `tokens`: of the whole state; `window`: of one window, its tail included.

    `seconds` is the length that every window is told. `period`: samples of a loop's circle, 0 for a take with two ends.
    """

    tokens: int
    window: int
    starts: tuple[int, ...]
    seconds: float
    loop: bool

    @property
    def period(self) -> int:
        return self.tokens * SAMPLES_PER_TOKEN if self.loop else 0

    @property
    def sounds_s(self) -> float:
        """Length of what was asked for on the canvas."""
        return self.seconds if self.single else (self.tokens - TAIL_TOKENS) * SAMPLES_PER_TOKEN / SAMPLE_RATE_HZ

    @property
    def single(self) -> bool:
        """One canvas, as the transformer was trained on."""
        return not self.loop and len(self.starts) == 1

    @cached_property
    def places(self) -> list[Tensor]:
        """Tokens of the state under each window, (window,) each."""
        inside = torch.arange(self.window)
        return [(inside + start) % self.tokens if self.loop else inside + start for start in self.starts]

    @cached_property
    def weights(self) -> list[Tensor]:
        """Say of each window over its tokens, (window,) each: rising and falling over the overlap, nothing at inner ends."""
        count = len(self.starts)
        sound = self.window - TAIL_TOKENS
        ramp = max(1.0, (1 - STRIDE) * (sound - 2 * EDGE_TOKENS))
        index = torch.arange(self.window, dtype=torch.float32)
        rise = ((index - EDGE_TOKENS + 1) / ramp).clamp(0, 1)
        fall = ((sound - EDGE_TOKENS - index) / ramp).clamp(0, 1)
        one = torch.ones(self.window)
        return [
            (one if not self.loop and i == 0 else rise) * (one if not self.loop and i == count - 1 else fall)
            for i in range(count)
        ]


def layout(duration_s: float, loop: bool = False, once: bool = False) -> Layout:
    """Windows for a take of `duration_s`; up to LONGEST_S it is one canvas, unless it is a loop.

    `once`: a sound that is over when it is over needs no more than one canvas, however long it may last.
    """
    if once and not loop:
        duration_s = min(duration_s, LONGEST_S)
    asked = length_in_tokens(duration_s)
    if not loop and duration_s <= LONGEST_S:
        return Layout(asked + TAIL_TOKENS, asked + TAIL_TOKENS, (0,), duration_s, False)
    longest = length_in_tokens(WINDOW_S) + TAIL_TOKENS
    if loop:
        tokens = max(SHORTEST_LOOP_TOKENS, round(duration_s * SAMPLE_RATE_HZ / SAMPLES_PER_TOKEN))
        window = min(longest, 2 * tokens + TAIL_TOKENS + 2 * EDGE_TOKENS)
        says = window - TAIL_TOKENS - 2 * EDGE_TOKENS
        count = max(2, math.ceil(tokens / (STRIDE * says)))
        starts = tuple(round(i * tokens / count) for i in range(count))
        return Layout(tokens, window, starts, (window - TAIL_TOKENS) * SAMPLES_PER_TOKEN / SAMPLE_RATE_HZ, True)
    tokens = asked + TAIL_TOKENS
    stride = STRIDE * (longest - TAIL_TOKENS - 2 * EDGE_TOKENS)
    count = math.ceil((tokens - longest) / stride) + 1
    starts = tuple(round(i * (tokens - longest) / (count - 1)) for i in range(count))
    beyond = asked * SAMPLES_PER_TOKEN / SAMPLE_RATE_HZ - duration_s  # the last token is only partly asked for
    return Layout(tokens, longest, starts, (longest - TAIL_TOKENS) * SAMPLES_PER_TOKEN / SAMPLE_RATE_HZ - beyond, False)


class WindowedVelocity:
    """A runtime prepared for one window, evaluated on every window of a longer state."""

    def __init__(self, runtime: GuidedVelocity, plan: Layout) -> None:
        self.runtime, self.plan = runtime, plan
        self.evaluations = runtime.evaluations  # every window counts
        self._total = torch.zeros(plan.tokens)
        for place, weight in zip(plan.places, plan.weights, strict=True):
            self._total.index_add_(0, place, weight)

    def velocity(self, x: Tensor, t: Tensor, duration: Tensor | None = None) -> Tensor:
        """The averaged velocity of a state x (batch, tokens, channels) at time t (1,) or (batch,), and of its shape."""
        total = torch.zeros_like(x, dtype=torch.float32)
        for place, weight in zip(self.plan.places, self.plan.weights, strict=True):
            index = place.to(x.device)
            v = self.runtime.velocity(x[:, index], t, duration)
            total.index_add_(1, index, v.float() * weight.to(x.device)[:, None])
        self.evaluations = self.runtime.evaluations
        return total / self._total.to(x.device)[:, None]
