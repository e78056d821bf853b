"""The parity table measures what it says, and says when something is off."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
import torch

from ditone.runtime.dit import DitModule
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


def test_a_take_of_another_length_says_so(tmp_path: Path) -> None:
    info = next(parity.found_models(parity.CASES))
    assert info.family == "cosyvoice3"  # the one whose language model speaks another number of tokens in another precision
    spoken = parity.short_request(info, tmp_path)
    assert spoken.value("mode") == "convert"
    take = SimpleNamespace(trace=None, audio=np.ones((10, 1), np.float32))
    longer = SimpleNamespace(trace=None, audio=np.ones((12, 1), np.float32))
    assert parity.likeness(longer, take) == parity.OTHER_LENGTH  # type: ignore[arg-type]
    assert parity.likeness(take, take) == pytest.approx(1)  # type: ignore[arg-type]
    assert parity.print_table(("bf16", "fp16"), iter([("x", {"bf16": parity.OTHER_LENGTH, "fp16": 0.5})])) == 1


def test_every_precision_of_a_voice_has_a_take_to_compare() -> None:
    info = next(parity.found_models(parity.CASES))
    row = parity.takes(info)
    assert set(row) == {"repeated", "sequential", "packed", "bf16"}
    assert row["repeated"] == pytest.approx(1, abs=1e-12)
    assert isinstance(row["bf16"], float) and row["bf16"] > 0.99
