"""Folders: which variant they hold, and a sentence for everything that can be wrong with them."""

from __future__ import annotations

import json
import os
import pickle
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file, save_file

from ditone.models.dots.family import family
from ditone.runtime.errors import BadModelFolder
from ditone.runtime.registry import ModelInfo, recognise
from ditone.runtime.request import EngineSettings
from ditone.runtime.session import Session
from ditone.runtime.weights import sources
from tests.models.dots.published import CONFIG, LLM

Folders = Callable[[str], Path]
SETTINGS = EngineSettings(device="cpu", precision="float32", threads=1)


def describe(folder: Path) -> ModelInfo:
    info = family.recognise(folder)
    assert info is not None
    return info


def problems(folder: Path) -> str:
    return " ".join(describe(folder).problems)


def loading_error(folder: Path) -> str:
    with pytest.raises(BadModelFolder) as caught:
        Session.open(describe(folder), SETTINGS)
    return caught.value.text()


def change_json(path: Path, change: Callable[[dict[str, Any]], None]) -> None:
    data = json.loads(path.read_text("utf-8"))
    change(data)
    path.write_text(json.dumps(data), "utf-8")


def change_tensors(path: Path, change: Callable[[dict[str, torch.Tensor]], None]) -> None:
    tensors = load_file(path)
    change(tensors)
    save_file(tensors, path)


@pytest.mark.parametrize(
    ("variant", "name", "steps", "solver"),
    [
        ("soar", "soar", 10, "euler"),
        ("mf", "mf", 4, "meanflow"),
        ("mf_2steps", "mf-2steps", 2, "consistency"),
        ("mf_1step", "mf-1step", 1, "euler"),
    ],
)
def test_the_configuration_names_the_variant(model_folder: Folders, variant: str, name: str, steps: int, solver: str) -> None:
    info = describe(model_folder(variant))
    assert not info.problems
    assert info.variant == name
    request = info.defaults().replaced(prompt="Hello.")
    defaults = info.checked(request)
    assert (defaults.steps, defaults.solver) == (steps, solver)
    guidance, fixed_steps = info.control("cfg_scale"), info.control("steps")
    assert guidance is not None
    assert fixed_steps is not None
    assert bool(guidance.inactive) == (name != "soar")
    assert bool(fixed_steps.inactive) == (name in ("mf-2steps", "mf-1step"))
    for preset in info.presets:
        info.checked(request.replaced(**dict(preset.values)))


def test_base_and_soar_are_told_apart_by_the_folder_name_alone(model_folder: Folders) -> None:
    folder = model_folder("soar")
    for name, variant in (("dots.tts-base", "base"), ("dots.tts-SOAR", "soar"), ("my-speaker", "flow")):
        folder = folder.rename(folder.with_name(name))
        assert describe(folder).variant == variant


def test_recognising_reads_no_tensor_and_is_found_by_the_registry(model_folder: Folders, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a tensor was read")

    monkeypatch.setattr(sources, "safe_open", refuse)
    monkeypatch.setattr(torch, "load", refuse)
    info = recognise(model_folder("soar"))
    assert info.family == "dots"
    assert not info.problems


def test_the_published_size_is_described_without_weights(tmp_path: Path) -> None:
    """A folder that holds only the configuration: named, with what is missing."""
    (tmp_path / "config.json").write_text(json.dumps(CONFIG))
    (tmp_path / "llm_config.json").write_text(json.dumps(LLM))
    info = describe(tmp_path)
    for name in ("model.safetensors", "vocoder.safetensors", "latent_stats.pt", "tokenizer.json"):
        assert any(problem.startswith(f"{name} is missing") for problem in info.problems)
    assert info.sample_rate_hz == 48000


def test_other_folders_are_not_ours(tmp_path: Path) -> None:
    assert family.recognise(tmp_path) is None
    (tmp_path / "config.json").write_text('{"model_type": "qwen2"}')
    assert family.recognise(tmp_path) is None
    (tmp_path / "config.json").write_text("[1, 2")
    assert family.recognise(tmp_path) is None


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("streaming", {"chunk": 2}, "another task"),
        ("quantization", {"bits": 4}, "quantised conversion"),
        ("architectures", ["DotsTTSForEditing"], "DotsTTSForEditing"),
        ("patch_size", 5, "even"),
        ("sampling", {"solver": "scm", "num_steps": 3}, "sampling.num_steps is 3"),
        ("sampling", {"solver": "scm", "num_steps": 2, "extra": 1}, '"extra"'),
        ("sampling", {"solver": "dpm", "num_steps": 2}, '"dpm"'),
    ],
)
def test_settings_of_no_published_variant_are_named(model_folder: Folders, key: str, value: object, words: str) -> None:
    folder = model_folder("soar")
    change_json(folder / "config.json", lambda data: data.update({key: value}))
    assert words in problems(folder)


def test_unknown_keys_elsewhere_are_tolerated(model_folder: Folders) -> None:
    folder = model_folder("soar")
    change_json(folder / "config.json", lambda data: data.update(some_new_key=1))
    assert not describe(folder).problems


def test_a_missing_key_is_named(model_folder: Folders) -> None:
    folder = model_folder("soar")
    change_json(folder / "config.json", lambda data: data["DiT"].pop("num_layers"))
    assert "num_layers" in problems(folder)


