"""Makes a plan's takes: each compared with its reference, and timed in turns with it, so that both meet the same machine.

A model is loaded once for each engine setting of a table; the reference's stays loaded beside the one that is measured. The first take of
an entry is the one that is compared and whose memory is told; it also warms up. The timed ones follow, reference and rows in turns.
"""

from __future__ import annotations

import dataclasses
import statistics
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

from ditone.runtime import local_paths, registry
from ditone.runtime.audio import metadata, reading
from ditone.runtime.bench.machine import Load, Watch
from ditone.runtime.bench.plan import BenchPlan, Entry, Group
from ditone.runtime.comparison import compare, latents
from ditone.runtime.comparison.drift import Drift
from ditone.runtime.comparison.latents import StepLatents
from ditone.runtime.comparison.metrics import Metrics, Sound
from ditone.runtime.comparison.parity import LATENTS, STAGE, TIMES, parity_row, parity_table, with_columns
from ditone.runtime.comparison.spoken import word_errors
from ditone.runtime.comparison.table import Table
from ditone.runtime.errors import DitoneError
from ditone.runtime.request import EngineSettings, Request
from ditone.runtime.session import Session
from ditone.runtime.take import Take

Tell = Callable[[str], None]


@dataclass(frozen=True)
class Timing:
    """One timed take. stages: seconds by stage, with "total". round: which turn it belongs to."""

    round: int
    stages: Mapping[str, float]
    cpu_s: float
    load: Load

    @property
    def total_s(self) -> float:
        return self.stages["total"]


@dataclass(eq=False)
class Made:
    """What came of an entry: its sound, the latents of its steps where it kept them, its timed takes, or why there is nothing."""

    entry: Entry
    sound: Sound | None = None
    steps: StepLatents | None = None
    times: list[Timing] = field(default_factory=list)
    failure: str = ""


@dataclass(eq=False)
class Result:
    """One table: figures, drifts and word error rates by the row's place; None for what could not be compared."""

    group: Group
    reference: Made
    rows: list[Made]
    figures: list[Metrics | None] = field(default_factory=list)
    drifts: list[Drift | None] = field(default_factory=list)
    rates: list[Mapping[str, Any] | None] = field(default_factory=list)

    def made(self) -> list[Made]:
        """Everything of this table, in its order."""
        return [self.reference, *self.rows]

    def pairs(self) -> list[tuple[Made, Made | None]]:
        """Each sound with the one that it is set beside."""
        return [(self.reference, None), *((made, self.reference) for made in self.rows)]

    def table(self) -> Table:
        """The figures as a table, the reference first."""
        a = self.reference.sound
        rows: list[dict[str, Any]] = []
        if a is None:
            rows.append({"name": self.reference.entry.name, "note": self.reference.failure})
        else:
            first = next((rate for rate in self.rates if rate and "reason" not in rate), None)
            head = parity_row(self.reference.entry.name, a, a, None, None if first is None else {"b": first["a"]})
            rows.append(head | times_row(self.reference, self.reference))
        for made, figures, drift, rates in zip(self.rows, self.figures, self.drifts, self.rates, strict=True):
            if made.sound is None or a is None or figures is None:
                rows.append({"name": made.entry.name, "note": made.failure or "not compared: there is no reference"})
                continue
            row = parity_row(made.entry.name, a, made.sound, figures, rates) | times_row(self.reference, made)
            rows.append(row | latents_row(drift))
        return with_columns(parity_table(self.group.title, rows), (*TIMES, *LATENTS))


