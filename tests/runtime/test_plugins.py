"""Another package's families and solvers, in a process that finds them by their entry points: the good work, the bad are named."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.timeout(300)  # processes of their own, which import everything anew

CODE = """
from dataclasses import replace
from ditone.runtime.sampling.solvers import Solver, euler
from tests.tiny import INFO, TinyFamily


class Family(TinyFamily):
    def __init__(self, name, info=None):
        super().__init__()
        self.name, self.title = name, name.title()
        self.infos = [] if info is None else [replace(INFO, family=name, **info)]

    def builtin(self):
        return self.infos

    def recognise(self, folder):
        return None


class Unlistable(Family):
    def builtin(self):
        raise ValueError("no list today")


class Unrecognising(Family):
    def recognise(self, folder):
        raise KeyError("config")


class Unloadable(Family):
    def load(self, info, engine, progress):
        raise ZeroDivisionError("weights by nothing")


def window(arguments):
    print("opened with", arguments)
    return 4


good = Family("good", {"model": "good-one"})
unlistable = Unlistable("unlistable")
unrecognising = Unrecognising("unrecognising")
unloadable = Unloadable("unloadable", {"model": "heavy"})
taken = Family("mini", {"model": "not-mini"})
greedy = Family("greedy", {"model": "mini-sfx"})
nothing = object()
slow = Solver("slow-euler", "Slow Euler", 1, 1, False, euler)
second = Solver("euler", "Another Euler", 1, 1, False, euler)
"""
ENTRIES = """
[ditone.families]
a-good = other:good
a-unlistable = other:unlistable
unrecognising = other:unrecognising
unloadable = other:unloadable
mini = other:taken
a-greedy = other:greedy
nothing = other:nothing
missing = other:missing
leaving = leaving:family

[ditone.frontends]
other-window = other:window
studio = other:window
broken-window = other:no_window

[ditone.solvers]
slow = other:slow
second = other:second
"""
FAULTS = {
    "unlistable": "listing its built-in models failed with ValueError: no list today",
    "unrecognising": "looking at a folder failed with KeyError: 'config'",
    "mini of other-families": 'there is a family "mini" already',
    "greedy": 'there is a model "mini-sfx" already',
    "nothing": "what it names is no family: it has no name",
    "missing": "AttributeError: module 'other' has no attribute 'missing'",
    "leaving": "SystemExit: 3",
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder like site-packages that holds one more package."""
    folder = tmp_path_factory.mktemp("site")
    (folder / "other.py").write_text(CODE, "utf-8")
    (folder / "leaving.py").write_text("raise SystemExit(3)", "utf-8")
    about = folder / "other_families-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: other-families\nVersion: 1.0\n", "utf-8")
    (about / "entry_points.txt").write_text(ENTRIES, "utf-8")
    return folder


def ditone(site: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(site), *sys.path])}
    command = [sys.executable, "-W", "ignore", "-m", "ditone", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=280, env=environment, cwd=site)


def test_models_lists_the_good_and_names_the_bad(site: Path) -> None:
    made = ditone(site, "models", "--json")
    assert made.returncode == 0
    assert [info["model"] for info in json.loads(made.stdout)] == ["mini-sfx", "mini-voice", "good-one", "heavy"]
    lines = made.stderr.splitlines()
    assert sorted(line for line in lines if line.startswith("The family")) == sorted(
        f'The family "{name}" could not be loaded: {what}.' for name, what in FAULTS.items()
    )
    assert 'The solver "second of other-families" could not be added: there is a solver "euler" already.' in lines


def test_inspect_knows_every_folder_that_it_knew_and_names_the_bad(site: Path, tmp_path: Path) -> None:
    made = ditone(site, "inspect", "mini-sfx")
    assert made.returncode == 0
    assert "It can be loaded." in made.stdout
    assert "slow-euler" in made.stdout  # offered by a family that knows nothing of it
    for name, what in FAULTS.items():
        assert f'The family "{name}" could not be loaded: {what}.' in made.stderr
    (tmp_path / "some.bin").write_bytes(b"1")
    made = ditone(site, "inspect", str(tmp_path))
    assert made.returncode == 1
    assert "is not a model folder that Ditone knows" in made.stderr
    assert 'The family "unrecognising" could not be loaded' in made.stderr  # it may be the one that would have known it


def test_a_front_end_of_another_package_is_a_command_and_takes_no_name_of_ours(site: Path) -> None:
    made = ditone(site, "other-window", "--loud", "x")
    assert (made.returncode, made.stdout) == (4, "opened with ['--loud', 'x']\n")
    made = ditone(site, "broken-window")
    assert made.returncode == 1
    assert '"broken-window" cannot open: AttributeError: module' in made.stderr
    assert "opened with" not in ditone(site, "studio", "--help").stdout
    made = ditone(site, "othre")
    assert made.returncode == 2
    assert 'There is no command "othre".' in made.stderr


def test_a_family_that_fails_to_load_says_so_in_a_sentence(site: Path, tmp_path: Path) -> None:
    made = ditone(site, "render", "x", "--model", "heavy", "-o", str(tmp_path / "a.wav"))
    assert made.returncode == 1
    assert 'its family "unloadable" failed with ZeroDivisionError: weights by nothing. The family is not part' in made.stderr
    assert "inside Ditone" not in made.stderr
    made = ditone(site, "render", "a clang", "--solver", "slow-euler", "--seconds", "0.2", "-o", str(tmp_path / "b.wav"))
    assert made.returncode == 0, made.stderr
    assert (tmp_path / "b.wav").is_file()
