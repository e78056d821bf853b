"""Reading a Mini SFX folder: configuration, word table, transformer, decoder."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from ditone.models.mini.conditioning import Conditioner
from ditone.models.mini.config import ConditioningConfig, DecoderConfig
from ditone.models.mini.decoder import MiniDecoder
from ditone.models.mini.kinds import Kinds
from ditone.models.mini.latent import LatentSpace
from ditone.models.mini.tensor_map import (
    CONDITIONER_PREFIX,
    CONFIG_FILE,
    DECODER_FILE,
    DIT_PREFIX,
    LATENT_PREFIX,
    MODEL_FILE,
    TENSOR_MAP,
    WORD_VECTORS_FILE,
    WORDS_FILE,
)
from ditone.models.mini.text import WordTable
from ditone.runtime.dit.config import DitConfig
from ditone.runtime.dit.module import DitModule
from ditone.runtime.errors import BadModelFolder
from ditone.runtime.json_reading import Node
from ditone.runtime.weights.loading import load_module
from ditone.runtime.weights.sources import open_safetensors

Progress = Callable[[float], None]


@dataclass(frozen=True)
class FolderConfig:
    """What config.json says. `presets` and texts for people are data too, so that a retrained model can carry its own."""

    variant: str
    dit: DitConfig
    conditioning: ConditioningConfig
    decoder: DecoderConfig
    words: int
    trained_words: int
    data: dict[str, Any]


@dataclass(frozen=True)
class Parts:
    """Everything a pipeline needs, on its device."""

    dit: DitModule
    conditioner: Conditioner
    latent: LatentSpace
    decoder: MiniDecoder
    table: WordTable
    kinds: Kinds


def read_config(folder: Path) -> FolderConfig:
    """Raises BadModelFolder for a file that is missing, unreadable or of another format."""
    path = folder / CONFIG_FILE
    try:
        data = Node.load(path).data
        if data.get("family") != "mini" or data.get("format") != 1:
            raise BadModelFolder(
                f"{path.name} is not a Mini SFX configuration of format 1.", f"Found family {data.get('family')!r}."
            )
        return FolderConfig(
            variant=data["variant"],
            dit=DitConfig.from_dict(data["dit"]),
            conditioning=ConditioningConfig(**data["conditioning"]),
            decoder=DecoderConfig(**data["decoder"]),
            words=data["words"],
            trained_words=data["trained_words"],
            data=data,
        )
    except (ValueError, KeyError, TypeError) as error:
        raise BadModelFolder(f"{path.name} cannot be read: {error}.") from error


def load_table(folder: Path, config: FolderConfig) -> WordTable:
    """Raises BadModelFolder where the list has another length than the configuration says."""
    words = (folder / WORDS_FILE).read_text(encoding="utf-8").split()
    if len(words) != config.words:
        raise BadModelFolder(f"{WORDS_FILE} has {len(words)} words; {CONFIG_FILE} says {config.words}.")
    return WordTable(words, config.trained_words)


def load_static(folder: Path) -> Tensor:
    """(words, STATIC_DIM) float32."""
    with open_safetensors(folder / WORD_VECTORS_FILE) as source:
        return source.read("static").float() * source.read("scale").float()[:, None]


def load_parts(folder: Path, device: torch.device, dtype: torch.dtype, progress: Progress = lambda share: None) -> Parts:
    """Loads every part; the transformer in `dtype`, the small parts around it in float32."""
    config = read_config(folder)
    table = load_table(folder, config)
    with torch.device("meta"):
        dit = DitModule(config.dit)
    # not on the meta device, where drawing normal numbers imports torch's compiler, which takes over a second
    conditioner = Conditioner(config.conditioning, config.words, config.trained_words)
    latent, decoder = LatentSpace(), MiniDecoder(config.decoder)
    with open_safetensors(folder / MODEL_FILE) as source:
        load_module(dit, TENSOR_MAP, source.under(DIT_PREFIX), dtype=dtype, device=device, progress=lambda s: progress(0.6 * s))
        load_module(conditioner, TENSOR_MAP, source.under(CONDITIONER_PREFIX), device=device)
        load_module(latent, TENSOR_MAP, source.under(LATENT_PREFIX), device=device)
    conditioner.words.static = load_static(folder).to(device)
    progress(0.7)
    with open_safetensors(folder / DECODER_FILE) as source:
        load_module(decoder, TENSOR_MAP, source, device=device)
    decoder.to(device)
    progress(1.0)
    return Parts(dit, conditioner, latent, decoder, table, Kinds.load(folder))
