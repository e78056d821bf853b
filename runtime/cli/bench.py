"""`ditone parity` and `ditone bench`: a plan's takes set beside a reference, timed in turns with it, and made into a page."""

from __future__ import annotations

import argparse
import itertools
import signal
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ditone.runtime.cli import output
from ditone.runtime.errors import BadRequest, Cancelled
from ditone.runtime.request_options import chosen_model, consented

if TYPE_CHECKING:
    from ditone.runtime.bench.plan import BenchPlan
    from ditone.runtime.bench.running import Result, Sessions

VARIED = ("preset", "precision", "device", "solver", "steps", "cfg", "apg")
SEED, EXAMPLE_PLANS = 7, "assets/plans has examples, and README.md there the form."


def parity(options: argparse.Namespace) -> int:
    """Makes the takes of a plan once each and compares them. Raises DitoneError, before a model is loaded where possible."""
    return _made(_read(options), options, repeat=0)


def bench(options: argparse.Namespace) -> int:
    """The same with times. Raises DitoneError."""
    if options.plan is not None and options.model:
        raise BadRequest("A plan and --model were given.", actions=("Give one of them.",))
    plan = _read(options) if options.plan is not None else _matrix(options)
    repeat = plan.repeat if options.repeat is None else options.repeat
    return _against(plan, options, repeat) if options.against else _made(plan, options, repeat)


def _read(options: argparse.Namespace) -> BenchPlan:
    from ditone.runtime.batch.plan import BadPlan
    from ditone.runtime.bench.plan import read_plan

    try:
        return _allowed(read_plan(Path(options.plan), options.skip_missing, options.threads), options)
    except BadPlan as error:
        for problem in error.problems:
            output.err(problem)
        raise


def _matrix(options: argparse.Namespace) -> BenchPlan:
    """A table a model: the first value of each option makes the reference, every other combination a row."""
    from ditone.runtime.batch.plan import BadPlan
    from ditone.runtime.bench.plan import from_data

    if not options.model:
        raise BadRequest("There is nothing to measure.", "A plan or --model NAME was expected.", (EXAMPLE_PLANS,))
    common: dict[str, Any] = {"seed": SEED if options.seed is None else options.seed}
    if options.seconds is not None:
        common["seconds"] = options.seconds
    varied = {name: getattr(options, name) for name in VARIED if getattr(options, name)}
    tables = []
    for name in options.model:
        info = chosen_model(name)
        prompt = options.prompt or info.example_prompt
        first, *others = [dict(zip(varied, values, strict=True)) for values in itertools.product(*varied.values())]
        several = {key for key, values in varied.items() if len(values) > 1}
        tables.append(
            {
                "title": info.title,
                "defaults": {"model": name, "prompt": prompt},
                "reference": _row(first, _named(first, several) or "as it is"),
                "rows": [_row(row, _named(row, several)) for row in others] or [{"name": "the same again"}],
            }
        )
    try:
        return _allowed(
            from_data({"title": "Bench", "defaults": common, "tables": tables}, "these options", options.threads), options
        )
    except BadPlan as error:
        for problem in error.problems:
            output.err(problem)
        raise


def _row(values: dict[str, Any], name: str) -> dict[str, Any]:
    return {"name": name, **values}


def _named(values: dict[str, Any], several: set[str]) -> str:
    return ", ".join(f"{name} {value}" for name, value in values.items() if name in several)


def _allowed(plan: BenchPlan, options: argparse.Namespace) -> BenchPlan:
    """Asks for consent to voices before anything is loaded."""
    for request in plan.requests:
        consented(chosen_model(request.model), request, options.i_may_use_this_voice)
    for sentence in plan.left_out:
        output.err(f"Left out: {sentence}")
    return plan


def _folder(options: argparse.Namespace) -> Path:
    if options.output:
        return Path(options.output)
    return Path(f"{Path(options.plan).stem if options.plan else 'bench'}-page")


def _made(plan: BenchPlan, options: argparse.Namespace, repeat: int) -> int:
    if options.check:
        return _checked(plan)
    from ditone.runtime.bench import running
    from ditone.runtime.cli.progress import Line

    line = Line()
    sessions = running.Sessions(line.show)
    results: list[Result] = []
    try:
        with _stopped_by_ctrl_c(sessions):
            for result in running.run(plan, repeat, lambda text: line.show(text, now=True), sessions):
                results.append(result)
    except Cancelled:
        raise KeyboardInterrupt from None
    finally:
        line.clear()
    return _written(plan, options, results, list(plan.left_out))


def _against(plan: BenchPlan, options: argparse.Namespace, repeat: int) -> int:
    from ditone.runtime.bench import versions

    other = versions.found(Path(options.against))
    if options.check:
        return _checked(plan)
    from ditone.runtime.cli.progress import Line

    line = Line()
    results = []
    try:
        for result in versions.run(plan, other, repeat, lambda text: line.show(text, now=True)):
            results.append(result)
    finally:
        line.clear()
    notes = [f"Before: {other.title}. Now: {versions.this().title}.", *versions.verdict(results), *plan.left_out]
    code = _written(plan, options, results, notes)
    if not (options.json or options.csv or options.markdown):
        for sentence in notes:
            output.out(sentence)
    return code


def _written(plan: BenchPlan, options: argparse.Namespace, results: Sequence[Result], notes: list[str]) -> int:
    from ditone.runtime.bench import machine, page
    from ditone.runtime.comparison import table
    from ditone.runtime.comparison.parity import BRIEF

    folder = _folder(options)
    about = machine.describe(options.threads)
    paths = page.write(folder, plan.title, results, about, notes)
    made = [result.table() for result in results]
    if options.json:
        output.out(table.to_json(made, {"title": plan.title, "machine": about, "notes": notes}).rstrip("\n"))
    elif options.csv:
        output.out(table.tables_to_csv(made).rstrip("\n"))
    elif options.markdown:
        output.out(page.markdown(plan.title, made, about, notes).rstrip("\n"))
    else:
        for one in made:
            output.out(f"{one.title}\n{table.to_text(one, BRIEF)}\n")
            if any(row.get("busy") for row in one.rows):
                output.out(
                    'Other processes used this machine during the rows that have "yes" under Busy; their times say little.\n'
                )
    output.err(f"{paths[0]}; beside it page.md, figures.csv, figures.json and {len(paths) - 4} sounds.")
    return 1 if any(entry.failure for result in results for entry in result.made()) else 0


def _checked(plan: BenchPlan) -> int:
    tables = "1 table" if len(plan.groups) == 1 else f"{len(plan.groups)} tables"
    output.out(f"{len(plan.requests)} takes in {tables}; every one can be made.")
    return 0


@contextmanager
def _stopped_by_ctrl_c(sessions: Sessions) -> Iterator[None]:
    """The first Ctrl+C stops the take that is being made, a second one ends the program."""
    if threading.current_thread() is not threading.main_thread():
        yield  # signals belong to the main thread
        return
    before = signal.getsignal(signal.SIGINT)

    def stop(number: int, frame: object) -> None:
        signal.signal(signal.SIGINT, before)
        sessions.cancel()

    signal.signal(signal.SIGINT, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
