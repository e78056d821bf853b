"""A batch of 2,000 rows over four models that is killed again and again: its workers, its parent, its disk.

    python -m tests.bench.batch_kills [--rows 2000] [--kills 10] [--checked 20]

In the end every row must be there once, and `--checked` of them must hold the samples that `ditone render` makes. The full disk needs
root and Linux: the output folder is a small tmpfs that a filler takes the rest of. Exit status 1 where a promise was broken.
"""

from __future__ import annotations

import argparse
import contextlib
import csv
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import psutil
import soundfile

CASES = Path(__file__).parents[1] / "reference" / "cases"
MODELS = ("mini-sfx", "mini-voice", str(CASES / "stable_audio_3/models/small"), str(CASES / "moss_sound_effect/model"))
SIZE_MIB = 600
FULL_S = 5.0
START_S = 60.0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=2000)
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--checked", type=int, default=20)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="ditone-batch-") as place, disk(Path(place)) as (out, can_fill):
        plan = Path(place) / "plan.csv"
        write_plan(plan, options.rows)
        command = [sys.executable, "-m", "ditone", "batch", str(plan), "--out", str(out), "--retries", "1"]
        for number in range(options.kills):
            kind = ("worker", "parent", "disk")[number % 3]
            harm(
                command,
                out,
                options.rows * (number + 1) // (options.kills + 1),
                kind if can_fill else ("worker", "parent")[number % 2],
            )
        finished = subprocess.run(command, capture_output=True, text=True, check=False)
        print(finished.stdout.strip().splitlines()[-1:], finished.stderr.strip()[-300:], flush=True)
        return int(not (finished.returncode == 0 and whole(out, options.rows) and equal(plan, out, options.checked)))


def write_plan(path: Path, rows: int) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(("model", "prompt", "seed", "steps", "seconds"))
        for row in range(rows):
            model = MODELS[row % len(MODELS)]
            seconds = "" if model == "mini-voice" else "0.3"
            writer.writerow((model, "one" if model == "mini-voice" else ("bell", "rain", "door")[row % 3], row + 1, 2, seconds))


@contextlib.contextmanager
def disk(place: Path) -> Iterator[tuple[Path, bool]]:
    """A folder on a disk of its own that can be filled; a plain folder where that cannot be had."""
    out = place / "out"
    out.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={SIZE_MIB}m", "tmpfs", str(out)], capture_output=True, check=False
    )
    if mounted.returncode:
        print("no full disk: " + mounted.stderr.decode().strip())
    try:
        yield out, mounted.returncode == 0
    finally:
        if mounted.returncode == 0:
            subprocess.run(["umount", str(out)], check=False)


def harm(command: list[str], out: Path, until: int, kind: str) -> None:
    """Starts the batch, lets it come to a row, and does it harm; ends the batch before it returns."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    while process.poll() is None and len(list(out.glob("*.wav"))) < until:
        time.sleep(0.05)
    time.sleep(random.random())
    made = len(list(out.glob("*.wav")))
    if process.poll() is None and kind == "worker":
        random.choice(workers_of(process)).kill()
        time.sleep(2)
    elif process.poll() is None and kind == "disk":
        filler = out / ".filler"
        with contextlib.suppress(OSError), filler.open("wb") as file:
            while True:
                file.write(bytes(2**20))
        time.sleep(FULL_S)
        filler.unlink()
        time.sleep(2)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    print(f"{kind} harmed at {made:,} sounds", flush=True)


def workers_of(process: subprocess.Popen[bytes]) -> list[psutil.Process]:
    """The processes that make takes; waits for the first of them where the batch has just begun."""
    deadline = time.monotonic() + START_S
    while time.monotonic() < deadline:
        found = [child for child in psutil.Process(process.pid).children() if "spawn_main" in " ".join(child.cmdline())]
        if found:
            return found
        time.sleep(0.05)
    raise RuntimeError("The batch has no workers.")


def whole(out: Path, rows: int) -> bool:
    """Whether each row has one line and one sound, and nothing else lies in the folder."""
    with (out / "results.csv").open(newline="", encoding="utf-8") as file:
        results = list(csv.DictReader(file))
    once = [int(row["row"]) for row in results] == list(range(1, rows + 1)) and {row["state"] for row in results} == {"done"}
    files = {path.name for path in out.iterdir() if not path.name.startswith(".")}
    expected = {row["file"] for row in results} | {"results.csv", "results.jsonl"}
    print(f"each row once: {once}; strange files: {sorted(files ^ expected)[:5]}", flush=True)
    return once and files == expected


def equal(plan: Path, out: Path, count: int) -> bool:
    """Whether rows of all models hold what `ditone render` makes of them."""
    with plan.open(newline="", encoding="utf-8") as file:
        asked = list(csv.DictReader(file))
    with (out / "results.csv").open(newline="", encoding="utf-8") as file:
        results = list(csv.DictReader(file))
    wrong = []
    for number in random.sample(range(len(asked)), min(count, len(asked))):
        row, target = asked[number], plan.parent / f"{number}.wav"
        command = [
            "render",
            row["prompt"],
            "--model",
            row["model"],
            "--seed",
            row["seed"],
            "--steps",
            row["steps"],
            "--threads",
            "1",
        ]
        command += ["--seconds", row["seconds"]] if row["seconds"] else []
        subprocess.run([sys.executable, "-m", "ditone", *command, "-o", str(target)], check=True, capture_output=True)
        if not np.array_equal(soundfile.read(target)[0], soundfile.read(out / results[number]["file"])[0]):
            wrong.append(number + 1)
    print(f"{min(count, len(asked))} rows rendered once more; other samples in rows {wrong}", flush=True)
    return not wrong


if __name__ == "__main__":
    sys.exit(main())
