"""The recorded files say what is right; here: selection, chaining, other containers and files that must be refused."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file, save_file

from ditone.models.stable_audio_3.adapt import active_sets, adapted
from ditone.models.stable_audio_3.config_file import read_config
from ditone.models.stable_audio_3.job import lora_uses
from ditone.models.stable_audio_3.loading import load_weights
from ditone.models.stable_audio_3.lora import Use, applied, expand, leading_vectors, open_adapter
from ditone.models.stable_audio_3.model import StableAudio
from ditone.runtime.errors import BadModelFolder, BadRequest
from tests.models.stable_audio_3.published import CASES, MODELS

FILES = CASES / "lora_small"
FOLDER = MODELS / "small"
CONFIG = read_config(FOLDER)
NAME = "model.model.transformer.layers.1.self_attn.to_qkv.weight"


@pytest.fixture(scope="module")
def model() -> StableAudio:
    return load_weights(FOLDER, CONFIG)


def test_a_merged_copy_shares_what_it_leaves_alone_and_the_original_stays(model: StableAudio) -> None:
    before = {name: plain(tensor).clone() for name, tensor in model.dit.state_dict().items()}
    merged = adapted(model.dit, "dit", FOLDER, CONFIG, (Use(FILES / "bora.safetensors"),))
    assert all(torch.equal(plain(tensor), before[name]) for name, tensor in model.dit.state_dict().items())
    changed = {name for name, tensor in merged.state_dict().items() if not torch.equal(plain(tensor), before[name])}
    assert changed
    assert all(".attn." in name or ".cross." in name for name in changed)  # the file's own choice of layers
    shared = {name for name, tensor in merged.named_parameters() if tensor is model.dit.get_parameter(name)}
    assert shared == set(before) - changed


def plain(tensor: torch.Tensor) -> torch.Tensor:
    return tensor.to_dense() if tensor.is_mkldnn else tensor


def test_lora_is_linear_in_strength_and_dora_at_zero_changes_nothing() -> None:
    adapter = open_adapter(FILES / "lora.safetensors")
    parts = adapter.layers[NAME]
    weight = torch.randn(parts["lora_B"].shape[0], parts["lora_A"].shape[1])
    one, half = (applied(weight, weight, parts, adapter, s) - weight for s in (1.0, 0.5))
    torch.testing.assert_close(one, 2 * half, atol=1e-5, rtol=0)
    torch.testing.assert_close(one, 2.0 * parts["lora_B"] @ parts["lora_A"])  # alpha 4 over rank 2
    dora = open_adapter(FILES / "dora-rows.safetensors")
    assert torch.equal(applied(weight, weight, dora.layers[NAME], dora, 0.0), weight)
    rows = applied(weight, weight, dora.layers[NAME], dora, 0.3).norm(dim=1)
    torch.testing.assert_close(rows, dora.layers[NAME]["magnitude"].abs(), atol=1e-4, rtol=1e-4)


def test_a_convolution_is_a_matrix_of_its_rows() -> None:
    adapter = open_adapter(FILES / "lora.safetensors")
    parts = adapter.layers["model.model.preprocess_conv.weight"]
    rows = parts["lora_B"].shape[0]
    weight = torch.randn(rows, parts["lora_A"].shape[1], 1)
    assert applied(weight, weight, parts, adapter, 1.0).shape == weight.shape


def test_ranges_and_names_of_layers_to_skip() -> None:
    assert expand("layers.[9-11].ff") == ["layers.9.ff", "layers.10.ff", "layers.11.ff"]
    use = Use(Path("x"), skip=("layers.[0-1]", "cross_attn"))
    skipped = "model.model.transformer.layers.{}.{}.weight"
    assert use.leaves_out(skipped.format(1, "self_attn.to_qkv"))
    assert use.leaves_out(skipped.format(7, "cross_attn.to_q"))
    assert not use.leaves_out(skipped.format(10, "self_attn.to_qkv"))  # 10 is not 1
    assert not Use(Path("x"), skip=(".to_global_embed",)).leaves_out("model.model.to_global_embed.0.weight")


def test_the_adapters_at_work_follow_the_time_grid() -> None:
    first, second = Use(Path("a"), interval=(0.0, 0.6)), Use(Path("b"), interval=(0.5, 1.0))
    times = [torch.tensor([t]) for t in (1.0, 0.55, 0.2, 0.1)]
    assert active_sets((first, second), times) == [(second,), (first, second), (first,)]


def test_settings_are_one_for_all_or_one_a_file() -> None:
    assert lora_uses(("a", "b"), "0.5", "0-1", "") == (Use(Path("a"), 0.5), Use(Path("b"), 0.5))
    assert lora_uses(["a", "b"], "0.5, 2", "0-0.5, 0.5-1", "ff, cross_attn; layers.3") == (
        Use(Path("a"), 0.5, (0.0, 0.5), ("ff", "cross_attn")),
        Use(Path("b"), 2.0, (0.5, 1.0), ("layers.3",)),
    )
    assert lora_uses((), "", "", "") == ()
    for strength, interval, words in (
        ("1, 2, 3", "", "3 values for 2 files"),
        ("much", "", '"much"'),
        ("1", "0.5", "0-0.5"),
        ("1", "0.9-0.1", "0.9 to 0.1"),
    ):
        with pytest.raises(BadRequest, match=words):
            lora_uses(("a", "b"), strength, interval, "")


def test_a_pickled_adapter_gives_the_same_weights(tmp_path: Path) -> None:
    path = tmp_path / "lora.ckpt"
    config = json.loads(_metadata(FILES / "lora.safetensors")["lora_config"])
    torch.save({"state_dict": load_file(FILES / "lora.safetensors"), "lora_config": config}, path)
    stored, pickled = open_adapter(FILES / "lora.safetensors"), open_adapter(path)
    assert (stored.kind, stored.alpha, set(stored.layers)) == (pickled.kind, pickled.alpha, set(pickled.layers))
    assert all(torch.equal(stored.layers[NAME][part], pickled.layers[NAME][part]) for part in stored.layers[NAME])


class Hostile:
    """Runs a command where a pickle is opened as a program."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> Any:
        return Path.touch, (self.path,)


