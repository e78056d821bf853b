"""Fills the modules of a variant from its folder, after the whole file has been checked by name and shape."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import torch

from models.stable_audio_3 import tensor_map
from models.stable_audio_3.config import Published
from models.stable_audio_3.model import StableAudio
from runtime.weights import Report, TensorSource, load_module, open_safetensors
from runtime.weights.loading import check_module

WEIGHTS_FILE = "model.safetensors"


def empty_model(config: Published) -> StableAudio:
    """The modules with the right shapes and no memory."""
    with torch.device("meta"):
        return StableAudio(config)


def fit(config: Published, source: TensorSource) -> Report:
    """What does not fit between the file and the configuration, from shapes alone."""
    return check_module(empty_model(config), rules(config), source)


def rules(config: Published) -> tensor_map.TensorMap:
    return tensor_map.AUTOENCODER if config.dit is None else tensor_map.WHOLE


def load_weights(
    folder: Path,
    config: Published,
    dtype: torch.dtype = torch.float32,
    device: torch.device | str = "cpu",
    progress: Callable[[float], None] = lambda share: None,
) -> StableAudio:
    """The transformer in `dtype`, everything else in float32: halving the autoencoder makes its differences of softmaxes cancel badly.

    Raises BadModelFolder naming what does not fit; then nothing was read.
    """
    with open_safetensors(folder / WEIGHTS_FILE) as source:
        return load_module(
            empty_model(config),
            rules(config),
            source,
            dtype=lambda name: dtype if name.startswith("dit.") else torch.float32,
            device=device,
            progress=progress,
        )
