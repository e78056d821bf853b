"""`make parity-page`: what a fresh clone can make is a page, and a row that is not reproduced is told."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from ditone.runtime.bench.plan import BenchPlan
from tests.bench import parity, parity_page


def test_the_page_of_tiny_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(parity_page, "read_plan", lambda path: BenchPlan("", ()))
    infos = list(parity.found_models(parity.CASES))
    chosen = [next(info for info in infos if info.family == family) for family in ("cosyvoice3", "moss_sound_effect")]
    monkeypatch.setattr(parity, "found_models", lambda root: chosen)
    assert parity_page.main(["--output", str(tmp_path)]) == 0
    rows = list(csv.DictReader((tmp_path / "figures.csv").read_text("utf-8").splitlines()))
    assert {row["table"].split()[0] for row in rows} == {"cosyvoice3", "moss_sound_effect"}
    assert all(row["equal"] == "1" for row in rows if row["name"] == parity_page.AGAIN)
    assert all(float(row["cosine"]) < 1 and row["precision"] == "bfloat16" for row in rows if row["name"] == "bfloat16")
    assert "page.html" in capsys.readouterr().out
