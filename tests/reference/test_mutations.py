"""A structural error is no rounding: it fails by at least ten times the tolerance."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
import torch
from discovery import Case, discover, find_check, measuring
from mutations import MUTATIONS, Mutation
from tolerance import used

TEN = 10.0


@cache
def recorded() -> dict[str, Case]:
    return {f"{case.family}/{case.name}": case for case in discover(Path(__file__).parent / "cases")}


def furthest(case: Case) -> float:
    """The largest share of a tolerance that the check of a case takes up, as far as it gets."""
    check = find_check(case)
    assert check is not None
    with torch.inference_mode(), measuring() as seen:
        try:
            check(case)
        except Exception as error:  # a mutated part may fit together no longer; what was compared until then counts
            if not seen:
                raise AssertionError("nothing was compared") from error
    return max(used(case.family, str(case.check), name, difference) for name, difference in seen)


@pytest.mark.parametrize("mutation", MUTATIONS, ids=[f"{m.case}: {m.what}" for m in MUTATIONS])
def test_fails_by_ten_times(mutation: Mutation, monkeypatch: pytest.MonkeyPatch) -> None:
    mutation.apply(monkeypatch)
    assert furthest(recorded()[mutation.case]) >= TEN


def test_nothing_is_left_of_a_mutation(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same cases pass without one, within the same process."""
    with monkeypatch.context() as during:
        MUTATIONS[0].apply(during)
    for name in sorted({mutation.case for mutation in MUTATIONS if mutation.case.split("/")[1].startswith("dit_")}):
        assert furthest(recorded()[name]) <= 1
