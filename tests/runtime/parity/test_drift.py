from __future__ import annotations

import numpy as np
import pytest

from ditone.runtime.errors import DitoneError
from ditone.runtime.parity.drift import drift


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
    assert drift(a, a[::2]).cosine[::2] == pytest.approx((1, 1, 1))


def test_other_lengths_are_refused_in_a_sentence() -> None:
    with pytest.raises(DitoneError, match="10 x 4 and 9 x 4"):
        drift(trace(5), trace(5)[:, :9])
