"""What runs on the nodes of a Ray cluster: an actor that makes takes, and the way of a model's files to a node that lacks them.

Ray is imported only by what an actor does; `cluster` makes actors of these classes.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ditone.runtime.batch.maker import Maker, sentence
from ditone.runtime.batch.row_results import lock
from ditone.runtime.folders import make_private
from ditone.runtime.request import Request

CHUNK_BYTES = 32 * 2**20  # of a file on its way; the object store of a node holds a few of them at most
COMPLETE = ".complete"


@dataclass(frozen=True)
class ModelFiles:
    """A model's folder on the machine that runs the batch: names relative to it with their sizes in bytes."""

    folder: str
    sizes: tuple[tuple[str, int], ...]

    @classmethod
    def of(cls, folder: Path) -> ModelFiles:
        """Every plain file below a folder."""
        paths = sorted(path for path in folder.rglob("*") if path.is_file())
        return cls(str(folder), tuple((path.relative_to(folder).as_posix(), path.stat().st_size) for path in paths))

    @property
    def key(self) -> str:
        """Names the copy on a node: other files, another copy."""
        return hashlib.sha256(repr(self).encode()).hexdigest()[:24]

    def are_at(self, folder: Path) -> bool:
        """Whether a folder holds all of them in their sizes."""
        return all((folder / name).is_file() and (folder / name).stat().st_size == size for name, size in self.sizes)


class Source:
    """Reads the models' files where the batch was started, for the nodes that have none."""

    def read(self, folder: str, name: str, at: int) -> bytes:
        """At most CHUNK_BYTES of a file from a byte on."""
        with (Path(folder) / name).open("rb") as file:
            file.seek(at)
            return file.read(CHUNK_BYTES)


def local_folder(model: ModelFiles, read: Callable[[str, str, int], bytes], cache: Path | None = None) -> Path:
    """The model's folder on this node: its own path where that holds the files, else a copy that is fetched once for all actors here.

    read: (folder, name, offset in bytes) -> bytes of the machine that has the files. Raises OSError where the disk takes no more.
    """
    if model.are_at(Path(model.folder)):
        return Path(model.folder)
    cache = cache or Path(tempfile.gettempdir()) / f"ditone-models-{os.getuid() if hasattr(os, 'getuid') else 'user'}"
    make_private(cache)
    copy = cache / model.key
    with (cache / (model.key + ".lock")).open("a+b") as guard:
        lock(guard, wait=True)
        if (copy / COMPLETE).is_file() and model.are_at(copy):
            return copy
        shutil.rmtree(copy, ignore_errors=True)
        for name, size in model.sizes:
            target = copy / name
            target.parent.mkdir(parents=True, exist_ok=True)
            with target.open("wb") as file:
                for data in _pieces(model.folder, name, size, read):
                    file.write(data)
        (copy / COMPLETE).touch()
    return copy


def _pieces(folder: str, name: str, size: int, read: Callable[[str, str, int], bytes]) -> Iterator[bytes]:
    at = 0
    while at < size:
        data = read(folder, name, at)
        if not data:
            raise OSError(f"{name} became shorter while it was sent")
        at += len(data)
        yield data


class Node:
    """Makes takes on a node, one at a time. The output folder is used where a marker shows that it is the same one there."""

    def __init__(self, folder: str, marker: str, source: Any = None) -> None:
        self._maker = Maker()
        self._folder = Path(folder)
        self._shared = (self._folder / marker).is_file()
        self._source = source

    def ready(self) -> bool:
        """Answers as soon as the node has started it."""
        return True

    def make(self, request: Request, file: str, model: ModelFiles | None) -> tuple[dict[str, Any], str, bytes | None]:
        """Figures, a sentence where it failed, and the file's bytes where the folder is not shared. model: None for a built-in one."""
        try:
            folder = str(local_folder(model, self._read)) if model is not None else None
            if self._shared:
                return self._maker.make(request, self._folder / file, folder), "", None
            with tempfile.TemporaryDirectory(prefix="ditone-") as place:
                path = Path(place) / ("take" + Path(file).suffix)
                return self._maker.make(request, path, folder), "", path.read_bytes()
        except Exception as error:
            return {}, sentence(error), None

    def _read(self, folder: str, name: str, at: int) -> bytes:
        import ray

        data: bytes = ray.get(self._source.read.remote(folder, name, at))
        return data
