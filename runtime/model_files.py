"""The files that a model consists of, and their checksums, which tell whether two takes came from the same weights."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ditone.runtime.registry import ModelInfo

BLOCK_BYTES = 1 << 22


@dataclass(frozen=True)
class FileState:
    """A file as it is now. While path, size and time of change are the same, so is its checksum."""

    path: Path
    size_bytes: int
    modified_ns: int

    @classmethod
    def of(cls, path: Path) -> FileState | None:
        """None where there is no such file."""
        try:
            found = path.stat()
        except OSError:
            return None
        return cls(path, found.st_size, found.st_mtime_ns)

    def unchanged(self) -> bool:
        return FileState.of(self.path) == self


def states(info: ModelInfo) -> dict[str, FileState]:
    """Name in the model folder -> state, of all files that a variant is made from; a licence's text is not one of them."""
    found = {file.name: FileState.of(info.home / file.name) for file in info.files if file.present and file.role != "licence"}
    return {name: state for name, state in found.items() if state is not None}


def sha256(state: FileState, stopped: Callable[[], bool] = lambda: False) -> str | None:
    """The checksum in hexadecimal digits; None for a file that cannot be read, is not as it was, or when `stopped` says so."""
    digest = hashlib.sha256()
    block = bytearray(BLOCK_BYTES)
    try:
        with state.path.open("rb", buffering=0) as file:
            while count := file.readinto(block):
                if stopped():
                    return None
                digest.update(memoryview(block)[:count])
    except OSError:
        return None
    return digest.hexdigest() if state.unchanged() else None


def last_change(files: Mapping[str, FileState]) -> str:
    """When the youngest of some files was changed, written as `Take.created_at` is; a later take was made from them as they are."""
    newest = max((state.modified_ns for state in files.values()), default=0)
    return datetime.fromtimestamp(newest / 1e9, UTC).isoformat(timespec="milliseconds")
