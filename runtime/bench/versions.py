"""Before and after of two versions: the same plan made by another checkout or installation and by this one, each in a process of its own.

Both have the same model loaded and take turns, beginning with another one each time, so that whatever the machine does meanwhile happens
to both. The first take of each keeps the latents of its steps, which tell where a change begins.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from ditone.runtime import local_paths, registry
from ditone.runtime.bench.machine import Watch, revision
from ditone.runtime.bench.plan import BenchPlan, Entry, Group
from ditone.runtime.bench.running import Made, Result, Tell, Timing, latents_row, times_row
from ditone.runtime.comparison import compare, latents
from ditone.runtime.comparison.drift import Drift
from ditone.runtime.comparison.latents import StepLatents
from ditone.runtime.comparison.metrics import Sound
from ditone.runtime.comparison.parity import LATENTS, TIMES, parity_row, parity_table, with_columns
from ditone.runtime.comparison.spoken import word_errors
from ditone.runtime.comparison.table import Column, Table
from ditone.runtime.errors import BadRequest, DitoneError
from ditone.runtime.request import Request

HERE = Path(__file__).resolve().parents[2]
WORKER = Path(__file__).with_name("worker.py")
BEFORE = (
    Column("before_total_s", "Before (s)", "number", 4),
    Column("before_spread_s", "Spread before (s)", "number", 4),
    Column("before_rtf", "RTF before", "number", 4, detail=True),
    Column("before_memory_over_base_mib", "Memory before (MiB)", "number", 1),
    Column("before_evaluations", "Evaluations before", "whole", detail=True),
)
UNEQUAL = Column("unequal_from_step", "Unequal from step", "whole")
ANSWER_S = 24 * 3600.0


@dataclass(frozen=True)
class Version:
    """Another Ditone: what runs it, where its code lies, and what people call it."""

    python: str
    root: Path
    paths: tuple[Path, ...]
    title: str


def found(folder: Path) -> Version:
    """The Ditone in a folder: a checkout, a virtual environment, or what a package was installed into. Raises BadRequest."""
    folder = folder.resolve()
    if (folder / "pyproject.toml").is_file() and (folder / "runtime").is_dir():
        source = folder / "packaging" / "source"
        own = folder / ".venv" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
        paths = (source, folder) if source.is_dir() else (folder,)
        commit = revision(folder)
        return Version(str(own) if own.exists() else sys.executable, folder, paths, f"{folder.name} {commit}".strip())
    for python in (folder / "bin" / "python3", folder / "bin" / "python", folder / "Scripts" / "python.exe"):
        if python.exists():
            where = _installed(python, folder)
            return Version(str(python), where, (), folder.name)
    if (folder / "ditone" / "runtime").is_dir():
        return Version(sys.executable, folder, (folder,), folder.name)
    raise BadRequest(
        f"{folder} holds no Ditone.",
        "A checkout (with pyproject.toml), a virtual environment with Ditone, or the folder that holds the package was expected.",
    )


def this() -> Version:
    """The Ditone that runs now."""
    source = HERE / "packaging" / "source"
    if source.is_dir():
        return Version(sys.executable, HERE, (source, HERE), f"this checkout {revision()}".strip())
    return Version(sys.executable, HERE.parent, (HERE.parent,), "this installation")


def _installed(python: Path, folder: Path) -> Path:
    code = "import importlib.util; print(importlib.util.find_spec('ditone').submodule_search_locations[0])"
    try:
        told = subprocess.run([str(python), "-I", "-c", code], capture_output=True, text=True, check=True, timeout=120).stdout
    except (OSError, subprocess.SubprocessError):
        raise BadRequest(f"{folder} has a Python, but no Ditone in it.") from None
    return Path(told.strip()).resolve().parent


class Worker:
    """One version's process. Raises DitoneError, with what it said last, when it ends."""

    def __init__(self, version: Version, scratch: Path) -> None:
        self.version = version
        self._scratch = scratch
        scratch.mkdir(parents=True, exist_ok=True)
        self._log = (scratch / "log.txt").open("w+b")
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, version.paths))}
        environment |= {"DITONE_CONFIG_DIR": str(scratch / "config"), "PYTHONDONTWRITEBYTECODE": "1"}
        if not version.paths:
            environment.pop("PYTHONPATH")
        self._process = subprocess.Popen(
            [version.python, str(WORKER), str(version.root)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._log,
            cwd=scratch,
            env=environment,
        )
        try:
            self.about = self._answer()
            if "error" in self.about:
                raise DitoneError(f"{version.title} could not be started: {self.about['error']}.")
        except BaseException:
            self.close()
            raise

    @property
    def pid(self) -> int:
        return self._process.pid

    def take(self, request: Request, defaults: Mapping[str, Any], to: str = "") -> dict[str, Any]:
        """Makes a take; with `to`, its samples and latents are kept in files of that name."""
        order = {"request": request.to_dict(), "defaults": defaults, "fresh": bool(to), "to": to and str(self._scratch / to)}
        stdin = self._process.stdin
        assert stdin is not None
        try:
            stdin.write(json.dumps(order).encode() + b"\n")
            stdin.flush()
        except OSError:
            raise self._ended() from None
        return self._answer()

    def made(self, entry: Entry, request: Request, told: Mapping[str, Any], to: str) -> Made:
        """Sound and latents of a take that was kept."""
        audio = np.load(self._scratch / f"{to}.audio.npy", allow_pickle=False)
        trace = self._scratch / f"{to}.trace.npy"
        steps = None
        if trace.exists() and told.get("levels"):
            steps = StepLatents(np.load(trace, allow_pickle=False), tuple(told["levels"]), None, entry.name)
        facts = {**told, "request": request.to_dict(), "seed": request.seed, "software": "Ditone", "schema": 1}
        facts["rtf"] = told["timings_s"]["total"] / told["duration_s"] if told["duration_s"] else None
        return Made(entry, Sound(audio, told["sample_rate_hz"], entry.name, local_paths.hidden(facts)), steps)

    def _answer(self) -> dict[str, Any]:
        stdout = self._process.stdout
        assert stdout is not None
        line = stdout.readline()
        if not line:
            raise self._ended()
        answer: dict[str, Any] = json.loads(line)
        return answer

    def _ended(self) -> DitoneError:
        self._process.wait(60)
        self._log.seek(0)
        lines = self._log.read().decode("utf-8", "replace").strip().splitlines()
        return DitoneError(f"{self.version.title} ended unexpectedly.", lines[-1] if lines else "It said nothing.")

    def close(self) -> None:
        """Ends the process."""
        if self._process.stdin is not None and not self._process.stdin.closed:
            with suppress(OSError):
                self._process.stdin.close()
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()
        self._log.close()


@dataclass(eq=False)
class VersionResult(Result):
    """One table of two versions: `rows` are this version's, `befores` the other one's."""

    befores: list[Made] = field(default_factory=list)

    def made(self) -> list[Made]:
        return [made for pair in zip(self.befores, self.rows, strict=True) for made in pair]

    def pairs(self) -> list[tuple[Made, Made | None]]:
        return [
            pair for before, now in zip(self.befores, self.rows, strict=True) for pair in ((before, None), (now, before))
        ]  # fmt: skip

    def table(self) -> Table:
        rows: list[dict[str, Any]] = []
        together = zip(self.group_entries(), self.befores, self.rows, self.figures, self.drifts, self.rates, strict=True)
        for entry, before, now, figures, drift, rates in together:
            if before.sound is None or now.sound is None or figures is None:
                rows.append({"name": entry.name, "note": now.failure or before.failure})
                continue
            row = parity_row(entry.name, before.sound, now.sound, figures, rates) | times_row(before, now) | latents_row(drift)
            row["unequal_from_step"] = None if drift is None else next((i for i, e in enumerate(drift.largest, 1) if e > 0), None)
            earlier = parity_row(entry.name, before.sound, before.sound, None) | times_row(before, before)
            row["busy"] = row.get("busy") or earlier.get("busy")
            row["busy_repeats"] = (row.get("busy_repeats") or 0) + (earlier.get("busy_repeats") or 0)
            row |= {
                "before_total_s": earlier.get("total_s"),
                "before_spread_s": earlier.get("total_spread_s"),
                "before_rtf": earlier.get("rtf"),
                "before_memory_over_base_mib": earlier.get("memory_over_base_mib"),
                "before_evaluations": earlier.get("evaluations"),
            }
            rows.append(row)
        return with_columns(parity_table(self.group.title, rows), (*BEFORE, *TIMES, *LATENTS, UNEQUAL))

    def group_entries(self) -> list[Entry]:
        """What both were asked for, in the order of the rows."""
        return takes_of(self.group)


def run(
    plan: BenchPlan, other: Version, repeat: int, tell: Tell = lambda text: None, now: Version | None = None
) -> Iterator[VersionResult]:
    """Yields each table of the plan: every take of it, the reference's too, by `other` and by this version in turns."""
    with ExitStack() as stack:
        scratch = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="ditone-bench-")))
        tell(f"starting {other.title}")
        workers = []
        for name, version in (("before", other), ("now", now or this())):
            workers.append(Worker(version, scratch / name))
            stack.callback(workers[-1].close)
        for group in plan.groups:
            yield _both(group, workers[0], workers[1], repeat, plan.warm_up, tell)


