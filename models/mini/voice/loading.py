"""Reads a Mini Voice folder: configuration, weights, lexicon."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch

from ditone.models.mini.voice.config import DecoderConfig, EncoderConfig
from ditone.models.mini.voice.decoder import VoiceDecoder
from ditone.models.mini.voice.model import VoiceModel
from ditone.models.mini.voice.text import FrontEnd
from ditone.runtime.dit.config import DitConfig
from ditone.runtime.errors import BadModelFolder
from ditone.runtime.json_reading import Node
from ditone.runtime.weights.loading import load_module
from ditone.runtime.weights.sources import open_safetensors
from ditone.runtime.weights.tensor_map import IDENTITY

MODEL_FILE = "model.safetensors"
DECODER_FILE = "decoder.safetensors"
LEXICON_FILE = "lexicon.json.gz"
CONFIG_FILE = "config.json"
ROLES = {
    CONFIG_FILE: "configuration",
    MODEL_FILE: "transformer, phoneme encoder, feature space",
    DECODER_FILE: "decoder",
    LEXICON_FILE: "pronunciations",
}


@dataclass(frozen=True)
class FolderConfig:
    """What config.json says. phonemes: the alphabet, the pad first; the place of a phoneme is its id."""

    variant: str
    dit: DitConfig
    encoder: EncoderConfig
    decoder: DecoderConfig
    phonemes: tuple[str, ...]
    data: dict[str, Any]


@dataclass(frozen=True)
class Parts:
    """Everything a pipeline needs, on its device."""

    model: VoiceModel
    decoder: VoiceDecoder
    front_end: FrontEnd
    ids: dict[str, int]


def read_config(folder: Path) -> FolderConfig:
    """Raises BadModelFolder for a file that is missing, unreadable or of another format."""
    path = folder / CONFIG_FILE
    try:
        data = Node.load(path).data
        if data.get("family") != "mini" or data.get("variant") != "voice" or data.get("format") != 1:
            raise BadModelFolder(f"{path.name} is not a Mini Voice configuration of format 1.")
        return FolderConfig(
            variant=data["variant"],
            dit=DitConfig.from_dict(data["dit"]),
            encoder=EncoderConfig(**data["encoder"]),
            decoder=DecoderConfig(**data["decoder"]),
            phonemes=tuple(data["phonemes"]),
            data=data,
        )
    except (ValueError, KeyError, TypeError) as error:
        raise BadModelFolder(f"{path.name} cannot be read: {error}.") from error


def load_parts(
    folder: Path, device: torch.device, dtype: torch.dtype, progress: Callable[[float], None] = lambda share: None
) -> Parts:
    """Loads every part; the transformer in `dtype`, the small parts around it in float32."""
    config = read_config(folder)
    if not (folder / LEXICON_FILE).is_file():
        raise BadModelFolder(f"{LEXICON_FILE} is missing.", f"It was expected in {folder}.")
    with torch.device("meta"):
        model = VoiceModel(config.dit, config.encoder)
    decoder = VoiceDecoder(config.decoder)
    with open_safetensors(folder / MODEL_FILE) as source:
        for name, part_dtype in (("dit", dtype), ("encoder", torch.float32), ("space", torch.float32)):
            load_module(getattr(model, name), IDENTITY, source.under(f"{name}."), dtype=part_dtype, device=device)
    progress(0.8)
    with open_safetensors(folder / DECODER_FILE) as source:
        load_module(decoder, IDENTITY, source, device=device)
    decoder.to(device)
    progress(1.0)
    ids = {phoneme: i for i, phoneme in enumerate(config.phonemes)}
    front_end = FrontEnd(folder / LEXICON_FILE)
    front_end.read("1 word")  # the lexicon is read now, not in the first take
    return Parts(model.eval(), decoder.eval(), front_end, ids)
