"""Speaker vectors compared with numpy's own cosine."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from ditone.runtime.comparison.voices import similarity


def test_it_is_the_cosine_whatever_the_shape_and_precision() -> None:
    rng = np.random.default_rng(3)
    a, b = rng.standard_normal(192), rng.standard_normal(192)
    wanted = a @ b / np.linalg.norm(a) / np.linalg.norm(b)
    assert similarity(torch.tensor(a), torch.tensor(b)[None].float()) == pytest.approx(wanted, abs=1e-4)
    assert similarity(torch.tensor(a), torch.tensor(3 * a)) == 1.0
    assert similarity(torch.tensor(a), torch.tensor(-a)) == -1.0


def test_nothing_is_like_nothing() -> None:
    assert similarity(torch.zeros(4), torch.ones(4)) is None
    assert similarity(torch.tensor([float("nan"), 1.0]), torch.ones(2)) is None
