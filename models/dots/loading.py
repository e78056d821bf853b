"""Brings the files of a model folder into modules."""

from __future__ import annotations

import _codecs
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy._core import multiarray
from torch import Tensor

from ditone.models.dots.config import DotsConfig
from ditone.models.dots.core import DotsCore, build_core, restore_rotary
from ditone.models.dots.decoder import AudioVae
from ditone.models.dots.speaker import SpeakerEncoder
from ditone.models.dots.tensor_map import CORE_MAP, MODEL_FILE, SPEAKER_FILE, SPEAKER_MAP, STATS_FILE, VOCODER_FILE, vae_map
from ditone.models.dots.text import SPAN_TOKEN, START_TOKEN, TOKENIZER_FILE, TextTokenizer
from ditone.runtime.errors import BadModelFolder
from ditone.runtime.weights import load_module, open_safetensors, packed
from ditone.runtime.weights.skeleton import skeleton
from ditone.runtime.weights.sources import TensorSource, read_pickle

# what a pickled numpy array names: constructors of plain data, no code
_ARRAY_GLOBALS: list[Any] = [
    np.ndarray,
    np.dtype,
    type(np.dtype(np.float32)),
    type(np.dtype(np.float64)),
    _codecs.encode,
    multiarray._reconstruct,
    (multiarray._reconstruct, "numpy.core.multiarray._reconstruct"),
]
LSTM_INPUT = "dec_mi_layer.0.weight"
EMBEDDING = "llm.model.embed_tokens.weight"
TABLE = "llm.embed_tokens.weight"  # where it is kept


@dataclass(frozen=True)
class LatentStats:
    """Per-channel mean and deviation (latent_dim,): the transformer works on normalised latents, everything else on raw ones."""

    mean: Tensor
    deviation: Tensor

    def normalise(self, raw: Tensor) -> Tensor:
        """raw: (batch, frames, latent_dim), and so is the result."""
        return (raw - self.mean) / self.deviation

    def denormalise(self, latents: Tensor) -> Tensor:
        """The inverse of `normalise`; latents: (batch, frames, latent_dim)."""
        return latents * self.deviation + self.mean


def vocabulary_rows(source: TensorSource, width: int) -> int:
    """Rows of the stored embedding table; the configuration's own vocabulary size is not trusted. Raises BadModelFolder."""
    header = source.headers.get(EMBEDDING)
    if header is None:
        raise BadModelFolder(
            f"{source.title} lacks the tensor {EMBEDDING}.",
            "It is not laid out as dots.tts is published (a conversion to another format, perhaps).",
            ("Choose the folder exactly as the model hub serves it.",),
        )
    if len(header.shape) != 2 or header.shape[1] != width:
        raise BadModelFolder(f"{EMBEDDING} has shape {list(header.shape)}; [vocabulary, {width}] was expected.")
    return header.shape[0]


def load_core(
    folder: Path,
    config: DotsConfig,
    dtype: torch.dtype = torch.float32,
    device: torch.device | str = "cpu",
    progress: Callable[[float], None] = lambda share: None,
) -> DotsCore:
    """Language model, patch encoder and transformer. Raises BadModelFolder with the tensors that do not fit."""
    with open_safetensors(folder / MODEL_FILE) as source:
        rows = vocabulary_rows(source, config.llm_width)
        with skeleton():
            core = build_core(config, rows)
        half = packed.halved(dtype, device)

        def kept(name: str) -> torch.dtype:
            return torch.float32 if half and name.startswith("llm.") and name != TABLE else dtype

        def in_half(name: str) -> bool:
            return half and name.startswith("llm.")

        load_module(core, CORE_MAP, source, dtype=kept, device=device, half=in_half, progress=progress)
    restore_rotary(core, torch.device(device))
    return core


def load_stats(folder: Path, config: DotsConfig, device: torch.device | str = "cpu") -> LatentStats:
    """Latent statistics; values may be tensors, arrays or lists. Raises BadModelFolder when keys or sizes are wrong."""
    with torch.serialization.safe_globals(_ARRAY_GLOBALS):
        data = read_pickle(folder / STATS_FILE)
    if not isinstance(data, dict) or not {"mean", "var"} <= set(data):
        raise BadModelFolder(f"{STATS_FILE} does not hold the entries mean and var.", actions=("Download it again.",))
    parts = []
    for name in ("mean", "var"):
        # a copy: the file is mapped, and may be replaced on disk while the model lives
        value = torch.as_tensor(data[name], dtype=torch.float32).flatten().to(device).clone()
        if value.shape != (config.latent_dim,):
            raise BadModelFolder(f"{STATS_FILE}: {name} has {value.numel()} numbers; {config.latent_dim} were expected.")
        parts.append(value)
    mean, var = parts
    if not bool((var > 0).all()):
        raise BadModelFolder(f"{STATS_FILE}: var holds a value that is not above zero.", actions=("Download it again.",))
    return LatentStats(mean, var.sqrt())


def load_vae(
    folder: Path,
    config: DotsConfig,
    device: torch.device | str = "cpu",
    progress: Callable[[float], None] = lambda share: None,
) -> AudioVae:
    """Audio encoder and decoder, always float32: reduced precision would be heard, and is slower on a CPU. Raises BadModelFolder."""
    with open_safetensors(folder / VOCODER_FILE) as source:
        inner = source.headers.get(LSTM_INPUT)
        # the configuration does not say how wide the LSTMs are
        sizes = config.vae if inner is None else replace(config.vae, lstm_width=inner.shape[0])
        with skeleton():
            vae = AudioVae(sizes)
        load_module(vae, vae_map(sizes), source, device=device, progress=progress)
    return vae


def load_speaker_encoder(folder: Path, config: DotsConfig, device: torch.device | str = "cpu") -> SpeakerEncoder:
    """CAM++ in float32. Raises BadModelFolder."""
    with skeleton():
        encoder = SpeakerEncoder(config.speaker_dim)
    with open_safetensors(folder / SPEAKER_FILE) as source:
        load_module(encoder, SPEAKER_MAP, source, device=device)
    return encoder


def check_tokenizer(tokenizer: TextTokenizer, core: DotsCore) -> None:
    """Raises BadModelFolder when a token the loop needs has no row in the embedding table."""
    rows = int(core.llm.embed_tokens.weight.shape[0])  # type: ignore[union-attr, index]
    for name in (START_TOKEN, SPAN_TOKEN):
        token = tokenizer.special(name)
        if token >= rows:
            raise BadModelFolder(
                f"{TOKENIZER_FILE} gives {name} the id {token}, but the embedding table has {rows} rows.",
                "Tokenizer and weights belong to different models.",
            )
