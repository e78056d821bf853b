"""The parity page of everything that a fresh clone can make: `make parity-page`.

Both built-in models (`assets/plans/built-in.yaml`) and the tiny folder of every variant of the recorded cases, each beside its own default
settings in float32. The page, Markdown, CSV and JSON go to `parity-page/`; a failed row, or one that is not reproduced, ends with 1.

    make parity-page ARGS="--output FOLDER"          somewhere else
    make parity-page ARGS=--times                    with times, in turns with the reference
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from ditone.runtime.bench import machine, page, running
from ditone.runtime.bench.plan import BenchPlan, Entry, Group, read_plan
from ditone.runtime.comparison import table
from ditone.runtime.comparison.parity import BRIEF
from ditone.runtime.registry import ModelInfo
from ditone.runtime.request import Request
from ditone.runtime.sampling.solvers import SOLVERS
from ditone.runtime.voices import agree
from tests.bench import parity

PLAN = Path(__file__).parents[2] / "assets" / "plans" / "built-in.yaml"
AGAIN = "the same again"
TIMED = 3


def main(arguments: list[str] | None = None) -> int:
    """Makes the page; 1 when a row failed, or a repetition is not equal."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", type=Path, default=Path("parity-page"))
    parser.add_argument("--times", action="store_true")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="parity-page-") as scratch:
        plan = read_plan(PLAN)
        tiny = [tiny_group(info, Path(scratch)) for info in parity.found_models(parity.CASES) if not info.builtin]
        plan = BenchPlan("Parity of everything that a fresh clone can make", (*plan.groups, *tiny), TIMED)
        results = []
        for result in running.run(plan, plan.repeat if options.times else 0):
            results.append(result)
            print(f"{result.group.title}\n{table.to_text(result.table(), BRIEF)}\n", flush=True)
        paths = page.write(options.output, plan.title, results, machine.describe())
    print(paths[0])
    return 1 if failures(results) else 0


def tiny_group(info: ModelInfo, scratch: Path) -> Group:
    """A table of one tiny folder: its own settings again, with other settings of the engine, and by each other solver."""
    request = parity.short_request(info, scratch)
    agree(info, request)  # a hum of our own
    request = request.replaced(engine=replace(request.engine, precision="float32", threads=0))
    rows = [Entry(name, 1, one) for name, one in changed(info, request)]
    title = f"{parity.title(info)}, tiny folder with random weights"
    return Group(title, Entry(f"{request.solver} {request.steps}, float32", 1, request), tuple(rows))


def changed(info: ModelInfo, request: Request) -> Iterator[tuple[str, Request]]:
    yield AGAIN, request
    yield "packed projections", request.replaced(engine=replace(request.engine, packed_projections=True))
    if "bfloat16" in info.precisions:
        yield "bfloat16", request.replaced(engine=replace(request.engine, precision="bfloat16"))
    solver = info.control("solver")
    for choice in solver.choices if solver is not None and not solver.inactive else ():
        if choice.value != request.solver and choice.value in SOLVERS and not choice.value.startswith("pingpong"):
            yield choice.value, request.replaced(solver=choice.value)


def failures(results: list[running.Result]) -> list[str]:
    """Rows that failed, and repetitions that are another sound."""
    found = [made.failure for result in results for made in result.made() if made.failure]
    for result in results:
        for made, figures in zip(result.rows, result.figures, strict=True):
            if made.entry.name == AGAIN and figures is not None and not figures.equal:
                found.append(f"{result.group.title}: {AGAIN} is another sound")
    for sentence in found:
        print(sentence, file=sys.stderr)
    return found


if __name__ == "__main__":
    sys.exit(main())
