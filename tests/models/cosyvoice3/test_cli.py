"""The command line on the tiny folder, as a user types it."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest
import soundfile

from ditone.runtime.cli import main
from tests.models.cosyvoice3.published import MODEL, PROMPT_WAV, SOURCE_WAV


def typed(*words: object) -> int:
    return main([str(word) for word in words])


def test_inspect_explains_the_folder(capsys: pytest.CaptureFixture[str]) -> None:
    assert typed("inspect", MODEL) == 0
    text = capsys.readouterr().out
    for words in (
        "Fun-CosyVoice3",
        "Apache-2.0",
        "language model",
        "flow.pt",
        "clone, cross_lingual, instruct, convert",
        "can be loaded",
    ):
        assert words in text


def test_render_speaks_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "a.wav"
    options = ("--model", MODEL, "-o", out, "--steps", "2", "--seed", "3", "--threads", "1", "--json")
    assert typed("render", "hello", *options, "--voice", PROMPT_WAV, "--transcript", "the shell") == 0
    facts = json.loads(capsys.readouterr().out)
    audio, rate_hz = soundfile.read(out)
    assert rate_hz == 24000
    assert len(audio) == round(facts["duration_s"] * 24000) > 0
    assert {"voice", "tokens", "denoise", "decode", "total"} <= facts["timings_s"].keys()


def test_render_converts_a_recording(tmp_path: Path) -> None:
    out = tmp_path / "a.wav"
    options = ("--model", MODEL, "-o", out, "--steps", "2", "--threads", "1", "--set", "mode=convert")
    assert typed("render", "", *options, "--voice", PROMPT_WAV, "--source", SOURCE_WAV) == 0
    assert soundfile.info(out).duration == pytest.approx(soundfile.info(SOURCE_WAV).duration, abs=0.04)


def test_recalled_command_makes_the_same_take(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "a.wav"
    options = ("--model", MODEL, "-o", out, "--steps", "2", "--threads", "1", "--voice", PROMPT_WAV, "--transcript", "the shell")
    assert typed("render", "hello", *options) == 0
    capsys.readouterr()
    assert typed("recall", out) == 0
    words = shlex.split(capsys.readouterr().out)
    assert words[0] == "ditone"
    words[words.index("-o") + 1] = str(tmp_path / "b.wav")
    assert typed(*words[1:]) == 0
    assert (soundfile.read(out)[0] == soundfile.read(tmp_path / "b.wav")[0]).all()


def test_render_without_a_transcript_says_what_is_needed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "a.wav"
    assert typed("render", "hello", "--model", MODEL, "-o", out, "--set", f"reference={PROMPT_WAV}", "--threads", "1") != 0
    assert "transcript" in capsys.readouterr().err
    assert not out.exists()
