"""A wrong folder is told what it is, and what to choose instead."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from ditone.runtime import registry
from ditone.runtime.errors import BadModelFolder


def told(folder: Path) -> str:
    with pytest.raises(BadModelFolder) as caught:
        registry.recognise(folder)
    return caught.value.text()


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        (
            "config.json",
            {"model_type": "whisper", "architectures": ["WhisperForConditionalGeneration"]},
            "speech recogniser (whisper)",
        ),
        ("config.json", {"model_type": "qwen2", "architectures": ["Qwen2ForCausalLM"]}, "another kind: qwen2 (Qwen2ForCausalLM)"),
        ("config.json", {"architectures": ["BertModel"]}, "another kind: BertModel"),
        ("config.json", {"_class_name": "AutoencoderOobleck"}, "one network of a diffusers pipeline (AutoencoderOobleck)"),
        ("model_index.json", {"_class_name": "StableDiffusionPipeline"}, "diffusers library (StableDiffusionPipeline)"),
        ("adapter_config.json", {"base_model_name_or_path": "maker/base"}, "an adapter (LoRA) for maker/base"),
    ],
)
def test_the_configuration_tells_the_kind(tmp_path: Path, name: str, data: object, words: str) -> None:
    (tmp_path / name).write_text(json.dumps(data))
    assert words in told(tmp_path)


@pytest.mark.parametrize(
    "data", [[], {"model_type": 3, "architectures": "x"}, {"architectures": [None]}, {"model_type": "a\x1b[31m\nb"}]
)
def test_strange_configurations_are_told_without_harm(tmp_path: Path, data: object) -> None:
    (tmp_path / "config.json").write_text(json.dumps(data))
    words = told(tmp_path)
    assert "is not a model folder that Ditone knows" in words
    assert "\x1b" not in words


def test_an_empty_folder_and_one_of_sounds(tmp_path: Path) -> None:
    assert "this is an empty folder" in told(tmp_path)
    (tmp_path / "kick.WAV").write_bytes(b"")
    assert "a folder of sounds" in told(tmp_path)


def test_the_model_around_or_inside_is_named(tmp_path: Path) -> None:
    model = tmp_path / "models" / "mini"
    shutil.copytree(registry.resolve("mini-sfx").home, model)
    assert f"Choose {model}." in told(tmp_path / "models")
    (model / "extra").mkdir()
    assert f"Choose {model}." in told(model / "extra")
