"""Forms of models that other programs use and Ditone does not read, told by the files' own headers: GGUF, MLX, ONNX, fp8 and the like."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from ditone.runtime.errors import DitoneError
from ditone.runtime.files import read_bytes
from ditone.runtime.json_reading import BadJson, loads

Kind = Literal["gguf", "mlx", "onnx", "fp8", "quantised", "coreml", "tensorrt", "single"]
MOST_FILES = 200
LARGEST_HEADER = 64 * 2**20


@dataclass(frozen=True)
class Form:
    """`words` complete "This folder holds ..."."""

    kind: Kind
    words: str


def form_of(folder: Path) -> Form | None:
    """What form the weights in a folder, or one below it, have; None where nothing is known."""
    files = list(_files(folder))
    endings = {path.suffix.lower() for path in files}
    weights = [path for path in files if path.suffix == ".safetensors"]
    if ".gguf" in endings:
        return Form("gguf", "a model in GGUF form, quantised for programs such as llama.cpp")
    if any(part.endswith((".mlmodelc", ".mlpackage")) for path in files for part in path.parts):
        return Form("coreml", "a Core ML conversion, for Apple's own libraries")
    if endings & {".engine", ".plan"}:
        return Form("tensorrt", "a TensorRT engine, built for one kind of GPU")
    looked = [_dtypes(path) for path in weights]
    kinds = set().union(*(kinds for kinds, _, _ in looked))
    names = set().union(*(names for _, names, _ in looked))
    if ".npz" in endings or any(mlx for _, _, mlx in looked) or _quantised_config(folder):
        return Form("mlx", "a model in the form of MLX, for Apple silicon")
    if ".onnx" in endings and not weights and not endings & {".pt", ".pth", ".bin"}:
        return Form("onnx", "a model as ONNX networks, exported for another runtime")
    if any(kind.startswith("F8") for kind in kinds):
        return Form("fp8", "weights in fp8, eight bits a number")
    packed = any(name.endswith((".scales", ".qweight", ".absmax")) for name in names)
    if any(kind.startswith(("F4", "F6", "I4", "U4")) for kind in kinds) or (packed and kinds & {"U32", "I32", "U8", "I8"}):
        return Form("quantised", "quantised weights, eight bits a number or less")
    if len(weights) == 1 and "config.json" not in {path.name for path in files} and len(files) < 4:
        return Form("single", "a single file of weights, repacked for a node editor, without its configuration")
    return None


def _files(folder: Path) -> Iterator[Path]:
    """Files of the folder and of those in it, a bounded number."""
    count = 0
    for path in sorted(folder.iterdir()):
        inner = sorted(path.iterdir()) if path.is_dir() and not path.is_symlink() else [path]
        for one in inner:
            count += 1
            if count > MOST_FILES:
                return
            yield one


def _dtypes(path: Path) -> tuple[set[str], set[str], bool]:
    """Kinds of numbers and names of the tensors in a safetensors file, and whether it says that it is of MLX.

    Read here, since the engine's own reader refuses the very forms that are told apart.
    """
    try:
        with path.open("rb") as file:
            length = int.from_bytes(file.read(8), "little")
            data = loads(file.read(length)) if 2 <= length <= LARGEST_HEADER else {}
    except (BadJson, OSError):
        return set(), set(), False
    if not isinstance(data, dict):
        return set(), set(), False
    about = data.pop("__metadata__", {})
    kinds = {str(one.get("dtype", "")) for one in data.values() if isinstance(one, dict)}
    return kinds, set(data), isinstance(about, dict) and about.get("format") == "mlx"


def _quantised_config(folder: Path) -> bool:
    """Whether a configuration speaks of groups of weights, as MLX writes it."""
    try:
        config = loads(read_bytes(folder / "config.json", 1 << 20))
    except (BadJson, DitoneError):
        return False
    return isinstance(config, dict) and isinstance(config.get("quantization"), dict) and "group_size" in config["quantization"]
