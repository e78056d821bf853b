"""Measures how far rounding moves every compared number, and derives the tolerances from it.

    python -m tests.reference.measure_rounding                 measures, prints the table beside the tolerances in force
    python -m tests.reference.measure_rounding --write         writes tolerances.json and the table in README.md as well
    python -m tests.reference.measure_rounding dots aten       only cases and ways whose names hold one of these words (no --write)

Each way of rounding runs in its own process: the settings of `tests/rounding/settings.py`, then emulated processors of
`tests/rounding/noise.py`. Results are kept in build/rounding, one file a way, and are not measured again as long as they lie there.
"""

from __future__ import annotations

import argparse
import functools
import json
import math
import re
import subprocess
import sys
from collections import defaultdict
from contextlib import nullcontext
from pathlib import Path

import torch

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

import discovery  # noqa: E402 - the folder must be on the path first
from tolerance import TABLE, kind  # noqa: E402

from tests.rounding.noise import Exact, OtherRounding  # noqa: E402
from tests.rounding.settings import SETTINGS, environment  # noqa: E402

KEPT = HERE.parents[1] / "build" / "rounding"
EMULATED = {"emulated-1": lambda: OtherRounding(1), "emulated-2": lambda: OtherRounding(2), "exact-operations": Exact}
HEADROOM = 8  # of the largest movement
LEAST = (5e-7, 1e-8)  # distance and gain: a movement below 4 units in the last place may be another's good luck
WORSE = 4.0  # a kind of number has a tolerance of its own where it moves this much more, or less, than its check's others
Pair = list[float]  # distance and gain, see tolerance.py
Movements = dict[str, dict[str, dict[str, Pair]]]  # family -> check -> kind of name -> pair


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("words", nargs="*", help="only cases and ways whose names hold one of these")
    parser.add_argument("--reference", type=Path, default=HERE / "cases", help="root of the recorded cases")
    parser.add_argument("--write", action="store_true", help="write tolerances.json and the table in README.md")
    parser.add_argument("--kept", action="store_true", help="measure nothing: only the ways whose results are kept")
    parser.add_argument("--way", help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.way:
        print(json.dumps(measure(options.way, options.reference, options.words)))
        return 0
    ways = [way for way in (*SETTINGS, *EMULATED) if not options.words or any(word in way for word in options.words)] or [
        *SETTINGS
    ]
    found: dict[str, Movements] = {}
    for way in ways:
        kept = KEPT / f"{way}.json"
        if options.kept and not kept.exists():
            continue
        if options.words or not kept.exists():
            command = [
                sys.executable,
                "-m",
                "tests.reference.measure_rounding",
                "--way",
                way,
                "--reference",
                str(options.reference),
            ]
            words = [word for word in options.words if not any(word in name for name in ways)]
            setting = way if way in SETTINGS else "as-it-is"
            text = subprocess.run(
                [*command, *words], env=environment(setting), stdout=subprocess.PIPE, text=True, check=True
            ).stdout
            found[way] = json.loads(text.splitlines()[-1])
            if not options.words:
                KEPT.mkdir(parents=True, exist_ok=True)
                kept.write_text(json.dumps(found[way]))
        else:
            found[way] = json.loads(kept.read_text())
        print(f"{way}: measured", file=sys.stderr, flush=True)
    limits = derived(found) if options.write else json.loads(TABLE.read_text("utf-8")) if TABLE.exists() else {}
    table = shown(found, limits)
    print(table)
    if options.write:
        TABLE.write_text(written(limits), "utf-8")
        page = HERE / "README.md"
        before, mark, after = page.read_text("utf-8").partition("<!-- measured -->\n")
        page.write_text(f"{before}{mark}\n{table}\n" + ("" if not mark else after[after.find("\n<!-- end -->") :]), "utf-8")
    return 0


def measure(way: str, root: Path, words: list[str]) -> Movements:
    """Runs every check once, in this process, and notes the largest distance of each kind of number. A check that fails is said."""
    found: Movements = defaultdict(lambda: defaultdict(lambda: defaultdict(lambda: [0.0, 0.0])))
    for case in discovery.discover(root):
        check = discovery.find_check(case)
        if check is None or (words and not any(word in f"{case.family}/{case.name}" for word in words)):
            continue
        forget()
        torch.manual_seed(0)
        with torch.inference_mode(), discovery.measuring() as seen, EMULATED[way]() if way in EMULATED else nullcontext():
            try:
                check(case)
            except BaseException as error:  # a skipped case is one, too
                print(f"{way}: {case.family}/{case.name}: {type(error).__name__} {str(error)[:200]}", file=sys.stderr, flush=True)
        for name, apart in seen:
            if apart.count == 0 and apart.distance == 0:
                continue  # equal, as whole numbers have to be
            row = found[case.family][str(case.check)]
            row[kind(name)] = [max(row[kind(name)][0], apart.distance), max(row[kind(name)][1], apart.gain)]
    return found


def forget() -> None:
    """What earlier cases left in the checks' caches was computed with another rounding."""
    for name, module in list(sys.modules.items()):
        if name.startswith("checks"):
            for thing in vars(module).values():
                if isinstance(thing, functools._lru_cache_wrapper):
                    thing.cache_clear()


def derived(found: dict[str, Movements]) -> Movements:
    """HEADROOM times the largest movement: one tolerance a check, and one of its own for each kind of number that moves otherwise."""
    limits: Movements = {}
    for family, check, rows in together(found):
        moved = {name: [max(a, b) for a, b in zip(LEAST, pair, strict=True)] for name, pair in rows.items() if pair[0] < math.inf}
        common = [sorted(values)[round(0.75 * (len(moved) - 1))] for values in zip(*moved.values(), strict=True)] or list(LEAST)
        limit = {"*": [up(HEADROOM * value) for value in common]}
        for name, pair in sorted(moved.items()):
            if not all(at / WORSE < value <= at for value, at in zip(pair, common, strict=True)):
                limit[name] = [up(HEADROOM * value) for value in pair]
        limits.setdefault(family, {})[check] = limit
    return limits


def together(found: dict[str, Movements]) -> list[tuple[str, str, dict[str, Pair]]]:
    """(family, check, kind -> largest movement of all ways), sorted."""
    largest: Movements = defaultdict(lambda: defaultdict(dict))
    for families in found.values():
        for family, checks in families.items():
            for check, rows in checks.items():
                for name, pair in rows.items():
                    before = largest[family][check].get(name, [0.0, 0.0])
                    largest[family][check][name] = [max(a, b) for a, b in zip(before, pair, strict=True)]
    return [(family, check, rows) for family, checks in sorted(largest.items()) for check, rows in sorted(checks.items())]


def up(share: float) -> float:
    """To two figures, upwards."""
    ten = 10.0 ** (math.floor(math.log10(share)) - 1)
    return float(f"{math.ceil(share / ten - 1e-9) * ten:.2g}")


def written(limits: Movements) -> str:
    """JSON with one line a kind of number."""
    text = json.dumps(limits, indent=1)
    return re.sub(r"\[\s+([^\s,]+),\s+([^\s,]+)\s+\]", r"[\1, \2]", text) + "\n"


def shown(found: dict[str, Movements], limits: Movements) -> str:
    """One line a check: the kind of number that moves furthest, in the three groups of ways, and its tolerance."""
    groups = {
        "as it is": [way for way in found if way == "as-it-is"],
        "settings": [way for way in found if way in SETTINGS and way != "as-it-is"],
        "emulated": [way for way in found if way in EMULATED],
    }
    lines = ["| check | moves furthest | as it is | settings | emulated | tolerance |", "| --- | --- | --- | --- | --- | --- |"]
    for family, check, rows in together(found):
        limit = limits.get(family, {}).get(check, {"*": [math.nan, math.nan]})
        worst = max(rows, key=lambda name: rows[name][0])
        cells = []
        for ways in groups.values():
            values = [found[way].get(family, {}).get(check, {}).get(worst, [0.0])[0] for way in ways]
            cells.append(f"{max(values):.1e}" if values else "")
        lines.append(f"| {family}/{check} | `{worst}` | {' | '.join(cells)} | {limit.get(worst, limit['*'])[0]:.1e} |")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
