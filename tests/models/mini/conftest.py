"""The built-in model, loaded once for these tests."""

from __future__ import annotations

import pytest
import torch

from ditone.models.mini.family import family
from ditone.models.mini.pipeline import MiniPipeline
from ditone.runtime.registry import Engine, ModelInfo


@pytest.fixture(scope="session")
def info() -> ModelInfo:
    return family.builtin()[0]


@pytest.fixture(scope="session")
def pipeline(info: ModelInfo) -> MiniPipeline:
    return family.load(info, Engine(torch.device("cpu"), torch.float32, 1), lambda share: None)
