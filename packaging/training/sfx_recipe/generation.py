"""Batched generation through the application's own pipeline parts, for the evaluation."""

import os
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from ditone.models.mini.conditioning import pad_rows, position_features
from ditone.models.mini.config import HOP, LATENT_CHANNELS, SAMPLE_RATE_HZ, SAMPLES_PER_TOKEN, TAIL_TOKENS, length_in_tokens
from ditone.models.mini.family import family
from ditone.models.mini.latent import log_mel
from ditone.models.mini.pipeline import APG_MOMENTUM, MiniPipeline
from ditone.runtime.dit.conditioning import Branch, Conditioning
from ditone.runtime.registry import Engine, ModelInfo
from ditone.runtime.run import Run
from ditone.runtime.sampling import schedule
from ditone.runtime.sampling.guidance import Guidance
from ditone.runtime.sampling.path import NOISE_AT_ONE
from ditone.runtime.sampling.sampler import sample
from ditone.runtime.sampling.solvers import SOLVERS


@dataclass(frozen=True)
class Setting:
    """How the evaluation samples."""

    solver: str = "euler"
    steps: int = 20
    cfg: float = 3.0
    apg: float = 1.0
    seconds: float = 2.0
    decoder: str = ""  # "": the one that the application uses by default


def open_pipeline(assets: Path) -> tuple[ModelInfo, MiniPipeline]:
    """The exported model in float32 on the CPU."""
    info = family.recognise(assets)
    if info is None or info.problems:
        raise FileNotFoundError(f"{assets} holds no usable export: {info.problems if info else 'no config.json'}")
    engine = Engine(torch.device("cpu"), torch.float32, torch.get_num_threads())
    return info, family.load(info, engine, lambda share: None)


def generate(pipeline: MiniPipeline, prompts: Sequence[str], setting: Setting, seed: int) -> list[Tensor]:
    """The whole canvas (samples,) of every prompt."""
    return [decode(pipeline, latents, setting.decoder) for latents in generate_latents(pipeline, prompts, setting, seed)]


@dataclass(frozen=True)
class Heard:
    """What the evaluation keeps of one generated clip.

    mel: log-mel of the sound as the application cuts it; latent_mel: the same before the decoder; tail_db: see `tail_level_db`.
    """

    mel: np.ndarray
    latent_mel: np.ndarray
    tail_db: float


def hear(pipeline: MiniPipeline, prompts: Sequence[str], setting: Setting, seed: int) -> list[Heard]:
    """Generate, decode and analyse."""
    heard = []
    samples = round(setting.seconds * SAMPLE_RATE_HZ)
    for latents in generate_latents(pipeline, prompts, setting, seed):
        canvas = decode(pipeline, latents, setting.decoder)
        mel = log_mel(canvas[None, :samples])[0].numpy().astype(np.float64)
        before = pipeline.parts.latent.decode(latents[None])[0, : samples // HOP].numpy().astype(np.float64)
        heard.append(Heard(mel, before, tail_level_db(canvas, setting.seconds)))
    return heard


def tail_level_db(canvas: Tensor, seconds: float) -> float:
    """RMS level behind the requested length (after one analysis window) relative to the clip's peak."""
    tail = canvas[round(seconds * SAMPLE_RATE_HZ) + SAMPLES_PER_TOKEN :]
    return 20 * float(torch.log10(tail.square().mean().sqrt() / canvas.abs().max() + 1e-9))


def _job(assets: Path, prompts: Sequence[str], setting: Setting, seed: int) -> list[Heard]:
    torch.set_num_threads(1)
    return hear(open_pipeline(assets)[1], prompts, setting, seed)


def hear_all(assets: Path, jobs: dict[str, tuple[Setting, Sequence[str]]], seed: int, workers: int) -> dict[str, list[Heard]]:
    """Several settings, each with its prompts, one process each, `workers` at a time."""
    with ProcessPoolExecutor(workers, get_context("spawn"), initializer=os.setsid) as pool:
        started = {name: pool.submit(_job, assets, list(prompts), setting, seed) for name, (setting, prompts) in jobs.items()}
        return {name: job.result() for name, job in started.items()}


@torch.inference_mode()
def decode(pipeline: MiniPipeline, latents: Tensor, decoder: str = "") -> Tensor:
    """Latents (tokens, 64) to the whole canvas (samples,)."""
    return pipeline.decode(latents[None], decoder or shipped_decoder(pipeline))[0]


def shipped_decoder(pipeline: MiniPipeline) -> str:
    """The decoder of the default preset."""
    return str(pipeline.info.defaults().value("decoder"))


@torch.inference_mode()
def generate_latents(pipeline: MiniPipeline, prompts: Sequence[str], setting: Setting, seed: int, batch: int = 8) -> list[Tensor]:
    """Latents (tokens, 64) of every prompt; prompt i has its own noise whatever the batch size."""
    parts = pipeline.parts
    tokens = length_in_tokens(setting.seconds) + TAIL_TOKENS
    solver, grid = SOLVERS[setting.solver], schedule.linear(setting.steps)
    noise = torch.cat([Run(seed * 100_003 + i).noise((1, tokens, LATENT_CHANNELS)) for i in range(len(prompts))])
    result: list[Tensor] = []
    for start in range(0, len(prompts), batch):
        part = prompts[start : start + batch]
        seconds = torch.full((len(part),), setting.seconds)
        text = parts.conditioner(pad_rows([list(pipeline.read(p).rows) for p in part]), seconds)
        null = parts.conditioner(pad_rows([[] for _ in part]), seconds)
        static = position_features(seconds, tokens)
        branches = [
            Branch(context=c.context, context_bias=c.mask[:, None, None], vector=c.vector, static=static) for c in (text, null)
        ]
        pipeline.runtime.prepare(
            Conditioning(*branches),
            solver.times(grid, NOISE_AT_ONE),
            tokens,
            path=NOISE_AT_ONE,
            guidance=Guidance(setting.cfg, setting.apg, APG_MOMENTUM if setting.apg else 0.0),
        )
        latents = sample(pipeline.runtime, noise[start : start + batch], grid, solver, NOISE_AT_ONE, Run(seed))
        result += list(latents)
    pipeline.runtime.release()
    return result


def prompt_seed(seed: int, index: int) -> np.random.Generator:
    """Random source of one evaluation prompt."""
    return np.random.default_rng((seed, 77, index))
