"""`ditone render` and `ditone inspect` on a dots.tts folder: the recorded speech in a file."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file

from ditone.runtime.audio.reading import read
from ditone.runtime.cli import main
from ditone.runtime.registry import ModelInfo

Infos = Callable[[str], ModelInfo]


def render(info: ModelInfo, case: Path, output: Path, *more: str) -> int:
    """The request of a recorded continuation as options."""
    given = json.loads((case / "case.json").read_text("utf-8"))["request"]
    sets = {
        "reference": str(case / given["prompt_wav"]),
        "transcript": given["prompt_text"],
        "max_patches": given["max_patches"],
        "stop_threshold": 1.0,
        "split": "off",
    }
    options = [f"--set={name}={value}" for name, value in sets.items()]
    solver = ["--solver", given["solver"], "--cfg", str(given["guidance_scale"])] if info.variant == "soar" else []
    return main(
        ["render", given["text"], "--model", info.model, "--steps", str(given["num_steps"]), "--seed", str(given["seed"])]
        + ["--precision", "float32", "--device", "cpu", "-o", str(output), *solver, *options, *more]
    )


@pytest.mark.parametrize(("variant", "loop"), [("soar", "loop_soar_continuation"), ("mf", "loop_mf_continuation")])
def test_a_sentence_with_a_reference_voice_becomes_a_file(
    info: Infos, cases: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], variant: str, loop: str
) -> None:
    output = tmp_path / "speech.wav"
    assert render(info(variant), cases / loop, output, "--json") == 0
    audio, rate_hz = read(output)
    expected = load_file(cases / loop / "case.safetensors")["expected.audio"][0].T
    assert rate_hz == 48000
    torch.testing.assert_close(torch.from_numpy(audio), expected, atol=1e-4, rtol=0)  # a WAV of 24 bits
    facts = json.loads(capsys.readouterr().out)
    assert (facts["family"], facts["precision"], facts["seed"]) == (
        "dots",
        "float32",
        json.loads((cases / loop / "case.json").read_text())["request"]["seed"],
    )


def test_inspect_says_what_a_folder_holds(info: Infos, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["inspect", info("mf_2steps").model]) == 0
    out = capsys.readouterr().out
    for words in ("dots.tts two steps", "48 kHz mono", "It can be loaded.", "speaker_encoder.safetensors", "Apache-2.0"):
        assert words in out


def test_a_mistake_is_told_before_the_model_is_loaded(info: Infos, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["render", "Hello.", "--model", info("mf").model, "--cfg", "2", "-o", str(tmp_path / "a.wav")]) != 0
    assert "guidance was distilled into this variant" in capsys.readouterr().err
    assert not (tmp_path / "a.wav").exists()
