"""A solver is one function and one line: from then on every family offers it, and makes takes with it."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from torch import Tensor

from ditone.runtime import faster_setting, registry
from ditone.runtime.errors import BadRequest
from ditone.runtime.registry import ModelInfo
from ditone.runtime.sampling.path import Path as FlowPath
from ditone.runtime.sampling.path import spread
from ditone.runtime.sampling.solvers import SOLVERS, Noise, Solver, Step, Velocity, points
from ditone.runtime.session import Session
from tests.bench.parity import CASES, found_models, settings_of, short_request
from tests.runtime.sampling.test_solvers import logistic_error


def heun(velocity: Velocity, x: Tensor, grid: Tensor, path: FlowPath, noise: Noise, step: Step) -> Tensor:
    """Second order: the mean of the slopes at both ends."""
    for i, t, u in points(grid):
        v = velocity(x, t)
        step(i, x, t, v)
        x = x + spread((u - t) / 2, x) * (v + velocity(x + spread(u - t, x) * v, u))
    return x


def ralston3(velocity: Velocity, x: Tensor, grid: Tensor, path: FlowPath, noise: Noise, step: Step) -> Tensor:
    """Third order (Ralston 1962, the rule of least error bound)."""
    for i, t, u in points(grid):
        h = u - t
        k1 = velocity(x, t)
        step(i, x, t, k1)
        k2 = velocity(x + spread(h / 2, x) * k1, t + h / 2)
        k3 = velocity(x + spread(h * 3 / 4, x) * k2, t + h * 3 / 4)
        x = x + spread(h / 9, x) * (2 * k1 + 3 * k2 + 4 * k3)
    return x


NEW = (Solver("heun", "Heun", 2, 2, False, heun), Solver("ralston3", "Ralston 3", 3, 3, False, ralston3))


@pytest.fixture(autouse=True)
def added(monkeypatch: pytest.MonkeyPatch) -> None:
    for solver in NEW:
        monkeypatch.setitem(SOLVERS, solver.name, solver)


def models() -> dict[str, ModelInfo]:
    """One model of every family and kind whose solver can be chosen, described as it is now."""
    found = {}
    for info in found_models(CASES):
        control = info.control("solver")
        if control is not None and not control.inactive:
            found.setdefault(f"{info.family}-{info.sample_rate_hz}", info)
    return found


@pytest.mark.parametrize("solver", NEW, ids=lambda s: s.name)
def test_their_order_is_the_one_they_claim(solver: Solver) -> None:
    order = math.log2(logistic_error(solver, 32) / logistic_error(solver, 64))
    assert order == pytest.approx(solver.order, abs=0.2)


def test_every_family_offers_them_or_says_why_not() -> None:
    found = models()
    assert {info.family for info in found.values()} == set(registry.families())
    for info in found.values():
        control = info.control("solver")
        assert control is not None
        offered, excluded = {choice.value: choice for choice in control.choices}, dict(control.excluded)
        assert set(offered) | set(excluded) == set(SOLVERS), info.title
        assert not set(offered) & set(excluded)
        assert {solver.name for solver in NEW} <= set(offered)
        assert offered["ralston3"].title == "Ralston 3"
        assert offered["ralston3"].note == "three evaluations a step, order 3"
        for name, reason in excluded.items():
            assert reason.endswith(".")
            with pytest.raises(BadRequest) as refused:
                control.check(name)
            assert refused.value.message == f'Solver "{name}" is not offered here: {reason}'
        assert any(request.solver == "heun" for request in faster_setting.candidates(info, info.defaults()))


@pytest.mark.parametrize("name", list(models()))
def test_every_family_makes_a_take_with_each(name: str, tmp_path: Path) -> None:
    info = models()[name]
    request = short_request(info, tmp_path).replaced(steps=2)
    sounds = []
    with Session.open(info, settings_of("")) as session:
        for solver in ("midpoint", *(solver.name for solver in NEW)):
            wanted = info.checked(request.replaced(solver=solver))
            for estimate in (info.peak_memory_mib, info.work_tflop):
                assert estimate is None or estimate(wanted) > 0
            take = session.generate(wanted)
            assert np.isfinite(take.audio).all()
            assert take.evaluations % (2 * SOLVERS[solver].evaluations_per_step) == 0
            sounds.append(take.audio.tobytes())
    assert len(set(sounds)) == 3
