"""Files that hold tensors: safetensors (one file or shards with an index), torch pickles with weights-only loading by memory map."""

from __future__ import annotations

import mmap
import os
import pickle
import re
import warnings
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import torch
from torch import Tensor

from ditone.runtime.errors import BadModelFolder
from ditone.runtime.files import open_regular, plain_name, regular_file
from ditone.runtime.json_reading import Node, is_whole, parse
from ditone.runtime.memory import is_out_of_memory
from ditone.runtime.printable import printable

LARGEST_HEADER = 100 * 2**20
LONGEST_AXIS = 2**48
AGAIN = ("Download it again.",)
REOPEN_BYTES = 32 * 2**20  # mapped pages of a pickle count as this process's memory: unmap after so many


@dataclass(frozen=True)
class Header:
    """Shape and dtype name ("F32", "BF16", ...) of one stored tensor."""

    shape: tuple[int, ...]
    dtype: str

    @property
    def size_bytes(self) -> int:
        count = 1
        for n in self.shape:
            count *= n
        return count * (_DTYPES[self.dtype].itemsize if self.dtype in _DTYPES else 4)


_DTYPES = {
    "F64": torch.float64, "F32": torch.float32, "F16": torch.float16, "BF16": torch.bfloat16, "I64": torch.int64, "I32": torch.int32,
    "I16": torch.int16, "I8": torch.int8, "U8": torch.uint8, "BOOL": torch.bool,
}  # fmt: skip


class TensorSource:
    """Named tensors of one checkpoint: headers at once, tensors one by one. `title` names it in messages."""

    def __init__(
        self, title: str, headers: Mapping[str, Header], read: Callable[[str], Tensor], close: Callable[[], None]
    ) -> None:
        self.title = title
        self.headers = dict(headers)
        self._read = read
        self._close = close

    def read(self, name: str) -> Tensor:
        """The tensor in its stored dtype, on the CPU; of a pickle it may be a view of mapped memory that lives until the next read.

        Its shape is that of the header.
        """
        return self._read(name)

    def close(self) -> None:
        self._close()

    def under(self, prefix: str) -> TensorSource:
        """The tensors whose names start with `prefix`, which is taken off."""
        headers = {name.removeprefix(prefix): header for name, header in self.headers.items() if name.startswith(prefix)}
        return TensorSource(f"{self.title} ({prefix}*)", headers, lambda name: self._read(prefix + name), lambda: None)

    def __enter__(self) -> TensorSource:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def read_header(path: Path) -> tuple[dict[str, Header], dict[str, str]]:
    """Tensor headers and metadata of a safetensors file, without reading a tensor.

    Raises BadModelFolder for a file that is missing, cut short, not safetensors, or in a form that no family computes with.
    """
    tensors, metadata = _layout(path)
    return {name: stored.header for name, stored in tensors.items()}, metadata


@dataclass(frozen=True)
class _Stored:
    """A tensor's header, and where its bytes begin in the file."""

    header: Header
    begin: int


def _layout(path: Path) -> tuple[dict[str, _Stored], dict[str, str]]:
    with open_regular(path, BadModelFolder, path.name) as file:
        length = int.from_bytes(file.read(8), "little")
        size = os.fstat(file.fileno()).st_size
        if not 2 <= length <= min(size - 8, LARGEST_HEADER):
            raise BadModelFolder(f"{path.name} is not a safetensors file, or it was cut short.", actions=AGAIN)
        text = file.read(length)
    where = f"{path.name} is not a safetensors file: its header"
    node = Node(parse(text, where, most_bytes=LARGEST_HEADER), where)
    metadata = node.data.pop("__metadata__", {})
    if not isinstance(metadata, dict) or not all(isinstance(value, str) for value in metadata.values()):
        raise BadModelFolder(f"{where} has a __metadata__ that is no table of texts.", actions=AGAIN)
    if metadata.get("format") == "mlx":
        raise BadModelFolder(
            f"{path.name} is in the form of MLX, another library, which lays tensors out otherwise.",
            actions=("Choose the folder exactly as its publisher serves it.",),
        )
    tensors = {name: _stored(node.node(name), path.name, name, 8 + length) for name in node.data}
    _check_places(path.name, tensors, size)
    return tensors, metadata


