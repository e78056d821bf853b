"""Fills the modules of a variant from its folder, after the whole file has been checked by name and shape."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import torch

from ditone.models.stable_audio_3 import tensor_map
from ditone.models.stable_audio_3.config import Published
from ditone.models.stable_audio_3.model import StableAudio
from ditone.runtime.weights import Report, TensorMap, TensorSource, load_module, open_safetensors
from ditone.runtime.weights.loading import parameter_shapes
from ditone.runtime.weights.skeleton import skeleton

WEIGHTS_FILE = "model.safetensors"
_DECODER_PRODUCT = re.compile(r"autoencoder\.decoder\.blocks\.\d+\.(qkv|out|up|down)\.(weight|bias)")


def empty_model(config: Published) -> StableAudio:
    """The modules with the right shapes and no memory."""
    with skeleton():
        return StableAudio(config)


def expected_shapes(config: Published) -> dict[str, tuple[int, ...]]:
    """Names and shapes of all parameters, from one block of each stack, since recognising a folder must stay quick."""
    depths = {"autoencoder.encoder": config.autoencoder.encoder.depth, "autoencoder.decoder": config.autoencoder.decoder.depth}
    coders = replace(
        config.autoencoder,
        encoder=replace(config.autoencoder.encoder, depth=1),
        decoder=replace(config.autoencoder.decoder, depth=1),
    )
    single = replace(config, autoencoder=coders)
    if config.dit is not None:
        depths["dit"] = config.dit.depth
        single = replace(single, dit=replace(config.dit, depth=1))
    shapes: dict[str, tuple[int, ...]] = {}
    for name, shape in parameter_shapes(empty_model(single)).items():
        stack, block, rest = name.partition(".blocks.0.")
        if not block:
            shapes[name] = shape
        for i in range(depths[stack] if block else 0):
            shapes[f"{stack}.blocks.{i}.{rest}"] = shape
    return shapes


def fit(config: Published, source: TensorSource) -> Report:
    """What does not fit between the file and the configuration, from shapes alone."""
    found = {name: header.shape for name, header in source.headers.items()}
    out: Report = rules(config).plan(expected_shapes(config), found)[1]
    return out


def rules(config: Published) -> TensorMap:
    return tensor_map.AUTOENCODER if config.dit is None else tensor_map.WHOLE


def load_weights(
    folder: Path,
    config: Published,
    dtype: torch.dtype = torch.float32,
    device: torch.device | str = "cpu",
    progress: Callable[[float], None] = lambda share: None,
) -> StableAudio:
    """The transformer in `dtype`, everything else in float32, but with bfloat16 the matrix products of the decoder's blocks.

    Halving all of the autoencoder makes its differences of softmaxes cancel badly; its products alone cost 50 dB.
    Raises BadModelFolder naming what does not fit; then nothing was read.
    """
    with open_safetensors(folder / WEIGHTS_FILE) as source:
        return load_module(
            empty_model(config),
            rules(config),
            source,
            dtype=partial(kept_dtype, dtype),
            device=device,
            progress=progress,
        )


def kept_dtype(chosen: torch.dtype, name: str) -> torch.dtype:
    """What a parameter is kept in."""
    product = chosen == torch.bfloat16 and _DECODER_PRODUCT.fullmatch(name) is not None
    return chosen if product or name.startswith("dit.") else torch.float32
