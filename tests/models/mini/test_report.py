"""The evaluation figures beside the weights against the required column; and the files' size and sources."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ditone.models.mini.family import ASSETS, BUILTIN

FOLDER = BUILTIN["mini-sfx"]
# the acceptance table's required column: (lowest, highest) allowed value
REQUIRED = {
    "prompt following, top 1": (88.0, None),
    "prompt following, top 3": (96.0, None),
    "distribution": (None, 1.3),
    "solvers": (None, 5.0),
    "APG": (None, 1.0),
    "guidance off": (None, 1.0),
    "end of sound": (None, -45.0),
    "SFX decoder": (None, 0.17),
    "speed": (None, 1.0),
    "size": (None, 40.0),
    "size of Mini SFX": (None, 25.0),
    "determinism": (None, 1.0),
}


@pytest.fixture(scope="module")
def rows() -> dict[str, Any]:
    report = json.loads((FOLDER / "report.json").read_text(encoding="utf-8"))
    return {row["measure"]: row for row in report["rows"]}


def test_every_measure_is_reported(rows: dict[str, Any]) -> None:
    assert set(rows) == set(REQUIRED)


@pytest.mark.parametrize("measure", REQUIRED)
def test_figures_meet_the_required_column(rows: dict[str, Any], measure: str) -> None:
    low, high = REQUIRED[measure]
    value = rows[measure]["value"]
    assert low is None or value >= low
    assert high is None or value <= high
    assert rows[measure]["passed"] is True


def test_the_report_belongs_to_these_weights() -> None:
    report = json.loads((FOLDER / "report.json").read_text(encoding="utf-8"))
    config = json.loads((FOLDER / "config.json").read_text(encoding="utf-8"))
    assert report["training"] == config["training"]


def test_files_stay_small() -> None:
    assert sum(f.stat().st_size for f in FOLDER.rglob("*") if f.is_file()) < 25e6
    assert sum(f.stat().st_size for f in ASSETS.rglob("*") if f.is_file()) < 40e6


def test_every_source_is_named() -> None:
    sources = json.loads((FOLDER / "sources.json").read_text(encoding="utf-8"))
    assert {"seed", "git_revision", "clips", "debian_packages", "python_packages", "sha256", "licences"} <= set(sources)
    notice = (ASSETS / "NOTICE").read_text(encoding="utf-8")
    for name in ("Fluid R3", "Frank Wen", "Sonic Pi", "CC0", "WordNet", "all-MiniLM-L6-v2"):
        assert name in notice
