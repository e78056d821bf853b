"""What "auto" takes: the fastest precision that was measured near float32."""

from __future__ import annotations

import json

import pytest
import torch

from ditone.runtime import devices, folders, precision
from ditone.runtime.errors import BadRequest
from ditone.runtime.precision import Measured
from ditone.runtime.registry import resolve

CPU = torch.device("cpu")


@pytest.fixture
def halved_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """A processor that computes bfloat16 itself."""
    monkeypatch.setattr(devices, "emulates", lambda device, dtype: dtype == torch.float16)
    monkeypatch.setattr(precision, "kind", lambda device: "amx")


@pytest.mark.parametrize(
    ("found", "chosen"),
    [
        ({}, torch.float32),
        ({"bfloat16": Measured(1.6, 49.0)}, torch.bfloat16),
        ({"bfloat16": Measured(1.6, 24.9)}, torch.float32),
        ({"bfloat16": Measured(0.9, 49.0)}, torch.float32),
        ({"float16": Measured(9.0, 90.0)}, torch.float32),
    ],
    ids=["nothing", "near", "far", "slow", "emulated"],
)
def test_the_fastest_near_one_is_taken(halved_here: None, found: dict[str, Measured], chosen: torch.dtype) -> None:
    assert devices.resolve_precision("auto", ("float32", "bfloat16", "float16"), device=CPU, found=found) == chosen


def test_a_later_kind_of_processor_takes_what_an_earlier_one_was_measured_with(halved_here: None) -> None:
    assert precision.measured("stable_audio_3", "any", CPU)["bfloat16"].agreement_db >= precision.LEAST_DB


def test_a_far_precision_of_the_built_in_models_is_not_automatic(halved_here: None) -> None:
    info = resolve("mini-sfx")
    found = precision.measured(info.family, info.model, CPU)
    assert devices.resolve_precision("auto", info.precisions, device=CPU, found=found) == torch.float32
    assert precision.automatic(info, "cpu").startswith("float32 (bf16: ")


def test_what_was_measured_on_this_machine_goes_first(halved_here: None) -> None:
    info = resolve("mini-sfx")
    lines: list[str] = []
    found = precision.calibrate(info, lines.append)
    assert set(found) == {"bfloat16"}
    assert lines == [found["bfloat16"].words("bfloat16")]
    assert precision.measured(info.family, info.model, CPU) == found
    assert precision.measured(info.family, "another", CPU) != found


def test_a_damaged_file_of_measurements_counts_for_nothing(halved_here: None) -> None:
    shipped = precision.measured("stable_audio_3", "any", CPU)
    path = folders.config() / "precisions.json"
    path.parent.mkdir(parents=True)
    for text in ("{", json.dumps({"any on here": {"bfloat16": {"ratio": "fast"}}})):
        path.write_text(text)
        assert precision.measured("stable_audio_3", "any", CPU) == shipped


def test_one_precision_has_nothing_to_compare(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(devices, "emulates", lambda device, dtype: dtype != torch.float32)
    with pytest.raises(BadRequest, match="one precision"):
        precision.calibrate(resolve("mini-sfx"))
