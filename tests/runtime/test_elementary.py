"""What these functions return is known to the bit, whatever the processor."""

from __future__ import annotations

import hashlib

import numpy as np
import torch

from ditone.models.stable_audio_3.config import TIME_FEATURES
from ditone.models.stable_audio_3.schedule import Schedule
from ditone.runtime import elementary
from ditone.runtime.dit.layers import frequencies, time_features


def units_apart(a: torch.Tensor, b: torch.Tensor) -> int:
    """Largest distance in units in the last place, of float32 numbers of one sign."""
    return int((a.float().view(torch.int32) - b.float().view(torch.int32)).abs().max())


def digest(x: torch.Tensor) -> str:
    return hashlib.sha256(x.contiguous().numpy().tobytes()).hexdigest()[:16]


def test_each_is_within_two_units_of_what_torch_gives() -> None:
    x = torch.linspace(-8, 9, 4001)
    assert units_apart(elementary.exp(x), torch.exp(x)) <= 2
    assert units_apart(elementary.sigmoid(x), torch.sigmoid(x)) <= 4
    assert units_apart(elementary.power(10000.0, x / 10), 10000.0 ** (x / 10)) <= 2
    assert units_apart(elementary.linspace(1, 0, 33)[:-1], torch.linspace(1, 0, 33)[:-1]) <= 2
    for ours, theirs in zip(elementary.cos_sin(x), (x.cos(), x.sin()), strict=True):
        assert float((ours - theirs).abs().max()) < 2e-7


def test_each_is_rounded_once() -> None:
    x = torch.linspace(-8, 9, 4001)
    exact = np.exp(x.numpy().astype(np.longdouble)).astype(np.float32)
    assert np.array_equal(elementary.exp(x).numpy(), exact)
    assert elementary.linspace(0.25, 1, 4).tolist() == [0.25, 0.5, 0.75, 1.0]
    assert elementary.linspace(1, 0, 1).tolist() == [1.0]


def test_tables_that_are_multiplied_up_are_the_same_bits_everywhere() -> None:
    table = frequencies(TIME_FEATURES)
    assert digest(table) == "ca39a7c9aa0ca1e4"
    assert digest(time_features(TIME_FEATURES, torch.tensor([1.0, 0.73, 0.021]))) == "d22687dc3feba9d6"
    assert digest(Schedule().grid(8, 1.0, torch.tensor([100]))) == "f1617406b13781ac"
    # beside the value in float64: the exponent, up to 9.2, is rounded to float32 twice
    exact = torch.exp(torch.linspace(0, 1, 128, dtype=torch.float64) * np.log(20000.0) + np.log(0.5))
    assert float((table / exact - 1).abs().max()) < 4 * 9.3 * 2**-24
