"""Which solvers a family offers: every one that there is, but for those it excludes and says why."""

from __future__ import annotations

from collections.abc import Mapping

from ditone.runtime.controls import Choice, Control
from ditone.runtime.sampling.solvers import SOLVERS, Solver

COUNTS = {1: "one evaluation", 2: "two evaluations", 3: "three evaluations", 4: "four evaluations"}
SAME_AS_RK4 = {"rk4-38": "RK4 has the same order at the same cost."}


def solver_control(default: str, notes: Mapping[str, str], without: Mapping[str, str]) -> Control:
    """The control "solver" of a family.

    notes: what the family says of solvers it knows, in the order in which they are shown; the others follow with their plain facts.
    without: solvers that it does not offer, each with the reason, a sentence that is told to whoever asks for one.
    """
    names = [*notes, *(name for name in SOLVERS if name not in notes and name not in without)]
    choices = tuple(Choice(name, SOLVERS[name].title, notes.get(name) or facts(SOLVERS[name])) for name in names)
    return Control("solver", "Solver", "choice", "sampler", default, choices=choices, excluded=tuple(without.items()))


def facts(solver: Solver) -> str:
    """What is known of any solver: "three evaluations a step, order 3"."""
    count = solver.evaluations_per_step
    noise = ", fresh noise in every step" if solver.stochastic else ""
    return f"{COUNTS.get(count, f'{count} evaluations')} a step, order {solver.order}{noise}"
