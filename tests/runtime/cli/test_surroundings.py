"""The command line in bad surroundings: streams that are closed, full or of one byte an letter, a target that vanishes, Ctrl+C twice."""

import json
import os
import signal
import stat
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from ditone.runtime.audio import metadata
from ditone.runtime.audio.reading import read
from ditone.runtime.cli import main
from ditone.runtime.cli.render_command import command
from ditone.runtime.printable import printable
from ditone.runtime.request import Request
from ditone.runtime.session import Session
from tests.tiny import TinyFamily

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX shell")
RENDER = f'"{sys.executable}" -m ditone render'
MODEL = "--model mini-sfx --seconds 0.2 --steps 1 --threads 1"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tiny: TinyFamily) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def shell(line: str, folder: Path, **more: str) -> subprocess.CompletedProcess[bytes]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **more}
    return subprocess.run(["bash", "-c", line], cwd=folder, env=environment, capture_output=True, timeout=90, check=False)


@POSIX
@pytest.mark.parametrize("streams", ["<&- >&- 2>&-", "2>&-", ">/dev/full", "2>/dev/full", ">/dev/full 2>/dev/full"])
def test_a_take_is_made_whatever_the_streams_are(tmp_path: Path, streams: str) -> None:
    result = shell(f"{RENDER} x {MODEL} -o a.wav {streams}", tmp_path)
    assert len(read(tmp_path / "a.wav")[0]) == 8820
    assert b"Traceback" not in result.stderr
    assert b"inside Ditone" not in result.stderr
    assert result.returncode == (1 if ">/dev/full" in streams.split() else 0)
    if streams == ">/dev/full":
        assert b"could not be written: No space left" in result.stderr


