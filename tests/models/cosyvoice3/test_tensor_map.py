"""Every published name and shape finds its place, and a file that does not fit is described by name."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch

from ditone.models.cosyvoice3 import shapes, tensor_map
from ditone.models.cosyvoice3.conditioning import FlowConditions
from ditone.models.cosyvoice3.config import ModelConfig
from ditone.models.cosyvoice3.decoder import Vocoder
from ditone.models.cosyvoice3.language_model import SpeechModel
from ditone.models.cosyvoice3.source import PitchPredictor
from ditone.runtime.dit import DitModule
from ditone.runtime.weights import TensorMap
from ditone.runtime.weights.loading import parameter_shapes
from tests.models.cosyvoice3.published import Shapes, published_config, published_shapes

FILES = published_shapes()


@pytest.fixture
def config(tmp_path: Path) -> ModelConfig:
    return published_config(tmp_path)


def under(names: Shapes, prefix: str) -> Shapes:
    return {name.removeprefix(prefix): shape for name, shape in names.items() if name.startswith(prefix)}


def fits(rules: TensorMap, module: torch.nn.Module, found: Shapes) -> None:
    report = rules.plan(parameter_shapes(module), found)[1]
    assert report.fits, report.text()


def test_flow_file_maps_whole(config: ModelConfig) -> None:
    with torch.device("meta"):
        dit, conditions = DitModule(config.flow.dit), FlowConditions(config.flow)
    fits(tensor_map.DIT, dit, under(FILES["flow.pt"], tensor_map.DIT_PREFIX))
    fits(tensor_map.CONDITIONS, conditions, FILES["flow.pt"])
    assert sum(p.numel() for p in dit.parameters()) == pytest.approx(331.1e6, rel=1e-3)
    assert len(FILES["flow.pt"]) == 330


def test_vocoder_file_maps_whole(config: ModelConfig) -> None:
    with torch.device("meta"):
        vocoder, pitch = Vocoder(config.vocoder), PitchPredictor(config.vocoder)
    fits(tensor_map.VOCODER, vocoder, FILES["hift.pt"])
    fits(tensor_map.F0, pitch, under(FILES["hift.pt"], tensor_map.F0_PREFIX))


def test_older_spelling_of_weight_norm_maps_too(config: ModelConfig) -> None:
    with torch.device("meta"):
        vocoder = Vocoder(config.vocoder)
    older = {
        name.replace("parametrizations.weight.original0", "weight_g").replace(
            "parametrizations.weight.original1", "weight_v"
        ): shape
        for name, shape in FILES["hift.pt"].items()
    }
    assert older != FILES["hift.pt"]
    fits(tensor_map.VOCODER, vocoder, older)


@pytest.mark.parametrize("file", ["llm.pt", "llm.rl.pt"])
def test_language_model_files_map_whole(config: ModelConfig, file: str) -> None:
    with torch.device("meta"):
        model = SpeechModel(config.language_model)
    fits(tensor_map.LANGUAGE_MODEL, model, FILES[file])


def test_written_out_shapes_are_those_of_the_networks(config: ModelConfig) -> None:
    with torch.device("meta"):
        assert shapes.transformer(config.flow.dit) == parameter_shapes(DitModule(config.flow.dit))
        assert shapes.vocoder(config.vocoder) == parameter_shapes(Vocoder(config.vocoder))
        assert shapes.language_model(config.language_model) == parameter_shapes(SpeechModel(config.language_model))


def test_published_sizes_are_read(config: ModelConfig) -> None:
    model = config.language_model
    assert (model.start_id, model.end_id, model.task_id, model.fill_id, model.speech_rows) == (6561, 6562, 6563, 6564, 6761)
    assert (config.flow.chunk_frames, config.flow.cfg_rate, config.flow.cosine_schedule) == (50, 0.7, True)
    assert config.vocoder.samples_per_frame == 480
    assert config.mel.high_hz is None


def test_missing_wrong_and_unexpected_tensors_are_named(config: ModelConfig) -> None:
    found = under(FILES["flow.pt"], tensor_map.DIT_PREFIX)
    del found["transformer_blocks.3.attn.to_q.weight"]
    found["proj_out.weight"] = (100, 1024)
    found["extra.weight"] = (1,)
    report = tensor_map.DIT.plan(shapes.transformer(config.flow.dit), found)[1]
    assert report.missing == (("transformer_blocks.3.attn.to_q.weight", (1024, 1024)),)
    assert report.wrong_shape == (("proj_out.weight", (80, 1024), (100, 1024)),)
    assert report.unexpected == (("extra.weight", (1,)),)
