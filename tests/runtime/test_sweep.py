"""Sweeps and the search for a faster setting, with a model whose sound is known."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from ditone.runtime.controls import Choice, Control
from ditone.runtime.errors import BadRequest
from ditone.runtime.faster_setting import Floor, candidates, frontier, search
from ditone.runtime.registry import ModelInfo
from ditone.runtime.request import Request
from ditone.runtime.sweep import Axis, checked, sweep
from ditone.runtime.take import Take

CONTROLS = (
    Control("cfg_scale", "CFG scale", "number", "guidance", 3.0, 0.0, 10.0),
    Control("steps", "Steps", "integer", "sampler", 20, 1, 64),
    Control("solver", "Solver", "choice", "sampler", "euler", choices=(Choice("euler", "Euler"), Choice("rk4", "RK4"))),
)
INFO = ModelInfo("f", "v", "Tiny", "tiny", 16000, 1, CONTROLS, (), 1, 1, "none")
BASE = Request("tiny", "tone", seed=5, steps=20, solver="euler", cfg_scale=3.0)


def made(request: Request) -> Take:
    """A sine with an error that falls with the solver's order and the steps, as a real solve does."""
    order = {"euler": 1, "rk4": 4}[request.solver]
    t = np.arange(16000) / 16000
    audio = np.sin(2 * np.pi * 100 * t) * 0.5 + (1 / request.steps) ** order * np.cos(2 * np.pi * 100 * t)
    cost = request.steps * {"euler": 1, "rk4": 4}[request.solver]
    return Take(
        request, audio.astype(np.float32)[:, None], 16000, "f", "v", "cpu", "float32", {"total": float(cost)}, cost, 1.0, None
    )


def test_a_sweep_is_a_grid_with_one_seed() -> None:
    cells = sweep(BASE, [Axis("cfg_scale", (1.0, 3.0)), Axis("steps", (5, 10, 20))])
    assert [(c.row, c.column, c.request.cfg_scale, c.request.steps) for c in cells] == [
        (0, 0, 1.0, 5), (0, 1, 1.0, 10), (0, 2, 1.0, 20), (1, 0, 3.0, 5), (1, 1, 3.0, 10), (1, 2, 3.0, 20),
    ]  # fmt: skip
    assert {c.request.seed for c in cells} == {5}
    assert [c.request.engine.precision for c in sweep(BASE, [Axis("precision", ("float32", "bfloat16"))])] == [
        "float32",
        "bfloat16",
    ]


@pytest.mark.parametrize(
    ("axes", "sentence"),
    [
        ([], "one or two"),
        ([Axis("steps", (1,))] * 2, "Both controls"),
        ([Axis("steps", ())], "no value"),
        ([Axis("steps", tuple(range(17))), Axis("cfg_scale", tuple(range(17)))], "289 takes"),
    ],
)
def test_unusable_sweeps_are_refused(axes: list[Axis], sentence: str) -> None:
    with pytest.raises(BadRequest, match=sentence):
        sweep(BASE, axes)


def test_a_bad_value_is_known_before_the_first_take() -> None:
    with pytest.raises(BadRequest, match="Steps"):
        checked(INFO, sweep(BASE, [Axis("steps", (5, 1000))]))


def test_candidates_are_cheaper_and_sorted_by_cost() -> None:
    found = candidates(INFO, BASE, ("float32", "bfloat16"))
    costs = [r.steps * {"euler": 1, "rk4": 4}[r.solver] for r in found]
    assert costs == sorted(costs)
    assert max(costs) <= 20
    assert {r.engine.precision for r in found} == {"float32", "bfloat16"}
    assert {r.seed for r in found} == {5}
    assert BASE not in found


def test_the_cheapest_setting_above_the_floor_is_found() -> None:
    reference = made(replace(BASE, steps=20))
    trials = list(search(reference, candidates(INFO, BASE), Floor("cosine", 0.99), made))
    assert trials[-1].meets
    assert not any(trial.meets for trial in trials[:-1])
    assert trials[-1].seconds < reference.timings_s["total"]
    edge = frontier(trials)
    assert [t.seconds for t in edge] == sorted(t.seconds for t in edge)
    scores = [t.score for t in edge]
    assert scores == sorted(scores)  # type: ignore[type-var]


def test_word_error_rates_can_be_the_floor() -> None:
    rates = {1: 0.5, 2: 0.2, 3: 0.06, 20: 0.05}
    trials = list(
        search(
            made(BASE),
            [BASE.replaced(steps=n) for n in (1, 2, 3)],
            Floor("wer", 0.02),
            made,
            lambda take: rates[take.request.steps],
        )
    )
    assert [trial.meets for trial in trials] == [False, False, True]
    assert [trial.score for trial in frontier(trials, lower_is_better=True)] == [0.5, 0.2, 0.06]
