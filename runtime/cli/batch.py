"""`ditone batch`: a plan of takes, made by this machine's cores or by a cluster, and resumed where it was stopped."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from ditone.runtime.cli import output

ENOUGH = 20  # takes whose rate says something of a thousand


def batch(options: argparse.Namespace) -> int:
    """Makes what is missing of a plan; 1 when rows failed, or when the plan has rows that cannot be made (then nothing was started)."""
    from ditone.runtime.batch.jobs import jobs as jobs_of
    from ditone.runtime.batch.plan import BadPlan, read_plan
    from ditone.runtime.batch.run import BatchOptions, Progress, check_target, run
    from ditone.runtime.cli.progress import Line

    plan, folder = Path(options.plan), Path(options.out)
    check_target(folder)
    ending = "." + options.format.lstrip(".")
    try:
        jobs = jobs_of(plan, read_plan(plan), options.template, ending, options.threads)
    except BadPlan as error:
        for problem in error.problems:
            output.err(problem)
        raise
    if options.check:
        output.out(f"{len(jobs):,} {'take' if len(jobs) == 1 else 'takes'}; every row can be made.")
        return 0
    line, began, before = Line(), time.monotonic(), None

    def show(progress: Progress) -> None:
        nonlocal before
        before = progress.done if before is None else before
        failed = f", {progress.failed:,} failed" if progress.failed else ""
        rate = f", {progress.per_s:.2g} a second, {progress.left}" if progress.left else ""
        line.show(f"{progress.done:,} of {progress.total:,}{failed}{rate}")

    how = BatchOptions(options.workers, options.threads, options.retries, options.cluster or "")
    try:
        failures = run(jobs, folder, how, show)
    finally:
        line.clear()
    for job, reason in failures:
        output.err(f"{plan}, line {job.line} ({job.file}): {reason}")
    there = len(jobs) - len(failures)
    output.out(f"{there:,} of {len(jobs):,} takes are in {folder}; results.csv and results.jsonl list them.")
    made, seconds = there - (before or 0), time.monotonic() - began
    if made >= ENOUGH:
        output.out(
            f"{made:,} were made now, {made / seconds:.3g} a second: 1,000 takes in {1000 * seconds / made / 3600:.2g} hours."
        )
    if failures:
        output.out("Run the same command again to try the rest.")
    return 1 if failures else 0
