"""`ditone render` and `ditone inspect` as a user calls them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import soundfile

from ditone.runtime.cli import main
from tests.models.stable_audio_3.published import MODELS


def run(*words: str) -> int:
    try:
        return int(main(list(words)) or 0)
    except SystemExit as ended:
        return int(ended.code or 0)


def test_a_take_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "take.wav"
    code = run(
        "render",
        "--model",
        str(MODELS / "small"),
        "-o",
        str(out),
        "--seconds",
        "1.5",
        "--steps",
        "2",
        "--seed",
        "7",
        "--json",
        "rain",
    )
    facts = json.loads(capsys.readouterr().out)
    assert code == 0
    audio, rate = soundfile.read(out)
    assert (rate, audio.shape) == (1600, (2400, 2))
    assert (facts["family"], facts["variant"], facts["seed"], facts["evaluations"]) == ("stable_audio_3", "small-music", 7, 2)


def test_a_folder_is_described(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("inspect", str(MODELS / "small-base")) == 0
    text = capsys.readouterr().out
    for words in (
        "Small-Music Base",
        "Stability AI Community License",
        "transformer",
        "text encoder",
        "Base model",
        "Up to 10.6 s",
    ):
        assert words in text


def test_a_broken_folder_ends_with_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = run("render", "--model", str(MODELS / "same-l"), "-o", str(tmp_path / "x.wav"), "rain")
    assert code != 0
    assert "only the autoencoder" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
