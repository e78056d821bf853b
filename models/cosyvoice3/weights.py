"""Opens the model folder's tensors: safetensors copies where they exist, else the published pickles, read as data."""

from __future__ import annotations

from pathlib import Path

from safetensors.torch import save_file

from models.cosyvoice3 import tensor_map
from runtime.errors import BadModelFolder
from runtime.weights import TensorSource, open_pickle, open_safetensors

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


def save_safetensors(folder: Path) -> list[Path]:
    """Writes a safetensors copy beside every pickle of the folder; names stay as published. Returns the files written."""
    written = []
    for stem in (*LANGUAGE_MODELS.values(), FLOW, VOCODER):
        if not (folder / f"{stem}.pt").is_file():
            continue
        target = folder / f"{stem}.safetensors"
        partial = target.with_suffix(".partial")
        with open_pickle(folder / f"{stem}.pt") as source:
            tensors = {name: source.read(name).contiguous() for name in source.headers if name not in UNUSED}
            save_file(tensors, partial, {"format": "pt"})
        partial.replace(target)
        written.append(target)
    return written
