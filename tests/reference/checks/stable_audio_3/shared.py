"""The opened models and how a recorded case is given to one evaluation. Recorded tensors are (batch, channels, frames)."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

import torch
from discovery import Case
from torch import Tensor

from ditone.models.stable_audio_3.config import Published
from ditone.models.stable_audio_3.config_file import read_config
from ditone.models.stable_audio_3.loading import load_weights
from ditone.models.stable_audio_3.model import StableAudio
from ditone.runtime.dit import Branch, Conditioning, DitModule, DitRuntime
from ditone.runtime.sampling.guidance import Guidance
from ditone.runtime.sampling.path import NOISE_AT_ONE


@lru_cache(maxsize=8)
def opened(folder: Path) -> tuple[Published, StableAudio]:
    config = read_config(folder)
    return config, load_weights(folder, config)


def model_of(case: Case) -> StableAudio:
    return opened(case.path(case.info["model"]))[1]


def swap(x: Tensor) -> Tensor:
    """Channels first <-> frames first."""
    return x.transpose(-1, -2)


def branch(case: Case, context: str = "input.cross_attn_cond") -> Branch:
    tensors = case.tensors
    return Branch(tensors[context], vector=tensors["input.global_cond"], local=swap(tensors["input.local_add_cond"]))


def unconditional(case: Case) -> Branch:
    conditional = branch(case)
    return Branch(cross="zero", vector=conditional.vector, local=conditional.local)


def velocity(
    case: Case, dit: DitModule, conditioning: Conditioning, guidance: Guidance | None = None, t: Tensor | None = None
) -> Tensor:
    """One guided evaluation of the case's x and t through `DitRuntime`, channels first."""
    x, t = swap(case.tensors["input.x"]), case.tensors["input.t"] if t is None else t
    runtime = DitRuntime(dit)
    runtime.prepare(conditioning, [t], x.shape[1], path=NOISE_AT_ONE, guidance=guidance)
    return swap(runtime.velocity(x, t))


def keep_output(inner: dict[str, Tensor], name: str) -> Callable[..., None]:
    def hook(module: torch.nn.Module, args: tuple[Tensor, ...], result: Tensor) -> None:
        inner[name] = result

    return hook
