"""The table of parts, with one small part."""

from __future__ import annotations

import pytest
import torch

from tests.bench import parts


def test_each_precision_has_its_time_ratio_and_agreement(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    x = torch.randn(4, 64)
    made = {"plain": x, "float32": x + 1e-3, "bfloat16": x + 1e-1}
    monkeypatch.setattr(parts, "PARTS", {"one": ("A part", lambda precision: lambda: made[precision] * 1)})
    monkeypatch.setattr(torch, "set_grad_enabled", lambda mode: None)
    monkeypatch.setattr(torch, "set_num_threads", lambda count: None)
    parts.main(["one", "--repeats", "1"])
    rows = [line.split(" | ") for line in capsys.readouterr().out.splitlines() if line.startswith("| A part")]
    assert [row[1] for row in rows] == ["plain", "float32", "bfloat16"]
    near = [float(row[4].split()[0]) for row in rows[1:]]
    assert near[0] > near[1] + 30


def test_an_unknown_part_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parts.main(["everything"])
    assert "there is no part everything" in capsys.readouterr().err
