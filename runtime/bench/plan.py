"""A plan of the bench: tables, each with a reference and rows that are set beside it. `assets/plans/README.md` explains the form.

Everything is read and checked against the models' controls before anything is loaded; every bad row is named with its line.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ditone.runtime import files, yaml_reading
from ditone.runtime.batch.jobs import arguments
from ditone.runtime.batch.plan import COLUMNS, BadPlan, PlanRow, multiplied
from ditone.runtime.errors import BadRequest, DitoneError, nearest
from ditone.runtime.option_types import seed as seed_of
from ditone.runtime.registry import ModelInfo
from ditone.runtime.request import EngineSettings, Request
from ditone.runtime.request_options import SET, chosen_model, requested
from ditone.runtime.sweep import LARGEST_SWEEP

TOP = ("title", "defaults", "repeat", "warm_up", "tables")
TABLE = ("title", "defaults", "seeds", "reference", "rows")
ENGINE = "engine."  # before the name of an engine setting that has no column of its own
SWITCHES = ("sequential_guidance", "packed_projections", "compile")
OWN = ("name", "file", "latents", "matrix")
LARGEST_BYTES = 2**20
MOST_REPEATS = 1000
REPEAT, WARM_UP = 5, 1


@dataclass(frozen=True)
class Entry:
    """A reference or a row: a take to be made, or a file that exists. latents: recorded latents of its steps."""

    name: str
    line: int
    request: Request | None = None
    file: Path | None = None
    latents: Path | None = None


@dataclass(frozen=True)
class Group:
    """One table."""

    title: str
    reference: Entry
    rows: tuple[Entry, ...]


@dataclass(frozen=True)
class BenchPlan:
    """repeat: takes of each row that are timed; warm_up: takes of each row before them. left_out: why tables are not made."""

    title: str
    groups: tuple[Group, ...]
    repeat: int = REPEAT
    warm_up: int = WARM_UP
    left_out: tuple[str, ...] = ()

    @property
    def requests(self) -> list[Request]:
        """Every take to be made."""
        entries = [entry for group in self.groups for entry in (group.reference, *group.rows)]
        return [entry.request for entry in entries if entry.request is not None]


def read_plan(path: Path, skip_missing: bool = False, threads: int = 0) -> BenchPlan:
    """The checked plan. skip_missing: tables whose model is not on this machine are left out. threads: where a row names none.

    Raises BadRequest for a file that is no plan, BadPlan with every row that cannot be made.
    """
    if path.suffix.lower() not in (".yaml", ".yml"):
        raise BadRequest(f'{path} ends in "{path.suffix}"; a plan of the bench is a file that ends in .yaml.')
    try:
        text = files.read_bytes(path, LARGEST_BYTES, BadRequest).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadRequest(f"{path} is not UTF-8 text: byte {error.start:,} is something else.") from None
    data, node = yaml_reading.parse(path, text)
    if not isinstance(data, dict):
        raise BadRequest(f"{path}: `tables` with a reference and rows was expected.", actions=("assets/plans has examples.",))
    if "tables" not in data and "reference" in data:  # one table needs no list
        data = {**{k: v for k, v in data.items() if k not in ("reference", "rows", "seeds")}, "tables": [_only(data)]}
        node = None
    return _Reader(path, skip_missing, threads).plan(data, node)


def from_data(data: dict[str, Any], name: str, threads: int = 0) -> BenchPlan:
    """A plan that was put together from options; `name` stands in sentences where a plan's path would."""
    return _Reader(Path(name), False, threads).plan(data, None)


def _only(data: dict[str, Any]) -> dict[str, Any]:
    return {name: data[name] for name in ("title", "reference", "rows", "seeds") if name in data}