@pytest.mark.parametrize(
    "name", ["model.safetensors", "vocoder.safetensors", "latent_stats.pt", "tokenizer.json", "llm_config.json"]
)
def test_a_missing_file_is_named(model_folder: Folders, name: str) -> None:
    folder = model_folder("soar")
    (folder / name).unlink()
    assert name in problems(folder)
    assert name in loading_error(folder)


def test_a_missing_speaker_encoder_costs_only_voices(model_folder: Folders) -> None:
    folder = model_folder("soar")
    (folder / "speaker_encoder.safetensors").unlink()
    info = describe(folder)
    assert not info.problems
    assert any("reference voices cannot be used" in limit for limit in info.limits)


@pytest.mark.parametrize("name", ["model.safetensors", "vocoder.safetensors"])
def test_a_file_cut_short_is_named(model_folder: Folders, name: str) -> None:
    folder = model_folder("soar")
    os.truncate(folder / name, (folder / name).stat().st_size - 100)
    assert f"{name} was cut short" in problems(folder)


def test_a_missing_tensor_is_named(model_folder: Folders) -> None:
    folder = model_folder("soar")
    change_tensors(folder / "model.safetensors", lambda t: t.pop("velocity_field_predictor.blocks.1.ffn.fc1.weight"))
    assert "velocity_field_predictor.blocks.1.ffn.fc1.weight" in loading_error(folder)


def test_an_unexpected_tensor_is_named(model_folder: Folders) -> None:
    folder = model_folder("soar")
    change_tensors(folder / "vocoder.safetensors", lambda t: t.update(strange=torch.zeros(3)))
    assert "strange" in loading_error(folder)


def test_a_wrong_shape_is_named_with_what_was_expected(model_folder: Folders) -> None:
    folder = model_folder("soar")
    change_tensors(folder / "vocoder.safetensors", lambda t: t.update({"post_proj.bias": torch.zeros(9)}))
    sentence = loading_error(folder)
    assert "post_proj.bias" in sentence
    assert "9" in sentence
    assert "8" in sentence


def test_missing_layers_and_projections_show_before_loading(model_folder: Folders) -> None:
    folder = model_folder("soar")
    path = folder / "model.safetensors"
    change_tensors(path, lambda t: [t.pop(name) for name in list(t) if name.startswith("patch_encoder.encoder.layers.1.")])
    assert "1 of the 2 layers patch_encoder.encoder.layers" in problems(folder)
    change_tensors(path, lambda t: t.pop("hidden_proj.weight"))
    assert "hidden_proj.weight" in problems(folder)


def test_a_duration_embedder_must_fit_the_configuration(model_folder: Folders) -> None:
    folder = model_folder("mf")
    change_json(folder / "config.json", lambda data: data.pop("meanflow"))
    assert "unexpected duration embedder" in problems(folder)


def test_a_pickle_that_would_run_code_is_refused(model_folder: Folders, tmp_path: Path) -> None:
    folder, witness = model_folder("soar"), tmp_path / "ran"

    class Hostile:
        def __reduce__(self) -> tuple[object, tuple[str]]:
            return os.mkdir, (str(witness),)

    for data in (pickle.dumps({"mean": Hostile(), "var": Hostile()}), struct.pack("16s", b"not a pickle")):
        (folder / "latent_stats.pt").write_bytes(data)
        assert "latent_stats.pt" in loading_error(folder)
    assert not witness.exists()


@pytest.mark.parametrize(
    ("stats", "words"),
    [
        ({"mean": torch.zeros(8)}, "mean and var"),
        ({"mean": torch.zeros(7), "var": torch.ones(8)}, "mean has 7 numbers"),
        ({"mean": torch.zeros(8), "var": torch.zeros(8)}, "not above zero"),
        ([1.0], "mean and var"),
    ],
)
def test_statistics_that_make_no_sense(model_folder: Folders, stats: object, words: str) -> None:
    folder = model_folder("soar")
    torch.save(stats, folder / "latent_stats.pt")
    assert words in loading_error(folder)


def test_statistics_may_be_arrays(model_folder: Folders) -> None:
    from ditone.models.dots.config import read_config
    from ditone.models.dots.loading import load_stats

    folder = model_folder("soar")
    tensors = torch.load(folder / "latent_stats.pt", weights_only=True)
    expected = load_stats(folder, read_config(folder))
    torch.save({name: value.numpy() for name, value in tensors.items()}, folder / "latent_stats.pt")
    found = load_stats(folder, read_config(folder))
    assert torch.equal(found.mean, expected.mean)
    assert torch.equal(found.deviation, expected.deviation)


def test_a_tokenizer_of_another_model_is_named(model_folder: Folders) -> None:
    folder = model_folder("soar")

    def rename(data: dict[str, Any]) -> None:
        for token in data["added_tokens"]:
            if token["content"] == "<|audio_gen_span|>":
                token["content"] = "<|other|>"

    change_json(folder / "tokenizer.json", rename)
    assert "<|audio_gen_span|>" in loading_error(folder)


def test_memory_grows_with_solver_steps_guidance_and_text(model_folder: Folders) -> None:
    info = describe(model_folder("soar"))
    estimate = info.peak_memory_mib
    assert estimate is not None
    base = info.defaults().replaced(prompt="A sentence of some length to be said.", steps=10, engine=SETTINGS)

    def more(**values: object) -> float:
        return estimate(base.replaced(**values)) - estimate(base)

    assert more(solver="midpoint") > 0
    assert more(solver="rk4-38") > more(solver="midpoint")
    assert more(steps=20) > 0
    assert more(cfg_scale=0.0) < 0
    assert more(prompt=base.prompt * 10) > 0
