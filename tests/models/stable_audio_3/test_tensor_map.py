from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
import torch

from ditone.models.stable_audio_3 import config_file, tensor_map
from ditone.models.stable_audio_3.loading import expected_shapes
from ditone.models.stable_audio_3.model import StableAudio
from ditone.runtime.weights.loading import parameter_shapes
from tests.models.stable_audio_3.published import AUTOENCODERS, MEDIUM, SMALL, model_config

MANIFEST = json.loads(gzip.decompress((Path(__file__).parent / "manifest.json.gz").read_bytes()))
WEIGHTS = "model.safetensors"


def published(variant: str) -> dict[str, tuple[int, ...]]:
    """Names and shapes of the published file; variants of one size have the same inventory."""
    name = variant if variant in AUTOENCODERS else "medium" if variant in MEDIUM else "small-music"
    return {key: tuple(shape) for key, shape in MANIFEST[name][WEIGHTS].items()}


def module(variant: str) -> StableAudio:
    with torch.device("meta"):
        return StableAudio(config_file.parse_json(model_config(variant)))


@pytest.mark.parametrize("variant", [*SMALL, *MEDIUM, *AUTOENCODERS])
def test_every_published_name_and_shape_is_used(variant: str) -> None:
    rules = tensor_map.AUTOENCODER if variant in AUTOENCODERS else tensor_map.WHOLE
    _, report = rules.plan(parameter_shapes(module(variant)), published(variant))
    assert report.text() == ""


@pytest.mark.parametrize("variant", ["small-sfx", "medium", "same-l"])
def test_shapes_from_one_block_are_those_of_all_blocks(variant: str) -> None:
    assert expected_shapes(config_file.parse_json(model_config(variant))) == parameter_shapes(module(variant))


@pytest.mark.parametrize(
    ("variant", "parameters"),
    [("small-sfx", 459_130_896), ("medium-base", 1_453_170_192)],
)
def test_the_transformer_has_the_published_number_of_parameters(variant: str, parameters: int) -> None:
    # the published count holds sixteen rotary frequencies that are recomputed here
    assert sum(p.numel() for p in module(variant).dit.parameters()) + 16 == parameters


def test_a_tensor_that_is_missing_unexpected_or_of_another_shape_is_named() -> None:
    found = published("small-sfx")
    gone, odd = "model.model.transformer.memory_tokens", "model.model.to_cond_embed.0.weight"
    del found[gone]
    found[odd] = (3, 3)
    found["surprise.weight"] = (7,)
    _, report = tensor_map.WHOLE.plan(parameter_shapes(module("small-sfx")), found)
    text = report.text()
    assert f"{gone} [64, 1024]" in text
    assert f"{odd} is [3, 3], expected [1024, 768]" in text
    assert "surprise.weight [7]" in text


def test_only_the_half_of_the_text_encoder_file_that_is_used_must_fit() -> None:
    found = {key: tuple(shape) for key, shape in MANIFEST["small-music"]["t5gemma-b-b-ul2/model.safetensors"].items()}
    used = {
        "encoder." + key.removeprefix("model.encoder."): shape for key, shape in found.items() if key.startswith("model.encoder.")
    }
    assert len(used) == 134
    assert tensor_map.TEXT_ENCODER.plan(used, found)[1].text() == ""
