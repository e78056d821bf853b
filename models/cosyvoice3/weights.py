"""Opens the model folder's tensors: safetensors copies where they exist, else the published pickles, read as data."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from ditone.models.cosyvoice3 import tensor_map
from ditone.runtime.errors import BadModelFolder
from ditone.runtime.weights import TensorSource, converting, open_pickle, open_safetensors

FLOW, VOCODER = "flow", "hift"
LANGUAGE_MODELS = {"base": "llm", "rl": "llm.rl"}
UNUSED = ("llm.model.lm_head.weight",)  # shares storage with the text table, and speech never asks for it


def weights_file(folder: Path, stem: str) -> Path | None:
    """`<stem>.safetensors` when present, else `<stem>.pt`, else None."""
    found = [folder / f"{stem}{ending}" for ending in (".safetensors", ".pt")]
    return next((path for path in found if path.is_file()), None)


def open_weights(folder: Path, stem: str, headers_only: bool = False) -> TensorSource:
    """The tensors of one network, or their names and shapes alone. Raises BadModelFolder for a missing, damaged or unsafe file."""
    path = weights_file(folder, stem)
    if path is None:
        raise BadModelFolder(f"{stem}.pt is missing.", f"It was expected in {folder}.", ("Download it again.",))
    source = open_safetensors(path) if path.suffix == ".safetensors" else open_pickle(path, headers_only=headers_only)
    if source.headers and all(name.startswith(tensor_map.TRAINING_PREFIX) for name in source.headers):
        inner = source.under(tensor_map.TRAINING_PREFIX)
        return TensorSource(source.title, inner.headers, inner.read, source.close)
    return source


def unconverted(folder: Path) -> list[str]:
    """Names of the pickles that have no safetensors copy beside them yet."""
    stems = (*LANGUAGE_MODELS.values(), FLOW, VOCODER)
    return [f"{stem}.pt" for stem in stems if weights_file(folder, stem) == folder / f"{stem}.pt"]


def convert(folder: Path, progress: Callable[[float], None]) -> list[Path]:
    """Writes a safetensors copy beside every pickle that has none; names stay as published. Returns the files written."""
    return converting.convert(folder, unconverted(folder), progress, UNUSED)
