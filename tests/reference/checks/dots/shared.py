"""Tiny models of the cases, loaded once."""

from __future__ import annotations

import json
import tempfile
from functools import cache
from pathlib import Path

from discovery import Case
from safetensors.torch import load_file

from ditone.models.dots import loading
from ditone.models.dots.config import DotsConfig, read_config
from ditone.models.dots.core import DotsCore
from ditone.models.dots.decoder import AudioVae
from ditone.models.dots.speaker import SpeakerEncoder
from ditone.models.dots.tensor_map import SPEAKER_FILE
from tests.models.dots.published import write_speaker_encoder


@cache
def model(folder: Path) -> tuple[DotsConfig, DotsCore]:
    config = read_config(folder)
    return config, loading.load_core(folder, config)


@cache
def audio_vae(folder: Path) -> AudioVae:
    return loading.load_vae(folder, read_config(folder))


def of(case: Case) -> tuple[DotsConfig, DotsCore]:
    return model(case.path(case.info["model_folder"]))


@cache
def speaker_encoder(cases: Path, model_folder: Path) -> SpeakerEncoder:
    """CAM++ with weights by the rule of the case `speaker`."""
    rule = json.loads((cases / "speaker" / "case.json").read_text("utf-8"))["weight_rule"]
    kernel = load_file(cases / "speaker" / "case.safetensors")["input.resample_kernel"]
    config = read_config(model_folder)
    with tempfile.TemporaryDirectory() as folder:
        write_speaker_encoder(Path(folder, SPEAKER_FILE), config.speaker_dim, kernel, rule.get("salt", 0))
        return loading.load_speaker_encoder(Path(folder), config)