def times_row(reference: Made, made: Made) -> dict[str, Any]:
    """Medians and spreads (the middle half) of the timed takes; speed is the reference's time over this one's, turn by turn."""
    if not made.times or made.sound is None:
        return {}
    totals = [timing.total_s for timing in made.times]
    total = statistics.median(totals)
    seconds = len(made.sound.audio) / made.sound.rate_hz
    row: dict[str, Any] = {
        "repeats": len(totals),
        "total_s": total,
        "total_spread_s": spread(totals),
        "total_min_s": min(totals),
        "total_max_s": max(totals),
        "rtf": total / seconds if seconds else None,
        "cpu_s": statistics.median(timing.cpu_s for timing in made.times),
        "busy": any(timing.load.busy for timing in made.times),
        "busy_repeats": sum(timing.load.busy for timing in made.times),
        "others_share": max((timing.load.others for timing in made.times if timing.load.others is not None), default=None),
    }
    for stage in made.times[-1].stages:
        if stage != "total":
            row[f"{STAGE}{stage}_s"] = statistics.median(timing.stages.get(stage, 0.0) for timing in made.times)
    speeds = paired_speeds(reference, made)
    if speeds and made is not reference:
        fastest = min(timing.total_s for timing in reference.times) / min(totals)
        row |= {"speed": statistics.median(speeds), "speed_spread": spread(speeds), "speed_of_fastest": fastest}
    return row


def paired_speeds(reference: Made, made: Made) -> list[float]:
    """The reference's seconds over this entry's, for each turn that has both."""
    beside = {timing.round: timing.total_s for timing in reference.times}
    return [beside[timing.round] / timing.total_s for timing in made.times if timing.round in beside and timing.total_s > 0]


def spread(values: list[float]) -> float:
    """The width of the middle half; of two values their distance, of one 0."""
    if len(values) < 3:
        return max(values) - min(values)
    low, _, high = statistics.quantiles(values, n=4, method="inclusive")
    return high - low


def latents_row(drift: Drift | None) -> dict[str, Any]:
    """The last step's likeness, and the first step (from 1) whose estimate is no longer like the reference's."""
    if drift is None:
        return {}
    parts = None if drift.begins_at is None else drift.progress.index(drift.begins_at) + 1
    return {"latents_cosine": drift.cosine[-1], "latents_max_error": drift.largest[-1], "parts_at_step": parts}


class Sessions:
    """Loaded models by what has to be loaded for a request; at most two, of which `keep` says one."""

    def __init__(self, tell: Tell = lambda text: None) -> None:
        self._tell = tell
        self._open: dict[tuple[str, EngineSettings], Session] = {}

    def get(self, request: Request, keep: Request | None = None) -> Session:
        """The session that makes `request`. Closes others, but for that of `keep`. Raises DitoneError."""
        key = group_of(request)
        if key in self._open:
            return self._open[key]
        kept = None if keep is None else group_of(keep)
        for other in [other for other in self._open if other != kept]:
            self._open.pop(other).close()
        info = registry.resolve(request.model)
        self._open[key] = Session.open(info, request.engine, lambda share: self._tell(f"loading {info.title} {share:.0%}"))
        return self._open[key]

    def cancel(self) -> None:
        """Stops the take that is being made. Safe from any thread."""
        for session in list(self._open.values()):
            session.cancel()

    def close(self) -> None:
        while self._open:
            self._open.popitem()[1].close()


def group_of(request: Request) -> tuple[str, EngineSettings]:
    """What has to be loaded for a request."""
    return request.model, dataclasses.replace(request.engine, trace=False)


def run(plan: BenchPlan, repeat: int = 0, tell: Tell = lambda text: None, sessions: Sessions | None = None) -> Iterator[Result]:
    """Yields each table when it is done. repeat: timed takes of each entry, 0 for the figures alone.

    A row that fails is told in its row and does not end the bench. Raises Cancelled after `sessions.cancel`.
    """
    with ExitStack() as stack:
        if sessions is None:
            sessions = Sessions(tell)
        stack.callback(sessions.close)
        for group in plan.groups:
            yield _Bench(group, sessions, repeat, plan.warm_up, tell).result()


