"""The same jobs on a Ray cluster: Ray places, watches and streams; here is only the loop that gives its actors work.

A model's folder is used where a node has it under the same path (a shared folder); other nodes fetch it once. Sounds are written by the
node where the output folder is shared, which a marker file tells, and sent back otherwise, one at a time, so that nothing spills.
"""

from __future__ import annotations

import logging
import secrets
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from ditone.runtime import files, registry
from ditone.runtime.batch.cluster_node import ModelFiles, Node, Source
from ditone.runtime.batch.jobs import Job
from ditone.runtime.batch.maker import sentence
from ditone.runtime.batch.pool import MIB, Outcome, grouped, next_for
from ditone.runtime.errors import DitoneError

HOW_TO_INSTALL = 'Install it with: pip install "ditone[cluster]"'
LOOK_AROUND_S = 5.0  # how often nodes that joined are looked for
NO_NODE_S = 600.0  # without any node that can work; a cluster that grows by itself needs minutes for its first


def run(
    jobs: Iterable[Job],
    folder: Path,
    address: str,
    threads: int,
    need_mib: float,
    workers: int = 0,
    stop: Callable[[], bool] = lambda: False,
) -> Iterator[Outcome]:
    """Makes the jobs on the cluster at `address` ("auto" for the one this machine belongs to).

    threads, need_mib: what Ray reserves for each actor, with a GPU where a job asks for one or takes whichever there is and the cluster
    has some. workers: how many actors are asked for, which makes a cluster that scales
    itself grow; 0 takes what the nodes have room for. A job whose node was lost has an error; the others go on on the nodes that are left.
    Raises DitoneError where Ray is not installed, cannot be reached, or had no node with room for NO_NODE_S.
    """
    try:
        import ray
    except ImportError:
        raise DitoneError("--cluster needs Ray, which is not installed here.", actions=(HOW_TO_INSTALL,)) from None
    try:
        ray.init(address=address, ignore_reinit_error=True, log_to_driver=False, logging_level=logging.ERROR)
    except (ConnectionError, OSError, RuntimeError, ValueError) as error:
        raise DitoneError(
            f"There is no Ray cluster at {address}.", str(error).splitlines()[0], ("Start one with: ray start --head",)
        ) from None
    jobs = list(jobs)
    marker = f".ditone-{secrets.token_hex(8)}"
    (folder / marker).touch()
    resources = {"num_cpus": max(threads, 1), "memory": int(need_mib * MIB), "num_gpus": float(_want_gpus(ray, jobs))}
    try:
        yield from _Cluster(ray, folder, marker, resources, workers).made(grouped(jobs), stop)
    finally:
        (folder / marker).unlink(missing_ok=True)
        ray.shutdown()


def _want_gpus(ray: Any, jobs: Iterable[Job]) -> bool:
    asked = {job.request.engine.device for job in jobs}
    return any(device.startswith("cuda") for device in asked) or ("auto" in asked and ray.cluster_resources().get("GPU", 0) >= 1)


class _Worker:
    """An actor and what it does: the job it makes, or None while Ray still looks for a place for it."""

    def __init__(self, actor: Any) -> None:
        self.actor = actor
        self.job: Job | None = None
        self.group: Any = None


class _Cluster:
    def __init__(self, ray: Any, folder: Path, marker: str, resources: dict[str, Any], workers: int) -> None:
        self._ray, self._folder, self._marker, self._resources, self._asked = ray, folder, marker, resources, workers
        self._models: dict[str, ModelFiles | None] = {}
        here = ray.util.scheduling_strategies.NodeAffinitySchedulingStrategy(ray.get_runtime_context().get_node_id(), soft=False)
        self._source = ray.remote(num_cpus=0, scheduling_strategy=here)(Source).remote()
        self._node = ray.remote(**resources, max_restarts=0)(Node)
        self._running: dict[Any, _Worker] = {}  # by what Ray will answer

    def made(self, waiting: dict[Any, deque[Job]], stop: Callable[[], bool]) -> Iterator[Outcome]:
        """An outcome for each job, as they come, until `stop` says so."""
        ray, looked, worked = self._ray, 0.0, time.monotonic()
        while not stop() and (waiting or any(worker.job for worker in self._running.values())):
            if time.monotonic() - looked > LOOK_AROUND_S:
                self._fill(sum(map(len, waiting.values())))
                looked = time.monotonic()
            ready, _ = ray.wait(list(self._running), num_returns=1, timeout=LOOK_AROUND_S) if self._running else ([], [])
            if not self._running:
                time.sleep(0.2)
            for reference in ready:
                worked = time.monotonic()
                worker = self._running.pop(reference)
                job, worker.job = worker.job, None
                try:
                    answer = ray.get(reference)
                except ray.exceptions.RayError as failure:
                    looked = 0.0  # the actor is lost; another one is started where there is room
                    if job is not None:
                        yield Outcome(job, {}, f"The node that made it was lost ({type(failure).__name__}).")
                    continue
                self._give(worker, waiting)
                if job is not None:
                    yield self._outcome(job, *answer)
            if not any(worker.job for worker in self._running.values()) and time.monotonic() - worked > NO_NODE_S:
                raise DitoneError(
                    f"No node of the cluster had room for a take for {NO_NODE_S / 60:.0f} minutes.",
                    f"Each needs {self._resources['num_cpus']} CPU, {self._resources['memory'] / MIB:.0f} MiB of memory"
                    + (f" and {self._resources['num_gpus']:g} GPU." if self._resources["num_gpus"] else "."),
                    ("See what there is with: ray status",),
                )

    def _fill(self, left: int) -> None:
        """Starts actors until there are as many as were asked for, or as the nodes have room for."""
        room = self._asked or self._room()
        for _ in range(min(room - len(self._running), left)):
            worker = _Worker(self._node.remote(str(self._folder), self._marker, self._source))
            self._running[worker.actor.ready.remote()] = worker

    def _room(self) -> int:
        rooms = 0
        for node in self._ray.nodes():
            if node["Alive"]:
                has = node["Resources"]
                needs = (("CPU", "num_cpus"), ("memory", "memory"), ("GPU", "num_gpus"))
                rooms += min(int(has.get(kind, 0) // self._resources[name]) for kind, name in needs if self._resources[name])
        return rooms

    def _give(self, worker: _Worker, waiting: dict[Any, deque[Job]]) -> None:
        if waiting:
            job = next_for(worker.group, waiting)
            worker.job, worker.group = job, job.group
            self._running[worker.actor.make.remote(job.request, job.file, self._files_of(job.request.model))] = worker

    def _files_of(self, model: str) -> ModelFiles | None:
        if model not in self._models:
            info = registry.resolve(model)
            self._models[model] = None if info.builtin else ModelFiles.of(info.home)
        return self._models[model]

    def _outcome(self, job: Job, facts: dict[str, Any], error: str, data: bytes | None) -> Outcome:
        if data is not None:
            try:
                files.write_bytes(self._folder / job.file, data)
            except OSError as failure:
                return Outcome(job, {}, sentence(failure))
        return Outcome(job, facts, error)
