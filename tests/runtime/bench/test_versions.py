"""Two versions on one plan: a copy of this checkout with a planted sleep and a planted sign is found out."""

from __future__ import annotations

import csv
import shutil
import sys
import venv
from pathlib import Path

import pytest

from ditone.runtime.bench import versions
from ditone.runtime.cli import main
from ditone.runtime.errors import BadRequest

ROOT = Path(__file__).parents[3]
SLEEP_S, STEPS = 0.25, 4
LINE = "        return runtime.velocity(x, t, duration)\n"
PLANTED = f"""        import time

        time.sleep({SLEEP_S})
        v = runtime.velocity(x, t, duration)
        return v if float(t.flatten()[0]) > 0.6 else -v
"""

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a copy of the checkout is made of links")


@pytest.fixture
def other(tmp_path: Path) -> Path:
    """A copy of this checkout whose sampler is slow, and wrong from a noise level of 0.6 on."""
    copy = tmp_path / "other"
    shutil.copytree(ROOT / "runtime", copy / "runtime", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "packaging" / "source", copy / "packaging" / "source", symlinks=True)
    for name in ("models", "gui", "assets", "pyproject.toml"):
        (copy / name).symlink_to(ROOT / name)
    sampler = copy / "runtime" / "sampling" / "sampler.py"
    text = sampler.read_text("utf-8")
    assert text.count(LINE) == 1
    sampler.write_text(text.replace(LINE, PLANTED), "utf-8")
    return copy


def test_a_planted_sleep_and_a_planted_sign_are_found(
    other: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    words = f"--model mini-voice --prompt Hello --solver euler --steps {STEPS} --precision float32 --device cpu --repeat 2"
    assert main(["bench", *words.split(), "--against", str(other), "-o", "page"]) == 0
    told = capsys.readouterr().out
    rows = list(csv.DictReader((tmp_path / "page" / "figures.csv").read_text("utf-8").splitlines()))
    assert rows[0]["equal"] == "0"
    assert rows[0]["unequal_from_step"] == "3"  # levels 1, 0.75, 0.5, 0.25
    assert float(rows[0]["before_total_s"]) >= SLEEP_S * STEPS
    # of the same take: what is left without the sleep is about what this version needs
    assert float(rows[0]["speed"]) > 1
    assert "unequal from step 3 on" in told
    assert "times as long as before" in told


def test_this_version_against_itself_is_equal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    words = "--model mini-voice --prompt Hello --solver euler --steps 2 --repeat 1"
    assert main(["bench", *words.split(), "--against", str(ROOT), "-o", "page"]) == 0
    assert "2 of 2 takes are equal sample by sample." in capsys.readouterr().out


def test_folders_without_a_ditone_are_refused_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(BadRequest, match="holds no Ditone"):
        versions.found(tmp_path)
    venv.create(tmp_path / "empty", with_pip=False)
    with pytest.raises(BadRequest, match="no Ditone in it"):
        versions.found(tmp_path / "empty")


def test_a_version_that_cannot_start_says_why(tmp_path: Path) -> None:
    (tmp_path / "ditone" / "runtime").mkdir(parents=True)
    (tmp_path / "ditone" / "runtime" / "registry.py").write_text("raise ValueError('a broken build')")
    version = versions.found(tmp_path)
    with pytest.raises(versions.DitoneError) as caught:
        versions.Worker(version, tmp_path / "scratch")
    assert "could not be started" in caught.value.text()