@pytest.mark.parametrize("form", ["torch", "pickle"])
def test_a_pickle_that_would_run_code_is_refused_and_runs_nothing(tmp_path: Path, form: str) -> None:
    path, proof = tmp_path / "evil.ckpt", tmp_path / "ran"
    data = {"state_dict": {}, "lora_config": Hostile(proof)}
    if form == "torch":
        torch.save(data, path)
    else:
        path.write_bytes(pickle.dumps(data))
    with pytest.raises(BadModelFolder) as raised:
        open_adapter(path)
    assert "evil.ckpt" in raised.value.text()
    assert not proof.exists()


@pytest.mark.parametrize(
    ("tensors", "config", "words"),
    [
        ({"unet.down.0.lora_down.weight": torch.zeros(2, 2)}, {}, "not a LoRA for this family"),
        ({}, {}, "holds no tensors"),
        ({f"{NAME}.x": torch.zeros(1)}, {"adapter_type": "loha"}, 'kind "loha"'),
    ],
)
def test_files_of_other_makers_are_refused_in_a_sentence(
    tmp_path: Path, tensors: dict[str, torch.Tensor], config: dict[str, str], words: str
) -> None:
    path = tmp_path / "other.safetensors"
    save_file(tensors, path, {"lora_config": json.dumps(config)})
    with pytest.raises(BadModelFolder, match=words):
        open_adapter(path)


def test_an_adapter_of_another_size_is_refused_with_the_sizes() -> None:
    folder = MODELS / "medium"
    config = read_config(folder)
    other = load_weights(folder, config)
    with pytest.raises(BadRequest, match="made for another model"):
        adapted(other.dit, "dit", folder, config, (Use(FILES / "lora.safetensors"),))


def test_the_leading_vectors_are_those_of_the_decomposition() -> None:
    for shape in ((20, 50), (50, 20), (30, 30)):
        weight = torch.randn(shape)
        left, right = leading_vectors(weight, 4)
        u, s, vh = torch.linalg.svd(weight.double(), full_matrices=False)
        torch.testing.assert_close(
            left.double() @ torch.diag(s[:4]) @ right.double(), u[:, :4] @ torch.diag(s[:4]) @ vh[:4], atol=1e-5, rtol=0
        )
        assert bool((left.gather(0, left.abs().argmax(0, keepdim=True)) > 0).all())


def test_tensors_that_do_not_fit_together_are_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "short.safetensors"
    tensors = load_file(FILES / "dora-rows.safetensors")
    name = next(key for key in tensors if key.endswith("magnitude"))
    tensors[name] = tensors[name][:-1].clone()
    save_file(tensors, path, _metadata(FILES / "dora-rows.safetensors"))
    model = load_weights(FOLDER, CONFIG)
    with pytest.raises(BadModelFolder, match="is damaged"):
        adapted(model.dit, "dit", FOLDER, CONFIG, (Use(path),))
    del tensors[name]
    save_file(tensors, path, _metadata(FILES / "dora-rows.safetensors"))
    with pytest.raises(BadModelFolder, match="magnitude"):
        adapted(model.dit, "dit", FOLDER, CONFIG, (Use(path),))


@pytest.mark.parametrize("alpha", ["much", [4], float("nan")])
def test_an_alpha_that_is_no_number_is_a_sentence(tmp_path: Path, alpha: Any) -> None:
    path = tmp_path / "alpha.safetensors"
    save_file(load_file(FILES / "lora.safetensors"), path, {"lora_config": json.dumps({"alpha": alpha})})
    with pytest.raises(BadModelFolder, match="a number was expected"):
        open_adapter(path)


def test_factors_that_are_no_matrices_are_a_sentence(tmp_path: Path, model: StableAudio) -> None:
    path = tmp_path / "flat.safetensors"
    tensors = load_file(FILES / "lora.safetensors")
    name = next(key for key in tensors if key.startswith("model.") and key.endswith("lora_A"))
    tensors[name] = tensors[name].flatten()
    save_file(tensors, path, _metadata(FILES / "lora.safetensors"))
    with pytest.raises(BadModelFolder, match="1 dimensions, 2 were expected"):
        adapted(model.dit, "dit", FOLDER, CONFIG, (Use(path),))


@pytest.mark.parametrize("text", ["nan", "inf", "1, -inf"])
def test_a_strength_that_is_not_finite_is_refused(text: str) -> None:
    with pytest.raises(BadRequest, match="a number was expected"):
        lora_uses(["a", "b"], text, "", "")


def test_a_missing_file_is_named() -> None:
    with pytest.raises(BadModelFolder, match=r"gone\.safetensors"):
        open_adapter(Path("/nowhere/gone.safetensors"))


def _metadata(path: Path) -> dict[str, str]:
    from ditone.runtime.weights.sources import read_header

    return read_header(path)[1]
