"""The measurements at published sizes measure what their tables say; here on the tiny folders of the recorded cases."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest
import torch

from tests.bench import full_size_dots, full_size_moss, full_size_stable_audio_3
from tests.bench.full_size import randomised
from tests.bench.full_size_stable_audio_3 import Steps
from tests.bench.parity import CASES
from tests.models.moss_sound_effect.published import REFERENCE_MODEL as MOSS


@pytest.fixture(autouse=True)
def threads_as_before() -> Iterator[None]:
    before = torch.get_num_threads()
    yield
    torch.set_num_threads(before)


def test_a_step_is_the_time_between_two_reports(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first report comes behind the first evaluation, the last one at once behind the last step's."""
    clock = iter([10.0, 10.3, 10.6, 11.0])
    monkeypatch.setattr(full_size_stable_audio_3.time, "perf_counter", lambda: next(clock))
    watch = Steps()
    watch.stage("text", None)
    watch.step(0, 1)
    watch.stage("denoise", 4)
    for done in range(5):
        watch.step(done, 4)
    watch.stage("decode", None)
    watch.step(0, 2)
    assert watch.step_s() == pytest.approx(0.3)


def test_random_weights_are_of_the_asked_type_and_repeat() -> None:
    with torch.device("meta"):
        layers = [torch.nn.Linear(16, 8) for _ in range(2)]
    first, second = (randomised(layer, torch.bfloat16) for layer in layers)
    assert {p.dtype for p in first.parameters()} == {torch.bfloat16}
    assert torch.equal(first.weight, second.weight) and 0.01 < float(first.weight.float().std()) < 0.03
    assert 0.05 < float(first.bias.float().std()) < 0.2


def test_dots_is_measured_with_and_without_its_cache(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(
        sys, "argv", ["", "--like", str(CASES / "dots" / "models" / "soar"), "--patches", "4", "--parts", "transformer"]
    )
    full_size_dots.main()
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 1 + 6  # three solvers, cached and recomputed
    assert "Euler 10, cached" in lines[1] and "20 branch passes" in lines[1]
    assert "Euler 10, recomputed" in lines[2] and "20 branch passes, history 0 MiB" in lines[2]


def test_moss_is_measured_with_and_without_guidance(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["", "--like", str(MOSS), "--frames", "20", "--repeats", "1"])
    full_size_moss.main()
    lines = capsys.readouterr().out.splitlines()
    assert "torch.bfloat16" in lines[0] and "20 frames" in lines[0]
    assert lines[2].startswith("403,304 parameters")
    assert [line.split(":")[0] for line in lines if "one evaluation" in line] == ["one branch", "guided, CFG 4"]
    assert "2 branch passes" in lines[-1]
