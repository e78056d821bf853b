"""A bench from its plan to its page: figures, times in turns, busy machines, and files that other programs read."""

from __future__ import annotations

import csv
import html.parser
import json
import re
import statistics
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
import soundfile

from ditone.runtime.bench import machine, page, running
from ditone.runtime.bench.machine import Load
from ditone.runtime.bench.plan import Entry, Group, read_plan
from ditone.runtime.bench.running import Made, Timing
from ditone.runtime.cli import main
from ditone.runtime.comparison.drift import Drift
from ditone.runtime.comparison.metrics import Sound, compare
from tests.tiny import TinyFamily

PLAN = """
title: Tiny <page> & more
defaults: {model: tiny, seed: 3, seconds: 0.3, prompt: "<b>rain</b> | snow"}
tables:
  - title: Steps
    reference: {name: eight, steps: 8, precision: float32}
    rows:
      - {name: the same again}
      - {name: four <i>, steps: 4}
      - {name: bfloat16, precision: bfloat16}
      - {name: recorded, file: recorded.wav}
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tiny: TinyFamily) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("plan.yaml").write_text(PLAN)
    soundfile.write("recorded.wav", np.zeros(4000), 16000)
    return tmp_path


class Page(html.parser.HTMLParser):
    """What a browser would make of a page: its tags, and where it would have to fetch something."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.sources: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.sources += [value or "" for name, value in attributes if name in ("src", "href")]