def _both(group: Group, before: Worker, now: Worker, repeat: int, warm_up: int, tell: Tell) -> VersionResult:
    entries = takes_of(group)
    order = sorted(range(len(entries)), key=lambda i: _loading(entries[i]))  # each setting is loaded once
    made: dict[int, tuple[Made, Made]] = {}
    for place in order:
        tell(f"{group.title}: {entries[place].name}")
        made[place] = _pair(entries[place], before, now, repeat, warm_up)
    befores, nows = ([made[i][side] for i in range(len(entries))] for side in (0, 1))
    if not befores:
        raise DitoneError(f"{group.title} has files only; there is no take to make with two versions.")
    result = VersionResult(group, befores[0], nows, befores=befores)
    for a, b in zip(befores, nows, strict=True):
        drift: Drift | None = None
        if a.steps is not None and b.steps is not None:
            try:
                drift = latents.compared(a.steps, b.steps)
            except DitoneError:  # of another length
                drift = None
        result.drifts.append(drift)
        able = a.sound is not None and b.sound is not None
        result.figures.append(compare(a.sound, b.sound) if able and a.sound and b.sound else None)
        result.rates.append(word_errors(a.sound, b.sound, None, None) if able and a.sound and b.sound else None)
    return result


def takes_of(group: Group) -> list[Entry]:
    """Entries of a table that are made, and not read."""
    return [entry for entry in (group.reference, *group.rows) if entry.request is not None]


