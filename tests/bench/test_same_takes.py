"""The comparison of two checkouts sees a change of one bit, and only where there is one."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from ditone.runtime import registry
from tests.bench import same_takes
from tests.bench.same_takes import ROOT, Job

pytestmark = pytest.mark.timeout(300)  # two processes that import everything anew


def checkout(folder: Path, old: str = "", new: str = "") -> Path:
    """A tree like this one whose own runtime has one sentence of `run.py` replaced."""
    folder.mkdir()
    for name in ("pyproject.toml", "models", "assets"):
        (folder / name).symlink_to(ROOT / name)
    shutil.copytree(ROOT / "runtime", folder / "runtime", ignore=shutil.ignore_patterns("__pycache__"))
    package = folder / "packaging" / "source" / "ditone"
    package.mkdir(parents=True)
    for path in (ROOT / "packaging" / "source" / "ditone").glob("*.py"):
        shutil.copy(path, package)
    for name in ("runtime", "models", "assets"):
        (package / name).symlink_to(folder / name)
    run = folder / "runtime" / "run.py"
    text = run.read_text("utf-8")
    assert old in text
    run.write_text(text.replace(old, new), "utf-8")
    return folder


def test_a_changed_draw_is_seen_and_an_unchanged_take_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    info = registry.resolve("mini-sfx")
    quick = info.defaults().replaced(prompt="a short metallic clang", duration_s=0.2, steps=2)
    listed = [Job("one", quick.to_dict(), {}), Job("unknown", quick.replaced(solver="unknown").to_dict(), {})]
    monkeypatch.setattr(same_takes, "jobs", lambda scratch, families: listed[:1] if "one" in families else listed)
    assert same_takes.main([str(checkout(tmp_path / "same")), "one"]) == 0
    assert "1 takes are the same in both, 0 differ" in capsys.readouterr().out
    other = checkout(tmp_path / "other", "dtype=torch.float32).to(device)", "dtype=torch.float32).to(device) * 1.0000001")
    assert same_takes.main([str(other)]) == 1
    printed = capsys.readouterr().out
    assert "DIFFERENT: one: audio " in printed
    assert "frames" not in printed
    assert 'DIFFERENT: unknown: not made here: Solver "unknown" is not available here.' in printed  # a job that tests nothing
    assert "0 takes are the same in both, 2 differ" in printed


def test_every_model_and_every_solver_is_among_the_takes(tmp_path: Path) -> None:
    names = {job.name for job in same_takes.jobs(tmp_path, [])}
    assert {name.split()[0] for name in names} == set(registry.families())
    assert {"mini sfx: solver rk4", "mini voice: as it is", "dots soar: solver midpoint", "dots mf: as it is"} <= names
    assert {"stable_audio_3 medium: mode inpaint", "cosyvoice3 0M: mode clone", "mini sfx: packed_projections"} <= names
