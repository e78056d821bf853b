"""Variations, ways between takes, and loops, on the tiny recorded model."""

from __future__ import annotations

import numpy as np
import pytest

from ditone.runtime import variations
from ditone.runtime.request import Request
from ditone.runtime.session import Session


def asked(session: Session, **values: object) -> Request:
    given = {"prompt": "rain", "duration_s": 1.0, "steps": 3, "seed": 5, **values}
    return session.info.checked(session.info.defaults().replaced(engine=session.engine.settings, **given))


@pytest.mark.parametrize("solver", ["pingpong", "euler"])
def test_a_variation_begins_at_its_take_and_ends_at_another(small: Session, solver: str) -> None:
    request = asked(small, solver=solver, decoder_noise=False)
    take = small.generate(request)
    assert np.array_equal(small.generate(variations.variation(request, 0.0, 6)).audio, take.audio)
    assert np.array_equal(
        small.generate(variations.variation(request, 1.0, 6)).audio, small.generate(request.replaced(seed=6)).audio
    )
    steps = [
        float(np.abs(small.generate(variations.variation(request, level, 6)).audio - take.audio).mean()) for level in (0.05, 0.7)
    ]
    assert 0 < steps[0] < steps[1]


def test_the_ends_of_a_way_are_its_takes(base: Session) -> None:
    a, b = asked(base, cfg_scale=3.0, solver="euler"), asked(base, prompt="a bell", seed=8, duration_s=0.7, cfg_scale=5.0)
    for at, end in ((0.0, a), (1.0, b)):
        assert np.array_equal(base.generate(variations.between(base.info, a, b, at)).audio, base.generate(end).audio)
    middle = base.generate(variations.between(base.info, a, b, 0.5))
    assert middle.request.cfg_scale == 4.0
    assert middle.duration_s == pytest.approx(0.85, abs=0.01)


def test_a_loop_is_made_anew_around_its_seam_only(small: Session) -> None:
    plain, loop = (small.generate(asked(small, loop=on)) for on in (False, True))
    assert loop.audio.shape == plain.audio.shape
    quarter = len(plain.audio) // 4
    assert np.array_equal(loop.audio[quarter + 8 : -quarter - 8], plain.audio[quarter + 8 : -quarter - 8])
    assert not np.array_equal(loop.audio[:quarter], plain.audio[:quarter])
    jump = np.abs(loop.audio[0] - loop.audio[-1]).max()
    inside = np.abs(np.diff(loop.audio, axis=0)).max()
    assert jump <= 2 * inside  # the last sample leads into the first
