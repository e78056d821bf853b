"""Worker processes on this machine: each makes one job at a time with a session of its own.

A worker that dies (killed, out of memory) costs nothing but the job it had, which is tried again; when the parent dies, its workers end
at their next message. Only the parent writes the results.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import psutil

from ditone.runtime.batch.jobs import Job
from ditone.runtime.batch.maker import Maker, sentence
from ditone.runtime.registry import ModelInfo

MIB = 2**20
BASE_MIB = 700.0  # torch, Python and buffers of one worker
OVER_WEIGHTS = 1.3  # memory while a model is loaded and runs, against the size of its files
SHARE_OF_FREE = 0.8
PATIENCE_S = 30.0  # for a worker that was asked to stop
VISIBLE = "CUDA_VISIBLE_DEVICES"
SAFE_PATH = "PYTHONSAFEPATH"


@dataclass(frozen=True)
class Outcome:
    """What came of one try: figures, or a sentence."""

    job: Job
    facts: dict[str, Any]
    error: str = ""


def workers_for(infos: Iterable[ModelInfo], threads: int, jobs: int, gpus: int = 0) -> int:
    """As many as cores, free memory and jobs allow, with `threads` cores for each; one a GPU where there are some; at least one."""
    need = max((info.size_bytes / MIB * OVER_WEIGHTS for info in infos), default=0.0) + BASE_MIB
    by_memory = psutil.virtual_memory().available / MIB * SHARE_OF_FREE / need
    by_cores = (len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1) // max(threads, 1)
    return max(1, min(int(by_memory), by_cores, jobs, gpus or jobs))


def gpus_for(jobs: Iterable[Job]) -> list[str]:
    """The GPUs that workers share out, as CUDA_VISIBLE_DEVICES names them; none where no job takes whichever there is.

    A job that asks for one GPU by its number finds that number only where a worker sees them all, so a plan with such a job is not shared
    out.
    """
    asked = {job.request.engine.device for job in jobs}
    if not asked & {"auto", "cuda"} or any(device.startswith("cuda:") for device in asked):
        return []
    import torch

    named = [name for name in os.environ.get(VISIBLE, "").split(",") if name]
    return named or [str(i) for i in range(torch.cuda.device_count())]


class Worker:
    """A process and the pipe to it."""

    def __init__(self, folder: Path, gpu: str | None = None) -> None:
        self.gpu = gpu  # the only one that it sees
        context = multiprocessing.get_context("spawn")  # a fork would copy the threads' locks of whoever started us
        self.pipe, theirs = context.Pipe()
        self.process: BaseProcess = context.Process(target=work, args=(theirs, str(folder), os.getpid(), gpu), daemon=True)
        with _safe_path():
            self.process.start()
        theirs.close()
        self.job: Job | None = None
        self.group: Any = None

    def give(self, job: Job) -> None:
        self.job, self.group = job, job.group
        self.pipe.send((job.request, job.file))

    def stop(self) -> None:
        """Ends the process; a take that it makes at this moment is given up."""
        self.pipe.close()
        self.process.terminate()
        self.process.join(PATIENCE_S)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()


@contextlib.contextmanager
def _safe_path() -> Iterator[None]:
    """A Python that is started here does not look for modules in the folder one works in, which may be a model's from anywhere."""
    before = os.environ.get(SAFE_PATH)
    os.environ[SAFE_PATH] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[SAFE_PATH]
        else:
            os.environ[SAFE_PATH] = before


def work(pipe: Connection, folder: str, parent: int, gpu: str | None = None) -> None:
    """A worker's life: requests in, outcomes out, until the pipe is closed or the parent is gone."""
    if gpu is not None:
        os.environ[VISIBLE] = gpu  # CUDA reads it at its first use
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C reaches the whole group; the parent decides
    maker = Maker()
    while True:
        try:
            while not pipe.poll(5):
                if os.getppid() != parent:
                    return
            request, file = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            answer: tuple[dict[str, Any], str] = (maker.make(request, Path(folder) / file), "")
        except Exception as error:
            answer = ({}, sentence(error))
            if isinstance(error, MemoryError):
                maker.close()
        try:
            pipe.send(answer)
        except OSError:
            return


def run(
    jobs: Iterable[Job], folder: Path, count: int, stop: Callable[[], bool] = lambda: False, gpus: Sequence[str] = ()
) -> Iterator[Outcome]:
    """Makes the jobs with `count` workers, which share the GPUs out; an outcome for each, as they come.

    It ends early, and stops its workers, within a second after `stop` says so, or when the iterator is closed.

    A job whose worker died has the error "The process that made it ended ...".
    """
    waiting = grouped(jobs)
    workers = [Worker(folder, gpus[i % len(gpus)] if gpus else None) for i in range(count)]
    try:
        while not stop() and (waiting or any(worker.job for worker in workers)):
            for worker in workers:
                if worker.job is None and waiting:
                    worker.give(next_for(worker.group, waiting))
            busy = {worker.pipe: worker for worker in workers if worker.job is not None}
            for pipe in wait(list(busy), timeout=1.0):
                worker = busy[pipe]  # type: ignore[index]
                job = worker.job
                assert job is not None
                try:
                    facts, error = worker.pipe.recv()
                    worker.job = None
                    yield Outcome(job, facts, error)
                except (EOFError, OSError):
                    worker.process.join(PATIENCE_S)
                    code = worker.process.exitcode
                    workers[workers.index(worker)] = Worker(folder, worker.gpu)
                    yield Outcome(job, {}, f"The process that made it ended ({_how(code)}).")
    finally:
        for worker in workers:
            with contextlib.suppress(OSError):
                worker.stop()


def grouped(jobs: Iterable[Job]) -> dict[Any, deque[Job]]:
    """Jobs by what has to be loaded for them, in the plan's order."""
    groups: dict[Any, deque[Job]] = {}
    for job in jobs:
        groups.setdefault(job.group, deque()).append(job)
    return groups


def next_for(loaded: Any, waiting: dict[Any, deque[Job]]) -> Job:
    """A job of the model that a worker has loaded, else of the largest group that is left."""
    group = loaded if loaded in waiting else max(waiting, key=lambda name: len(waiting[name]))
    job = waiting[group].popleft()
    if not waiting[group]:
        del waiting[group]
    return job


def _how(code: int | None) -> str:
    if code is not None and code < 0:
        with contextlib.suppress(ValueError):
            return f"killed by {signal.Signals(-code).name}"
    return f"exit status {code}"


class Rate:
    """Jobs a second over the last minute, and the time that is left."""

    def __init__(self) -> None:
        self._moments: deque[float] = deque([time.monotonic()])

    def count(self) -> None:
        now = time.monotonic()
        self._moments.append(now)
        while len(self._moments) > 2 and now - self._moments[0] > 60:
            self._moments.popleft()

    def per_s(self) -> float:
        passed = self._moments[-1] - self._moments[0]
        return (len(self._moments) - 1) / passed if passed > 0 else 0.0

    def left(self, jobs: int) -> str:
        rate = self.per_s()
        if rate <= 0:
            return ""
        seconds = round(jobs / rate)
        hours, rest = divmod(seconds, 3600)
        return f"{hours}:{rest // 60:02d}:{rest % 60:02d} left" if hours else f"{rest // 60}:{rest % 60:02d} left"
