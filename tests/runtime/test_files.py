"""Files of outsiders are plain files or refused at once; files of ours appear whole and never through a link."""

import os
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from ditone.runtime import files
from ditone.runtime.errors import BadModelFolder, DitoneError

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="needs pipes, devices and links")


@POSIX
@pytest.mark.parametrize("kind", ["pipe", "device", "endless", "folder", "loop", "gone"])
def test_what_is_no_plain_file_is_refused_at_once(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "weights.bin"
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    elif kind != "gone":
        path.symlink_to({"device": "/dev/null", "endless": "/dev/zero", "loop": str(path)}[kind])
    for read in (files.open_regular, files.regular_file):
        with pytest.raises(BadModelFolder, match=r"weights\.bin is (a pipe|a device|a folder|a link|missing)"):
            read(path, BadModelFolder, path.name)


def test_no_more_is_read_than_was_expected(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"x" * 11)
    assert files.read_bytes(tmp_path / "a", 11) == b"x" * 11
    with pytest.raises(DitoneError, match=r"has 11 bytes; at most 10"):
        files.read_bytes(tmp_path / "a", 10)


@pytest.mark.parametrize(
    "name", ["", ".", "..", "a/b", "/a", "a\\b", "C:a", "//share/a", "a\0b", "../a", 5, None, ["a"], "x" * 300]
)
def test_a_name_out_of_a_file_holds_no_path(name: object) -> None:
    assert files.plain_name(name) is None
    assert files.plain_name("model-00001-of-00002.safetensors")


@POSIX
def test_a_planted_link_is_never_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    victim = tmp_path / "victim"
    victim.write_text("precious")
    names = iter([bytes(8), b"\x11" * 8])
    monkeypatch.setattr(files.os, "urandom", lambda count: next(names))
    with files.written(tmp_path / "a.wav") as file:  # learns the name
        planted = next(path for path in tmp_path.iterdir() if files.is_temporary(path))
    (planted.with_name(planted.name.replace("0" * 16, "1" * 16))).symlink_to(victim)
    with pytest.raises(FileExistsError), files.written(tmp_path / "a.wav") as file:
        file.write(b"take")
    assert victim.read_text() == "precious"


def test_names_of_unfinished_files_differ_and_do_not_grow(tmp_path: Path) -> None:
    longest = "n" * 251 + ".wav"
    found = set()
    for _ in range(3):
        with files.written(tmp_path / longest) as file:
            file.write(b"x")
            found |= {path.name for path in tmp_path.iterdir() if files.is_temporary(path)}
    assert len(found) == 3
    assert max(map(len, found)) < 60
    assert [path.name for path in tmp_path.iterdir()] == [longest]


def test_a_failed_write_leaves_the_earlier_file_and_nothing_else(tmp_path: Path) -> None:
    files.write_bytes(tmp_path / "a", b"first")
    with pytest.raises(TypeError), files.written(tmp_path / "a") as file:
        file.write("half a file that nobody can write")  # type: ignore[arg-type]
    with pytest.raises(FileExistsError):
        files.write_bytes(tmp_path / "a", b"third", overwrite=False)
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"first"]


@POSIX
def test_private_files_are_private(tmp_path: Path) -> None:
    files.write_bytes(tmp_path / "a", b"x", mode=files.PRIVATE)
    assert stat.S_IMODE((tmp_path / "a").stat().st_mode) == 0o600


@POSIX
def test_what_a_killed_program_left_is_cleared_by_the_next_write_of_the_name(tmp_path: Path) -> None:
    code = f"""
import os, signal
from pathlib import Path
from ditone.runtime import files
with files.written(Path({str(tmp_path / "a.wav")!r})) as file:
    file.write(b'half')
    os.kill(os.getpid(), signal.SIGKILL)
"""
    subprocess.run([sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}, check=False)
    left = list(tmp_path.iterdir())
    assert [files.is_temporary(path) for path in left] == [True]
    files.write_bytes(tmp_path / "b.wav", b"another name: nothing of it is touched")
    assert left[0].exists()
    files.write_bytes(tmp_path / "a.wav", b"whole")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.wav", "b.wav"]


def test_what_another_write_has_open_is_left_alone(tmp_path: Path) -> None:
    begun, may_end = threading.Event(), threading.Event()

    def slow() -> None:
        with files.written(tmp_path / "a.wav") as file:
            file.write(b"slow")
            begun.set()
            may_end.wait(10)

    thread = threading.Thread(target=slow)
    thread.start()
    begun.wait(10)
    files.clear_abandoned(tmp_path)
    files.write_bytes(tmp_path / "a.wav", b"quick")
    may_end.set()
    thread.join()
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"slow"]


@pytest.mark.parametrize("name", ["CON.wav", "aux", "aux. hum.flac", "lpt1.x.wav", "COM9 .wav", "nul"])
def test_names_of_devices_are_known(name: str) -> None:
    assert files.is_reserved(name)
    assert not files.is_reserved(f"a {name}")
