"""A plan: one row a take. CSV with a header, JSON lines, or YAML with `rows`, `defaults` and a `matrix` that is multiplied out.

The columns are the names of `ditone render`'s options (prompt, model, preset, negative, seconds, seed, steps, solver, cfg, apg, source,
voice, transcript, precision, device, threads), `set.NAME` for any other control, `count` for takes with seeds that follow each other,
and `name` for the file. Everything is read and checked before anything is made.
"""

from __future__ import annotations

import csv
import io
import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ditone.runtime import files, json_reading, yaml_reading
from ditone.runtime.errors import BadRequest, DitoneError, nearest
from ditone.runtime.request_options import AUDIO_OPTIONS, ENGINE_OPTIONS, OPTIONS, SET

COLUMNS = ("prompt", "model", "preset", "seed", *OPTIONS, *AUDIO_OPTIONS, *ENGINE_OPTIONS)
OWN = ("count", "name")
LARGEST_BYTES = 256 * 2**20
MOST_ROWS = 1_000_000
LONGEST_NUMBER = 20  # digits of a seed and of everything else that is counted
ENDINGS = (".csv", ".jsonl", ".yaml", ".yml")
SECTIONS = ("defaults", "rows", "matrix")


@dataclass(frozen=True)
class PlanRow:
    """The values of one row by column, as texts, numbers or booleans, and the line of the plan it stands in (counted from 1)."""

    line: int
    values: dict[str, Any]


def read_plan(path: Path) -> list[PlanRow]:
    """The rows of a plan file. Raises BadRequest with file, line, what was found and what was expected."""
    ending = path.suffix.lower()
    if ending not in ENDINGS:
        raise BadRequest(f'{path} ends in "{path.suffix}"; a plan is a file that ends in {", ".join(ENDINGS)}.')
    data = files.read_bytes(path, LARGEST_BYTES, BadRequest)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadRequest(f"{path} is not UTF-8 text: byte {error.start:,} is something else.") from None
    reader = {".csv": _csv, ".jsonl": _json_lines}.get(ending, _yaml)
    rows = []
    for row in reader(path, text):
        _check_columns(path, row)
        rows.append(row)
        if len(rows) > MOST_ROWS:
            raise BadRequest(f"{path} has more than {MOST_ROWS:,} rows; split it.")
    if not rows:
        raise BadRequest(f"{path} holds no row; one row a take was expected.")
    return rows


def _csv(path: Path, text: str) -> Iterator[PlanRow]:
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    try:
        header = [name.strip() for name in next(reader, [])]
        _check_header(path, header)
        for cells in reader:
            if not any(cell.strip() for cell in cells):
                continue
            if len(cells) > len(header):
                raise BadRequest(
                    f"{path}, line {reader.line_num}: {len(cells)} cells stand under {len(header)} columns.",
                    actions=("Put a text that holds a comma in quotation marks.",),
                )
            values = dict(zip(header, cells, strict=False))
            yield PlanRow(reader.line_num, {name: cell for name, cell in values.items() if cell.strip()})
    except csv.Error as error:
        raise BadRequest(f"{path}, line {reader.line_num}: this is no CSV ({error}).") from None


def _check_header(path: Path, header: list[str]) -> None:
    seen: set[str] = set()
    for name in header:
        _check_column(path, 1, name)
        if name in seen:
            raise BadRequest(f'{path}, line 1: the column "{name}" stands there twice.')
        seen.add(name)


def _json_lines(path: Path, text: str) -> Iterator[PlanRow]:
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            data = json_reading.loads(line)
        except json_reading.BadJson as error:
            raise BadRequest(f"{path}, line {number}: this is no JSON ({error}).") from None
        if not isinstance(data, dict):
            raise BadRequest(f'{path}, line {number}: an object like {{"prompt": "rain"}} was expected.')
        yield PlanRow(number, _without_empty(data))


