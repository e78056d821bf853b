"""Files of a built-in model's folder: how both descriptions list them, and what a configuration in one may say."""

from __future__ import annotations

import dataclasses
import typing
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from ditone.runtime.dit.config import DitConfig
from ditone.runtime.errors import BadModelFolder
from ditone.runtime.files import open_regular
from ditone.runtime.json_reading import MOST, Node
from ditone.runtime.registry import FileRole

T = TypeVar("T")
WIDEST = 2**16
COUNTED = ("layers", "blocks", "prior_blocks", "heads")  # sizes of which there are few; the others are widths
BEGINNING_BYTES = 400


def beginning(path: Path) -> str:
    """The first words of a configuration, by which a folder is recognised; "" for what is no plain file."""
    try:
        with open_regular(path, BadModelFolder) as file:
            return file.read(BEGINNING_BYTES).decode("utf-8", "replace")
    except BadModelFolder:
        return ""


def dit_of(node: Node) -> DitConfig:
    """The transformer that a configuration describes. Raises BadModelFolder with place and value for one that there cannot be."""
    try:
        return DitConfig.from_dict(node.node("dit").data)
    except ValueError as error:
        raise BadModelFolder(f"{node.where} cannot be read: {error}.") from error


def sizes_of(node: Node, kind: type[T]) -> T:
    """A dataclass of whole numbers and yes-or-noes. Raises BadModelFolder with place and value for one of another type or size."""
    values: dict[str, Any] = {}
    for field in dataclasses.fields(kind):  # type: ignore[arg-type]
        default = None if field.default is dataclasses.MISSING else field.default
        if typing.get_type_hints(kind)[field.name] is bool:
            values[field.name] = node.flag(field.name, bool(default))
        else:
            values[field.name] = node.whole(field.name, default, 1, MOST if field.name in COUNTED else WIDEST)
    for name in sorted(set(node.data) - set(values)):
        raise node.unsupported(name, f"only {', '.join(sorted(values))}")
    if values.get("kernel", 1) % 2 == 0:
        raise node.unsupported("kernel", "an odd number")
    if values.get("dim", 0) % values.get("heads", 1):
        raise node.unsupported("heads", f"a divisor of dim {values['dim']}")
    return kind(**values)


def check_weights(path: Path, numbers: int) -> None:
    """Raises BadModelFolder where a configuration asks for far more weights than a file has bytes for.

    Building such a network would fill the memory before a single shape is compared.
    """
    held = path.stat().st_size if path.is_file() else 0
    if held and numbers > held:
        raise BadModelFolder(f"config.json describes more than {numbers:,} weights for {path.name}, which has {held:,} bytes.")


def listed(folder: Path, roles: Mapping[str, str]) -> tuple[FileRole, ...]:
    """Every file that belongs there, with its role and size (0 where it is missing)."""
    paths = {name: folder / name for name in roles}
    return tuple(
        FileRole(name, roles[name], path.stat().st_size if path.exists() else 0, path.exists()) for name, path in paths.items()
    )


def missing(files: Sequence[FileRole], said: Sequence[str]) -> list[str]:
    """A sentence for each missing file that no problem so far names."""
    return [f"{f.name} is missing; it holds the {f.role}." for f in files if not f.present and f.name not in " ".join(said)]