class _Reader:
    def __init__(self, path: Path, skip_missing: bool, threads: int) -> None:
        self.path, self.skip_missing, self.threads = path, skip_missing, threads
        self.models: dict[str | None, ModelInfo | DitoneError] = {}
        self.problems: list[str] = []

    def plan(self, data: dict[str, Any], node: Any) -> BenchPlan:
        self.known("the plan", data, TOP)
        defaults = self.values("defaults", data.get("defaults"), 1)
        tables = data.get("tables")
        if not isinstance(tables, list) or not tables:
            raise BadRequest(f"{self.path}: `tables` must be a list of tables, each with a reference and rows.")
        nodes = _items(_child(node, "tables"), len(tables))
        groups: list[Group] = []
        left_out: list[str] = []
        for number, (table, place) in enumerate(zip(tables, nodes, strict=True), 1):
            line = _line(place)
            if not isinstance(table, dict):
                raise BadRequest(f"{self.path}, line {line}: a table with `reference` and `rows` was expected.")
            self.known(f"table {number}", table, TABLE, line)
            base = {**defaults, **self.values("defaults", table.get("defaults"), line)}
            missing = self.missing(base, table) if self.skip_missing else None
            if missing is not None:
                left_out.append(f"{table.get('title') or f'Table {number}'}: {missing}")
                continue
            groups += self.table(number, table, place, defaults)
        if self.problems:
            raise BadPlan(self.problems)
        if not groups:
            raise BadRequest(f"{self.path}: no table can be made here. " + " ".join(left_out))
        repeat = self.count("repeat", data.get("repeat", REPEAT), 1)
        warm_up = self.count("warm_up", data.get("warm_up", WARM_UP), 0)
        return BenchPlan(str(data.get("title") or self.path.stem), tuple(groups), repeat, warm_up, tuple(left_out))

    def table(self, number: int, table: dict[str, Any], node: Any, defaults: dict[str, Any]) -> list[Group]:
        line = _line(node)
        base = {**defaults, **self.values("defaults", table.get("defaults"), line)}
        title = str(table.get("title") or f"Table {number}")
        reference = self.values("reference", table.get("reference"), _line(_child(node, "reference"), line))
        rows = self.rows(table, node, line)
        seeds = table.get("seeds") or [None]
        if not isinstance(seeds, list) or not all(seed is None or isinstance(seed, int) for seed in seeds):
            raise BadRequest(f"{self.path}, line {line}: `seeds` must be a list of whole numbers.")
        groups = []
        for seed in seeds:
            own = base if seed is None else {**base, "seed": seed_of(str(seed))}
            groups.append(self.group(title if seed is None else f"{title}, seed {seed}", own, reference, rows, line))
        return [group for group in groups if group is not None]

    def rows(self, table: dict[str, Any], node: Any, line: int) -> list[tuple[int, dict[str, Any]]]:
        given = table.get("rows") or []
        if not isinstance(given, list):
            raise BadRequest(f"{self.path}, line {line}: `rows` must be a list.")
        found: list[tuple[int, dict[str, Any]]] = []
        for row, place in zip(given, _items(_child(node, "rows"), len(given)), strict=True):
            at = _line(place, line)
            values = self.values("a row", row, at)
            matrix = values.pop("matrix", None)
            many = [values] if matrix is None else [{**values, **one.values} for one in multiplied(self.path, matrix, at, {})]
            found += [(at, one) for one in many]
            if len(found) > LARGEST_SWEEP:
                raise BadRequest(f"{self.path}, line {at}: a table has at most {LARGEST_SWEEP} rows.")
        if not found:
            raise BadRequest(f"{self.path}, line {line}: this table has no rows to set beside its reference.")
        return found

    def group(
        self, title: str, base: dict[str, Any], reference: dict[str, Any], rows: list[tuple[int, dict[str, Any]]], line: int
    ) -> Group | None:
        first = self.entry({**base, **reference}, line, "reference")
        under = {**base, **{k: v for k, v in reference.items() if k not in OWN}}
        others = [self.entry({**under, **values}, at, _named(values)) for at, values in rows]
        if first is None or any(entry is None for entry in others):
            return None
        return Group(title, first, tuple(entry for entry in others if entry is not None))

    def entry(self, values: dict[str, Any], line: int, name: str) -> Entry | None:
        values = dict(values)
        name = str(values.pop("name", None) or name)
        file, latents = (self.beside(values.pop(kind, None)) for kind in ("file", "latents"))
        try:
            for path in (file, latents):
                if path is not None:
                    files.regular_file(path, BadRequest)
            if file is not None:
                return Entry(name, line, None, file, latents)
            return Entry(name, line, self.request(values, line), None, latents)
        except DitoneError as error:
            self.problems.append(f"{self.path}, line {line}: {error.text()}")
            return None

    def request(self, values: dict[str, Any], line: int) -> Request:
        switches = {k.removeprefix(ENGINE): v for k, v in values.items() if k.startswith(ENGINE)}
        for name, value in switches.items():
            if name not in SWITCHES or not isinstance(value, bool):
                hint = nearest(name, SWITCHES) if name not in SWITCHES else "on or off was expected."
                raise BadRequest(f"{ENGINE}{name} is {value!r}.", hint)
        plain = {k: v for k, v in values.items() if not k.startswith(ENGINE) and v is not None}
        for name, value in plain.items():
            if name not in COLUMNS and not name.startswith(SET):
                raise BadRequest(f'there is no column "{name}".', nearest(name, [*COLUMNS, *OWN]))
            if not isinstance(value, str | int | float | bool | list):
                raise BadRequest(f"{name} must be a text or a number.")
        options = arguments(PlanRow(line, plain))
        info = self.model(options.model)
        if isinstance(info, DitoneError):
            raise info
        settings = EngineSettings(device=options.device, precision=options.precision, threads=options.threads or self.threads)
        if options.seed == -1:
            raise BadRequest("a seed that is drawn makes every take another sound.", "A seed from 0 on was expected.")
        request = requested(info, options, dataclasses.replace(settings, **switches))
        return info.checked(request)

    def model(self, name: str | None) -> ModelInfo | DitoneError:
        if name not in self.models:
            try:
                self.models[name] = chosen_model(name)
            except DitoneError as error:
                self.models[name] = error
        return self.models[name]

    def missing(self, base: dict[str, Any], table: dict[str, Any]) -> str | None:
        """Why the models of a table cannot be loaded here; None where they can."""
        given = table.get("rows")
        rows = [row for row in (table.get("reference"), *(given if isinstance(given, list) else ())) if isinstance(row, dict)]
        names = {row.get("model", base.get("model")) for row in rows if "file" not in row}
        found = [self.model(None if name is None else str(name)) for name in sorted(names, key=str)]
        return next((info.text() for info in found if isinstance(info, DitoneError)), None)

    def beside(self, name: Any) -> Path | None:
        """A file that a plan names stands beside it, unless its path is a whole one."""
        return None if name is None else self.path.parent / str(name)

    def known(self, what: str, data: Mapping[Any, Any], names: Sequence[str], line: int | None = None) -> None:
        for name in data:
            if name not in names:
                where = "" if line is None else f", line {line}"
                raise BadRequest(f'{self.path}{where}: {what} has no "{name}".', nearest(str(name), names))

    def values(self, what: str, data: Any, line: int) -> dict[str, Any]:
        if data is None and what != "a row":
            return {}
        if not isinstance(data, dict):
            raise BadRequest(f"{self.path}, line {line}: {what} must be names with values.")
        return {str(name): value for name, value in data.items()}

    def count(self, name: str, value: Any, least: int) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= MOST_REPEATS:
            raise BadRequest(f"{self.path}: {name} is {value!r}; a whole number from {least} to {MOST_REPEATS} was expected.")
        return value


def _named(values: dict[str, Any]) -> str:
    """A row without a name is called by what it sets."""
    if "file" in values:
        return Path(str(values["file"])).name
    return ", ".join(f"{name.removeprefix(SET)} {value}" for name, value in values.items() if name not in OWN) or "the same again"


def _child(node: Any, name: str) -> Any:
    pairs = getattr(node, "value", None)
    return (
        next((value for key, value in pairs if key.value == name), None)
        if isinstance(pairs, list) and node.id == "mapping"
        else None
    )


def _items(node: Any, count: int) -> list[Any]:
    return list(node.value) if node is not None and len(node.value) == count else [None] * count


def _line(node: Any, otherwise: int = 1) -> int:
    return otherwise if node is None else int(node.start_mark.line) + 1
