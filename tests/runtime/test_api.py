"""The public Python interface: README's lines as they stand, and what each name promises."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import ditone
from ditone.runtime.audio import metadata, reading
from tests.tiny import TinyFamily

ROOT = Path(__file__).parents[2]


def test_the_lines_in_readme_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)
    assert len([line for line in code.splitlines() if line.strip()]) == 3
    monkeypatch.chdir(tmp_path)
    exec(compile(code, "README.md", "exec"), {})
    audio, rate_hz = reading.read(tmp_path / "rain.wav")
    assert len(audio) == 2 * rate_hz
    found = metadata.read(tmp_path / "rain.wav")
    assert found is not None
    assert found["request"]["prompt"] == "rain on a tin roof"
    assert found["licence"] == "Apache-2.0"


def test_importing_it_takes_nothing_along() -> None:
    code = """
import sys, ditone
heavy = {"torch", "numpy", "PySide6", "ditone.runtime"}
print(sorted(heavy & set(sys.modules)), set(ditone.__all__) <= set(dir(ditone)))
print([name for name in ditone.__all__ if getattr(ditone, name).__doc__ in (None, "")])
"""
    made = subprocess.run([sys.executable, "-W", "ignore", "-c", code], capture_output=True, text=True, timeout=110, check=True)
    assert made.stdout.splitlines() == ["[] True", "[]"]


def test_an_unknown_name_is_an_attribute_error_that_helps() -> None:
    with pytest.raises(AttributeError, match=r"no attribute 'open'; it offers .*open_model"):
        _ = ditone.open


def test_progress_and_cancel(tiny: TinyFamily) -> None:
    told: list[tuple[str, int, int]] = []
    with ditone.open_model("tiny", threads=1) as model:
        before = ditone.generate(model, "a b", progress=lambda *what: told.append(what), steps=3)
        assert [step for step in told if step[0] == "denoise"][1:] == [("denoise", i, 3) for i in range(4)]
        assert [name for name, done, _ in told if done == 0 and name != "denoise"] == ["text", "decode"]

        def stop(stage: str, done: int, steps: int) -> None:
            if (stage, done) == ("denoise", 1):
                model.cancel()

        with pytest.raises(ditone.Cancelled):
            ditone.generate(model, "a b", progress=stop, steps=3)
        assert np.array_equal(ditone.generate(model, before.request).audio, before.audio)


def test_requests_are_checked_and_hold_the_models_own_values(tiny: TinyFamily) -> None:
    with ditone.open_model("tiny", threads=1) as model:
        asked = ditone.request(model, "a", brightness=0.25, preset="default")
        assert (asked.prompt, asked.value("brightness"), asked.steps, asked.engine.threads) == ("a", 0.25, 4, 1)
        for values, sentence in (
            ({"stepps": 3}, 'Did you mean "steps"'),
            ({"steps": 0}, "Steps is 0 steps"),
            ({"preset": "defalt"}, 'Did you mean "default"'),
        ):
            with pytest.raises(ditone.DitoneError) as refused:
                ditone.request(model, "a", **values)
            assert sentence in refused.value.text()
        with pytest.raises(TypeError, match="steps"):
            ditone.generate(model, asked, steps=3)
    assert [info.model for info in ditone.list_models()] == ["tiny"]
    with pytest.raises(ditone.DitoneError, match="no built-in model"):
        ditone.open_model("tinny")


def test_takes_and_files_compare_alike(tiny: TinyFamily, tmp_path: Path) -> None:
    with ditone.open_model("tiny", threads=1) as model:
        a, b = (ditone.generate(model, "a", seed=seed) for seed in (1, 2))
    assert ditone.save(a, tmp_path / "a.wav") == list(a.notes)
    figures = ditone.compare(a, b)
    assert figures.cosine is not None and figures.cosine < 0.99
    assert ditone.compare(tmp_path / "a.wav", a).max_abs_error == 0
    (tmp_path / "other.wav").write_bytes(b"something else")
    with pytest.raises(ditone.DitoneError):
        ditone.save(a, tmp_path / "other.wav")


def test_many_are_rendered_with_one_loading_a_setting(tiny: TinyFamily, tmp_path: Path) -> None:
    with ditone.open_model("tiny", threads=1) as model:
        asked = [ditone.request(model, "a", seed=seed) for seed in (5, 6)]
    with ditone.open_model("tiny", threads=1, precision="bfloat16") as model:
        asked.append(ditone.request(model, "a", seed=7))
    tiny.pipelines.clear()
    made = list(ditone.render_many(asked, tmp_path / "new", name="{number}-{seed}.flac"))
    assert [path.name for path, _ in made] == ["1-5.flac", "2-6.flac", "3-7.flac"]
    assert [take.request for _, take in made] == asked
    assert all(path.is_file() for path, _ in made)
    assert len(tiny.pipelines) == 2
