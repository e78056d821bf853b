"""Every published tensor has a place in the modules built from the published configuration, and nothing is left over."""

from __future__ import annotations

import pytest
import torch

from ditone.models.dots.config import parse_config
from ditone.models.dots.core import build_core
from ditone.models.dots.decoder import AudioVae
from ditone.models.dots.speaker import SpeakerEncoder
from ditone.models.dots.tensor_map import CORE_MAP, SPEAKER_MAP, vae_map
from ditone.runtime.weights.loading import parameter_shapes
from tests.models.dots.published import CONFIG, LLM, VARIANTS, published


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_tensor_of_the_model_file_maps(variant: str) -> None:
    config = parse_config({**CONFIG, **VARIANTS[variant]}, LLM)
    with torch.device("meta"):
        core = build_core(config, LLM["vocab_size"])
    steps, report = CORE_MAP.plan(parameter_shapes(core), published(variant, "model.safetensors"))
    assert report.fits, report.text()
    assert len(steps) == len(published(variant, "model.safetensors"))


def test_the_published_parameter_counts() -> None:
    with torch.device("meta"):
        core = build_core(parse_config(CONFIG, LLM), LLM["vocab_size"])

    def count(*modules: torch.nn.Module) -> int:
        return sum(p.numel() for module in modules for p in module.parameters())

    assert count(core.llm, core.stop) == 1_545_672_706
    assert count(core.dit, core.hidden_proj, core.latent_proj, core.speaker_proj, core.speaker_norm) == 346_920_320
    assert count(core.patch_encoder) == 305_498_752


def test_an_artifact_may_keep_an_unused_duration_embedder() -> None:
    """Whether the distilled artifacts carry one follows from their meanflow block alone."""
    config = parse_config({**CONFIG, **VARIANTS["mf-2steps"], **VARIANTS["mf"]}, LLM)
    assert config.recipe.variant == "two_step"
    assert config.dit.duration_embedder


def test_every_tensor_of_the_audio_files_maps() -> None:
    config = parse_config(CONFIG, LLM)
    with torch.device("meta"):
        vae, speaker = AudioVae(config.vae), SpeakerEncoder(config.speaker_dim)
    for module, tensor_map, file in (
        (vae, vae_map(config.vae), "vocoder.safetensors"),
        (speaker, SPEAKER_MAP, "speaker_encoder.safetensors"),
    ):
        _, report = tensor_map.plan(parameter_shapes(module), published("soar", file))
        assert report.fits, report.text()
