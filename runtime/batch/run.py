"""A batch from start to end: what is left to make, by whom, with how many tries, and what is said."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from ditone.runtime.batch import cluster, pool
from ditone.runtime.batch.jobs import Job
from ditone.runtime.batch.pool import Outcome
from ditone.runtime.batch.row_results import RowResults
from ditone.runtime.errors import DitoneError

TABLES_AFTER_S = 2.0  # so long a batch goes on before its tables are written anew, and twenty times as long as that took


@dataclass(frozen=True)
class BatchOptions:
    """workers: processes, 0 = as many as this machine takes. retries: further tries of a row that failed. cluster: a Ray address or ""."""

    workers: int = 0
    threads: int = 1
    retries: int = 2
    cluster: str = ""


@dataclass(frozen=True)
class Progress:
    """done and failed count rows of the whole plan; left is the time that is left, in words."""

    done: int
    failed: int
    total: int
    per_s: float
    left: str


def run(
    jobs: list[Job],
    folder: Path,
    how: BatchOptions,
    show: Callable[[Progress], None] = lambda progress: None,
    stop: Callable[[], bool] = lambda: False,
) -> list[tuple[Job, str]]:
    """Makes what is missing or changed of a plan. Returns the rows that failed, each with its sentence.

    stop: asked often; the batch ends early when it says so, and the same call goes on with it later.

    Raises DitoneError where the folder cannot be used. Interrupted in any way, a later call goes on; the tables are written then too.
    """
    folder.mkdir(parents=True, exist_ok=True)
    results = RowResults.open(folder)
    try:
        todo = [job for job in jobs if not results.finished(job)]
        done = len(jobs) - len(todo)
        failures: dict[int, tuple[Job, str]] = {}
        rate, tables = pool.Rate(), _Tables(results, jobs)
        show(Progress(done, 0, len(jobs), 0.0, ""))
        tries = 0
        while todo and tries <= how.retries and not stop():
            tries += 1
            failures.clear()
            for outcome in _outcomes(todo, folder, how, stop):
                error = outcome.error or _stored(results, outcome, tries)
                if error:
                    failures[outcome.job.row] = (outcome.job, error)
                else:
                    done += 1
                    rate.count()
                    tables.write_when_due()
                show(Progress(done, len(failures), len(jobs), rate.per_s(), rate.left(len(jobs) - done)))
            todo = [job for job, _ in failures.values()]
        for job, error in failures.values():
            with contextlib.suppress(OSError):
                results.add(job, {"attempts": tries}, error)
        return sorted(failures.values(), key=lambda failure: failure[0].row)
    finally:
        _Tables(results, jobs).write()
        results.close()


def _stored(results: RowResults, outcome: Outcome, tries: int) -> str:
    try:
        results.add(outcome.job, {**outcome.facts, "attempts": tries})
    except OSError as error:
        return f"The result could not be written: {error.strerror or error}."
    return ""


class _Tables:
    """The result tables of a batch that runs: what watches it reads them."""

    def __init__(self, results: RowResults, jobs: list[Job]) -> None:
        self._results, self._jobs = results, jobs
        self._due = time.monotonic() + TABLES_AFTER_S

    def write_when_due(self) -> None:
        """Takes at most a twentieth of the time."""
        began = time.monotonic()
        if began >= self._due:
            self.write()
            now = time.monotonic()
            self._due = now + max(TABLES_AFTER_S, 20 * (now - began))

    def write(self) -> None:
        with contextlib.suppress(OSError):  # they are made of the results, and made again at the next start
            self._results.write_tables(self._jobs)


def _outcomes(jobs: list[Job], folder: Path, how: BatchOptions, stop: Callable[[], bool]) -> Iterator[Outcome]:
    from ditone.runtime import registry

    infos = [registry.resolve(model) for model in {job.request.model for job in jobs}]
    if how.cluster:
        need = max(info.size_bytes / pool.MIB * pool.OVER_WEIGHTS for info in infos) + pool.BASE_MIB
        return cluster.run(jobs, folder, how.cluster, how.threads, need, how.workers, stop)
    gpus = pool.gpus_for(jobs)
    count = how.workers or pool.workers_for(infos, how.threads, len(jobs), len(gpus))
    return pool.run(jobs, folder, min(count, len(jobs)), stop, gpus)


def check_target(folder: Path) -> None:
    """Raises DitoneError where the output folder cannot be one."""
    if folder.exists() and not folder.is_dir():
        raise DitoneError(f"{folder} is a file; a folder for the sounds was expected.")