def _yaml(path: Path, text: str) -> Iterator[PlanRow]:
    data, node = yaml_reading.parse(path, text)
    if isinstance(data, list):
        yield from _listed(path, data, [inner.start_mark.line + 1 for inner in node.value], {})
        return
    if not isinstance(data, dict):
        raise BadRequest(f"{path}: a list of rows, or `rows`, `defaults` and `matrix`, was expected.")
    lines = {key.value: value for key, value in node.value}
    for name in data:
        if name not in SECTIONS:
            raise BadRequest(f'{path}: there is no section "{name}" in a plan.', nearest(str(name), SECTIONS))
    defaults = data.get("defaults") or {}
    if not isinstance(defaults, dict):
        raise BadRequest(f"{path}, line {lines['defaults'].start_mark.line + 1}: `defaults` must be names with values.")
    rows = data.get("rows") or []
    if not isinstance(rows, list):
        raise BadRequest(f"{path}, line {lines['rows'].start_mark.line + 1}: `rows` must be a list.")
    if rows:
        yield from _listed(path, rows, [inner.start_mark.line + 1 for inner in lines["rows"].value], defaults)
    if data.get("matrix"):
        yield from multiplied(path, data["matrix"], lines["matrix"].start_mark.line + 1, defaults)


def _listed(path: Path, rows: list[Any], lines: list[int], defaults: dict[str, Any]) -> Iterator[PlanRow]:
    for row, line in zip(rows, lines, strict=True):
        if not isinstance(row, dict):
            raise BadRequest(f"{path}, line {line}: a row with names and values was expected.")
        yield PlanRow(line, _without_empty({**defaults, **row}))


def multiplied(path: Path, matrix: Any, line: int, defaults: dict[str, Any]) -> Iterator[PlanRow]:
    """Every combination of the matrix's lists, the last name changing fastest; "1..8" stands for the whole numbers from 1 to 8."""
    if not isinstance(matrix, dict):
        raise BadRequest(f"{path}, line {line}: `matrix` must be names with lists of values.")
    lists = {}
    size = 1
    for name, values in matrix.items():
        lists[str(name)] = _range(path, line, str(name), values)
        size *= len(lists[str(name)])
        if size > MOST_ROWS:
            raise BadRequest(f"{path}, line {line}: the matrix has more than {MOST_ROWS:,} rows; split it.")
    for combination in itertools.product(*lists.values()):
        yield PlanRow(line, _without_empty({**defaults, **dict(zip(lists, combination, strict=True))}))


def _range(path: Path, line: int, name: str, values: Any) -> list[Any]:
    if isinstance(values, str) and ".." in values:
        first, _, last = values.partition("..")
        first, last = first.strip(), last.strip()
        whole = first.isdecimal() and last.isdecimal() and max(len(first), len(last)) <= LONGEST_NUMBER
        if whole and int(first) <= int(last) <= int(first) + MOST_ROWS:
            return list(range(int(first), int(last) + 1))
        raise BadRequest(f'{path}, line {line}: {name} is "{values}"; whole numbers like 1..8 were expected.')
    if not isinstance(values, list) or not values:
        raise BadRequest(f"{path}, line {line}: {name} in the matrix must be a list of values, or a range like 1..8.")
    return values


def _without_empty(values: dict[Any, Any]) -> dict[str, Any]:
    return {str(name): value for name, value in values.items() if value is not None and value != ""}


def _check_columns(path: Path, row: PlanRow) -> None:
    for name, value in row.values.items():
        _check_column(path, row.line, name)
        if not isinstance(value, str | int | float | bool | list):
            raise BadRequest(f"{path}, line {row.line}: {name} must be a text or a number.")


def _check_column(path: Path, line: int, name: str) -> None:
    if name in COLUMNS or name in OWN or (name.startswith(SET) and len(name) > len(SET)):
        return
    hint = nearest(name, [*COLUMNS, *OWN])
    raise BadRequest(f'{path}, line {line}: there is no column "{name}".', hint, (f"Another control of a model is {SET}NAME.",))


class BadPlan(DitoneError):
    """Rows of a plan that cannot be made: one sentence each, with its line."""

    def __init__(self, problems: list[str], shown: int = 20) -> None:
        more = f" … and {len(problems) - shown:,} more." if len(problems) > shown else ""
        many = (
            "1 row of the plan cannot be made." if len(problems) == 1 else f"{len(problems):,} rows of the plan cannot be made."
        )
        super().__init__(f"{many} Nothing was started.")
        self.problems = [*problems[:shown], *([more.strip()] if more else [])]
