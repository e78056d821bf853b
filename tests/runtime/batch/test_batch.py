"""`ditone batch` as a user runs it: whatever is killed, every row is made once, and equals what `ditone render` makes."""

import csv
import json
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import psutil
import pytest
import soundfile

from ditone.runtime.batch import pool
from ditone.runtime.batch.jobs import Job
from ditone.runtime.batch.row_results import RowResults
from ditone.runtime.cli import main
from ditone.runtime.errors import DitoneError
from ditone.runtime.request import EngineSettings, Request

ROWS = 8


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    path = tmp_path / "plan.yaml"
    path.write_text(f"defaults: {{seconds: 0.2, steps: 2}}\nmatrix:\n  prompt: [bell, rain]\n  seed: 1..{ROWS // 2}\n")
    return path


def batch(plan: Path, out: Path, *more: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "ditone", "batch", str(plan), "--out", str(out), "--workers", "1", *more]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)


def results(out: Path) -> list[dict[str, str]]:
    with (out / "results.csv").open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def wait_for_sounds(out: Path, process: subprocess.Popen[str], least: int) -> None:
    while len(list(out.glob("*.wav"))) < least:
        assert process.poll() is None, process.communicate()
        time.sleep(0.02)


def test_killed_workers_and_a_killed_parent_cost_nothing(plan: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    process = batch(plan, out)
    wait_for_sounds(out, process, 1)
    (child,) = [c for c in psutil.Process(process.pid).children() if "spawn_main" in " ".join(c.cmdline())]
    child.kill()  # the parent starts another and tries the row again
    wait_for_sounds(out, process, 3)
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate()
    made_before = {path: path.stat().st_mtime_ns for path in out.glob("*.wav")}

    process = batch(plan, out)
    said, errors = process.communicate()
    assert process.returncode == 0, errors
    assert f"{ROWS} of {ROWS} takes" in said
    rows = results(out)
    assert [int(row["row"]) for row in rows] == list(range(1, ROWS + 1))
    assert {row["state"] for row in rows} == {"done"}
    assert sorted(path.name for path in out.glob("[!.]*")) == sorted(
        [*(row["file"] for row in rows), "results.csv", "results.jsonl"]
    )
    kept = [path for path, moment in made_before.items() if path.stat().st_mtime_ns == moment]
    assert len(kept) >= len(made_before) - 1  # what was whole is not made again
    assert [json.loads(line)["file"] for line in (out / "results.jsonl").read_text().splitlines()] == [
        row["file"] for row in rows
    ]

    assert (
        main(
            ["render", "rain", "--seconds", "0.2", "--steps", "2", "--seed", "3", "--threads", "1", "-o", str(tmp_path / "r.wav")]
        )
        == 0
    )
    one = next(row for row in rows if row["prompt"] == "rain" and row["seed"] == "3")
    assert np.array_equal(soundfile.read(tmp_path / "r.wav")[0], soundfile.read(out / one["file"])[0])


def test_a_row_that_cannot_be_stored_is_listed_and_made_the_next_time(
    plan: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "00002 bell 2.wav").mkdir()  # a folder stands where the file should
    command = ["batch", str(plan), "--out", str(out), "--workers", "1", "--retries", "0"]
    assert main(command) == 1
    said = capsys.readouterr()
    assert "7 of 8 takes" in said.out
    assert "00002 bell 2.wav" in said.err
    assert "inside Ditone" not in said.err
    assert [row["state"] for row in results(out)].count("failed") == 1
    (out / "00002 bell 2.wav").rmdir()
    assert main(command) == 0
    assert [row["state"] for row in results(out)] == ["done"] * ROWS


def test_bad_rows_stop_everything_before_it_starts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "plan.csv"
    path.write_text("prompt,steps\nbell,2\nbell,none\nbell,0\n")
    assert main(["batch", str(path), "--out", str(tmp_path / "out")]) == 1
    said = capsys.readouterr().err
    assert "line 3: " in said and "line 4: " in said and "line 2: " not in said
    assert not (tmp_path / "out").exists()


def test_nothing_of_the_folder_one_works_in_is_run(plan: Path, tmp_path: Path) -> None:
    here = tmp_path / "a model from somewhere"
    here.mkdir()
    for name in ("multiprocessing", "json", "torch", "random", "sitecustomize"):
        (here / f"{name}.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w').close()\n")
    program = tmp_path / "bin" / "ditone"  # as it is installed
    program.parent.mkdir()
    program.write_text("from ditone.runtime.cli import main\nif __name__ == '__main__':\n    raise SystemExit(main())\n")
    command = [sys.executable, str(program), "batch", str(plan), "--out", str(tmp_path / "out"), "--workers", "1"]
    done = subprocess.run(command, cwd=here, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert not (tmp_path / "ran").exists()


def test_one_folder_takes_one_batch_at_a_time(tmp_path: Path) -> None:
    first = RowResults.open(tmp_path)
    with pytest.raises(DitoneError, match="Another batch"):
        RowResults.open(tmp_path)
    first.close()
    RowResults.open(tmp_path).close()


def test_a_line_that_a_kill_cut_off_is_passed_over(tmp_path: Path) -> None:
    jobs = [Job(1, 2, Request("mini-sfx", "a"), "a.wav"), Job(2, 3, Request("mini-sfx", "b"), "b.wav")]
    ledger = RowResults.open(tmp_path)
    for job in jobs:
        (tmp_path / job.file).write_bytes(b"sound")
        ledger.add(job, {})
    ledger.close()
    path = tmp_path / ".ditone-batch" / "ledger.jsonl"
    path.write_bytes(path.read_bytes()[:-20])
    again = RowResults.open(tmp_path)
    assert again.finished(jobs[0])
    assert not again.finished(jobs[1])
    again.close()


def test_workers_share_the_gpus_out_unless_a_row_names_one(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("CUDA_VISIBLE_DEVICES", raising=False)
    monkeypatch.setattr("torch.cuda.device_count", lambda: 2)
    automatic = Job(1, 1, Request("mini-sfx", "a"), "a.wav")
    named = [
        replace(automatic, request=automatic.request.replaced(engine=EngineSettings(device=name))) for name in ("cuda:1", "cpu")
    ]
    assert pool.gpus_for([automatic]) == ["0", "1"]
    assert pool.gpus_for([automatic, named[0]]) == pool.gpus_for([named[1]]) == []
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "3")
    assert pool.gpus_for([automatic]) == ["3"]
    monkeypatch.setattr("psutil.virtual_memory", lambda: SimpleNamespace(available=2**40))
    monkeypatch.setattr("os.sched_getaffinity", lambda pid: set(range(64)), raising=False)
    assert pool.workers_for([], 1, 100, gpus=2) == 2
    assert pool.workers_for([], 1, 100) == 64


def test_a_worker_sees_only_its_gpu(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str | None] = []
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "7,8")
    monkeypatch.setattr("signal.signal", lambda *given: None)
    monkeypatch.setattr(pool, "Maker", lambda: seen.append(os.environ.get("CUDA_VISIBLE_DEVICES")))
    ours, theirs = multiprocessing.Pipe()
    ours.close()
    pool.work(theirs, str(tmp_path), os.getppid(), "8")
    assert seen == ["8"]


def test_a_worker_keeps_to_the_model_it_has_loaded() -> None:
    made = [Job(i, i, Request(model, str(i)), f"{i}.wav") for i, model in enumerate(["a", "b", "a", "b", "b"])]
    waiting = pool.grouped(made)
    order = []
    loaded = None
    while waiting:
        job = pool.next_for(loaded, waiting)
        loaded = job.group
        order.append(job.row)
    assert order == [1, 3, 4, 0, 2]


def test_without_ray_the_one_line_to_run_is_said(
    plan: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    assert main(["batch", str(plan), "--out", str(tmp_path / "out"), "--cluster", "auto"]) == 1
    assert 'pip install "ditone[cluster]"' in capsys.readouterr().err
