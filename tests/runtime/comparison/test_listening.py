from __future__ import annotations

import random

import pytest

from ditone.runtime.comparison.listening import ListeningTest, p_at_least, p_two_sided


@pytest.mark.parametrize(("correct", "trials", "p"), [(12, 16, 0.0384), (14, 16, 0.0021), (16, 16, 1 / 65536), (0, 8, 1.0)])
def test_p_is_the_exact_binomial(correct: int, trials: int, p: float) -> None:
    assert p_at_least(correct, trials) == pytest.approx(p, abs=5e-5)


def test_impossible_counts_are_refused() -> None:
    with pytest.raises(ValueError, match="17 of 16"):
        p_at_least(17, 16)
    with pytest.raises(ValueError, match="10 trials"):
        ListeningTest.begin(trials=10)


def test_guessing_is_uniform_under_the_null() -> None:
    rng = random.Random(5)
    below = 0
    runs = 2000
    for _ in range(runs):
        test = ListeningTest.begin("abx", 16, choose=rng.choice)
        while not test.done:
            test.answer(rng.choice(("A", "B")))
        p = test.result()["p"]
        assert isinstance(p, float)
        below += p <= p_at_least(12, 16)
    # P(p <= 0.0384) is 0.0384 exactly for this discrete test; 2000 runs have a standard error of 0.0043
    assert below / runs == pytest.approx(p_at_least(12, 16), abs=0.015)


def test_trials_are_fixed_before_the_first_answer_and_both_sides_occur() -> None:
    tests = [ListeningTest.begin("abx", 24) for _ in range(8)]
    assert all(len(test.x) == 24 for test in tests)
    assert {side for test in tests for side in test.x} == {"A", "B"}


def test_leaving_early_shows_no_figure() -> None:
    test = ListeningTest.begin("abx", 8)
    test.answer("A")
    result = test.result()
    assert result["complete"] is False
    assert "p" not in result
    assert "correct" not in result


def test_preference_counts_both_sides() -> None:
    test = ListeningTest.begin("preference", 8)
    for answer in ("A", "A", "A", "A", "A", "A", "A", "B"):
        test.answer(answer)  # type: ignore[arg-type]
    assert test.result()["preferred_a"] == 7
    assert test.result()["p"] == pytest.approx(2 * p_at_least(7, 8))
    assert p_two_sided(4, 8) == 1.0
    with pytest.raises(ValueError, match="all 8 trials"):
        test.answer("A")
