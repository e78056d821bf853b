"""Rows say first what tells a take from its neighbours."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

import pytest

from ditone.gui.engine.solver_titles import SOLVER_TITLES, solver_title
from ditone.gui.panels.take_words import details, differences, heading
from ditone.runtime.request import Request
from ditone.runtime.sampling.few_step import MEANFLOW, trigonometric_consistency
from ditone.runtime.sampling.solvers import SOLVERS

BASE = Request(model="m", prompt="rain", duration_s=2.0, seed=5, steps=20, solver="euler", cfg_scale=3.0)


@dataclass(frozen=True)
class Row:
    request: Request = BASE
    model_title: str = "Mini"
    precision: str = "float32"
    duration_s: float = 2.0
    number: int = 0
    created_at: str = field(default_factory=lambda: datetime.now(UTC).isoformat())

    @property
    def title(self) -> str:
        return self.request.prompt


def test_only_what_differs_is_said_first() -> None:
    one, other = Row(), Row(BASE.replaced(solver="midpoint", steps=10))
    assert differences(other, [one]) == ["Midpoint 10"]
    assert differences(one, [other, None]) == ["Euler 20"]
    assert differences(replace(one, precision="bfloat16"), [one]) == ["bf16"]
    assert differences(one, [Row(BASE.replaced(prompt="bell", seed=9)), Row(BASE.replaced(cfg_scale=4.0))]) == ["CFG 3"]
    assert differences(one, [one]) == []


def test_a_prompt_is_not_repeated_and_what_differs_stands_in_its_place() -> None:
    above, row, below = Row(), Row(BASE.replaced(seed=6)), Row(BASE.replaced(prompt="bell"))
    assert heading(above, "rain", None, row) == "rain"
    assert heading(row, "rain", above, below) == "seed 6"
    assert "seed 6" not in details(row, "seed 6", above, below)
    assert heading(row, "my best rain", above, below) == "my best rain"  # a name of its own is always there
    assert heading(below, "bell", row, None) == "bell"
    assert heading(Row(), "rain", Row(), None) == "rain"  # nothing differs


def test_the_second_line_begins_with_what_differs_and_has_date_and_time() -> None:
    above = Row(BASE.replaced(steps=10))
    assert details(Row(number=3), "rain", above, None).startswith("Euler 20 · #3 · ")
    then = datetime.now(UTC) - timedelta(days=3)
    said = details(Row(created_at=then.isoformat()), "rain", None, None)
    assert f"{then.astimezone():%Y-%m-%d %H:%M}" in said


def test_variations_and_ways_say_how_far() -> None:
    near = Row(BASE.replaced(variation_of=(("prompt", "rain"),), variation_level=0.25))
    between = Row(BASE.replaced(between=((("a", 1),), (("b", 2),), 0.5)))
    assert differences(near, [Row()]) == ["variation 0.25"]
    assert differences(between, [Row()]) == ["between, 0.50"]


def test_solvers_are_called_as_in_the_panel(monkeypatch: pytest.MonkeyPatch) -> None:
    for solver in (*SOLVERS.values(), MEANFLOW, trigonometric_consistency()):
        assert SOLVER_TITLES[solver.name] == solver.title
    foreign = replace(SOLVERS["euler"], name="heun", title="Heun")
    monkeypatch.setitem(SOLVERS, "heun", foreign)
    assert solver_title("heun") == "Heun"
    assert solver_title("of a package that is gone") == "of a package that is gone"
