"""A local Ray cluster of three nodes: one is killed in the middle, every row is made once, and the rate beside the local pool's.

    python -m tests.bench.cluster [--rows 60] [--repeats 3]

Needs the extra `cluster`. The nodes share this machine's cores, so the ratio tells what Ray costs, not what more machines give. Runs of
both are interleaved, and each includes starting its workers; the cluster itself is started before. Exit status 1 where something is lost.
"""

from __future__ import annotations

import argparse
import csv
import statistics
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import soundfile

from ditone.runtime.batch.jobs import Job, jobs
from ditone.runtime.batch.plan import read_plan
from ditone.runtime.batch.run import BatchOptions, Progress, run
from tests.bench.batch_kills import write_plan

NODES = 3


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=60)
    parser.add_argument("--repeats", type=int, default=3)
    options = parser.parse_args()
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0})
    nodes = [cluster.add_node(num_cpus=1) for _ in range(NODES)]
    cluster.wait_for_nodes()
    try:
        with tempfile.TemporaryDirectory() as place:
            ok = killed(Path(place), options.rows, cluster, nodes)
            beside(Path(place), options.rows, options.repeats, cluster.address, NODES - 1)
    finally:
        cluster.shutdown()
    return 0 if ok else 1


def plan(place: Path, rows: int) -> list[Job]:
    """Rows over both built-in models and two tiny families, as in `batch_kills`."""
    path = place / "plan.csv"
    write_plan(path, rows)
    return jobs(path, read_plan(path), threads=1)


def killed(place: Path, rows: int, cluster: Any, nodes: list[Any]) -> bool:
    """Kills a node after a fifth of the rows; whether all rows are there once and equal the local pool's."""
    todo, out = plan(place, rows), place / "killed"
    gone = threading.Event()

    def show(progress: Progress) -> None:
        if progress.done >= len(todo) // 5 and not gone.is_set():
            gone.set()
            cluster.remove_node(nodes.pop(), allow_graceful=False)

    failures = run(todo, out, BatchOptions(threads=1, cluster=cluster.address), show)
    with (out / "results.csv").open(newline="", encoding="utf-8") as file:
        results = list(csv.DictReader(file))
    once = [int(row["row"]) for row in results] == list(range(1, len(todo) + 1))
    run(todo[::7], place / "local", BatchOptions(threads=1, workers=1))
    same = all((soundfile.read(out / job.file)[0] == soundfile.read(place / "local" / job.file)[0]).all() for job in todo[::7])
    print(
        f"a node killed: {gone.is_set()}; failed rows: {len(failures)}; each row once: {once}; same samples: {same}", flush=True
    )
    return gone.is_set() and not failures and once and same


def beside(place: Path, rows: int, repeats: int, address: str, workers: int) -> None:
    """Takes a second on the cluster and in the local pool with the same number of workers, interleaved."""
    todo = plan(place, rows)
    ratios = []
    for repeat in range(repeats):
        rates = {}
        for name, how in (
            ("pool", BatchOptions(threads=1, workers=workers)),
            ("cluster", BatchOptions(threads=1, workers=workers, cluster=address)),
        ):
            start = time.monotonic()
            run(todo, place / f"{name} {repeat}", how)
            rates[name] = len(todo) / (time.monotonic() - start)
        ratios.append(rates["cluster"] / rates["pool"])
        print(f"pool {rates['pool']:.2f}/s, cluster {rates['cluster']:.2f}/s, ratio {ratios[-1]:.2f}", flush=True)
    print(f"ratio cluster to pool, median of {repeats}: {statistics.median(ratios):.2f}")


if __name__ == "__main__":
    sys.exit(main())