def test_parity_writes_a_page_that_needs_nothing_beside_it(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["parity", "plan.yaml", "-o", "page"]) == 0
    told = capsys.readouterr()
    assert "page.html" in told.err
    assert "the same again" in told.out
    text = (folder / "page" / "page.html").read_text("utf-8")
    shown = Page(text)
    assert "script" not in shown.tags and "b" not in shown.tags and "i" not in shown.tags
    assert shown.tags.count("audio") == 5
    assert all(source.startswith("data:audio/flac;base64,") for source in shown.sources)
    assert "four &lt;i&gt;" in text
    assert shown.tags.count("svg") == 5
    assert "torch" in text
    assert str(folder) not in text
    rows = list(csv.DictReader((folder / "page" / "figures.csv").read_text("utf-8").splitlines()))
    assert [row["name"] for row in rows] == ["eight", "the same again", "four <i>", "bfloat16", "recorded"]
    assert rows[1]["equal"] == "1"
    assert rows[2]["differs"] == "steps 8 -> 4"
    assert float(rows[3]["one_minus_cosine"]) > 0 and rows[3]["precision"] == "bfloat16"
    assert "repeats" not in rows[0]
    data = json.loads((folder / "page" / "figures.json").read_text("utf-8"))
    assert data["about"]["machine"]["Processor"]
    assert [row["name"] for row in data["tables"][0]["rows"]] == [row["name"] for row in rows]
    assert (folder / "page" / "page.md").read_text("utf-8").startswith("# Tiny &lt;page>")
    sounds = sorted((folder / "page" / "sounds").iterdir())
    assert len(sounds) == 4
    assert main(["compare", str(sounds[0]), str(sounds[1]), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["a"]["rtf"] > 0  # a kept file keeps its settings and RTF


def test_bench_takes_turns_and_loads_each_precision_once(
    folder: Path, tiny: TinyFamily, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    made: list[str] = []
    generate = running.Session.generate

    def counted(self: running.Session, request: object, *rest: object) -> object:
        made.append(f"{request.steps} {request.engine.precision} {'traced' if request.engine.trace else ''}".strip())  # type: ignore[attr-defined]
        return generate(self, request, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(running.Session, "generate", counted)
    assert main(["bench", "plan.yaml", "--repeat", "3", "-o", "page", "--csv"]) == 0
    rows = list(csv.DictReader(capsys.readouterr().out.splitlines()))
    assert len(tiny.pipelines) == 2  # one for each precision
    e, f, b = "8 float32", "4 float32", "8 bfloat16"
    first = [f"{e} traced", f"{e} traced", f"{f} traced", e, e, f, e, f, e, f, e, e]
    assert made == [*first, f"{b} traced", e, b, b, e, e, b]
    assert [row["repeats"] for row in rows] == ["6", "3", "3", "3", ""]
    assert rows[0]["speed"] == "" and float(rows[2]["speed"]) > 0
    assert float(rows[2]["total_min_s"]) <= float(rows[2]["total_s"]) <= float(rows[2]["total_max_s"])
    assert float(rows[2]["stage.denoise_s"]) > 0


def timed(seconds: list[float], others: float | None = 0.0, busy: bool = False) -> Made:
    made = Made(Entry("x", 1), Sound(np.zeros((16000, 1), np.float32), 16000))
    made.times = [Timing(i, {"denoise": s / 2, "total": s}, s, Load(others, busy)) for i, s in enumerate(seconds)]
    return made


def test_medians_and_spreads_are_those_of_the_statistics_module() -> None:
    seconds = [1.0, 4.0, 2.0, 8.0, 16.0]
    reference, made = timed([2.0] * 5), timed(seconds, 0.3, True)
    row = running.times_row(reference, made)
    assert row["total_s"] == statistics.median(seconds) == np.median(seconds)
    assert row["total_spread_s"] == np.subtract(*np.percentile(seconds, [75, 25]))
    assert row["rtf"] == 4.0
    assert row["speed"] == np.median([2.0 / s for s in seconds])
    assert row["speed_of_fastest"] == 2.0
    assert row["stage.denoise_s"] == 2.0
    assert (row["busy"], row["busy_repeats"], row["others_share"]) == (True, 5, 0.3)


def test_speed_is_told_turn_by_turn_so_that_a_machine_that_slows_down_changes_nothing() -> None:
    slowing = [1.0, 2.0, 4.0, 8.0]
    row = running.times_row(timed(slowing), timed([2 * s for s in slowing]))
    assert (row["speed"], row["speed_spread"]) == (0.5, 0.0)


def test_another_process_that_loads_the_machine_is_noticed() -> None:
    try:
        idle = machine.Watch()
    except (OSError, NotImplementedError):
        pytest.skip("the system does not tell how busy its processors are")
    loads = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(8)]
    try:
        time.sleep(0.2)
        watch = machine.Watch()
        end = time.monotonic() + 1.0
        while time.monotonic() < end:
            pass
        load = watch.load()
    finally:
        for process in loads:
            process.kill()
            process.wait()
    del idle
    assert load.busy
    assert load.others is not None and load.others > machine.BUSY_SHARE


def test_own_work_is_not_taken_for_that_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    readings = iter([(4.0, 100.0, 10.0, 0.0), (4.0, 104.0, 14.0, 1.0)])
    monkeypatch.setattr(machine.Watch, "_read", lambda self: next(readings))
    assert machine.Watch().load() == Load(0.0, False)


def test_a_row_that_fails_is_told_in_its_row(folder: Path, tiny: TinyFamily, capsys: pytest.CaptureFixture[str]) -> None:
    from ditone.runtime.errors import DitoneError

    plan = read_plan(folder / "plan.yaml")
    sessions = running.Sessions()
    get = sessions.get

    def fails(request: object, keep: object = None) -> object:
        if request.steps == 4:  # type: ignore[attr-defined]
            raise DitoneError("There was no memory for it.")
        return get(request, keep)  # type: ignore[arg-type]

    sessions.get = fails  # type: ignore[method-assign, assignment]
    (result,) = running.run(plan, 0, sessions=sessions)
    rows = result.table().rows
    assert rows[2]["note"] == "There was no memory for it."
    assert rows[1]["equal"] is True
    assert "There was no memory for it." in page.html("t", [result], [result.table()], {})


def test_options_in_place_of_a_plan_are_multiplied_out(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = "bench --model tiny --prompt rain --seconds 0.3 --solver euler midpoint --steps 2 4 --repeat 1 -o page --csv"
    assert main(words.split()) == 0
    rows = list(csv.DictReader(capsys.readouterr().out.splitlines()))
    names = ["solver euler, steps 2", "solver euler, steps 4", "solver midpoint, steps 2", "solver midpoint, steps 4"]
    assert [row["name"] for row in rows] == names
    assert rows[3]["differs"] == "steps 2 -> 4, solver euler -> midpoint"
    assert [row["evaluations"] for row in rows] == ["4", "8", "8", "16"]


def test_a_page_shows_where_latents_part_and_every_timed_take() -> None:
    group = Group("t", Entry("reference <", 1), (Entry("row", 2),))
    drift = Drift((0.0, 1.0), (1.0, 0.5), 0.99, 1.0, (0.0, 1.0), (1.0, 0.5))
    made = [timed([1.0, 2.0]), timed([2.0, 3.0], 0.5, True)]
    result = running.Result(group, made[0], made[1:], [compare(made[0].sound, made[1].sound)], [drift], [None])  # type: ignore[arg-type]
    row = result.table().rows[1]
    assert (row["latents_cosine"], row["parts_at_step"]) == (0.5, 2)
    text = page.html("t", [result], [result.table()], {})
    assert Page(text).tags.count("circle") == 4
    assert text.count('r="3.5" fill="none"') == 2  # hollow where the machine was busy
    assert Page(text).tags.count("polyline") == 1
    assert "tenth of this program" in text
    assert 'class="busy"' in text


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("bench", "nothing to measure"),
        ("bench plan.yaml --model tiny", "Give one of them"),
        ("bench --model tiny --solver heum", "heum"),
    ],
)
def test_what_cannot_be_measured_is_refused_in_a_sentence(
    folder: Path, capsys: pytest.CaptureFixture[str], command: str, words: str
) -> None:
    assert main(command.split()) in (1, 2)
    assert words in capsys.readouterr().err
    assert not re.search("Traceback", words)
