"""A plan made of one request: its prompts, seeds and varied settings multiplied out, everything else as the request has it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from ditone.runtime import files
from ditone.runtime.batch.plan import OPTIONS, SET
from ditone.runtime.registry import ModelInfo
from ditone.runtime.request import Request
from ditone.runtime.request_options import OPTIONS as COLUMN_OF

VARIED = ("steps", "cfg")  # columns that take a list beside prompts and seeds


def write_plan(
    path: Path,
    request: Request,
    info: ModelInfo,
    prompts: Sequence[str],
    takes: int,
    varied: Mapping[str, Sequence[Any]] | None = None,
) -> None:
    """Writes a YAML plan: every prompt with `takes` seeds that follow the request's, and with every combination of `varied`.

    varied: column -> values. Settings that are the model's defaults are left out. Raises OSError where it cannot be written.
    """
    lists: dict[str, Any] = {"prompt": list(prompts), **{name: list(values) for name, values in (varied or {}).items() if values}}
    lists["seed"] = f"{request.seed}..{request.seed + takes - 1}"
    defaults = {name: value for name, value in row_of(request, info).items() if name not in lists}
    text = yaml.safe_dump({"defaults": defaults, "matrix": lists}, sort_keys=False, allow_unicode=True, width=130)
    files.write_bytes(path, text.encode())


def row_of(request: Request, info: ModelInfo) -> dict[str, Any]:
    """A request as a plan's columns with their values."""
    columns = {control: option for option, control in COLUMN_OF.items()}
    data = request.to_dict()
    engine = data.pop("engine")
    row: dict[str, Any] = {"model": request.model, "prompt": request.prompt, "seed": request.seed}
    for name, value in {**data, **data.pop("extra")}.items():
        control = info.control(name)
        if control is None or name in row or value is None or value == _plain(control.default):
            continue
        if control.kind == "audio" and control.group in OPTIONS:
            row[control.group] = value
        else:
            row[columns.get(name, SET + name)] = value
    return row | {name: engine[name] for name in ("precision", "device") if engine[name] != "auto"}


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
