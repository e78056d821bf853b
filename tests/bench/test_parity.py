"""The parity table measures what it says, and says when something is off."""

from __future__ import annotations

import pytest
import torch

from runtime.dit import DitModule
from tests.bench import parity


@pytest.mark.timeout(600)  # nine loaded sessions
def test_the_table_of_one_family(capsys: pytest.CaptureFixture[str]) -> None:
    assert parity.main(["moss_sound_effect"]) == 0
    lines = capsys.readouterr().out.splitlines()
    rows = [line.split() for line in lines if line.startswith("moss_sound_effect")]
    assert len(rows) == 2
    evaluations, takes = ([float(value) for value in row[2:]] for row in rows)
    assert len(evaluations) == 5  # prepared, sequential, packed, bf16, bf16 packed
    assert len(takes) == 4  # repeated, sequential, packed, bf16
    assert takes[0] == 1
    assert 0.99 < evaluations[3] < 1


def test_a_value_below_its_floor_is_marked_and_fails(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    original = DitModule.evaluate
    monkeypatch.setattr(DitModule, "evaluate", lambda *a, **k: original(*a, **k) + torch.ones(()))
    assert parity.main(["moss_sound_effect", "--no-takes"]) == 1
    out = capsys.readouterr().out
    assert out.count("*") == 5
    assert "5 values are below their floor." in out
