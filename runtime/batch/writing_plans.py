"""A plan made of one request: its prompts, seeds and varied settings multiplied out, everything else as the request has it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from ditone.runtime import files
from ditone.runtime.registry import ModelInfo
from ditone.runtime.request import Request
from ditone.runtime.request_options import options_of

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
    defaults = {name: value for name, value in options_of(request, info).items() if name not in lists}
    text = yaml.safe_dump({"defaults": defaults, "matrix": lists}, sort_keys=False, allow_unicode=True, width=130)
    files.write_bytes(path, text.encode())