@POSIX
def test_a_terminal_of_ascii_gets_escapes_and_the_file_the_words(tmp_path: Path) -> None:
    ascii_only = {"LC_ALL": "C", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    result = shell(f"{RENDER} 雨打铁皮 {MODEL} -o 雨.wav", tmp_path, **ascii_only)
    assert (result.returncode, b"inside Ditone" in result.stderr) == (0, False)
    found = metadata.read(tmp_path / "雨.wav")
    assert found is not None
    assert found["request"]["prompt"] == "雨打铁皮"
    shown = shell(f'"{sys.executable}" -m ditone recall 雨.wav --json', tmp_path, **ascii_only)
    assert json.loads(shown.stdout.decode("ascii"))["prompt"] == "雨打铁皮"


@POSIX
def test_words_that_are_no_text_are_refused_by_name(tmp_path: Path) -> None:
    result = shell(f"{RENDER} $'bad \\xff\\xfe bytes' {MODEL} -o a.wav", tmp_path)
    assert result.returncode == 2
    assert b'Prompt is not UTF-8 text: "bad \\xff\\xfe bytes".' in result.stderr
    assert not list(tmp_path.iterdir())


@POSIX
@pytest.mark.parametrize("wait_s", [0.3, 1.0, 2.0])
def test_ctrl_c_twice_ends_without_a_traceback(tmp_path: Path, wait_s: float) -> None:
    line = [
        sys.executable,
        "-m",
        "ditone",
        "render",
        "x",
        "--model",
        "mini-sfx",
        "--seconds",
        "6",
        "--steps",
        "100",
        "-o",
        "a.wav",
    ]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    # a shell gives its background jobs a signal that is ignored, and so would the tests in one
    heard = partial(signal.signal, signal.SIGINT, signal.default_int_handler)
    process = subprocess.Popen(line, cwd=tmp_path, env=environment, stderr=subprocess.PIPE, preexec_fn=heard)
    time.sleep(wait_s)
    for _ in range(3):
        process.send_signal(signal.SIGINT)
        time.sleep(0.02)
    said = process.communicate(timeout=60)[1]
    assert b"Traceback" not in said
    assert process.returncode in (130, -signal.SIGINT)
    assert not [path for path in tmp_path.iterdir() if path.suffix == ".wav"]


def test_control_characters_reach_no_terminal_and_the_file_keeps_them(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    prompt = "a\x01\x1b[31mred\x07\x7f bell\x9b"
    assert main(["render", prompt, "-o", "a.wav"]) == 0
    assert main(["recall", "a.wav"]) == 0
    assert main(["recall", "a.wav", "--json"]) == 0
    assert main(["render", prompt, "--model", f"/{prompt}", "-o", "b.wav"]) == 1
    captured = capsys.readouterr()
    lines = (captured.out + captured.err).splitlines()
    assert [printable(line) for line in lines] == lines
    assert json.loads(lines[2])["prompt"] == prompt
    made = subprocess.run(["bash", "-c", f"printf '%s\\0' {lines[1]}"], capture_output=True, check=True).stdout.split(b"\0")
    assert made[2].decode() == prompt


@pytest.mark.parametrize("word", ["; touch RUN #", "$(touch RUN)`touch RUN`", "'; touch RUN; '", "\x1b'; touch RUN; '"])
def test_a_recalled_command_runs_nothing_of_the_file(tmp_path: Path, word: str) -> None:
    line = command(Request(word, prompt=word, negative_prompt=word, solver=word, extra=((word, word),)))
    subprocess.run(["bash", "-c", line.replace("ditone render", "true", 1)], cwd=tmp_path, check=False)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("how", ["folder removed", "folder is a file", "disk full"])
def test_a_take_whose_target_fails_is_kept_in_private(
    folder: Path,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    how: str,
) -> None:
    (folder / "out").mkdir()
    generate = Session.generate

    def then_fail(*given: object) -> object:
        take = generate(*given)  # type: ignore[arg-type]
        (folder / "out").rmdir()
        if how == "folder is a file":
            (folder / "out").touch()
        elif how == "disk full":
            (folder / "out").symlink_to("/dev/full")
        return take

    monkeypatch.setattr(Session, "generate", then_fail)
    assert main(["render", "rain", "--seed", "5", "-o", "out/a.wav"]) == 1
    said = capsys.readouterr().err
    assert "out/a.wav could not be written" in said
    kept = Path(said.split("The take was kept as ")[1].strip().removesuffix("."))
    about = metadata.read(kept)
    assert about is not None
    assert (about["request"]["prompt"], about["request"]["seed"]) == ("rain", 5)
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert stat.S_IMODE(kept.parent.stat().st_mode) == 0o700
    monkeypatch.setattr(Session, "generate", generate)
    assert main(["render", "rain", "--seed", "5", "-o", "b.wav"]) == 0
    np.testing.assert_array_equal(read(kept)[0], read(folder / "b.wav")[0])


@pytest.mark.parametrize("letters", [242, 251])
def test_the_longest_names_of_the_disk_are_written(folder: Path, letters: int) -> None:
    name = "n" * letters + ".wav"
    assert main(["render", "x", "-o", name]) == 0
    assert [path.name for path in folder.iterdir()] == [name]


@pytest.mark.parametrize(
    ("name", "words"), [("n" * 252 + ".wav", "too long"), ("CON.wav", "Windows keeps"), ("aux. hum.wav", "Windows keeps")]
)
def test_names_that_cannot_be_are_refused_before_the_work(
    folder: Path, tiny: TinyFamily, capsys: pytest.CaptureFixture[str], name: str, words: str
) -> None:
    assert main(["render", "x", "-o", name]) in (1, 2)
    assert words in capsys.readouterr().err
    assert not tiny.pipelines


def test_a_sound_that_holds_no_settings_is_no_take(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["render", "x", "-o", "a.wav"]) == 0
    data = (folder / "a.wav").read_bytes()
    (folder / "b.wav").write_bytes(metadata.embed(data[: data.index(b"dtne")], {}))
    assert main(["render", "y", "-o", "b.wav"]) == 1
    assert "exists already" in capsys.readouterr().err
