"""The parity table as other programs read it: one value a cell, plain numbers, names and settings."""

from __future__ import annotations

import csv
import io
import json
import math

import numpy as np
import pytest

from ditone.runtime.comparison import Sound, compare, table
from ditone.runtime.comparison.parity import parity_row, parity_table
from ditone.runtime.request import EngineSettings, Request
from ditone.runtime.take import Take

RATE = 16000


def sound(seed: int = 0, steps: int = 8, precision: str = "float32", **request: object) -> Sound:
    audio = np.random.default_rng(seed).standard_normal((RATE, 1)).astype(np.float32) * 0.1
    asked = Request("tiny", "a|b <i>\nnext line", steps=steps, seed=seed, engine=EngineSettings(precision="auto")).replaced(
        **request
    )
    timings = {"text": 0.1, "denoise": 0.3, "total": 0.5}
    take = Take(asked, audio, RATE, "tiny", "test", "cpu", precision, timings, steps, 130.5, None, base_rss_mib=100.0)
    return Sound(audio, RATE, f"take {seed}", take.facts())


@pytest.fixture
def made() -> table.Table:
    a = sound()
    others = [sound(1, 4, "bfloat16"), Sound(a.audio.copy(), RATE, "copy", a.facts), Sound(a.audio[: RATE // 2], RATE, "cut")]
    rows = [parity_row("reference", a, a, None), *(parity_row(b.name, a, b, compare(a, b)) for b in others)]
    return parity_table("Page", rows)


def read(made: table.Table) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(table.to_csv(made))))


def test_csv_holds_raw_numbers_under_their_units(made: table.Table) -> None:
    text = table.to_csv(made)
    assert text.isascii()
    reference, other, copy, cut = read(made)
    for row in (reference, other, copy, cut):
        for name, cell in row.items():
            if name.endswith(("_db", "_s", "_mib", "_lu", "cosine", "max_error", "rtf", "evaluations", "samples")) and cell:
                float(cell)
    assert reference["cosine"] == ""
    assert float(reference["stage.denoise_s"]) == 0.3
    assert float(reference["memory_over_base_mib"]) == 30.5
    assert float(reference["peak_memory_mib"]) == 130.5
    assert float(reference["rtf"]) == 0.5
    assert other["differs"] == "seed 0 -> 1, steps 8 -> 4, precision float32 -> bfloat16"
    assert other["precision"] == "bfloat16"
    assert other["setting.steps"] == "4"
    assert float(copy["snr_db"]) == math.inf
    assert copy["equal"] == "1"
    assert cut["equal"] == "0"
    assert float(cut["length_difference_s"]) == -0.5
    assert cut["rtf"] == ""


def test_csv_opens_in_pandas_with_numeric_columns(made: table.Table) -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.read_csv(io.StringIO(table.to_csv(made)))
    for name in ("cosine", "one_minus_cosine", "max_error", "snr_db", "null_depth_db", "log_mel_db", "rtf", "total_s", "seed"):
        assert pandas.api.types.is_numeric_dtype(frame[name]), name


def test_json_has_no_number_that_json_lacks(made: table.Table) -> None:
    data = json.loads(table.to_json([made], {"cpu": "x"}), parse_constant=lambda word: pytest.fail(word))
    rows = data["tables"][0]["rows"]
    assert rows[2]["equal"] is True
    assert rows[2]["snr_db"] is None
    assert rows[1]["setting.prompt"] == "a|b <i>\nnext line"


def test_markdown_keeps_what_a_prompt_holds_inside_its_cell() -> None:
    row = {"name": "a|b <script>\n*x*", "one_minus_cosine": 1.234e-9, "seed": 3}
    text = table.to_markdown(parity_table("t", [row]))
    assert text.splitlines()[2] == "| a\\|b &lt;script> \\*x\\* | 3 | 1.23e-09 |"
    assert len(text.splitlines()) == 3


def test_columns_without_a_value_are_left_out(made: table.Table) -> None:
    names = read(made)[0]
    assert "wer" not in names
    assert "peak_vram_mib" not in names
