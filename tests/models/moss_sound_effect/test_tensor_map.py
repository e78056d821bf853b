"""Every published name and shape has its place, in both spellings."""

from __future__ import annotations

import math
import re

import pytest
import torch
from safetensors.torch import load_file, save_file

from ditone.models.moss_sound_effect.config import dit_config, read_config
from ditone.models.moss_sound_effect.tensor_map import LAYERS, NATIVE, PUBLISHED, QK_NORMS, TABLES, is_native, transformer_map
from ditone.models.moss_sound_effect.transformer import load_transformer
from ditone.runtime.dit import DitModule
from ditone.runtime.errors import BadModelFolder
from ditone.runtime.weights.loading import parameter_shapes
from tests.models.moss_sound_effect import published


def native_names(names: list[str]) -> dict[str, str]:
    """Published name -> the name a fine-tuning run writes, from the same table read the other way."""
    pairs = [(f"{theirs}.{leaf}", f"{native}.{leaf}") for theirs, native, _ in LAYERS for leaf in ("weight", "bias")]
    pairs += [(theirs, native) for theirs, native, _ in (*QK_NORMS, *TABLES)]
    result = {}
    for name in names:
        number = next(iter(re.findall(r"^blocks\.(\d+)\.", name)), "")
        pattern = re.sub(r"^blocks\.\d+\.", "blocks.{i}.", name)
        result[name] = dict(pairs).get(pattern, pattern).replace("{i}", number)
    return result


@pytest.fixture(scope="module")
def published_module() -> DitModule:
    with torch.device("meta"):
        return DitModule(dit_config(published.TRANSFORMER))


def test_published_transformer_maps_completely(published_module: DitModule) -> None:
    found = published.tensors()[published.TRANSFORMER_FILE]
    steps, report = PUBLISHED.plan(parameter_shapes(published_module), found)
    assert report.fits, report.text()
    assert len(steps) == len(found) == 825
    assert sum(math.prod(step.shape) for step in steps) == 1_416_047_744


def test_native_names_map_completely(published_module: DitModule) -> None:
    found = published.tensors()[published.TRANSFORMER_FILE]
    renamed = {native: found[name] for name, native in native_names(list(found)).items()}
    assert is_native(renamed)
    assert not is_native(found)
    assert renamed["blocks.7.norm3.weight"] == (1536,)
    report = NATIVE.plan(parameter_shapes(published_module), renamed)[1]
    assert report.fits, report.text()


@pytest.mark.parametrize("preset", [(512, 2560, 4, 16), (896, 4096, 7, 20), (3072, 14336, 24, 30)])
def test_dimensions_come_from_the_configuration(preset: tuple[int, int, int, int]) -> None:
    width, inner, heads, depth = preset
    data = {**published.TRANSFORMER, "dim": width, "ffn_dim": inner, "num_heads": heads, "num_layers": depth}
    config = dit_config(data)
    assert (config.width, config.feed_forward.inner, config.attention.heads, config.depth) == (width, inner, heads, depth)
    assert config.attention.head_dim == 128


def test_native_checkpoint_gives_the_published_module(tmp_path) -> None:
    model = published.REFERENCE_MODEL
    config = read_config(model).dit
    stored = load_file(model / published.TRANSFORMER_FILE)
    (tmp_path / "transformer").mkdir()
    renamed = native_names(list(stored))
    save_file({renamed[name]: tensor for name, tensor in stored.items()}, tmp_path / "transformer" / "epoch-3.safetensors")
    ours, theirs = load_transformer(model, config), load_transformer(tmp_path, config)
    assert all(torch.equal(a, b) for a, b in zip(ours.parameters(), theirs.parameters(), strict=True))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"vae_type": "oobleck"}, "oobleck"),
        ({"has_image_input": True}, "image"),
        ({"patch_size": [2]}, "patch_size"),
        ({"num_heads": 7}, "1536"),
        ({"dim": "wide"}, "dim is 'wide'"),
    ],
)
def test_configurations_that_were_never_published_are_refused(change: dict[str, object], words: str) -> None:
    with pytest.raises(BadModelFolder, match=re.escape(words)):
        dit_config({**published.TRANSFORMER, **change})


def test_a_missing_tensor_is_named_in_the_spelling_of_the_file(tmp_path) -> None:
    model = published.REFERENCE_MODEL
    stored = load_file(model / published.TRANSFORMER_FILE)
    (tmp_path / "transformer").mkdir()
    renamed = native_names(list(stored))
    kept = {renamed[name]: tensor for name, tensor in stored.items() if name != "blocks.1.norm2.bias"}
    save_file(kept, tmp_path / "transformer" / "epoch-3.safetensors")
    with pytest.raises(BadModelFolder) as refused:
        load_transformer(tmp_path, read_config(model).dit)
    assert "1 tensors are missing: blocks.1.norm3.bias [96]." in refused.value.text()
    assert transformer_map(kept) is NATIVE
