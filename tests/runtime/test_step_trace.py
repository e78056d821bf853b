"""Step traces: the clean estimate of every step, also of speech that is made piece by piece."""

from __future__ import annotations

import numpy as np
import torch

from ditone.runtime.run import Run
from ditone.runtime.session import _trace


def test_steps_of_pieces_are_joined_in_time() -> None:
    """Two sentences of 3 and 5 frames, two steps each, are two steps of 8 frames."""
    run = Run(0)
    for frames, base in ((3, 0.0), (5, 10.0)):
        for step in range(2):
            run.keep_step(step, torch.full((1, frames, 4), base + step), 1 - step / 2)
    trace = _trace(run)
    assert run.details["trace_noise_levels"] == [1.0, 0.5]
    assert trace is not None and trace.shape == (2, 8, 4) and trace.dtype == np.float16
    assert trace[0, :, 0].tolist() == [0.0] * 3 + [10.0] * 5
    assert trace[1, :, 0].tolist() == [1.0] * 3 + [11.0] * 5


def test_a_take_without_a_trace_has_none() -> None:
    assert _trace(Run(0)) is None
