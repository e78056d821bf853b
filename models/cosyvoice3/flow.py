"""The flow: speech tokens and a reference voice to a mel spectrogram, along ten Euler steps of a cosine grid by default."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import torch
from torch import Tensor

from ditone.models.cosyvoice3.conditioning import NOISE_FRAMES, FlowConditions, FlowPrompt, conditioning, start_noise
from ditone.models.cosyvoice3.config import FlowConfig
from ditone.models.cosyvoice3.tensor_map import CONDITIONS, DIT, DIT_PREFIX
from ditone.models.cosyvoice3.weights import FLOW, open_weights
from ditone.runtime.dit import Conditioning, DitModule, DitRuntime
from ditone.runtime.dit.tuning import tune
from ditone.runtime.registry import Engine, Progress
from ditone.runtime.run import Run
from ditone.runtime.sampling import schedule
from ditone.runtime.sampling.guidance import Guidance
from ditone.runtime.sampling.path import NOISE_AT_ZERO
from ditone.runtime.sampling.sampler import Preview, sample
from ditone.runtime.sampling.solvers import SOLVERS
from ditone.runtime.weights import load_module
from ditone.runtime.weights.skeleton import skeleton

PATH = NOISE_AT_ZERO


@dataclass(frozen=True)
class FlowSettings:
    """cfg_rate r is the family's own: velocity (1 + r) v - r v_zero, so 0 is without guidance. seed 0 is the original's noise."""

    steps: int = 10
    cosine: bool = True
    solver: str = "euler"
    cfg_rate: float = 0.7
    apg: float = 0.0
    seed: int = 0
    trace: bool = False

    @property
    def guidance(self) -> Guidance:
        return Guidance(scale=1.0 + self.cfg_rate, apg=self.apg)


class Flow:
    """Owns the transformer's `DitRuntime`; `release` drops what a take prepared."""

    def __init__(self, config: FlowConfig, conditions: FlowConditions, dit: DitModule, engine: Engine) -> None:
        self.config = config
        self.conditions = conditions
        self.runtime = DitRuntime(dit, sequential_guidance=engine.settings.sequential_guidance)

    @classmethod
    def load(cls, config: FlowConfig, folder: Path, engine: Engine, progress: Progress = lambda share: None) -> Flow:
        """Both parts of flow.pt. Raises BadModelFolder with names and shapes when the file does not fit."""
        with skeleton():
            conditions, dit = FlowConditions(config), DitModule(config.dit)
        with open_weights(folder, FLOW) as source:
            load_module(conditions, CONDITIONS, source, device=engine.device)
            load_module(dit, DIT, source.under(DIT_PREFIX), dtype=engine.dtype, device=engine.device, progress=progress)
        tune(dit, engine.settings, engine.notes.append)
        return cls(config, conditions, dit, engine)

    @property
    def device(self) -> torch.device:
        return self.runtime.device

    def longest_tokens(self, prompt: FlowPrompt) -> int:
        """How many new tokens fit behind a prompt before the noise ends."""
        return (NOISE_FRAMES - prompt.frames) // self.config.frames_per_token

    def mel(
        self,
        prompt: FlowPrompt,
        tokens: Tensor,
        settings: FlowSettings,
        run: Run,
        *,
        final: bool = True,
        chunked: bool = False,
        preview: Preview | None = None,
        noise: Tensor | None = None,
    ) -> Tensor:
        """The mel (1, frames, bands) of new ids (tokens,), prompt frames left out.

        Not `final`: the last look-ahead tokens are context only. `chunked`: the mask of streaming. noise: (1, at least all frames, bands)
        in place of the seeded buffer. Raises Cancelled between blocks.
        """
        branch = self.conditions(_to(prompt, self.device), tokens.to(self.device), final)
        assert branch.static is not None
        frames = branch.static.shape[1]
        conditions = conditioning(branch, self.config.chunk_frames if chunked else None)
        if noise is None:
            noise = start_noise(frames, self.config.mel_channels, settings.seed)
        x = integrate(self.runtime, conditions, noise[:, :frames].to(self.device), settings, run, _behind(preview, prompt.frames))
        self.runtime.release()
        return x[:, prompt.frames :]

    def release(self) -> None:
        self.runtime.release()


def time_grid(steps: int, cosine: bool) -> Tensor:
    """(steps + 1,) from 0 (noise) to 1 (mel)."""
    grid = schedule.linear(steps, 0.0, 1.0)
    return schedule.cosine(grid) if cosine else grid


def integrate(
    runtime: DitRuntime,
    conditions: Conditioning,
    noise: Tensor,
    settings: FlowSettings,
    run: Run,
    preview: Preview | None = None,
) -> Tensor:
    """noise (1, frames, bands) to mel of the same shape."""
    grid = time_grid(settings.steps, settings.cosine)
    solver = SOLVERS[settings.solver]
    times = solver.times(grid, PATH)
    runtime.prepare(conditions, times, noise.shape[1], path=PATH, guidance=settings.guidance, check=run.check)
    return sample(runtime, noise, grid, solver, PATH, run, preview, trace=settings.trace)


def _to(prompt: FlowPrompt, device: torch.device) -> FlowPrompt:
    return FlowPrompt(prompt.tokens.to(device), prompt.mel.to(device), prompt.speaker.to(device))


def _behind(preview: Preview | None, frames: int) -> Preview | None:
    """A preview that is shown the new frames alone."""
    return None if preview is None else lambda clean: preview(clean[:, frames:])
