from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file

from ditone.models.stable_audio_3.conditioning import context, local_conditioning
from ditone.models.stable_audio_3.config_file import read_config
from ditone.models.stable_audio_3.loading import load_weights
from ditone.models.stable_audio_3.text import TextEncoder
from ditone.runtime.errors import BadModelFolder
from tests.models.stable_audio_3.published import MODELS

TOKENS = 24


@pytest.fixture(scope="module")
def texts() -> TextEncoder:
    return TextEncoder(MODELS / "small" / "t5gemma-b-b-ul2", TOKENS, torch.device("cpu"))


@torch.inference_mode()
def test_the_part_that_does_not_fit_is_returned_word_for_word(texts: TextEncoder) -> None:
    prompt = "footsteps on gravel " * 8 + "and then a door"
    ids, real, cut = texts.tokenise(prompt)
    assert ids.shape == real.shape == (1, TOKENS)
    assert bool(real.all())
    assert prompt.endswith(cut)
    assert cut.endswith("and then a door")
    assert texts.tokenise("rain")[2] == ""


@torch.inference_mode()
def test_an_empty_prompt_has_no_tokens_at_all(texts: TextEncoder) -> None:
    assert not bool(texts.tokenise("")[1].any())


@torch.inference_mode()
def test_a_freed_encoder_comes_back_with_the_same_numbers_and_known_prompts_need_none(texts: TextEncoder) -> None:
    first = texts.encode("a bell far away")
    texts.free()
    assert texts.encode("a bell far away") is first
    assert not texts.loaded
    texts.forget()
    assert torch.equal(texts.encode("a bell far away").hidden, first.hidden)
    assert texts.loaded


@torch.inference_mode()
def test_places_without_text_hold_the_learned_vector_or_zeros(texts: TextEncoder) -> None:
    folder = MODELS / "small"
    conditioner = load_weights(folder, read_config(folder)).conditioner
    encoded, seconds = texts.encode("rain"), conditioner.embed_seconds(torch.tensor([2.0]))
    count = int(encoded.real.sum())
    positive = context([encoded], conditioner, seconds)
    negative = context([encoded], conditioner, seconds, negative=True)
    assert torch.equal(positive[0, count:TOKENS], conditioner.padding.expand(TOKENS - count, -1))
    assert bool((negative[0, count:TOKENS] == 0).all())
    assert torch.equal(positive[:, :count], negative[:, :count])
    for side in (positive, negative):
        assert torch.equal(side[:, -1], seconds)


@torch.inference_mode()
def test_seconds_stay_in_the_trained_range() -> None:
    folder = MODELS / "small"
    conditioner = load_weights(folder, read_config(folder)).conditioner
    at = conditioner.embed_seconds(torch.tensor([-3.0, 0.0, 384.0, 900.0, 10.0, 10.5]))
    assert torch.equal(at[0], at[1])
    assert torch.equal(at[2], at[3])
    assert not torch.equal(at[4], at[5])


def test_what_is_not_kept_reaches_the_transformer_as_zeros() -> None:
    latents = torch.randn(1, 3, 2)
    local = local_conditioning(2, torch.tensor([1.0, 0.0, 1.0]), latents, torch.device("cpu"))
    assert local[0].tolist() == [[1.0, *latents[0, 0].tolist()], [0.0, 0.0, 0.0], [1.0, *latents[0, 2].tolist()]]
    assert local_conditioning(2, None, None, torch.device("cpu")).tolist() == [[[0.0, 0.0, 0.0]]]


def test_damaged_parts_of_the_text_encoder_are_named(folder: Callable[[str], Path]) -> None:
    text = folder("small") / "t5gemma-b-b-ul2"
    (text / "tokenizer.json").write_text("{")
    (text / "tokenizer.model").unlink()
    with pytest.raises(BadModelFolder, match="tokenizer"):
        TextEncoder(text, TOKENS, torch.device("cpu"))


def test_a_missing_tensor_of_the_text_encoder_is_not_taken_for_one_of_the_model(folder: Callable[[str], Path]) -> None:
    text = folder("small") / "t5gemma-b-b-ul2"
    tensors = load_file(text / "model.safetensors")
    del tensors["model.encoder.layers.0.mlp.up_proj.weight"]
    save_file(tensors, text / "model.safetensors")
    with pytest.raises(BadModelFolder, match=r"^t5gemma-b-b-ul2/model\.safetensors does not fit"):
        TextEncoder(text, TOKENS, torch.device("cpu")).load()


def test_a_configuration_of_another_text_encoder_is_named(folder: Callable[[str], Path]) -> None:
    text = folder("small") / "t5gemma-b-b-ul2"
    (text / "config.json").write_text('{"model_type": "bert"}')
    with pytest.raises(BadModelFolder, match=r"t5gemma-b-b-ul2/config\.json"):
        TextEncoder(text, TOKENS, torch.device("cpu")).load()