def _stored(node: Node, file: str, name: str, begin: int) -> _Stored:
    dtype, shape, places = node.text("dtype"), node.data.get("shape"), node.data.get("data_offsets")
    if dtype.startswith(("F8", "F4", "F6", "I4", "U4")):
        raise BadModelFolder(
            f"{file} holds weights of 8 bits or less ({printable(dtype, 20)}), with which Ditone does not compute.",
            actions=("Choose the model in the precision its publisher serves.",),
        )
    if dtype not in _DTYPES:
        raise node.unsupported("dtype", f"one of {', '.join(_DTYPES)}")
    if not isinstance(shape, list) or len(shape) > 8 or not all(is_whole(n, 0, LONGEST_AXIS) for n in shape):
        raise node.unsupported("shape", "a list of sizes")
    if not isinstance(places, list) or len(places) != 2 or not all(is_whole(n, 0, LONGEST_AXIS) for n in places):
        raise node.unsupported("data_offsets", "begin and end")
    header = Header(tuple(shape), dtype)
    if places[1] - places[0] != header.size_bytes:
        raise BadModelFolder(
            f"{file} is not a safetensors file: its header gives {name} of shape {shape} and dtype {dtype} "
            f"{places[1] - places[0]:,} bytes, it needs {header.size_bytes:,}.",
            actions=AGAIN,
        )
    return _Stored(header, begin + places[0])


def _check_places(file: str, tensors: Mapping[str, _Stored], size: int) -> None:
    """Raises BadModelFolder when the file ends before a tensor does, or two tensors share bytes."""
    end, before = 0, ""
    for name, stored in sorted(tensors.items(), key=lambda item: (item[1].begin, item[1].header.size_bytes)):
        if stored.begin < end:
            raise BadModelFolder(
                f"{file} is not a safetensors file: its header lays {before} and {name} over each other.", actions=AGAIN
            )
        end, before = stored.begin + stored.header.size_bytes, name
    if size < end:
        raise BadModelFolder(f"{file} was cut short: it has {size:,} bytes, its header promises {end:,}.", actions=AGAIN)


def open_safetensors(*paths: Path) -> TensorSource:
    """One source over one or several safetensors files. Raises BadModelFolder as `read_header` does.

    Tensors are read, not mapped: a file that another program shortens meanwhile would end this one by a signal.
    """
    where: dict[str, tuple[Path, _Stored]] = {}
    for path in paths:
        for name, stored in _layout(path)[0].items():
            where[name] = path, stored
    opened: dict[Path, IO[bytes]] = {}

    def close() -> None:
        while opened:
            opened.popitem()[1].close()

    def read(name: str) -> Tensor:
        path, stored = where[name]
        if path not in opened:
            close()
            opened[path] = safe_open(path)
        return _read(opened[path], path.name, name, stored)

    title = paths[0].name if len(paths) == 1 else f"{paths[0].name} and {len(paths) - 1} more"
    return TensorSource(title, {name: stored.header for name, (_, stored) in where.items()}, read, close)


def safe_open(path: Path) -> IO[bytes]:
    """A file of tensors for reading: a plain one, and never mapped."""
    return open_regular(path, BadModelFolder, path.name)


def _read(file: IO[bytes], title: str, name: str, stored: _Stored) -> Tensor:
    size = stored.header.size_bytes
    if not size:
        return torch.empty(stored.header.shape, dtype=_DTYPES[stored.header.dtype])
    # memory of its own, which goes back to the system with the tensor: that of the allocator would stay, and make loading cost twice
    buffer = mmap.mmap(-1, size)
    try:
        file.seek(stored.begin)
        count = file.readinto(buffer)  # type: ignore[attr-defined]
    except OSError as error:
        raise BadModelFolder(f"{title} cannot be read: {error.strerror or error}.", f"It was at {name}.") from error
    if count != size:
        raise BadModelFolder(f"{title} was cut short while it was read: {name} is not whole any more.", actions=AGAIN)
    return torch.frombuffer(buffer, dtype=_DTYPES[stored.header.dtype]).reshape(stored.header.shape)


