"""Blind listening tests: trials fixed before the first answer, exact binomial statistics, nothing to tell X by.

ABX: X is A or B, equally likely; the listener says which. p = P(at least c of n right by guessing). Preference: A or B liked better.
"""

from __future__ import annotations

import math
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal

Side = Literal["A", "B"]
Kind = Literal["abx", "preference"]
TRIAL_COUNTS = (8, 16, 24)


def p_at_least(correct: int, trials: int) -> float:
    """One-sided exact binomial p at chance 1/2. Raises ValueError unless 0 <= correct <= trials."""
    if not 0 <= correct <= trials:
        raise ValueError(f"{correct} of {trials} cannot be; the count must lie between 0 and the number of trials")
    outcomes: int = 2**trials
    return sum(math.comb(trials, k) for k in range(correct, trials + 1)) / outcomes


def p_two_sided(preferred: int, trials: int) -> float:
    """Two-sided exact binomial p at chance 1/2: how surprising a split is when neither side is preferred."""
    extreme = max(preferred, trials - preferred)
    return min(1.0, 2 * p_at_least(extreme, trials))


@dataclass
class ListeningTest:
    """One test in progress. `x` is fixed for every trial when the test begins; for preference it says which side is played as "1"."""

    kind: Kind
    trials: int
    x: tuple[Side, ...]
    answers: list[Side] = field(default_factory=list)

    @classmethod
    def begin(
        cls,
        kind: Kind = "abx",
        trials: int = 16,
        choose: Callable[[Sequence[Side]], Side] = secrets.choice,
    ) -> ListeningTest:
        """A test of 8, 16 or 24 trials drawn from the system's random source. Raises ValueError for another number."""
        if trials not in TRIAL_COUNTS:
            raise ValueError(f"{trials} trials asked for; choose one of {', '.join(map(str, TRIAL_COUNTS))}")
        sides: tuple[Side, Side] = ("A", "B")
        return cls(kind, trials, tuple(choose(sides) for _ in range(trials)))

    @property
    def done(self) -> bool:
        return len(self.answers) == self.trials

    @property
    def current(self) -> Side:
        """What X is in the running trial."""
        return self.x[len(self.answers)]

    def answer(self, side: Side) -> None:
        """Records "X is A" or "X is B" (preference: the side liked better). Raises ValueError after the last trial."""
        if self.done:
            raise ValueError(f"all {self.trials} trials are answered")
        self.answers.append(side)

    def result(self) -> dict[str, object]:
        """Counts and p, once done; an unfinished test is marked incomplete and shows no figure."""
        data: dict[str, object] = {"kind": self.kind, "trials": self.trials, "answered": len(self.answers), "complete": self.done}
        if not self.done:
            return data
        if self.kind == "abx":
            correct = sum(x == answer for x, answer in zip(self.x, self.answers, strict=True))
            return {**data, "correct": correct, "p": p_at_least(correct, self.trials)}
        for_a = sum(answer == "A" for answer in self.answers)
        return {**data, "preferred_a": for_a, "preferred_b": self.trials - for_a, "p": p_two_sided(for_a, self.trials)}
