"""Reading a Mini SFX folder: configuration, word table, transformer, decoder."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from ditone.models.mini.conditioning import Conditioner
from ditone.models.mini.config import LEARNED_DIM, STATIC_DIM, ConditioningConfig, DecoderConfig
from ditone.models.mini.decoder import MiniDecoder
from ditone.models.mini.files import check_weights, dit_of, sizes_of
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
from ditone.runtime import files
from ditone.runtime.dit.config import DitConfig
from ditone.runtime.dit.module import DitModule
from ditone.runtime.errors import BadModelFolder
from ditone.runtime.json_reading import Node, library_errors, shown
from ditone.runtime.weights.loading import load_module
from ditone.runtime.weights.skeleton import skeleton
from ditone.runtime.weights.sources import open_safetensors

MOST_WORDS_BYTES = 2**24

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
    node = Node.load(folder / CONFIG_FILE)
    if node.data.get("family") != "mini" or node.data.get("format") != 1:
        raise BadModelFolder(
            f"{CONFIG_FILE} is not a Mini SFX configuration of format 1.", f"Found family {shown(node.data.get('family'))}."
        )
    words = node.whole("words", high=2**20)
    config = FolderConfig(
        variant=node.choice("variant", ("sfx",)),
        dit=dit_of(node),
        conditioning=sizes_of(node.node("conditioning"), ConditioningConfig),
        decoder=sizes_of(node.node("decoder"), DecoderConfig),
        words=words,
        trained_words=node.whole("trained_words", low=0, high=words),
        data=node.data,
    )
    text, decoder = config.conditioning, config.decoder
    check_weights(folder / MODEL_FILE, text.layers * 8 * text.dim**2 + config.trained_words * LEARNED_DIM)
    check_weights(folder / DECODER_FILE, decoder.blocks * 2 * decoder.dim * decoder.inner)
    return config


def load_table(folder: Path, config: FolderConfig) -> WordTable:
    """Raises BadModelFolder where the list has another length than the configuration says."""
    words = files.read_bytes(folder / WORDS_FILE, MOST_WORDS_BYTES, BadModelFolder, WORDS_FILE).decode("utf-8", "replace").split()
    if len(words) != config.words:
        raise BadModelFolder(f"{WORDS_FILE} has {len(words)} words; {CONFIG_FILE} says {config.words}.")
    return WordTable(words, config.trained_words)


def load_static(folder: Path, config: FolderConfig) -> Tensor:
    """(words, STATIC_DIM) float32. Raises BadModelFolder where the file holds another number of words."""
    with open_safetensors(folder / WORD_VECTORS_FILE) as source:
        for name, shape in (("static", (config.words, STATIC_DIM)), ("scale", (config.words,))):
            if name not in source.headers or source.headers[name].shape != shape:
                raise BadModelFolder(f"{WORD_VECTORS_FILE} has no tensor {name} of shape {list(shape)}.")
        return source.read("static").float() * source.read("scale").float()[:, None]


def load_parts(folder: Path, device: torch.device, dtype: torch.dtype, progress: Progress = lambda share: None) -> Parts:
    """Loads every part; the transformer in `dtype`, the small parts around it in float32."""
    config = read_config(folder)
    table = load_table(folder, config)
    with library_errors(f"{CONFIG_FILE} describes a network that cannot be built"):
        with skeleton():
            dit = DitModule(config.dit)
        # not on the meta device, where drawing normal numbers imports torch's compiler, which takes over a second
        conditioner = Conditioner(config.conditioning, config.words, config.trained_words)
        latent, decoder = LatentSpace(), MiniDecoder(config.decoder)
    with open_safetensors(folder / MODEL_FILE) as source:
        load_module(dit, TENSOR_MAP, source.under(DIT_PREFIX), dtype=dtype, device=device, progress=lambda s: progress(0.6 * s))
        load_module(conditioner, TENSOR_MAP, source.under(CONDITIONER_PREFIX), device=device)
        load_module(latent, TENSOR_MAP, source.under(LATENT_PREFIX), device=device)
    conditioner.words.static = load_static(folder, config).to(device)
    progress(0.7)
    with open_safetensors(folder / DECODER_FILE) as source:
        load_module(decoder, TENSOR_MAP, source, device=device)
    decoder.to(device)
    progress(1.0)
    return Parts(dit, conditioner, latent, decoder, table, Kinds.load(folder))
