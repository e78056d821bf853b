"""Finds the transformer's weights in a model folder, whichever of its layouts they have, and loads them."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import torch

from ditone.models.moss_sound_effect.tensor_map import transformer_map
from ditone.runtime.dit import DitConfig, DitModule
from ditone.runtime.errors import BadModelFolder
from ditone.runtime.weights import load_module, open_safetensors
from ditone.runtime.weights.skeleton import skeleton
from ditone.runtime.weights.sources import shard_paths

PUBLISHED_FILE = "diffusion_pytorch_model.safetensors"


def transformer_files(folder: Path) -> list[Path]:
    """The published file, its shards, or a fine-tuning run's `epoch-N.safetensors` (the last one).

    Raises BadModelFolder when `folder`/transformer holds none of them.
    """
    home = folder / "transformer"
    if (home / PUBLISHED_FILE).exists():
        return [home / PUBLISHED_FILE]
    index = home / f"{PUBLISHED_FILE}.index.json"
    if index.exists():
        return shard_paths(index)
    others = sorted(home.glob("*.safetensors"), key=lambda path: (_number(path.stem), path.name))
    if not others:
        raise BadModelFolder(
            f"transformer/{PUBLISHED_FILE} is missing.",
            "It holds the transformer; a fine-tuning run's own epoch-N.safetensors may stand in its place.",
            ("Download it again.",),
        )
    return others[-1:]


def _number(stem: str) -> int:
    digits = re.findall(r"\d+", stem)
    return int(digits[-1]) if digits else -1


def load_transformer(
    folder: Path,
    config: DitConfig,
    *,
    dtype: torch.dtype = torch.float32,
    device: torch.device | str = "cpu",
    progress: Callable[[float], None] = lambda share: None,
) -> DitModule:
    """Raises BadModelFolder with names and shapes when the file and `config` do not fit."""
    with skeleton():
        module = DitModule(config)
    with open_safetensors(*transformer_files(folder)) as source:
        load_module(module, transformer_map(source.headers), source, dtype=dtype, device=device, progress=progress)
    return module
