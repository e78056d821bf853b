"""The same jobs on a Ray cluster: Ray places, restarts and streams; here is only the actor and the loop around it.

Weights must lie under the same path on every node (a shared folder; the built-in models come with Ditone). Sounds are written by the
node where the output folder is shared, which a marker file tells, and sent back otherwise, one at a time, so that nothing spills.
"""

from __future__ import annotations

import secrets
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from ditone.runtime import files
from ditone.runtime.batch.jobs import Job
from ditone.runtime.batch.maker import Maker, sentence
from ditone.runtime.batch.pool import MIB, Outcome, grouped, next_for
from ditone.runtime.errors import DitoneError

HOW_TO_INSTALL = 'Install it with: pip install "ditone[cluster]"'
LONGEST_WAIT_S = 60.0


class Node:
    """What Ray starts on a node: a maker, and the way the sound goes."""

    def __init__(self, folder: str, marker: str) -> None:
        self._maker = Maker()
        self._folder = Path(folder)
        self._shared = (self._folder / marker).is_file()

    def make(self, request: Any, file: str) -> tuple[dict[str, Any], str, bytes | None]:
        """Figures, a sentence where it failed, and the file's bytes where the folder is not shared."""
        try:
            if self._shared:
                return self._maker.make(request, self._folder / file), "", None
            with tempfile.TemporaryDirectory(prefix="ditone-") as place:
                path = Path(place) / ("take" + Path(file).suffix)
                return self._maker.make(request, path), "", path.read_bytes()
        except Exception as error:
            return {}, sentence(error), None


def run(jobs: Iterable[Job], folder: Path, address: str, threads: int, need_mib: float, gpus: float = 0.0) -> Iterator[Outcome]:
    """Makes the jobs on the cluster at `address` ("auto" for the one this machine belongs to).

    threads, need_mib, gpus: what Ray reserves for each actor. Raises DitoneError where Ray is not installed or cannot be reached.
    """
    try:
        import ray
    except ImportError:
        raise DitoneError("--cluster needs Ray, which is not installed here.", actions=(HOW_TO_INSTALL,)) from None
    try:
        ray.init(address=address, ignore_reinit_error=True, log_to_driver=False, logging_level="ERROR")
    except (ConnectionError, OSError, RuntimeError, ValueError) as error:
        raise DitoneError(
            f"There is no Ray cluster at {address}.", str(error).splitlines()[0], ("Start one with: ray start --head",)
        ) from None
    marker = f".ditone-{secrets.token_hex(8)}"
    (folder / marker).touch()
    try:
        yield from _made(
            ray, jobs, folder, marker, {"num_cpus": max(threads, 1), "memory": int(need_mib * MIB), "num_gpus": gpus}
        )
    finally:
        (folder / marker).unlink(missing_ok=True)
        ray.shutdown()


def _made(ray: Any, jobs: Iterable[Job], folder: Path, marker: str, resources: dict[str, Any]) -> Iterator[Outcome]:
    waiting = grouped(jobs)
    actor = ray.remote(**resources, max_restarts=-1, max_task_retries=0)(Node)
    total = ray.cluster_resources()
    room = int(total.get("CPU", 1) // resources["num_cpus"])
    if resources["num_gpus"]:
        room = min(room, int(total.get("GPU", 0) // resources["num_gpus"]))
    room = max(1, min(room, sum(map(len, waiting.values()))))
    nodes = [[actor.remote(str(folder), marker), None] for _ in range(room)]  # the actor, what it has loaded
    running: dict[Any, tuple[list[Any], Job]] = {}

    def give(node: list[Any]) -> None:
        if waiting:
            job = next_for(node[1], waiting)
            node[1] = job.group
            running[node[0].make.remote(job.request, job.file)] = (node, job)

    for node in nodes:
        give(node)
    while running:
        ready, _ = ray.wait(list(running), num_returns=1, timeout=LONGEST_WAIT_S)
        for reference in ready:
            node, job = running.pop(reference)
            try:
                facts, error, data = ray.get(reference)
                if data is not None:
                    files.write_bytes(folder / job.file, data)
            except ray.exceptions.RayError as failure:
                facts, error, node[1] = {}, f"The node that made it was lost ({type(failure).__name__}).", None
            except OSError as failure:
                facts, error = {}, sentence(failure)
            give(node)
            yield Outcome(job, facts, error)
