"""Files that hold tensors: safetensors (one file or shards with an index) by memory map, torch pickles with weights-only loading."""

from __future__ import annotations

import json
import pickle
import re
import warnings
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError, safe_open
from torch import Tensor

from ditone.runtime.errors import BadModelFolder

REOPEN_BYTES = 32 * 2**20  # mapped pages count as this process's memory: unmap after so many


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
        return count * _BYTES.get(self.dtype, 4)


_BYTES = {"F64": 8, "I64": 8, "F32": 4, "I32": 4, "F16": 2, "BF16": 2, "I16": 2, "I8": 1, "U8": 1, "BOOL": 1}


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
        """The tensor in its stored dtype, on the CPU; it may be a view of mapped memory that lives until the next read."""
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

    Raises BadModelFolder for a file that is missing, cut short or not safetensors.
    """
    try:
        with path.open("rb") as file:
            length = int.from_bytes(file.read(8), "little")
            size = path.stat().st_size
            if not 2 <= length <= min(size - 8, 100 * 2**20):
                raise BadModelFolder(
                    f"{path.name} is not a safetensors file, or it was cut short.", actions=("Download it again.",)
                )
            data: dict[str, Any] = json.loads(file.read(length))
    except FileNotFoundError:
        raise BadModelFolder(f"{path.name} is missing.", f"It was expected in {path.parent}.") from None
    except (json.JSONDecodeError, UnicodeDecodeError):
        raise BadModelFolder(
            f"{path.name} is not a safetensors file: its header is not readable.", actions=("Download it again.",)
        ) from None
    try:
        metadata = data.pop("__metadata__", {})
        headers = {name: Header(tuple(item["shape"]), item["dtype"]) for name, item in data.items()}
        end = 8 + length + max((int(item["data_offsets"][1]) for item in data.values()), default=0)
    except (AttributeError, KeyError, TypeError, ValueError, IndexError):
        raise BadModelFolder(
            f"{path.name} is not a safetensors file: its header describes no tensors.", actions=("Download it again.",)
        ) from None
    if size < end:
        raise BadModelFolder(
            f"{path.name} was cut short: it has {size:,} bytes, its header promises {end:,}.", actions=("Download it again.",)
        )
    return headers, metadata


def open_safetensors(*paths: Path) -> TensorSource:
    """One source over one or several safetensors files. Raises BadModelFolder as `read_header` does."""
    where: dict[str, Path] = {}
    headers: dict[str, Header] = {}
    for path in paths:
        for name, header in read_header(path)[0].items():
            where[name], headers[name] = path, header
    state: dict[str, Any] = {"path": None, "file": None, "bytes": 0}

    def close() -> None:
        if state["file"] is not None:
            state["file"].__exit__(None, None, None)
        state.update(path=None, file=None, bytes=0)

    def read(name: str) -> Tensor:
        path = where[name]
        if state["path"] != path or state["bytes"] > REOPEN_BYTES:
            close()
            try:
                state.update(path=path, file=safe_open(path, framework="pt", device="cpu").__enter__())
            except (SafetensorError, OSError) as error:
                raise BadModelFolder(f"{path.name} cannot be read: {error}", actions=("Download it again.",)) from error
        state["bytes"] += headers[name].size_bytes
        tensor: Tensor = state["file"].get_tensor(name)
        return tensor

    title = paths[0].name if len(paths) == 1 else f"{paths[0].name} and {len(paths) - 1} more"
    return TensorSource(title, headers, read, close)


def shard_paths(index: Path) -> list[Path]:
    """Files named by a `model.safetensors.index.json`. Raises BadModelFolder naming a missing one."""
    try:
        names = sorted(set(json.loads(index.read_text("utf-8"))["weight_map"].values()))
    except (OSError, ValueError, KeyError) as error:
        raise BadModelFolder(f"{index.name} cannot be read as a shard index: {error}") from error
    paths = [index.parent / Path(name).name for name in names]
    for path in paths:
        if not path.exists():
            raise BadModelFolder(f"{path.name} is missing.", f"{index.name} lists it.", ("Download it again.",))
    return paths


_DTYPE_NAMES = {torch.float32: "F32", torch.float16: "F16", torch.bfloat16: "BF16", torch.float64: "F64", torch.int64: "I64"}


def read_pickle(path: Path, headers_only: bool = False) -> Any:
    """What a torch pickle holds, loaded with weights only and by memory map, so that no code in it runs.

    headers_only: tensors have a shape and no content; half the time for a file of many small tensors.
    Raises BadModelFolder for a file that is missing, damaged, or would need to run code.
    """
    if not path.exists():
        raise BadModelFolder(f"{path.name} is missing.", f"It was expected in {path.parent}.")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about pickle protocols, which say nothing to whoever chose the file
            if headers_only:
                return torch.load(path, map_location="meta", weights_only=True)
            return torch.load(path, map_location="cpu", weights_only=True, mmap=zipfile.is_zipfile(path))
    except Exception as error:  # a damaged pickle can stumble anywhere in the reader
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

    def read(name: str) -> Tensor:
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
