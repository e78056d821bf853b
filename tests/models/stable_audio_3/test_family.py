"""Folders: what is recognised, and what is said of those that are broken."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file

from ditone.models.stable_audio_3.config_file import parse_json
from ditone.models.stable_audio_3.family import family
from ditone.models.stable_audio_3.needs import peak_mib, work_tflop
from ditone.runtime import registry
from ditone.runtime.errors import BadModelFolder
from ditone.runtime.request import EngineSettings, Request
from ditone.runtime.session import Session
from tests.models.stable_audio_3.published import MODELS, model_config

Copy = Callable[[str], Path]


@pytest.mark.parametrize(
    ("name", "variant", "title", "cfg", "steps", "solver"),
    [
        ("small", "small-music", "Small-Music", 1.0, 8, "pingpong"),
        ("small-base", "small-music-base", "Small-Music Base", 7.0, 50, "euler"),
        ("medium", "medium", "Medium", 1.0, 8, "pingpong"),
    ],
)
def test_a_folder_is_known_by_its_content_with_the_published_recipe(
    name: str, variant: str, title: str, cfg: float, steps: int, solver: str
) -> None:
    info = registry.recognise(MODELS / name)
    assert (info.variant, info.title, info.problems) == (variant, f"Stable Audio 3 {title}", ())
    defaults = info.defaults()
    assert (defaults.cfg_scale, defaults.apg, defaults.steps, defaults.solver) == (cfg, 1.0, steps, solver)
    assert info.presets[0].values == ()
    assert "revenue threshold" in info.licence_note
    assert "LICENSE.md" in info.licence_note
    config = json.loads((MODELS / name / "model_config.json").read_text("utf-8"))
    longest_s = config["sample_size"] / config["sample_rate"]
    duration = info.control("duration_s")
    assert duration is not None
    assert duration.maximum == pytest.approx(longest_s)
    assert f"Up to {longest_s:.1f} s." in info.limits


def test_parameters_are_counted_from_the_headers_without_the_unused_half() -> None:
    info = registry.recognise(MODELS / "small")
    text = load_file(MODELS / "small" / "t5gemma-b-b-ul2" / "model.safetensors")
    assert dict(info.parts)["text encoder"] == sum(t.numel() for name, t in text.items() if name.startswith("model.encoder."))
    assert info.parameters == sum(dict(info.parts).values())


@pytest.mark.parametrize("name", ["same-s", "same-l"])
def test_an_autoencoder_alone_is_recognised_and_explained(name: str) -> None:
    info = registry.recognise(MODELS / name)
    assert info.variant == name
    with pytest.raises(BadModelFolder, match="cannot be loaded") as raised:
        Session.open(info)
    assert "only the autoencoder" in raised.value.text()


def test_folders_of_others_are_left_to_others(tmp_path: Path) -> None:
    assert family.recognise(tmp_path) is None
    (tmp_path / "model_config.json").write_text("[1, 2]")
    assert family.recognise(tmp_path) is None
    (tmp_path / "model_config.json").write_text("{")
    assert family.recognise(tmp_path) is None


def _without(folder: Path, name: str) -> None:
    tensors = load_file(folder / "model.safetensors")
    del tensors[name]
    save_file(tensors, folder / "model.safetensors")


def _reshaped(folder: Path, name: str) -> None:
    tensors = load_file(folder / "model.safetensors")
    tensors[name] = torch.zeros(3, 5)
    save_file(tensors, folder / "model.safetensors")


def _truncated(folder: Path, name: str) -> None:
    data = (folder / name).read_bytes()
    (folder / name).write_bytes(data[: len(data) - 100])


def _replaced(folder: Path, name: str) -> None:
    (folder / name).write_bytes(b"<html>404</html>")


def _removed(folder: Path, name: str) -> None:
    (folder / name).unlink()


TEXT = "t5gemma-b-b-ul2"


@pytest.mark.parametrize(
    ("damage", "name", "words"),
    [
        (_without, "model.model.transformer.layers.1.ff.ff.2.bias", ("1 tensors are missing", "layers.1.ff.ff.2.bias [128]")),
        (_without, "pretransform.model.decoder.layers.3.new_tokens", ("decoder.layers.3.new_tokens",)),
        (_reshaped, "model.model.to_cond_embed.0.weight", ("to_cond_embed.0.weight is [3, 5], expected [128, 32]",)),
        (_truncated, "model.safetensors", ("model.safetensors was cut short", "Download it again")),
        (_replaced, "model.safetensors", ("not a safetensors file",)),
        (_removed, "model.safetensors", ("model.safetensors is missing",)),
        (_truncated, f"{TEXT}/model.safetensors", (f"{TEXT}/model.safetensors was cut short",)),
        (_removed, f"{TEXT}/model.safetensors", (f"{TEXT}/model.safetensors is missing",)),
        (_removed, f"{TEXT}/config.json", (f"{TEXT}/config.json is missing",)),
    ],
)
def test_each_damage_has_its_own_sentence(
    folder: Copy, damage: Callable[[Path, str], None], name: str, words: tuple[str, ...]
) -> None:
    where = folder("small")
    damage(where, name)
    info = registry.recognise(where)
    text = " ".join(info.problems)
    for word in words:
        assert word in text
    with pytest.raises(BadModelFolder):
        Session.open(info)


def test_a_missing_tokenizer_and_a_missing_folder_are_said(folder: Copy) -> None:
    where = folder("small")
    for name in ("tokenizer.json", "tokenizer.model"):
        (where / TEXT / name).unlink()
    assert "tokenizer is missing" in registry.recognise(where).problems[0]
    assert [file.name for file in registry.recognise(where).files if not file.present] == [f"{TEXT}/tokenizer.json"]
    (where / TEXT).rename(where / "elsewhere")
    assert f"there is no folder {TEXT}" in registry.recognise(where).problems[0]


def test_a_configuration_that_is_not_supported_is_a_problem_not_a_crash(folder: Copy) -> None:
    where = folder("small")
    data = json.loads((where / "model_config.json").read_text("utf-8"))
    data["model"]["diffusion"]["config"]["timestep_features_logsnr"] = True
    (where / "model_config.json").write_text(json.dumps(data))
    info = registry.recognise(where)
    assert "timestep_features_logsnr" in info.problems[0]
    with pytest.raises(BadModelFolder, match="cannot be loaded"):
        Session.open(info)


def test_a_tensor_lost_between_recognising_and_loading_is_named(folder: Copy) -> None:
    where = folder("small")
    info = registry.recognise(where)
    _without(where, "model.model.transformer.memory_tokens")
    with pytest.raises(BadModelFolder) as raised:
        Session.open(info)
    assert "memory_tokens [4, 128]" in raised.value.text()


def test_the_memory_estimate_grows_with_length_and_guidance_and_shrinks_with_precision() -> None:
    config = parse_json(model_config("medium"))
    parts = {"transformer": 1_453_170_192, "autoencoder": 852_127_457}

    def estimate(**values: object) -> float:
        return peak_mib(config, parts, Request("x", prompt="rain").replaced(**{"duration_s": 300.0, "steps": 8, **values}))

    weights_mib = (sum(parts.values()) * 4) / 2**20
    assert weights_mib < estimate(duration_s=1.0) < weights_mib + 1500
    assert estimate(duration_s=380.0) > estimate() > estimate(duration_s=10.0)
    assert estimate(cfg_scale=4.0, negative_prompt="hum") > estimate()
    assert estimate(engine=EngineSettings(precision="bfloat16")) < estimate() - 1.4e9 * 2 / 2**20


def test_the_work_of_a_take_is_that_of_its_matrix_products() -> None:
    config = parse_json(model_config("medium"))

    def work(**values: object) -> float:
        return work_tflop(config, Request("x").replaced(**{"duration_s": 30.0, "steps": 8, "solver": "pingpong", **values}))

    step = work(steps=9) - work()
    assert 388 * 2 * 1.4e9 < step * 1e12 < 388 * 2 * 1.4e9 * 1.6  # at least two operations a weight and frame
    assert work(cfg_scale=4.0) == pytest.approx(work() + 8 * step)
    assert work(solver="rk4", steps=2) == pytest.approx(work())
    assert work(mode="restyle") > work() > work(duration_s=5.0)
