"""`make bench`: takes first, then the comparison, or the sentence why there is none."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.bench import __main__ as bench
from tests.bench import against_diffusers, parts, takes


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    calls: list[object] = []
    monkeypatch.setattr(takes, "main", calls.append)
    monkeypatch.setattr(parts, "main", lambda arguments: calls.append("parts"))
    monkeypatch.setattr(bench, "against_last_tag", lambda: calls.append("the last tag"))
    return calls


def test_without_diffusers_the_takes_are_measured_and_a_sentence_says_what_is_left_out(
    measured: list[object], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "diffusers", None)
    bench.main(["--repeat", "1"])
    assert measured == [["--repeat", "1"], "parts", "the last tag"]
    assert against_diffusers.NOT_INSTALLED in capsys.readouterr().out
    with pytest.raises(SystemExit, match="not installed"):
        against_diffusers.main([])


def test_the_comparison_follows_the_takes(measured: list[object], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(against_diffusers, "main", lambda arguments: measured.append(("comparison", arguments)))
    bench.main(None)
    assert measured == [None, "parts", ("comparison", []), "the last tag"]


def test_the_last_tag_is_measured_beside_this_tree_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def git(*words: str) -> str:
        who = ["-c", "user.name=a", "-c", "user.email=a@b"]
        return subprocess.run(["git", "-C", str(tmp_path), *who, *words], check=True, capture_output=True, text=True).stdout

    git("init", "-q")
    (tmp_path / "version").write_text("old")
    git("add", "-A")
    git("commit", "-qm", "a")
    asked: list[list[str]] = []

    def measure(words: list[str]) -> None:
        asked.append(words)
        assert (Path(words[3]) / "version").read_text() == "old"

    monkeypatch.setattr(bench.cli, "main", measure)
    bench.against_last_tag(tmp_path)
    assert asked == []
    assert bench.NO_TAG in capsys.readouterr().out
    git("tag", "v1")
    (tmp_path / "version").write_text("new")
    git("commit", "-qam", "b")
    bench.against_last_tag(tmp_path)
    assert asked[0][0] == "bench" and asked[0][2] == "--against"
    assert git("worktree", "list").count("\n") == 1


def test_both_implementations_agree_on_random_weights(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("diffusers")
    sizes = "--width 128 --depth 1 --decoder-channels 32 --decoder-depth 2 --seconds 1 --decoded-seconds 1 --repeats 1"
    against_diffusers.main(sizes.split())
    rows = [line for line in capsys.readouterr().out.splitlines() if line.startswith(("small,", "SAME-L,"))]
    assert len(rows) == 2
    for line in rows:
        difference, cosine = (float(value) for value in line[24:].split()[:2])
        assert difference < 1e-4 and cosine > 0.999999
