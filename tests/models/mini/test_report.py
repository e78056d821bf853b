"""The evaluation figures beside the weights against the required column: reached rows stay reached, misses are told."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ditone.models.mini.family import ASSETS, BUILTIN

FOLDER = BUILTIN["mini-sfx"]
# the acceptance table's required column: (lowest, highest) allowed value
REQUIRED = {
    "repetition of noise": (None, 0.08),
    "heard, trained kinds": (65.0, None),
    "heard, first-day prompts": (50.0, None),
    "heard, generators": (75.0, None),
    "tones": (17.0, None),
    "clicks": (None, 3.5),
    "edges": (None, -60.0),
    "loudness": (None, 6.0),
    "stereo": (None, 0.5),
    "prompt following, top 1": (88.0, None),
    "prompt following, top 3": (96.0, None),
    "distribution": (None, 1.3),
    "distribution of all clips": (None, 1.3),
    "solvers": (None, 5.0),
    "PingPong": (None, 1.3),
    "APG": (None, 1.0),
    "guidance off": (None, 1.0),
    "end of sound": (None, -45.0),
    "SFX decoder": (None, 0.17),
    "speed": (None, 0.5),
    "size": (None, 45.0),
    "size of Mini SFX": (None, 25.0),
    "determinism": (None, 1.0),
    "controls": (1.0, None),
    "loop seam": (None, 1.0),
    "filled": (None, 12.0),
}
# what misses the required column today, with its figure: nothing else may miss, and none of these may get worse
KNOWN_MISSES: dict[str, float] = {
    "prompt following, top 1": 45.946,
    "prompt following, top 3": 68.919,
    "distribution of all clips": 1.743,
    "SFX decoder": 0.26,
    "heard, trained kinds": 49.333,
    "heard, first-day prompts": 32.778,
    "heard, generators": 46.558,
    "tones": 14.2,
    "clicks": 3.975,
    "loudness": 8.8,
}
SLACK = 0.02  # of a figure, for another processor's rounding


@pytest.fixture(scope="module")
def report() -> dict[str, Any]:
    result: dict[str, Any] = json.loads((FOLDER / "report.json").read_text(encoding="utf-8"))
    return result


@pytest.fixture(scope="module")
def rows(report: dict[str, Any]) -> dict[str, Any]:
    return {row["measure"]: row for row in report["rows"]}


def test_every_measure_is_reported(report: dict[str, Any], rows: dict[str, Any]) -> None:
    assert set(rows) == set(REQUIRED)
    assert len(rows) == len(report["rows"])
    assert not report.get("not_measured")


@pytest.mark.parametrize("measure", REQUIRED)
def test_a_row_says_itself_whether_it_meets_the_required_column(rows: dict[str, Any], measure: str) -> None:
    low, high = REQUIRED[measure]
    value = rows[measure]["value"]
    assert rows[measure]["passed"] is ((low is None or value >= low) and (high is None or value <= high))


def test_misses_are_listed_in_the_report_and_in_plain_words(report: dict[str, Any], rows: dict[str, Any]) -> None:
    missed = [name for name in rows if not rows[name]["passed"]]
    assert sorted(report["missed"]) == sorted(missed)
    said = (FOLDER / "KNOWN-FAULTS.md").read_text(encoding="utf-8")
    assert not [name for name in missed if name not in said]


def test_only_the_known_misses_miss_and_none_gets_worse(rows: dict[str, Any]) -> None:
    missed = {name: row["value"] for name, row in rows.items() if not row["passed"]}
    assert set(missed) == set(KNOWN_MISSES)
    for name, value in missed.items():
        low, _ = REQUIRED[name]
        known = KNOWN_MISSES[name]
        assert value >= known * (1 - SLACK) if low is not None else value <= known * (1 + SLACK), name


def test_the_report_belongs_to_these_weights(report: dict[str, Any]) -> None:
    config = json.loads((FOLDER / "config.json").read_text(encoding="utf-8"))
    assert report["training"] == config["training"]


def test_files_stay_small() -> None:
    assert sum(f.stat().st_size for f in FOLDER.rglob("*") if f.is_file()) < 25e6
    assert sum(f.stat().st_size for f in ASSETS.rglob("*") if f.is_file()) < 45e6


def test_every_source_is_named() -> None:
    sources = json.loads((FOLDER / "sources.json").read_text(encoding="utf-8"))
    assert {"seed", "git_revision", "clips", "debian_packages", "python_packages", "sha256", "licences"} <= set(sources)
    notice = (ASSETS / "NOTICE").read_text(encoding="utf-8")
    names = ("Fluid R3", "Frank Wen", "Sonic Pi", "CC0", "WordNet", "all-MiniLM-L6-v2", "Joseph Sardin", "Kenney")
    for name in (*names, "endless-sky", "Mike Koenig", "Freedoom"):
        assert name in notice
