"""Rows of a plan as jobs: a checked request, the file it goes to, and a key that changes when the request does."""

from __future__ import annotations

import argparse
import hashlib
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ditone.runtime.audio import writing
from ditone.runtime.audio.preparing import FORBIDDEN, LONGEST_BYTES
from ditone.runtime.batch.plan import COLUMNS, BadPlan, PlanRow
from ditone.runtime.errors import BadRequest, DitoneError, nearest
from ditone.runtime.files import is_reserved
from ditone.runtime.option_types import SentenceParser, number, seed, whole
from ditone.runtime.registry import ModelInfo
from ditone.runtime.request import EngineSettings, Request
from ditone.runtime.request_options import SET, chosen_model, requested

TEMPLATE = "{row} {prompt} {seed}"
WORDS = ("row", "line", "prompt", "seed", "model", "solver", "steps", "cfg", "name")
PROMPT_CHARACTERS = 40


@dataclass(frozen=True)
class Job:
    """One take to be made. `row` counts takes from 1, `line` is the plan's. `file`: name inside the output folder."""

    row: int
    line: int
    request: Request
    file: str

    @property
    def key(self) -> str:
        """SHA-256 of the request; another one means that the row has changed."""
        return hashlib.sha256(self.request.to_json().encode()).hexdigest()

    @property
    def group(self) -> tuple[str, EngineSettings]:
        """What has to be loaded for it; jobs of one group need no new model between them."""
        return self.request.model, self.request.engine


def jobs(path: Path, rows: Iterable[PlanRow], template: str = TEMPLATE, ending: str = ".wav", threads: int = 0) -> list[Job]:
    """Every take of a plan, checked against its model's controls.

    threads: of each take where the row names none. Raises BadPlan with all rows that cannot be made, BadRequest for a bad template.
    """
    _check_template(template)
    writing.format_for(Path("x" + ending))
    models: dict[str | None, ModelInfo | DitoneError] = {}
    found: list[Job] = []
    problems: list[str] = []
    taken: dict[str, int] = {}
    for row in rows:
        where = f"{path}, line {row.line}: "
        try:
            for request, name in _requests(row, models, threads):
                file = file_name(template, len(found) + 1, row.line, request, name) + ending
                if file.casefold() in taken:
                    raise BadRequest(
                        f'"{file}" would also be the file of line {taken[file.casefold()]}.',
                        actions=("Use {row} or {seed} in --template.",),
                    )
                taken[file.casefold()] = row.line
                found.append(Job(len(found) + 1, row.line, request, file))
        except DitoneError as error:
            problems.append(where + error.text())
    if problems:
        raise BadPlan(problems)
    return found


def _requests(row: PlanRow, models: dict[str | None, ModelInfo | DitoneError], threads: int) -> list[tuple[Request, str]]:
    options = arguments(row)
    if options.model not in models:
        try:
            models[options.model] = chosen_model(options.model)
        except DitoneError as error:
            models[options.model] = error
    info = models[options.model]
    if isinstance(info, DitoneError):
        raise info
    count = options.count
    if options.seed == -1:
        options.seed = drawn_seed(row)
    settings = EngineSettings(device=options.device, precision=options.precision, threads=options.threads or threads)
    first = info.checked(requested(info, options, settings))
    return [(info.checked(first.replaced(seed=first.seed + i)), options.name) for i in range(count)]


def arguments(row: PlanRow) -> argparse.Namespace:
    """A row as `ditone render` would have parsed it. Raises BadRequest as its parser does."""
    parser = SentenceParser(prog="ditone batch", add_help=False, allow_abbrev=False)
    kinds: dict[str, Any] = {"seconds": number("seconds"), "seed": seed, "steps": whole("steps", 1, 10**6)}
    kinds |= {"cfg": number("CFG scale"), "apg": number("APG"), "threads": whole("threads", 0, 1024)}
    for name in COLUMNS:
        parser.add_argument("--" + name, type=kinds.get(name, str))
    parser.add_argument("--count", type=whole("count", 1, 100_000), default=1)
    parser.add_argument("--name", default="")
    parser.add_argument("--set", action="append", default=[])
    parser.set_defaults(prompt="", precision="auto", device="auto", threads=0)
    words = []
    for name, value in row.values.items():
        text = _text(value)
        words.append(f"--set={name.removeprefix(SET)}={text}" if name.startswith(SET) else f"--{name}={text}")
    return parser.parse_args(words)


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return json.dumps(value, ensure_ascii=False) if isinstance(value, list) else str(value)


def drawn_seed(row: PlanRow) -> int:
    """The seed of a row that asks for a drawn one: always the same for the same row, so that a resumed batch makes the same takes."""
    content = json.dumps([row.line, row.values], sort_keys=True, ensure_ascii=False, default=str)
    return int.from_bytes(hashlib.sha256(content.encode()).digest()[:4], "big") >> 1


def _check_template(template: str) -> None:
    for word in re.findall(r"\{(\w*)\}", template):
        if word not in WORDS:
            raise BadRequest(f'The template has "{{{word}}}".', nearest(word, WORDS))
    if not re.search(r"\{\w+\}", template):
        raise BadRequest(f'The template "{template}" gives every file one name; put {{row}} or {{seed}} into it.')


def file_name(template: str, row: int, line: int, request: Request, name: str) -> str:
    """A file's name without ending, safe on every system."""
    words = {
        "row": f"{row:05d}",
        "line": str(line),
        "prompt": request.prompt.strip()[:PROMPT_CHARACTERS].strip() or "untitled",
        "seed": str(request.seed),
        "model": Path(request.model).name,
        "solver": request.solver,
        "steps": str(request.steps),
        "cfg": f"{request.cfg_scale:g}",
        "name": name,
    }
    filled = name or re.sub(r"\{(\w+)\}", lambda match: words[match[1]], template)
    clean = re.sub(r"\s+", " ", FORBIDDEN.sub(" ", filled)).strip(" .")
    clean = clean.encode()[:LONGEST_BYTES].decode(errors="ignore").strip(" .")
    if is_reserved(clean):
        clean += "_"
    return clean or f"{row:05d}"
