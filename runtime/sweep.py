"""Sweeps: a grid of takes over up to two controls, for a contact sheet."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ditone.runtime.errors import BadRequest
from ditone.runtime.registry import ModelInfo
from ditone.runtime.request import EngineSettings, Request

LARGEST_SWEEP = 256
ENGINE_AXES = ("precision", "sequential_guidance", "packed_projections")


@dataclass(frozen=True)
class Axis:
    """One control and the values it takes. `name` is a control of the model, or one of ENGINE_AXES."""

    name: str
    values: tuple[Any, ...]


@dataclass(frozen=True)
class Cell:
    """One take of a sweep: its place (row of the first axis, column of the second) and its request."""

    row: int
    column: int
    request: Request


def sweep(base: Request, axes: Sequence[Axis]) -> list[Cell]:
    """All cells, row by row; every cell keeps the base's seed, so that only the swept controls differ.

    Raises BadRequest for no axis, more than two, an axis twice, an empty axis, or more than LARGEST_SWEEP takes.
    """
    if not 1 <= len(axes) <= 2:
        raise BadRequest(f"A sweep has one or two controls; {len(axes)} were given.")
    if len({axis.name for axis in axes}) < len(axes):
        raise BadRequest(f'Both controls of the sweep are "{axes[0].name}"; choose another for one of them.')
    for axis in axes:
        if not axis.values:
            raise BadRequest(f'The sweep has no value for "{axis.name}".')
    rows, columns = axes[0], axes[1] if len(axes) == 2 else Axis("", (None,))
    count = len(rows.values) * len(columns.values)
    if count > LARGEST_SWEEP:
        raise BadRequest(f"This sweep would make {count} takes; at most {LARGEST_SWEEP} are made at once.")
    cells = []
    for (i, row), (j, column) in itertools.product(enumerate(rows.values), enumerate(columns.values)):
        request = with_value(base, rows.name, row)
        cells.append(Cell(i, j, with_value(request, columns.name, column) if columns.name else request))
    return cells


def with_value(request: Request, name: str, value: Any) -> Request:
    """A request with one control or engine setting changed."""
    if name in ENGINE_AXES:
        return request.replaced(engine=EngineSettings(**{**vars(request.engine), name: value}))
    return request.replaced(**{name: value})


def checked(info: ModelInfo, cells: Sequence[Cell]) -> list[Cell]:
    """The cells with every request checked, so that a bad value is known before the first take. Raises BadRequest."""
    return [Cell(cell.row, cell.column, info.checked(cell.request)) for cell in cells]
