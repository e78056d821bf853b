"""The cheapest setting that still sounds like a reference take, by measured time and the least likeness asked for.

Candidates are solver, steps and precision with everything else as in the reference. They are tried from the cheapest up (function
evaluations, then precision); each tried one is a take with its figures, so the result is a frontier and not an opinion.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from ditone.runtime.comparison.metrics import Metrics, Sound, compare
from ditone.runtime.registry import ModelInfo
from ditone.runtime.request import Request
from ditone.runtime.sampling.solvers import SOLVERS
from ditone.runtime.sweep import with_value
from ditone.runtime.take import Take

Measure = Literal["cosine", "snr_db", "wer"]
STEP_SHARES = (0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.75, 1.0)


@dataclass(frozen=True)
class Floor:
    """What a twin must reach: cosine or SNR at least `value`; for "wer" a rate not above the reference's by more than `value`."""

    measure: Measure
    value: float


@dataclass(frozen=True, eq=False)
class Trial:
    """One candidate that was made. `score` is the floor's measure (higher is better; for "wer" the rate, lower is better)."""

    take: Take
    figures: Metrics
    score: float | None
    meets: bool

    @property
    def seconds(self) -> float:
        return self.take.timings_s["total"]


def candidates(info: ModelInfo, reference: Request, precisions: Sequence[str] = ()) -> list[Request]:
    """Requests with other solvers, fewer steps and other precisions, cheapest first, none dearer than the reference."""
    solver_control, steps_control = info.control("solver"), info.control("steps")
    names = [choice.value for choice in solver_control.choices] if solver_control else [reference.solver]
    limit = evaluations(reference.solver, reference.steps)
    found: dict[Request, int] = {}
    for name in names:
        for share in STEP_SHARES:
            steps = max(round(limit * share / per_step(name)), 1)
            if steps_control is not None:
                steps = int(steps_control.clamp(steps))
            cost = evaluations(name, steps)
            if cost > limit:
                continue
            for precision in precisions or (reference.engine.precision,):
                request = with_value(reference.replaced(solver=name, steps=steps), "precision", precision)
                if request != reference:
                    found[request] = cost
    return sorted(found, key=lambda request: (found[request], request.solver, request.engine.precision))


def per_step(solver: str) -> int:
    """Evaluations a step; a family's own solver that the shared table does not know counts one."""
    return SOLVERS[solver].evaluations_per_step if solver in SOLVERS else 1


def evaluations(solver: str, steps: int) -> int:
    return per_step(solver) * steps


def search(
    reference: Take,
    requests: Sequence[Request],
    floor: Floor,
    make: Callable[[Request], Take],
    error_rate: Callable[[Take], float] | None = None,
    stop_after: int = 1,
) -> Iterator[Trial]:
    """Makes candidates from the cheapest up and yields each with its figures, until `stop_after` of them meet the floor.

    `error_rate` gives a take's word error rate against its text; it is needed for the measure "wer".
    """
    a = Sound(reference.audio, reference.sample_rate_hz)
    own_rate = error_rate(reference) if floor.measure == "wer" and error_rate else 0.0
    met = 0
    for request in requests:
        take = make(request)
        figures = compare(a, Sound(take.audio, take.sample_rate_hz))
        if floor.measure == "wer":
            score = error_rate(take) if error_rate else None
            meets = score is not None and score <= own_rate + floor.value
        else:
            score = figures.cosine if floor.measure == "cosine" else figures.snr_db
            meets = figures.equal or (score is not None and score >= floor.value)
        yield Trial(take, figures, score, meets)
        met += meets
        if met >= stop_after:
            return


def frontier(trials: Sequence[Trial], lower_is_better: bool = False) -> list[Trial]:
    """Trials that no other one beats in both time and score, fastest first."""
    scored = sorted((trial for trial in trials if trial.score is not None), key=lambda trial: trial.seconds)
    best: list[Trial] = []
    for trial in scored:
        score = trial.score if trial.score is not None else 0.0
        last = best[-1].score if best and best[-1].score is not None else None
        if last is None or (score < last if lower_is_better else score > last):
            best.append(trial)
    return best
