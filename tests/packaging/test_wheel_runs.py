"""The wheel holds the package `ditone` and nothing else, and makes a take from any folder with nothing but itself on the path."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that holds what the wheel holds."""
    folder = tmp_path_factory.mktemp("wheel")
    tree = folder / "tree"  # building leaves files behind, and takes up those of an earlier build
    left_out = shutil.ignore_patterns(".*", "build", "dist", "*.egg-info", "__pycache__", "tests", "training")
    shutil.copytree(ROOT, tree, symlinks=True, ignore=left_out)
    command = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--no-deps",
        "--no-build-isolation",
        "--no-index",
        "-q",
        "-w",
        str(folder),
        ".",
    ]
    made = subprocess.run(command, cwd=tree, capture_output=True, text=True, timeout=280)
    if made.returncode and "No module named 'setuptools'" in made.stderr + made.stdout:
        pytest.skip("setuptools is not installed here, so that no wheel can be built without a network")
    assert made.returncode == 0, made.stderr
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as file:
        file.extractall(folder / "site")
    return folder / "site"


@pytest.mark.timeout(400)
def test_nothing_but_the_package_lands_in_site_packages(unpacked: Path) -> None:
    names = {path.name for path in unpacked.iterdir()}
    (about,) = [name for name in names if name.endswith(".dist-info")]
    assert names == {"ditone", about}
    for name in ("__init__.py", "__main__.py", "py.typed", "runtime/api.py", "models/mini/family.py", "gui/app.py"):
        assert (unpacked / "ditone" / name).is_file(), name
    assert (unpacked / "ditone" / "assets" / "mini-sfx" / "config.json").is_file()


@pytest.mark.timeout(400)
def test_it_renders_from_any_folder(unpacked: Path, tmp_path: Path) -> None:
    code = "import sys, ditone; sys.path[:] = [p for p in sys.path if p]; print(ditone.__file__)"
    environment = {**os.environ, "PYTHONPATH": str(unpacked), "DITONE_CONFIG_DIR": str(tmp_path / "config")}
    shown = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=environment, capture_output=True, text=True, check=True
    )
    assert Path(shown.stdout.strip()).parents[1] == unpacked
    command = [
        sys.executable,
        "-W",
        "ignore",
        "-m",
        "ditone",
        "render",
        "a short metallic clang",
        "--seconds",
        "0.3",
        "-o",
        "a.wav",
    ]
    made = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=280)
    assert made.returncode == 0, made.stderr
    assert (tmp_path / "a.wav").stat().st_size > 10_000
