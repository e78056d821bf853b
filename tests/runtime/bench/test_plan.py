"""Plans of the bench: what they mean, and what is said of those that mean nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from ditone.runtime.batch.plan import BadPlan
from ditone.runtime.bench.plan import read_plan
from ditone.runtime.cli import main
from ditone.runtime.errors import DitoneError
from tests.tiny import TinyFamily

PLANS = Path(__file__).parents[3] / "assets" / "plans"
PLAN = """
title: Tiny
defaults: {model: tiny, seed: 3, seconds: 0.3}
repeat: 2
tables:
  - title: Steps
    defaults: {prompt: rain}
    seeds: [1, 2]
    reference: {name: eight, steps: 8, precision: float32}
    rows:
      - {name: four, steps: 4}
      - matrix: {solver: [euler, midpoint], steps: [2, 3]}
      - {engine.packed_projections: on, set.brightness: 0.2}
"""


@pytest.fixture
def plan(tmp_path: Path, tiny: TinyFamily) -> Path:
    return tmp_path / "plan.yaml"


def test_rows_are_the_reference_with_what_they_set(plan: Path) -> None:
    plan.write_text(PLAN)
    read = read_plan(plan)
    assert [group.title for group in read.groups] == ["Steps, seed 1", "Steps, seed 2"]
    assert (read.title, read.repeat, read.warm_up) == ("Tiny", 2, 1)
    first = read.groups[0]
    assert [row.name for row in first.rows] == [
        "four",
        "solver euler, steps 2",
        "solver euler, steps 3",
        "solver midpoint, steps 2",
        "solver midpoint, steps 3",
        "engine.packed_projections True, brightness 0.2",
    ]
    requests = [row.request for row in (first.reference, *first.rows)]
    assert [request.steps for request in requests if request] == [8, 4, 2, 3, 2, 3, 8]
    assert {(request.seed, request.prompt, request.engine.precision) for request in requests if request} == {
        (1, "rain", "float32")
    }
    last = requests[-1]
    assert last is not None and last.engine.packed_projections and last.value("brightness") == 0.2


def test_one_table_needs_no_list_of_tables(plan: Path) -> None:
    plan.write_text("defaults: {model: tiny, prompt: a}\nreference: {steps: 4}\nrows: [{steps: 2}]\n")
    assert len(read_plan(plan).groups) == 1


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("tables: []", "must be a list of tables"),
        ("- a", "`tables` with a reference and rows was expected"),
        ("table: []", 'the plan has no "table"'),
        ("tables: [{referense: {}}]", 'table 1 has no "referense"'),
        ("tables: [{reference: {}}]", "no rows"),
        ("tables: [3]", "line 1: a table with"),
        ("tables: [{rows: 4}]", "`rows` must be a list"),
        ("repeat: 0\ntables: [{rows: [{steps: 2}], defaults: {model: tiny, prompt: a}}]", "repeat is 0"),
        ("tables: [{rows: [{matrix: 3}]}]", "`matrix` must be names with lists"),
        ("tables: [}", "this is no YAML"),
        ("tables: [{rows: [{steps: 2}], seeds: [x]}]", "`seeds` must be a list of whole numbers"),
    ],
)
def test_what_is_no_plan_is_refused_in_a_sentence(plan: Path, text: str, words: str) -> None:
    plan.write_text(text)
    with pytest.raises(DitoneError) as caught:
        read_plan(plan)
    assert words in caught.value.text()
    assert "plan.yaml" in caught.value.text()


def test_every_row_that_cannot_be_made_is_named_with_its_line(plan: Path) -> None:
    rows = [
        "{steps: many}",
        "{solver: heum}",
        "{colour: red}",
        "{seed: -1}",
        "{engine.compil: on}",
        "{file: gone.wav}",
        "{model: gone}",
    ]
    lines = "".join(f"  - {row}\n" for row in rows)
    plan.write_text(f"defaults: {{model: tiny, prompt: a}}\nreference: {{steps: 4}}\nrows:\n{lines}")
    with pytest.raises(BadPlan) as caught:
        read_plan(plan)
    assert len(caught.value.problems) == len(rows)
    for problem, words in zip(
        caught.value.problems, ("many", "heum", "colour", "seed", "compil", "gone.wav", "gone"), strict=True
    ):
        assert words in problem
        assert "plan.yaml, line" in problem


def test_a_table_whose_model_is_not_here_is_left_out_where_that_was_asked_for(plan: Path) -> None:
    tables = "[{title: Gone, defaults: {model: gone}, rows: [{steps: 2}]}, {defaults: {model: tiny}, rows: [{steps: 2}]}]"
    plan.write_text(f"defaults: {{prompt: a}}\ntables: {tables}\n")
    read = read_plan(plan, skip_missing=True)
    assert len(read.groups) == 1
    assert read.left_out[0].startswith("Gone: ")
    with pytest.raises(BadPlan):
        read_plan(plan)


def test_the_example_of_the_built_in_models_can_be_made(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["parity", str(PLANS / "built-in.yaml"), "--check"]) == 0
    assert "every one can be made" in capsys.readouterr().out


def test_the_example_of_the_published_models_is_a_plan() -> None:
    """Without the models every row is refused for that reason alone."""
    with pytest.raises(DitoneError) as caught:
        read_plan(PLANS / "published.yaml")
    problems = getattr(caught.value, "problems", [])
    assert problems and not any("column" in problem or "YAML" in problem for problem in problems)
