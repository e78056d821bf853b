"""Every published name and shape finds its place, and a file that does not fit is described by name."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
import torch

from models.cosyvoice3 import tensor_map
from models.cosyvoice3.conditioning import FlowConditions
from models.cosyvoice3.config import FlowConfig, dit_config
from runtime.dit import DitModule
from runtime.weights.loading import parameter_shapes

Shapes = dict[str, tuple[int, ...]]


def published_flow() -> FlowConfig:
    dit = dit_config(width=1024, depth=22, heads=16, head_dim=64, inner=2048, mel=80, static=240)
    return FlowConfig(6561, 80, 192, 1024, 3, 2, 25, True, 0.7, dit)


@pytest.fixture(scope="module")
def published() -> dict[str, Shapes]:
    """Names and shapes of the published files."""
    data = json.loads(gzip.decompress((Path(__file__).parent / "published.json.gz").read_bytes()))
    return {file: {name: tuple(shape) for name, shape in tensors.items()} for file, tensors in data.items()}


def under(shapes: Shapes, prefix: str) -> Shapes:
    return {name.removeprefix(prefix): shape for name, shape in shapes.items() if name.startswith(prefix)}


def test_transformer_of_flow_file_maps_whole(published: dict[str, Shapes]) -> None:
    with torch.device("meta"):
        module = DitModule(published_flow().dit)
    steps, report = tensor_map.DIT.plan(parameter_shapes(module), under(published["flow.pt"], tensor_map.DIT_PREFIX))
    assert report.fits, report.text()
    assert sum(p.numel() for p in module.parameters()) == pytest.approx(331.1e6, rel=1e-3)
    assert len(steps) == 323 - 1  # 330 names less 7 of the conditions and the recomputed rotary buffer


def test_conditions_of_flow_file_map_whole(published: dict[str, Shapes]) -> None:
    with torch.device("meta"):
        module = FlowConditions(published_flow())
    _, report = tensor_map.CONDITIONS.plan(parameter_shapes(module), published["flow.pt"])
    assert report.fits, report.text()


def test_missing_wrong_and_unexpected_tensors_are_named(published: dict[str, Shapes]) -> None:
    with torch.device("meta"):
        module = DitModule(published_flow().dit)
    found = under(published["flow.pt"], tensor_map.DIT_PREFIX)
    del found["transformer_blocks.3.attn.to_q.weight"]
    found["proj_out.weight"] = (100, 1024)
    found["extra.weight"] = (1,)
    _, report = tensor_map.DIT.plan(parameter_shapes(module), found)
    assert report.missing == (("transformer_blocks.3.attn.to_q.weight", (1024, 1024)),)
    assert report.wrong_shape == (("proj_out.weight", (80, 1024), (100, 1024)),)
    assert report.unexpected == (("extra.weight", (1,)),)