class _Bench:
    def __init__(self, group: Group, sessions: Sessions, repeat: int, warm_up: int, tell: Tell) -> None:
        self.group, self.sessions, self.repeat, self.warm_up, self.tell = group, sessions, repeat, warm_up, tell
        self.reference = Made(group.reference)
        self.rows = [Made(entry) for entry in group.rows]
        self.round = 0

    def result(self) -> Result:
        self.first(self.reference)
        waiting = [made for made in self.rows if made.entry.request is None]
        for made in waiting:
            self.first(made)
        made_here = [made for made in self.rows if made.entry.request is not None]
        keys = list(dict.fromkeys(group_of(made.entry.request) for made in made_here if made.entry.request))
        own = self.reference.entry.request
        if own is not None:  # what is loaded already comes first
            keys.sort(key=lambda key: key != group_of(own))
        for key in keys:
            chosen = [made for made in made_here if made.entry.request and group_of(made.entry.request) == key]
            for made in chosen:
                self.first(made)
            self.timed([self.reference, *chosen])
        result = Result(self.group, self.reference, self.rows)
        for made in self.rows:
            figures, drift, rates = self.compared(made)
            result.figures.append(figures)
            result.drifts.append(drift)
            result.rates.append(rates)
        return result

    def first(self, made: Made) -> None:
        """The take or file that is compared, and the takes that warm up."""
        entry = made.entry
        try:
            if entry.file is not None:
                audio, rate_hz = reading.read(entry.file)
                made.sound = Sound(audio, rate_hz, entry.name, metadata.read(entry.file))
            elif entry.request is not None:
                session = self.session(entry.request)
                session.release()  # so that the memory of this take is its own
                traced = dataclasses.replace(entry.request.engine, trace=True)
                self.tell(f"{self.group.title}: {entry.name}")
                take = session.generate(entry.request.replaced(engine=traced))
                made.sound, made.steps = sound_of(take, entry.name, session.info.licence), steps_of(take)
                for _ in range(self.warm_up - 1 if self.repeat else 0):
                    session.generate(entry.request)
            if entry.latents is not None:
                made.steps = latents.load(entry.latents)
        except DitoneError as error:
            made.failure = error.text()

    def timed(self, entries: list[Made]) -> None:
        """`repeat` turns, each beginning with another entry."""
        able = [made for made in entries if made.entry.request is not None and not made.failure]
        for turn in range(self.repeat if len(able) > 0 else 0):
            self.round += 1
            at = turn % len(able)
            for made in (*able[at:], *able[:at]):
                request = made.entry.request
                if request is None or made.failure:
                    continue
                self.tell(f"{self.group.title}: {made.entry.name} ({turn + 1} of {self.repeat})")
                try:
                    made.times.append(self.time(request))
                except DitoneError as error:
                    made.failure = error.text()

    def time(self, request: Request) -> Timing:
        session = self.session(request)
        watch, before = Watch(), time.process_time()
        take = session.generate(request)
        return Timing(self.round, dict(take.timings_s), time.process_time() - before, watch.load())

    def session(self, request: Request) -> Session:
        return self.sessions.get(request, keep=self.reference.entry.request)

    def compared(self, made: Made) -> tuple[Metrics | None, Drift | None, Mapping[str, Any] | None]:
        a, b = self.reference.sound, made.sound
        drift = None
        if self.reference.steps is not None and made.steps is not None:
            try:
                drift = latents.compared(self.reference.steps, made.steps)
            except DitoneError:  # of another length: there is nothing to follow
                drift = None
        if a is None or b is None:
            return None, drift, None
        rates = word_errors(a, b, None, None)
        return compare(a, b), drift, rates


def sound_of(take: Take, name: str, licence: str) -> Sound:
    """A take as one side of a comparison; its facts name no places, since a page is passed on."""
    return Sound(take.audio, take.sample_rate_hz, name, local_paths.hidden(metadata.describe(take, licence, measured=True)))


def steps_of(take: Take) -> StepLatents | None:
    """The latents of a take's steps, where it kept them with their noise levels."""
    return latents.of_take(take) if take.trace is not None and take.details.get("trace_noise_levels") else None
