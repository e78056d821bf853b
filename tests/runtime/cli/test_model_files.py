"""The checksums of the model's files are in every file that `ditone render` writes, and `ditone recall` compares them."""

from __future__ import annotations

import dataclasses
import hashlib
import threading
from pathlib import Path

import pytest

from ditone.runtime import model_files
from ditone.runtime.audio import metadata
from ditone.runtime.cli import main, render
from ditone.runtime.library import hashing
from ditone.runtime.model_files import FileState
from ditone.runtime.registry import FileRole
from tests import tiny as tinies
from tests.tiny import TinyFamily

SUMS = {"weights.bin": hashlib.sha256(b"abc").hexdigest()}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tiny: TinyFamily) -> Path:
    """The built-in tiny model, which has a file here."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "model").mkdir()
    (tmp_path / "model" / "weights.bin").write_bytes(b"abc")
    info = dataclasses.replace(
        tinies.INFO, folder=str(tmp_path / "model"), files=(FileRole("weights.bin", "transformer", 3),), builtin=True
    )
    monkeypatch.setattr(tiny, "builtin", lambda: [info])
    return tmp_path


def rendered(*words: str) -> None:
    assert main(["render", "rain", "--seed", "7", *words]) == 0


def sums_in(path: Path) -> object:
    told = metadata.read(path)
    assert told is not None
    return told["model_files"]


def test_a_take_that_was_quicker_than_the_sums_ends_as_the_same_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written = threading.Event()
    original = model_files.sha256
    before: list[object] = []

    def slow(state: FileState, stopped: object) -> str | None:
        assert written.wait(30)
        return original(state)

    def reported(path: Path, *words: object) -> None:
        before.append(sums_in(path))
        written.set()

    with monkeypatch.context() as during:
        during.setattr(hashing, "sha256", slow)
        during.setattr(render, "report", reported)
        rendered("-o", "a.wav")
    assert before == [{}]  # it was there at once, and complete without them
    assert sums_in(folder / "a.wav") == SUMS
    rendered("-o", "b.wav")
    assert (folder / "a.wav").read_bytes() == (folder / "b.wav").read_bytes()


@pytest.mark.parametrize("suffix", ["flac", "mp3", "ogg"])
def test_several_takes_in_any_format_have_them(folder: Path, suffix: str) -> None:
    rendered("--count", "2", "-o", f"a.{suffix}")
    assert [sums_in(folder / f"a-{i}.{suffix}") for i in (1, 2)] == [SUMS, SUMS]


def test_recall_says_when_the_installed_model_is_another(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rendered("-o", "a.wav")
    capsys.readouterr()
    assert main(["recall", "a.wav"]) == 0
    assert capsys.readouterr().err == ""
    (folder / "model" / "weights.bin").write_bytes(b"trained on")
    for words in (["recall", "a.wav"], ["recall", "a.wav", "-o", "again.wav"]):
        assert main(words) == 0
        err = capsys.readouterr().err
        assert "Tiny as installed here is not the model that made this take (weights.bin changed): it may sound different." in err
    assert main(["recall", "again.wav"]) == 0
    assert "not the model" not in capsys.readouterr().err


def test_a_model_that_is_not_here_is_not_compared(folder: Path, capsys: pytest.CaptureFixture[str], tiny: TinyFamily) -> None:
    rendered("-o", "a.wav")
    tiny.builtin = list  # type: ignore[method-assign]
    capsys.readouterr()
    assert main(["recall", "a.wav"]) == 0
    out = capsys.readouterr()
    assert out.out.startswith("ditone render rain") and out.err == ""
