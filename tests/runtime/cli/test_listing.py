"""`ditone models`, `ditone inspect` and opening the studio."""

import json
import subprocess
import sys
from dataclasses import replace
from importlib import metadata
from pathlib import Path

import pytest
import torch

from ditone.runtime import devices, registry
from ditone.runtime.cli import main
from tests.tiny import TinyFamily


def test_models_lists_what_can_be_run(tiny: TinyFamily, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["models"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("tiny  Tiny: 16 kHz mono")
    assert 'ditone render "a test tone" --model tiny' in out
    assert "Folders of these families run with --model FOLDER: Tiny." in out


def test_models_as_json(tiny: TinyFamily, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["models", "--json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)
    assert (found["model"], found["sample_rate_hz"], found["licence"]) == ("tiny", 16000, "Apache-2.0")
    assert [control["name"] for control in found["controls"]][:2] == ["prompt", "negative_prompt"]


def test_broken_families_are_named(tiny: TinyFamily, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(registry, "broken", lambda: {"other": "ImportError: no module"})
    assert main(["models"]) == 0
    assert 'The family "other" could not be loaded: ImportError: no module.' in capsys.readouterr().err


def test_inspect_explains_a_folder(tmp_path: Path, tiny: TinyFamily, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "tiny.json").write_text("{}")
    assert main(["inspect", str(tmp_path)]) == 0
    out = capsys.readouterr().out
    for text in (
        "Tiny",
        "steps: Steps, 1 to 64 steps, default 4",
        "euler, midpoint, rk4, pingpong",
        "seed: Seed, 0 to 2147483647, default",
        "tiny.json",
        "It can be loaded.",
    ):
        assert text in out


def test_inspect_says_which_controls_a_variant_fixes_and_why(
    tmp_path: Path, tiny: TinyFamily, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tiny.json").write_text("{}")
    found = registry.resolve(str(tmp_path))
    fixed = tuple(replace(c, inactive="one step was distilled.") if c.name == "steps" else c for c in found.controls)
    monkeypatch.setattr(registry, "resolve", lambda name: replace(found, controls=fixed))
    assert main(["inspect", str(tmp_path)]) == 0
    assert "steps: Steps, always 4: one step was distilled.\n" in capsys.readouterr().out


def test_inspect_names_what_is_missing(tmp_path: Path, tiny: TinyFamily, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "tiny.json").write_text("{}")
    (tmp_path / "incomplete.json").write_text("{}")
    assert main(["inspect", str(tmp_path)]) == 1
    out = capsys.readouterr().out
    assert "weights.bin (100 bytes expected): weights\n" in out
    assert "weights.bin is missing; it holds the weights." in out
    assert "It cannot be loaded as it is." in out


def test_inspect_says_what_a_foreign_folder_holds(tmp_path: Path, tiny: TinyFamily, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "holiday.jpg").write_bytes(b"")
    assert main(["inspect", str(tmp_path)]) == 1
    err = capsys.readouterr().err
    assert "is not a model folder that Ditone knows" in err
    assert "holiday.jpg" in err


class Entry:
    def __init__(self, result: object) -> None:
        self.name, self.value = "studio", "ditone.gui.app:main"
        self.result = result

    def load(self) -> object:
        if isinstance(self.result, Exception):
            raise self.result
        return self.result


def test_without_a_command_the_studio_opens(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    opened: list[list[str]] = []

    def studio(arguments: list[str]) -> int:
        opened.append(arguments)
        return 3

    def entry_points(group: str) -> list[Entry]:
        return [Entry(studio)] if group == "ditone.frontends" else []

    monkeypatch.setattr(metadata, "entry_points", entry_points)
    for arguments in ([], ["studio"], ["--smoke"], ["studio", "--model", "tiny"], ["--model", "tiny", "studio"]):
        assert main(arguments) == 3
    assert opened == [[], [], ["--smoke"], ["--model", "tiny"], ["--model", "tiny"]]
    assert main(["--model", "tiny", "render", "x", "-o", "a.wav"]) == 2
    assert 'Options of "render" go behind it' in capsys.readouterr().err


def test_a_missing_library_of_the_window_is_said(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    missing = ImportError("libEGL.so.1: cannot open shared object file: No such file or directory")
    monkeypatch.setattr(metadata, "entry_points", lambda **_: [Entry(missing)])
    assert main([]) == 1
    err = capsys.readouterr().err
    assert "libEGL.so.1" in err
    assert "apt-get install" in err


def test_the_installed_command_answers() -> None:
    command = Path(sys.executable).with_name("ditone")
    result = subprocess.run([command, "--version"], capture_output=True, text=True, timeout=60, check=True)
    assert result.stdout.strip() == f"Ditone {metadata.version('ditone')}"


def test_inspect_says_what_automatic_precision_is_and_measures_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["inspect", "mini-sfx"]) == 0
    assert "automatic here: float32" in capsys.readouterr().out


def test_calibrate_measures_first(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(devices, "emulates", lambda device, dtype: dtype == torch.float16)
    assert main(["inspect", "mini-sfx", "--calibrate"]) == 0
    said = capsys.readouterr()
    (line,) = [line for line in said.err.splitlines() if line.startswith("bf16: ")]
    assert f"({line})" in said.out
