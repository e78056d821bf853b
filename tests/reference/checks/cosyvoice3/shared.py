"""Tiny models of the cases, loaded once, and how their numbers are compared."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import torch
from discovery import Case
from torch import Tensor

from ditone.models.cosyvoice3.config import ModelConfig
from ditone.models.cosyvoice3.description import read_config
from ditone.models.cosyvoice3.flow import Flow
from ditone.models.cosyvoice3.language_model import SpeechModel
from ditone.models.cosyvoice3.tokenizer import Tokenizer
from ditone.runtime.registry import Engine

CPU = Engine(torch.device("cpu"), torch.float32, 1)


@cache
def config_of(folder: Path) -> ModelConfig:
    return read_config(folder)


@cache
def flow_of(folder: Path) -> Flow:
    return Flow.load(config_of(folder).flow, folder, CPU)


def folder_of(case: Case) -> Path:
    return case.path(case.info["model"])


def frames_last(x: Tensor) -> Tensor:
    """(batch, channels, frames) <-> (batch, frames, channels)."""
    return x.transpose(1, 2)


@cache
def tokenizer_of(folder: Path) -> Tokenizer:
    return Tokenizer(folder, config_of(folder).language_model.text["vocab_size"])


@cache
def speech_model_of(folder: Path) -> SpeechModel:
    return SpeechModel.load(config_of(folder).language_model, folder, CPU)
