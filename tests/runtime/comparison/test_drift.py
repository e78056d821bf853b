from __future__ import annotations

import numpy as np
import pytest

from ditone.runtime.comparison.drift import drift
from ditone.runtime.errors import DitoneError


def trace(steps: int, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).standard_normal((steps, 10, 4)).astype(np.float16)


def test_equal_traces_never_part() -> None:
    result = drift(trace(5), trace(5))
    assert result.cosine == pytest.approx((1,) * 5)
    assert result.begins_at is None
    assert result.progress == pytest.approx((0, 0.25, 0.5, 0.75, 1))


def test_the_step_where_a_drift_begins_is_named() -> None:
    a, b = trace(5), trace(5)
    b[3:] = trace(2, seed=9)
    result = drift(a, b)
    assert result.begins_at == pytest.approx(0.75)
    assert result.cosine[2] == pytest.approx(1)
    assert abs(result.cosine[3]) < 0.5


def test_unequal_step_counts_meet_at_equal_progress() -> None:
    a = trace(5)
    assert drift(a, a[::2]).cosine == pytest.approx((1, 1, 1))


def test_other_lengths_are_refused_in_a_sentence() -> None:
    with pytest.raises(DitoneError, match="10 x 4 and 9 x 4"):
        drift(trace(5), trace(5)[:, :9])


def walk(steps: int, curve: float = 0.0) -> tuple[np.ndarray, list[float]]:
    """Estimates that move straight from one sound to another as the noise goes, and the shares of noise they were made at."""
    levels = [(1 - i / steps) ** (1 + curve) for i in range(steps)]
    first, last = trace(2)
    return np.stack([level * first + (1 - level) * last for level in levels]).astype(np.float16), levels


def test_steps_meet_at_equal_noise_and_not_at_equal_places_in_the_row() -> None:
    (a, levels_a), (b, levels_b) = walk(20), walk(10, curve=1.0)  # the second schedule spends its steps elsewhere
    paired = drift(a, b, levels=(levels_a, levels_b))
    assert min(paired.cosine) > 0.995 and paired.begins_at is None
    assert paired.levels == pytest.approx(levels_b)
    assert drift(a, b).begins_at is not None


def test_half_the_steps_of_one_solve_do_not_part_and_the_largest_error_is_named() -> None:
    (a, levels_a), (b, levels_b) = walk(20), walk(10)
    b = b.copy()
    b[6, 3, 2] += 0.5
    found = drift(a, b, levels=(levels_a, levels_b))
    assert len(found.cosine) == 10
    assert found.largest[6] == pytest.approx(0.5, abs=0.01) and max(found.largest[:6]) < 0.01
