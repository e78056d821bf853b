"""Another build of torch is fetched with consent, tried, put in place, and taken away again. The wheels are stubs in a folder."""

from __future__ import annotations

import io
import json
import os
import shutil
import zipfile
from pathlib import Path

import pytest

from ditone.runtime.cli import main
from ditone.runtime.errors import BadRequest, Cancelled, DitoneError
from ditone.runtime.installation import damage, engines

VERSION = "2.0.99"
STUB = "from types import SimpleNamespace\n__version__ = {version!r}\nversion = SimpleNamespace(cuda={cuda!r}, hip=None)\n"


def torch_wheel(folder: Path, version: str = VERSION, cuda: str | None = "13.0", said: str | None = None) -> None:
    """A wheel that calls itself torch `version`; `said` is what it says of itself once it is imported."""
    folder.mkdir(exist_ok=True)
    info = f"torch-{version}.dist-info"
    with zipfile.ZipFile(folder / f"torch-{version}-py3-none-any.whl", "w") as wheel:
        wheel.writestr("torch/__init__.py", STUB.format(version=said or version, cuda=cuda))
        wheel.writestr("torch/version.py", "")
        wheel.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: torch\nVersion: {version}\n")
        wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nGenerator: x\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        wheel.writestr(f"{info}/RECORD", "")


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An installed tree that runs this program; pip looks at a folder alone."""
    place = tmp_path / "tree ü"
    (place / "lib").mkdir(parents=True)
    (place / "engine-version").write_text(VERSION + "\n")
    monkeypatch.setenv(damage.ROOT, str(place))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    for name in [name for name in os.environ if name.startswith("PIP_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)  # this machine's own places for packages
    return place


@pytest.fixture
def wheels(tmp_path: Path) -> tuple[str, ...]:
    return ("--no-index", "--find-links", str(tmp_path / "wheels"))


def test_it_is_added_is_known_and_is_gone_without_a_trace(tree: Path, tmp_path: Path, wheels: tuple[str, ...]) -> None:
    torch_wheel(tmp_path / "wheels")
    lines: list[str] = []
    done = engines.add(engines.CUDA, told=lines.append, source=wheels)
    assert (done.added, done.folder) == ("cuda", tmp_path / "data/ditone/engine" / VERSION)
    assert (done.folder / "torch/version.py").exists()
    assert done.size_bytes > 0
    assert any("torch" in line for line in lines)
    assert [path.name for path in done.folder.parent.iterdir()] == [VERSION]
    assert engines.remove() > 0
    assert engines.status().added == ""
    assert not engines.home().exists()


@pytest.mark.parametrize(
    ("wheel", "said"),
    [
        ({"cuda": None}, "is no build for NVIDIA GPUs"),
        ({"said": "2.0.98"}, "torch 2.0.98 came, and 2.0.99 was asked for"),
        (None, "There is no build torch 2.0.99 for NVIDIA GPUs"),
    ],
)
def test_what_does_not_fit_is_not_kept_and_what_was_there_stays(
    tree: Path, tmp_path: Path, wheels: tuple[str, ...], wheel: dict[str, str] | None, said: str
) -> None:
    (tmp_path / "wheels").mkdir()
    if wheel is not None:
        torch_wheel(tmp_path / "wheels", **wheel)  # type: ignore[arg-type]
    kept = engines.home() / VERSION
    kept.mkdir(parents=True)
    (kept / engines.ADDED).write_text(json.dumps({"kind": "rocm"}))
    with pytest.raises(DitoneError) as told:
        engines.add(engines.CUDA, source=wheels)
    assert said in told.value.text()
    assert engines.status().added == "rocm"
    assert [path.name for path in engines.home().iterdir()] == [VERSION]


def test_without_a_network_it_says_the_one_command(tree: Path) -> None:
    with pytest.raises(DitoneError) as told:
        engines.add(engines.CUDA, source=("--retries", "1", "--index-url", "http://127.0.0.1:9/simple"))
    assert "The network cannot be reached, so nothing was added." in told.value.text()
    assert f"-m pip install torch=={VERSION}" in told.value.text()
    assert list(engines.home().iterdir()) == []


def test_a_full_disk_is_named(tree: Path) -> None:
    error = engines._refusal(
        "ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device", engines.CUDA
    )
    assert "is full" in error.text()
    assert "about 7 GB are needed" in error.text()


def test_it_can_be_stopped(tree: Path, wheels: tuple[str, ...]) -> None:
    stop = engines.Stop()
    stop.stop()
    with pytest.raises(Cancelled):
        engines.add(engines.CUDA, source=wheels, stop=stop)
    assert list(engines.home().iterdir()) == []


def test_an_engine_that_did_not_come_in_whole_is_none(tree: Path) -> None:
    (engines.home() / VERSION / "torch").mkdir(parents=True)
    assert engines.status().added == ""


def test_a_build_that_depends_on_the_driver_needs_its_index(tree: Path) -> None:
    with pytest.raises(BadRequest, match="depends on this machine's driver"):
        engines.chosen("rocm")
    assert engines.chosen("rocm", "https://example.org/rocm") is engines.ROCM
    with pytest.raises(BadRequest, match='no engine "vulkan"'):
        engines.chosen("vulkan")


def test_the_command_tells_everything_asks_once_and_takes_no_for_an_answer(
    tree: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    monkeypatch.setattr(engines, "add", lambda *_: pytest.fail("fetched without consent"))
    assert main(["engine", "add", "cuda"]) == 1
    said = capsys.readouterr().err
    for words in (
        f"torch {VERSION} for NVIDIA GPUs",
        "NVIDIA's own terms",
        "about 3 GB to fetch",
        str(engines.home() / VERSION),
        "Free there",
    ):
        assert words in said
    assert "nothing was done" in said
    assert main(["engine", "remove"]) == 1
    assert "No engine was added" in capsys.readouterr().err


def test_status_names_the_devices_and_the_way_on(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["engine"]) == 0
    out = capsys.readouterr().out
    assert f"torch {VERSION}, as it came with Ditone" in out
    assert "cpu: CPU" in out
    assert "ditone engine add cuda" in out


def test_removing_frees_the_disk(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    engine = engines.home() / VERSION
    engine.mkdir(parents=True)
    (engine / engines.ADDED).write_text(json.dumps({"kind": "cuda"}))
    (engine / "big").write_bytes(b"0" * 2_000_000)
    assert main(["engine", "remove", "--yes"]) == 0
    assert "are free again" in capsys.readouterr().out
    assert not engine.exists()


def test_an_installation_by_pip_is_told_to_use_pip(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.delenv(damage.ROOT, raising=False)
    assert main(["engine", "add", "cuda", "--yes"]) == 1
    said = capsys.readouterr().err
    assert "installed with pip" in said
    assert "-m pip install torch==" in said


def test_no_pip_is_said(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(DitoneError, match="brings no pip"):
        engines.add(engines.CUDA)
    assert not shutil.rmtree(engines.home())
