"""The files that an installed Ditone starts with, in a tree of a few stub files."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
INSTALLERS = ROOT / "packaging" / "installers"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """What the packages install, with a command line that prints where it is."""
    place = tmp_path / "音 ü"
    cli = place / "lib/ditone/runtime/cli.py"
    cli.parent.mkdir(parents=True)
    (cli.parent / "installation").mkdir()
    shutil.copy(ROOT / "runtime/installation/damage.py", cli.parent / "installation/damage.py")
    cli.write_text("import os, sys\ndef main():\n    import torch\n    print(torch.__file__, sys.path[0])\n    return 3\n")
    (place / "lib/torch.py").write_text("")
    (place / "lib/core.so").write_text("12345")
    shutil.copy(INSTALLERS / "start.py", place / "start.py")
    (place / "engine-version").write_text("2.13.0\n")
    (place / "share").mkdir()
    files = [path for path in place.rglob("*") if path.is_file()]
    (place / "share/contents").write_text(
        "".join(f"{p.stat().st_size} {p.relative_to(place).as_posix()}\n" for p in files), "utf-8"
    )
    return place


def start(tree: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    clean = {"PATH": os.environ["PATH"], "HOME": str(tree), "PYTHONPATH": str(tree / "elsewhere"), **environment}
    command = [sys.executable, "-I", "-B", str(tree / "start.py")]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, env=clean, cwd=tree, check=False)


def test_it_runs_what_lies_beside_it_and_nothing_of_the_current_folder(tree: Path) -> None:
    (tree / "torch").mkdir()
    (tree / "torch/__init__.py").write_text("raise SystemExit('a stranger')")
    done = start(tree)
    assert done.returncode == 3
    assert str(tree / "lib/torch.py") in done.stdout


def test_an_added_engine_comes_first_once_it_is_complete(tree: Path) -> None:
    engine = tree / "data/ditone/engine/2.13.0"
    (engine / "torch").mkdir(parents=True)
    (engine / "torch/version.py").write_text("")
    (engine / "torch/__init__.py").write_text("")
    assert str(engine) not in start(tree, XDG_DATA_HOME=str(tree / "data")).stdout
    (engine / "added").write_text("{}")
    assert str(engine) in start(tree, XDG_DATA_HOME=str(tree / "data")).stdout


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("lib/core.so", "123", "lib/core.so has 3 bytes instead of 5"),
        ("lib/core.so", None, "lib/core.so is missing"),
        ("lib/ditone/runtime/cli.py", None, "lib/ditone/runtime/cli.py is missing"),
        ("lib/ditone/runtime/installation/damage.py", None, "damage.py is missing"),
    ],
)
def test_a_damaged_tree_says_what_is_damaged_and_what_to_do(tree: Path, name: str, data: str | None, said: str) -> None:
    (tree / name).unlink()
    if data is not None:
        (tree / name).write_text(data)
    done = start(tree)
    assert done.returncode == 1
    assert said in done.stderr
    assert "damaged" in done.stderr
    assert "again" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="a shell script")
@pytest.mark.parametrize(
    ("python", "said"),
    [
        ("echo \"python: /lib/libc.so.6: version 'GLIBC_2.35' not found\" >&2; exit 1", "needs glibc 2.35 or newer"),
        ("echo 'Fatal Python error: init_fs_encoding' >&2; exit 1", "This installation is damaged: its Python does not start"),
        (None, "start.py is missing"),
    ],
)
def test_a_system_that_cannot_run_it_is_told_so(tmp_path: Path, python: str | None, said: str) -> None:
    (tmp_path / "bin").mkdir()
    (tmp_path / "python/bin").mkdir(parents=True)
    (tmp_path / "start.py").write_text("")
    shutil.copy(INSTALLERS / "linux/ditone.sh", tmp_path / "bin/ditone")
    if python is not None:
        stub = tmp_path / "python/bin/python3.11"
        stub.write_text(f"#!/bin/sh\n{python}\n")
        stub.chmod(0o755)
    done = subprocess.run(["sh", str(tmp_path / "bin/ditone")], capture_output=True, text=True, timeout=30, check=False)
    assert done.returncode == 1
    assert said in done.stderr
