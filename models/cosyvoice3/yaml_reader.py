"""Reads `cosyvoice3.yaml` as data. Its dialect can construct and call anything by name; here a tag is a label and nothing more.

`!new:x` and `!name:x` give a mapping that remembers x under the key `TAG`; `!apply:x` is accepted for the seed calls of the published
file and refused for everything else; `!ref <key>` and the product of two of them are looked up. No name is ever imported.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import yaml

from ditone.runtime.errors import BadModelFolder
from ditone.runtime.files import read_bytes

TAG = "!tag"
LONGEST_BYTES = 2**18  # the published one has 7 kB
DEEPEST, MOST_PARTS = 32, 20_000
SEED_CALLS = frozenset({"random.seed", "numpy.random.seed", "torch.manual_seed", "torch.cuda.manual_seed_all"})


class _Reference(str):
    """The text of a `!ref`, looked up once the whole file is read."""


class _Reader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc] # the one in C is ten times faster
    """PyYAML's safe loader (plain scalars, lists and mappings) plus the four labels above."""


def _labelled(loader: _Reader, name: str, node: yaml.Node) -> Any:
    if isinstance(node, yaml.MappingNode):
        return {**loader.construct_mapping(node, deep=True), TAG: name}
    return {TAG: name}


def _seed_call(loader: _Reader, name: str, node: yaml.Node) -> None:
    if name not in SEED_CALLS:
        raise yaml.constructor.ConstructorError(None, None, f"it asks for a call of {name}", node.start_mark)


def _reference(loader: _Reader, node: yaml.Node) -> _Reference:
    if not isinstance(node, yaml.ScalarNode):
        raise yaml.constructor.ConstructorError(None, None, "a !ref that is not a plain text", node.start_mark)
    return _Reference(loader.construct_scalar(node))


_Reader.add_multi_constructor("!new:", _labelled)
_Reader.add_multi_constructor("!name:", _labelled)
_Reader.add_multi_constructor("!apply:", _seed_call)
_Reader.add_constructor("!ref", _reference)


def read_yaml(path: Path) -> dict[str, Any]:
    """The file's top level with all references looked up.

    Raises BadModelFolder for a file that is missing, too long, not YAML, or that asks for anything but data.
    """
    try:
        text = read_bytes(path, LONGEST_BYTES, BadModelFolder, path.name).decode("utf-8")
        _check_events(text, path.name)
        data = yaml.load(text, Loader=_Reader)
    except (yaml.YAMLError, UnicodeDecodeError, ValueError, RecursionError, TypeError) as error:
        raise BadModelFolder(
            f"{path.name} was refused: it is not the plain description of a model.",
            " ".join(str(error).split()),
            ("Get the file from its publisher.",),
        ) from error
    if not isinstance(data, dict):
        raise BadModelFolder(f"{path.name} does not describe a model: a table was expected.")
    return {key: _resolved(value, data, path.name, 0) for key, value in data.items()}


def _check_events(text: str, name: str) -> None:
    """Before anything is built: bounded in depth and number of parts, and no aliases, by which a few lines stand for billions of parts."""
    depth = 0
    for count, event in enumerate(yaml.parse(text, Loader=_Reader)):
        if isinstance(event, yaml.AliasEvent):
            raise BadModelFolder(
                f"{name} has an alias in line {event.start_mark.line + 1}, by which it could grow or refer to itself without end."
            )
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if depth > DEEPEST or count > MOST_PARTS:
            raise BadModelFolder(f"{name} has more than {DEEPEST} levels, or more than {MOST_PARTS:,} parts.")


def _resolved(value: Any, top: dict[str, Any], file: str, depth: int) -> Any:
    if depth > 20:
        raise BadModelFolder(f"{file} refers to itself without end.")
    if isinstance(value, _Reference):
        return _look_up(value, top, file, depth)
    if isinstance(value, dict):
        return {key: _resolved(item, top, file, depth + 1) for key, item in value.items()}
    if isinstance(value, list):
        return [_resolved(item, top, file, depth + 1) for item in value]
    return value


def _look_up(text: _Reference, top: dict[str, Any], file: str, depth: int) -> Any:
    """`<key>` or `<key> * <key>`."""
    match = re.fullmatch(r"<(\w+)>(?:\s*\*\s*<(\w+)>)?", text.strip())
    names = [] if match is None else [name for name in match.groups() if name]
    if not names or any(name not in top for name in names):
        raise BadModelFolder(f"{file} has a reference that cannot be looked up: {text}.")
    values = [_resolved(top[name], top, file, depth + 1) for name in names]
    if len(values) == 1:
        return values[0]
    if not all(isinstance(v, int | float) for v in values):
        raise BadModelFolder(f"{file} multiplies things that are not numbers: {text}.")
    return values[0] * values[1]