def _loading(entry: Entry) -> str:
    assert entry.request is not None
    return json.dumps([entry.request.model, vars(entry.request.engine)], sort_keys=True)


def _pair(entry: Entry, before: Worker, now: Worker, repeat: int, warm_up: int) -> tuple[Made, Made]:
    request = entry.request
    assert request is not None
    defaults = registry.resolve(request.model).defaults().to_dict()["extra"]
    data = request.to_dict()
    traced = Request.from_dict({**data, "engine": {**data["engine"], "trace": True}})
    pair: list[Made] = []
    for worker, words in ((before, "before"), (now, "now")):
        named = Entry(f"{entry.name}, {words}", entry.line, request)
        told = worker.take(traced, defaults, "take")
        if "error" in told:
            pair.append(Made(named, failure=f"{worker.version.title}: {told['error']}"))
            continue
        made = worker.made(named, traced, told, "take")
        pair.append(made)
        for _ in range(warm_up - 1 if repeat else 0):
            worker.take(request, defaults)
    if any(made.failure for made in pair):
        return pair[0], pair[1]
    for turn in range(1, repeat + 1):
        sides = [(before, pair[0]), (now, pair[1])]
        for worker, made in sides if turn % 2 else reversed(sides):
            watch = Watch((worker.pid,))
            told = worker.take(request, defaults)
            load = watch.load()
            if "error" in told:
                made.failure = f"{worker.version.title}: {told['error']}"
                return pair[0], pair[1]
            made.times.append(Timing(turn, told["timings_s"], told["cpu_s"], load))
    return pair[0], pair[1]


def verdict(results: list[VersionResult]) -> list[str]:
    """What the page's first lines say: how many sounds changed and from which step on, and how much faster this version is."""
    rows = [row for result in results for row in result.table().rows]
    equal = sum(bool(row.get("equal")) for row in rows)
    changed = [row for row in rows if row.get("equal") is False]
    sentences = [f"{equal} of {len(rows)} takes are equal sample by sample."]
    for row in changed:
        step = row.get("unequal_from_step")
        where = "" if step is None else f" Its latents are unequal from step {step} on."
        shift = row.get("shift_samples") or 0
        if shift:
            where = (
                f" It is {abs(shift)} samples {'late' if shift > 0 else 'early'}; `ditone compare --align` takes that out.{where}"
            )
        cosine = row.get("cosine")
        likeness = "has no cosine" if cosine is None else f"has cosine {cosine:.6f}"
        sentences.append(f"{row['name']} differs: it {likeness}, largest error {row.get('max_error') or 0.0:.2e}.{where}")
    sentences += [f"{row['name']} was not compared: {row.get('note')}" for row in rows if row.get("equal") is None]
    for row in rows:
        if row.get("speed"):
            fastest = f"the fastest takes: {1 / row['speed_of_fastest']:.3f}"
            words = f"takes {1 / row['speed']:.3f} times as long as before, turn by turn ({fastest})"
            busy = " The machine was busy, and the fastest takes were disturbed least." if row.get("busy") else ""
            sentences.append(f"{row['name']} {words}.{busy}")
    return sentences
