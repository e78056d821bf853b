"""`make bench`: takes first, then the comparison, or the sentence why there is none."""

from __future__ import annotations

import sys

import pytest

from tests.bench import __main__ as bench
from tests.bench import against_diffusers, takes


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    calls: list[object] = []
    monkeypatch.setattr(takes, "main", calls.append)
    return calls


def test_without_diffusers_the_takes_are_measured_and_a_sentence_says_what_is_left_out(
    measured: list[object], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "diffusers", None)
    bench.main(["--repeat", "1"])
    assert measured == [["--repeat", "1"]]
    assert against_diffusers.NOT_INSTALLED in capsys.readouterr().out
    with pytest.raises(SystemExit, match="not installed"):
        against_diffusers.main([])


def test_the_comparison_follows_the_takes(measured: list[object], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(against_diffusers, "main", lambda arguments: measured.append(("comparison", arguments)))
    bench.main(None)
    assert measured == [None, ("comparison", [])]


def test_both_implementations_agree_on_random_weights(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("diffusers")
    sizes = "--width 128 --depth 1 --decoder-channels 32 --decoder-depth 2 --seconds 1 --decoded-seconds 1 --repeats 1"
    against_diffusers.main(sizes.split())
    rows = [line for line in capsys.readouterr().out.splitlines() if line.startswith(("small,", "SAME-L,"))]
    assert len(rows) == 2
    for line in rows:
        difference, cosine = (float(value) for value in line[24:].split()[:2])
        assert difference < 1e-4 and cosine > 0.999999
