"""Files of a built-in model's folder, as both descriptions list them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from ditone.runtime.registry import FileRole


def listed(folder: Path, roles: Mapping[str, str]) -> tuple[FileRole, ...]:
    """Every file that belongs there, with its role and size (0 where it is missing)."""
    paths = {name: folder / name for name in roles}
    return tuple(
        FileRole(name, roles[name], path.stat().st_size if path.exists() else 0, path.exists()) for name, path in paths.items()
    )


def missing(files: Sequence[FileRole], said: Sequence[str]) -> list[str]:
    """A sentence for each missing file that no problem so far names."""
    return [f"{f.name} is missing; it holds the {f.role}." for f in files if not f.present and f.name not in " ".join(said)]
