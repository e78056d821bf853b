"""Reads a Mini Voice folder: configuration, weights, lexicon."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch

from ditone.models.mini.files import check_weights, dit_of, sizes_of
from ditone.models.mini.voice.config import DecoderConfig, EncoderConfig
from ditone.models.mini.voice.decoder import VoiceDecoder
from ditone.models.mini.voice.model import VoiceModel
from ditone.runtime.dit.config import DitConfig
from ditone.runtime.errors import BadModelFolder
from ditone.runtime.json_reading import Node, library_errors
from ditone.runtime.weights.loading import load_module
from ditone.runtime.weights.skeleton import skeleton
from ditone.runtime.weights.sources import open_safetensors
from ditone.runtime.weights.tensor_map import IDENTITY

if TYPE_CHECKING:
    from ditone.models.mini.voice.text import FrontEnd  # its rules take a while, and a list of models needs none

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
    node = Node.load(folder / CONFIG_FILE)
    if node.data.get("family") != "mini" or node.data.get("variant") != "voice" or node.data.get("format") != 1:
        raise BadModelFolder(f"{CONFIG_FILE} is not a Mini Voice configuration of format 1.")
    phonemes, encoder = node.data.get("phonemes"), sizes_of(node.node("encoder"), EncoderConfig)
    if not isinstance(phonemes, list) or len(phonemes) != encoder.phonemes or not all(isinstance(p, str) for p in phonemes):
        raise node.unsupported("phonemes", f"a list of {encoder.phonemes} texts, as encoder.phonemes says,")
    decoder = sizes_of(node.node("decoder"), DecoderConfig)
    check_weights(folder / DECODER_FILE, decoder.blocks * 2 * decoder.dim * decoder.inner)
    return FolderConfig(node.text("variant"), dit_of(node), encoder, decoder, tuple(phonemes), node.data)


def load_parts(
    folder: Path, device: torch.device, dtype: torch.dtype, progress: Callable[[float], None] = lambda share: None
) -> Parts:
    """Loads every part; the transformer in `dtype`, the small parts around it in float32."""
    from ditone.models.mini.voice.text import FrontEnd

    config = read_config(folder)
    if not (folder / LEXICON_FILE).is_file():
        raise BadModelFolder(f"{LEXICON_FILE} is missing, or it is no file.", f"It was expected in {folder}.")
    front_end = FrontEnd(folder / LEXICON_FILE)
    front_end.read("1 word")  # the lexicon is read now, not in the first take
    with library_errors(f"{CONFIG_FILE} describes a network that cannot be built"):
        with skeleton():
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
    return Parts(model.eval(), decoder.eval(), front_end, ids)
