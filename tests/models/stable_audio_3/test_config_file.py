from __future__ import annotations

import contextlib
import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ditone.models.stable_audio_3.canvas import lay_out
from ditone.models.stable_audio_3.config import Band, Chunks
from ditone.models.stable_audio_3.config_file import is_config, parse_json
from ditone.models.stable_audio_3.loading import expected_shapes
from ditone.runtime.errors import BadModelFolder
from tests.models.stable_audio_3.published import MODELS, model_config


def test_the_published_small_and_medium_differ_where_they_should() -> None:
    small, medium = parse_json(model_config("small-sfx")), parse_json(model_config("medium-base"))
    assert small.dit is not None
    assert medium.dit is not None
    assert (small.dit.width, small.dit.depth, small.dit.attention.differential) == (1024, 20, False)
    assert (medium.dit.width, medium.dit.depth, medium.dit.attention.differential) == (1536, 24, True)
    assert small.dit.attention.rotary is not None
    assert small.dit.attention.rotary.channels == 32
    assert (small.objective, medium.objective) == ("rf_denoiser", "rectified_flow")
    assert small.autoencoder.decoder.locality == Chunks(34, shifted=True)
    assert medium.autoencoder.decoder.locality == Band(17)
    assert (small.autoencoder.decoder.mapping_kernel, small.autoencoder.encoder.mapping_kernel) == (3, 1)
    assert (small.autoencoder.decoder.mask_noise, medium.autoencoder.decoder.mask_noise) == (0.01, 0.1)
    assert small.conditioner is not None
    assert small.conditioner.seconds == (0.0, 384.0)


def test_eight_sinusoidal_blocks_are_the_last_seven_of_twelve() -> None:
    decoder = parse_json(model_config("medium")).autoencoder.decoder
    assert [i for i in range(decoder.depth) if i >= decoder.sinusoidal_from] == [5, 6, 7, 8, 9, 10, 11]
    encoder = parse_json(model_config("small-sfx")).autoencoder.decoder
    assert encoder.sinusoidal_from == encoder.depth


def test_keys_that_mean_nothing_here_are_ignored_and_defaults_are_the_published_ones() -> None:
    data = model_config("medium")
    data["training"] = {"anything": [1, 2]}
    data["model"]["pretransform"]["config"]["encoder"]["config"]["use_flash"] = False
    data["model"]["pretransform"]["scale"] = 1.0
    del data["model"]["diffusion"]["config"]["ff_kwargs"]["mult"]
    assert parse_json(data) == parse_json(model_config("medium"))


Change = Callable[[dict[str, Any]], None]


def _put(*path: str, value: Any) -> Change:
    def change(data: dict[str, Any]) -> None:
        for key in path[:-1]:
            data = data[key]
        data[path[-1]] = value

    return change


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (_put("model", "diffusion", "config", "depth", value="deep"), ("diffusion.config.depth", "'deep'", "whole number")),
        (_put("model", "diffusion", "config", "timestep_features_logsnr", value=True), ("timestep_features_logsnr", "True")),
        (_put("model", "diffusion", "config", "norm_type", value="layer_norm"), ("norm_type", "rms_norm")),
        (_put("model", "diffusion", "diffusion_objective", value="v"), ("diffusion_objective", "rf_denoiser or rectified_flow")),
        (_put("model", "diffusion", "config", "num_heads", value=7), ("num_heads", "divisor of embed_dim 1024")),
        (_put("model", "diffusion", "config", "io_channels", value=64), ("64 channels", "256")),
        (_put("model", "conditioning", "configs", value=[]), ("conditioning.configs", "prompt and seconds_total")),
        (_put("model", "pretransform", "config", "decoder", "config", "strides", value=[4, 4]), ("strides", "one whole number")),
        (_put("model", "pretransform", "config", "downsampling_ratio", value=2048), ("downsampling_ratio", "patch_size 256")),
        (_put("model", "pretransform", "scale", value=0.5), ("scale", "1.0")),
        (_put("model", "diffusion", value=None), ("diffusion", "not an object")),
    ],
)
def test_what_is_not_supported_is_refused_by_name(change: Change, words: tuple[str, ...]) -> None:
    data = copy.deepcopy(model_config("small-sfx"))
    change(data)
    with pytest.raises(BadModelFolder) as raised:
        parse_json(data)
    for word in words:
        assert word in raised.value.text()


def test_a_missing_key_is_named() -> None:
    data = model_config("small-sfx")
    del data["model"]["diffusion"]["config"]["embed_dim"]
    with pytest.raises(BadModelFolder, match=r"diffusion\.config\.embed_dim is missing"):
        parse_json(data)


def test_configurations_of_others_are_not_taken_for_this_family() -> None:
    for data in (
        [],
        {},
        {"model": 3},
        {"model_type": "diffusion_cond", "model": {"pretransform": {"config": {"decoder": {"type": "oobleck"}}}}},
    ):
        assert not is_config(data)
    for path in sorted(Path(MODELS).glob("*/model_config.json")):
        assert is_config(json.loads(path.read_text("utf-8")))


def _leaves(data: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    items: list[tuple[str | int, Any]] = []
    if isinstance(data, dict):
        items = list(data.items())
    elif isinstance(data, list):
        items = list(enumerate(data))
    return [path] + [leaf for key, value in items for leaf in _leaves(value, (*path, key))]


@pytest.mark.parametrize("value", [None, 0, -1, 1.5, True, "x", [], {}, [0], float("nan"), 2**31, 10**12])
def test_whatever_stands_in_a_file_there_is_a_sentence_or_a_model(value: Any) -> None:
    whole = json.loads((MODELS / "medium" / "model_config.json").read_text("utf-8"))
    for path in _leaves(whole)[1:]:
        data: Any = copy.deepcopy(whole)
        owner = data
        for key in path[:-1]:
            owner = owner[key]
        owner[path[-1]] = value
        with contextlib.suppress(BadModelFolder):  # any other error fails the test
            published = parse_json(data)
            lay_out(published, [1.0])
            expected_shapes(published)
