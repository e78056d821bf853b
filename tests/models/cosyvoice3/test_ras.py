"""Repetition-aware sampling: what may be drawn, and what a repeated token leads to."""

from __future__ import annotations

from collections import Counter

import pytest
import torch

from ditone.models.cosyvoice3.config import RasConfig
from ditone.models.cosyvoice3.ras import candidates, likeliest, repetition_aware
from ditone.runtime.errors import DitoneError

CONFIG = RasConfig(top_p=0.8, top_k=25, window=10, tau=0.1)
SCORES = torch.tensor([0.5, 0.25, 0.15, 0.06, 0.04]).log()


def drawn(history: list[int], count: int = 400) -> Counter[int]:
    generator = torch.Generator().manual_seed(1)
    return Counter(repetition_aware(SCORES, history, CONFIG, generator) for _ in range(count))


def test_token_that_crosses_the_nucleus_is_the_last_candidate() -> None:
    ids, probabilities = candidates(SCORES, CONFIG)
    assert ids.tolist() == [0, 1, 2]
    torch.testing.assert_close(probabilities, torch.tensor([0.5, 0.25, 0.15]))


def test_fresh_tokens_come_from_the_nucleus_in_proportion() -> None:
    counts = drawn([])
    assert set(counts) == {0, 1, 2}
    assert 190 <= counts[0] <= 255  # 0.5 / 0.9 of 400 is 222, four deviations are 40


def test_repeated_token_is_redrawn_from_everything_else() -> None:
    counts = drawn([0])
    assert counts[0] == 0
    assert {3, 4} <= set(counts)


def test_only_the_window_counts_as_repetition() -> None:
    assert drawn([0] + [9] * 10)[0] > 0
    assert drawn([0] + [9] * 9)[0] == 0


def test_same_generator_draws_the_same() -> None:
    assert drawn([1, 2]) == drawn([1, 2])


def test_likeliest_ignores_history() -> None:
    assert likeliest(SCORES, [0] * 20) == 0


def test_scores_that_are_no_numbers_name_the_weights_they_come_from() -> None:
    broken = torch.full_like(SCORES, torch.nan)
    with pytest.raises(DitoneError, match=r"llm\.pt"):
        likeliest(broken, [])
    with pytest.raises(DitoneError, match=r"llm\.pt"):
        repetition_aware(broken, [], CONFIG, torch.Generator())
    assert likeliest(torch.where(SCORES > -3, SCORES, -torch.inf), []) == 0  # ids that are ruled out stay usual
