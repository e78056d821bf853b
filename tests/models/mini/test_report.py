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
}
REACHED = ("repetition of noise", "size of Mini SFX", "size", "determinism")


@pytest.fixture(scope="module")
def report() -> dict[str, Any]:
    result: dict[str, Any] = json.loads((FOLDER / "report.json").read_text(encoding="utf-8"))
    return result


@pytest.fixture(scope="module")
def rows(report: dict[str, Any]) -> dict[str, Any]:
    return {row["measure"]: row for row in report["rows"]}


def test_every_measure_is_reported_or_said_to_be_missing(report: dict[str, Any], rows: dict[str, Any]) -> None:
    assert not set(rows) & set(report["not_measured"])
    assert set(rows) | set(report["not_measured"]) == set(REQUIRED)


@pytest.mark.parametrize("measure", REQUIRED)
def test_a_row_says_itself_whether_it_meets_the_required_column(rows: dict[str, Any], measure: str) -> None:
    low, high = REQUIRED[measure]
    if measure not in rows:  # said by the test above
        return
    value = rows[measure]["value"]
    assert rows[measure]["passed"] is ((low is None or value >= low) and (high is None or value <= high))


def test_misses_are_listed_in_the_report_and_in_plain_words(report: dict[str, Any], rows: dict[str, Any]) -> None:
    missed = [name for name in rows if not rows[name]["passed"]]
    assert sorted(report["missed"]) == sorted(missed)
    missed += report["not_measured"]
    said = (FOLDER / "KNOWN-FAULTS.md").read_text(encoding="utf-8")
    assert not [name for name in missed if name not in said]


@pytest.mark.parametrize("measure", REACHED)
def test_what_was_reached_stays_reached(rows: dict[str, Any], measure: str) -> None:
    assert rows[measure]["passed"] is True


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
    for name in ("Fluid R3", "Frank Wen", "Sonic Pi", "CC0", "WordNet", "all-MiniLM-L6-v2"):
        assert name in notice
