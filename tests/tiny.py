"""A complete family with a random transformer of a few thousand weights: everything a session, the command line and the studio need.

Its sound is a bank of eight sines whose levels are the latents, so that it is audible, and differs with every condition.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import torch

from ditone.runtime.controls import Control, Preset
from ditone.runtime.dit import config as c
from ditone.runtime.dit.conditioning import Branch, Conditioning
from ditone.runtime.dit.mixing import mixed
from ditone.runtime.dit.module import DitModule
from ditone.runtime.dit.runtime import DitRuntime
from ditone.runtime.errors import BadRequest
from ditone.runtime.registry import Engine, FileRole, ModelInfo, Progress
from ditone.runtime.request import Request
from ditone.runtime.run import Run
from ditone.runtime.sampling import schedule
from ditone.runtime.sampling.guidance import Guidance
from ditone.runtime.sampling.path import NOISE_AT_ONE
from ditone.runtime.sampling.sampler import sample
from ditone.runtime.sampling.solver_control import SAME_AS_RK4, solver_control
from ditone.runtime.sampling.solvers import SOLVERS
from ditone.runtime.sampling.variation_start import VariationStart
from ditone.runtime.take import Audio
from ditone.runtime.variations import variation_controls

SAMPLE_RATE_HZ = 16000
FRAME_FRAMES = 320  # audio frames a latent frame: 50 latents a second
CHANNELS = 8
WIDTH = 16

CONFIG = c.DitConfig(
    width=WIDTH,
    depth=2,
    attention=c.Attention(heads=2, head_dim=8, qk_norm=c.QkNorm("head", 1e-6), rotary=c.Rotary(8, "half_split")),
    feed_forward=c.FeedForward(32, "swiglu"),
    norm=c.Norm("rms", 1e-6),
    time=c.TimeFeatures(count=16, scale=1000.0),
    modulation=c.Modulation("shared"),
    input=c.Input(CHANNELS),
    output=c.Output(CHANNELS, norm=c.Norm("rms", 1e-6)),
    cross_attention=c.Attention(heads=2, head_dim=8),
    cross_norm=c.Norm("rms", 1e-6),
    context=c.Projection(12, "silu", True),
)

CONTROLS = (
    Control("prompt", "Prompt", "text", "prompt", "", required=True),
    Control("negative_prompt", "Negative prompt", "text", "prompt", ""),
    Control("duration_s", "Duration", "number", "prompt", 0.5, 0.1, 4.0, 0.1, 1, "s"),
    Control("cfg_scale", "CFG scale", "number", "guidance", 3.0, 0.0, 10.0, 0.1, 1),
    Control("apg", "APG", "number", "guidance", 0.0, 0.0, 1.0, 0.05, 2),
    Control("steps", "Steps", "integer", "sampler", 4, 1, 64, 1, unit="steps", suggested=(2, 32)),
    solver_control("euler", {}, SAME_AS_RK4),
    Control("seed", "Seed", "integer", "sampler", 0, 0, 2**31 - 1),
    Control("brightness", "Brightness", "number", "advanced", 0.5, 0.0, 1.0, 0.1, 1),
)

INFO = ModelInfo(
    family="tiny",
    variant="test",
    title="Tiny",
    model="tiny",
    sample_rate_hz=SAMPLE_RATE_HZ,
    channels=1,
    controls=CONTROLS,
    presets=(Preset("default", "Default"),),
    parameters=0,
    size_bytes=0,
    licence="Apache-2.0",
    licence_note="Free to use.",
    limits=("Makes test tones only.",),
    example_prompt="a test tone",
    precisions=("float32", "bfloat16"),
    builtin=True,
)


def with_solvers(info: ModelInfo) -> ModelInfo:
    """The solvers are asked for anew each time, since other packages may have added some."""
    controls = (solver_control("euler", {}, SAME_AS_RK4) if control.name == "solver" else control for control in info.controls)
    return replace(info, controls=tuple(controls))


NEAR = replace(INFO, controls=(*CONTROLS, *variation_controls()))  # the same model, with takes near other takes


class TinyPipeline:
    """`before_step`, when set, is called before every evaluation: a test can stop there, fail there or wait there."""

    def __init__(self, info: ModelInfo, engine: Engine) -> None:
        self.info = info
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(1)
            self.module = DitModule(CONFIG).to(engine.device, engine.dtype).eval()
            for parameter in self.module.parameters():
                torch.nn.init.normal_(parameter, std=0.2)
        self.runtime = DitRuntime(self.module)
        self.neighbours = VariationStart(info, self.latents, self.encode)
        self.before_step: Callable[[int], None] | None = None

    def generate(self, request: Request, run: Run) -> Audio:
        latents = self.latents(request, run)
        self.neighbours.remember(request, latents)
        with run.stage("decode"):
            return decode(latents[0], float(request.value("brightness", 0.5)))

    def condition(self, request: Request) -> Conditioning:
        parents = self.neighbours.parents(request)
        if parents is not None:
            return mixed(self.condition(parents[0]), self.condition(parents[1]), parents[2])
        return Conditioning(Branch(context=words(request.prompt)), Branch(context=words(request.negative_prompt)))

    def encode(self, path: str, request: Request, run: Run) -> torch.Tensor:
        raise BadRequest("The tiny model has no encoder.")

    def latents(self, request: Request, run: Run) -> torch.Tensor:
        with run.stage("text"):
            conditioning = self.condition(request)
        frames = round(request.duration_s * SAMPLE_RATE_HZ / FRAME_FRAMES)
        solver = SOLVERS[request.solver]
        draws = self.neighbours.draws(request, run)
        start = self.neighbours.start(request, run, draws((1, frames, CHANNELS), "cpu"))
        x = start.state(NOISE_AT_ONE)
        if start.level <= 0:
            return x
        grid = schedule.linear(request.steps, start.level)
        steps_done = 0

        def check() -> None:
            nonlocal steps_done
            if self.before_step is not None:
                self.before_step(steps_done)
            steps_done += 1
            run.check()

        with run.stage("denoise", request.steps):
            self.runtime.prepare(
                conditioning,
                solver.times(grid, NOISE_AT_ONE),
                frames,
                path=NOISE_AT_ONE,
                guidance=Guidance(request.cfg_scale, request.apg),
                check=check,
            )
            latents = sample(
                self.runtime,
                x,
                grid,
                solver,
                NOISE_AT_ONE,
                run,
                preview=lambda x: (shape_of(x), request.duration_s),
                draw=lambda: draws(tuple(x.shape), "cpu"),
            )
            self.runtime.release()
        return latents

    def release(self) -> None:
        self.runtime.release()
        self.neighbours.release()


def words(text: str) -> torch.Tensor:
    """(1, words + 1, 12): a fixed random vector for every word, after one for the beginning."""
    rows = [np.random.default_rng(zlib.crc32(word.encode())).standard_normal(12) for word in ["", *text.split()]]
    return torch.tensor(np.stack(rows), dtype=torch.float32)[None]


def shape_of(latents: torch.Tensor) -> np.ndarray:
    return latents[0].abs().mean(-1).tanh().numpy().astype(np.float32)


def decode(latents: torch.Tensor, brightness: float) -> Audio:
    """(frames, channels) -> (samples, 1): sines between 200 and 3200 Hz, levels held per frame and smoothed."""
    levels = torch.nn.functional.interpolate(latents.T[None].float(), scale_factor=FRAME_FRAMES, mode="linear")[0].numpy()
    t = np.arange(levels.shape[1]) / SAMPLE_RATE_HZ
    pitch_hz = 200 * 2.0 ** (4 * np.arange(CHANNELS) / CHANNELS)
    weights = (0.5 + brightness) ** np.arange(CHANNELS)
    mixed = (levels * np.sin(2 * np.pi * pitch_hz[:, None] * t) * weights[:, None]).sum(0)
    return (0.4 * np.tanh(mixed)).astype(np.float32)[:, None]


class TinyFamily:
    """Built in as "tiny", and in any folder that holds `tiny.json`; `incomplete.json` beside it makes the folder a broken one."""

    name = "tiny"
    title = "Tiny"

    def __init__(self) -> None:
        self.pipelines: list[TinyPipeline] = []
        self.info = INFO

    def builtin(self) -> list[ModelInfo]:
        return [with_solvers(self.info)]

    def recognise(self, folder: Path) -> ModelInfo | None:
        if not (folder / "tiny.json").exists():
            return None
        problems = ("weights.bin is missing; it holds the weights.",) if (folder / "incomplete.json").exists() else ()
        files = [FileRole("tiny.json", "configuration", (folder / "tiny.json").stat().st_size)]
        files += [FileRole("weights.bin", "weights", 100, False)] if problems else []
        return replace(with_solvers(INFO), model=str(folder), builtin=False, files=tuple(files), problems=problems)

    def load(self, info: ModelInfo, engine: Engine, progress: Progress) -> TinyPipeline:
        pipeline = TinyPipeline(info, engine)
        self.pipelines.append(pipeline)
        progress(1.0)
        return pipeline