def shard_paths(index: Path) -> list[Path]:
    """Files named by a `model.safetensors.index.json`. Raises BadModelFolder naming a missing one, and for names that are no file's."""
    table = Node.load(index).node("weight_map")
    names = set()
    for tensor, name in table.data.items():
        if plain_name(name) is None:
            raise table.unsupported(tensor, "the name of a file beside it")
        names.add(str(name))
    if not names:
        raise BadModelFolder(f"{index.name} lists no file.", actions=AGAIN)
    for name in sorted(names):
        if not os.path.lexists(index.parent / name):
            raise BadModelFolder(f"{name} is missing.", f"{index.name} lists it.", ("Download it again.",))
        regular_file(index.parent / name, BadModelFolder, name)
    return [index.parent / name for name in sorted(names)]


_DTYPE_NAMES = {torch.float32: "F32", torch.float16: "F16", torch.bfloat16: "BF16", torch.float64: "F64", torch.int64: "I64"}


def read_pickle(path: Path, headers_only: bool = False) -> Any:
    """What a torch pickle holds, loaded with weights only and by memory map, so that no code in it runs.

    headers_only: tensors have a shape and no content; half the time for a file of many small tensors.
    Raises BadModelFolder for a file that is missing, damaged, or would need to run code.
    """
    regular_file(path, BadModelFolder, path.name)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about pickle protocols, which say nothing to whoever chose the file
            if headers_only:
                return torch.load(path, map_location="meta", weights_only=True)
            return torch.load(path, map_location="cpu", weights_only=True, mmap=zipfile.is_zipfile(path))
    except Exception as error:  # a damaged pickle can stumble anywhere in the reader
        if is_out_of_memory(error):
            raise
        # torch's own words are not passed on: their first line advises to switch the protection off
        wanted = re.search(r"GLOBAL ([\w.]+)", str(error)) if isinstance(error, pickle.UnpicklingError) else None
        if wanted:
            raise BadModelFolder(
                f"{path.name} was refused: it holds more than tensors, and opening it could run code.",
                f"It asks for {wanted[1]}.",
                ("Get the file from its publisher.",),
            ) from error
        raise BadModelFolder(
            f"{path.name} cannot be read; it is damaged or was cut short.", actions=("Download it again.",)
        ) from error


def open_pickle(path: Path, key: str | None = None, headers_only: bool = False) -> TensorSource:
    """A state dict in a torch pickle as a source; `key` names the dict inside the file, where it is nested in one.

    headers_only: for looking at names and shapes; its tensors cannot be read.
    """
    tensors = _table(path, key, headers_only)
    headers = {name: Header(tuple(t.shape), _DTYPE_NAMES.get(t.dtype, str(t.dtype))) for name, t in tensors.items()}
    state: dict[str, Any] = {"tensors": tensors, "bytes": 0}

    size = regular_file(path, BadModelFolder, path.name).st_size

    def read(name: str) -> Tensor:
        if regular_file(path, BadModelFolder, path.name).st_size < size:  # its pages are gone: touching one would end the program
            raise BadModelFolder(f"{path.name} was cut short while it was read.", actions=AGAIN)
        if state["bytes"] > REOPEN_BYTES or not state["tensors"]:
            close()
            state["tensors"] = _table(path, key, headers_only)
        state["bytes"] += headers[name].size_bytes
        tensor: Tensor = state["tensors"][name]
        return tensor

    def close() -> None:
        state.update(tensors={}, bytes=0)

    del tensors
    return TensorSource(path.name, headers, read, close)


def _table(path: Path, key: str | None, headers_only: bool) -> dict[str, Tensor]:
    data = read_pickle(path, headers_only)
    if key is not None and isinstance(data, dict) and key in data:
        data = data[key]
    if not isinstance(data, dict) or not all(isinstance(value, Tensor) for value in data.values()):
        raise BadModelFolder(f"{path.name} does not hold a plain table of tensors.")
    return data
