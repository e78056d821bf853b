"""The emulated processors round otherwise, by as much as they say, and nowhere else."""

from __future__ import annotations

import pytest
import torch

from tests.rounding import __main__ as runner
from tests.rounding.noise import Exact, OtherRounding, moved
from tests.rounding.settings import NAMES, SETTINGS, environment


def random(*shape: int) -> torch.Tensor:
    return torch.randn(shape, generator=torch.Generator().manual_seed(0))


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64, torch.bfloat16])
def test_numbers_move_by_one_unit_at_most_and_by_each_of_the_three_steps(dtype: torch.dtype) -> None:
    integer = {torch.float32: torch.int32, torch.float64: torch.int64, torch.bfloat16: torch.int16}[dtype]
    x = random(4, 1000).to(dtype)
    x[0, :5] = torch.tensor([0.0, torch.inf, -torch.inf, torch.nan, 1.0])
    steps = moved(x, 1, 1).view(integer) - x.view(integer)
    assert steps.unique().tolist() == [-1, 0, 1]
    assert steps[0, :4].tolist() == [0] * 4
    assert 0.25 < (steps == 0).double().mean() < 0.42
    assert torch.equal(moved(x, 1, 1).nan_to_num(), moved(x, 1, 1).nan_to_num())
    assert not torch.equal(moved(x, 1, 1).nan_to_num(), moved(x, 2, 1).nan_to_num())


def test_what_ieee_754_fixes_is_left_alone_and_the_rest_moves() -> None:
    a, b = random(30, 50), random(50, 30)
    with torch.inference_mode():
        fixed = [a * 3 + 1, a / 7, a.abs().sqrt(), torch.cat((a, a)), a.T[:3], a.double() * 0.1]
        moving = [a.sin(), a.softmax(-1), a.mean(0), a @ b, a.tanh()]
        with OtherRounding(1):
            again = [a * 3 + 1, a / 7, a.abs().sqrt(), torch.cat((a, a)), a.T[:3], a.double() * 0.1]
            other = [a.sin(), a.softmax(-1), a.mean(0), a @ b, a.tanh()]
            repeated = a @ b
    assert all(torch.equal(x, y) for x, y in zip(fixed, again, strict=True))
    for x, y in zip(moving, other, strict=True):
        assert 0 < (x - y).abs().max() < 2e-6 * x.abs().max()
    assert torch.equal(repeated, other[3])  # as a processor gives the same for the same


def test_the_perfect_processor_rounds_once() -> None:
    a, b = random(30, 50), random(50, 30)
    with torch.inference_mode(), Exact():
        product, wave = a @ b, a.sin()
    assert torch.equal(product, (a.double() @ b.double()).float())
    assert torch.equal(wave, a.double().sin().float())


def test_a_setting_replaces_every_other_one(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in NAMES:
        monkeypatch.setenv(name, "from outside")
    for setting, wanted in SETTINGS.items():
        found = {name: value for name, value in environment(setting).items() if name in NAMES}
        assert found == {"OMP_NUM_THREADS": "1", **wanted}


def test_the_runner_runs_pytest_under_a_setting_and_says_what_failed(capfd: pytest.CaptureFixture[str]) -> None:
    assert runner.main(["--only", "oldest", "--", "--version"]) == 0
    assert "ATEN_CPU_CAPABILITY='default'" in capfd.readouterr().out
    assert runner.main(["--only", "as-it-is", "--", "no_such_folder"]) == 1
    assert "FAILED (4)" in capfd.readouterr().out
