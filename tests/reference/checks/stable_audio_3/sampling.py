"""Guidance, grids of noise levels and whole walks with every solver."""

from __future__ import annotations

import dataclasses

import torch
from discovery import Case
from torch import Tensor

from checks.stable_audio_3.shared import branch, model_of, swap, unconditional, velocity
from ditone.models.stable_audio_3.schedule import Schedule
from ditone.runtime.dit import Conditioning, DitRuntime, FrameMask
from ditone.runtime.sampling.guidance import Guidance
from ditone.runtime.sampling.path import NOISE_AT_ONE
from ditone.runtime.sampling.solvers import SOLVERS

NORM_THRESHOLD = 1.5  # of the recordings whose names say so


def check_guidance(case: Case) -> None:
    dit = model_of(case).dit
    zero = unconditional(case)
    valid = FrameMask(case.tensors["input.padding_mask"], "values_only")
    null = Conditioning(branch(case), zero)
    padded = Conditioning(branch(case), zero, frames=valid)
    shown = case.tensors["input.negative_cross_attn_mask"][..., None]
    negative = Conditioning(
        branch(case), dataclasses.replace(zero, context=case.tensors["input.negative_cross_attn_cond"] * shown, cross="attend")
    )
    case.close("expected.cond_only", velocity(case, dit, null))
    case.close("expected.uncond_only", velocity(case, dit, Conditioning(zero)))
    for name in (name for name in case.tensors if name.startswith("expected.cfg")):
        conditioning = padded if "padding" in name else negative if "negative" in name else null
        case.close(name, velocity(case, dit, conditioning, guidance_named(case, name.removeprefix("expected."))))


def guidance_named(case: Case, tag: str) -> Guidance:
    """The settings that a recorded name stands for. What is not in the name is the recording's default."""
    scale, apg, rescale = 1.0, 1.0, 0.0
    for part in tag.split("_"):
        if part.startswith("cfg"):
            scale = float(part.removeprefix("cfg"))
        elif part.startswith("apg"):
            apg = float(part.removeprefix("apg"))
        elif part.startswith("rescale"):
            rescale = float(part.removeprefix("rescale"))
    interval = (0.0, 1.0)
    first, second = case.tensors.get("input.t", torch.zeros(2)).tolist()
    between = (first + second) / 2
    if tag.endswith("outside"):
        interval = (between, 1.0) if first < between else (0.0, between)
    elif tag.endswith("first_item_decides"):
        interval = (0.0, between) if first < between else (between, 1.0)
    return Guidance(
        scale, apg, rescale=rescale, norm_threshold=NORM_THRESHOLD if "norm_threshold" in tag else 0.0, interval=interval
    )


def check_schedules(case: Case) -> None:
    for tag, settings in case.info["cases"].items():
        lengths = torch.tensor(settings["effective_len"], dtype=torch.float64).reshape(-1)
        low, high = case.info["flux"].get(tag, (0.0, 0.0))
        shift = {
            "default": Schedule("log-snr"),
            "logsnr": Schedule("log-snr", rate=1.0),
            "full": Schedule("full", sine=tag.endswith("sine")),
            "flux": Schedule("flux", alpha_min=low, alpha_max=high),
            "none": Schedule("none"),
        }[tag.split("_")[0]]
        grid = shift.grid(settings["steps"], settings["sigma_max"], lengths)
        expected = case.tensors[f"expected.{tag}"]
        if expected.ndim < grid.ndim:
            # with as many items as points the original takes each point from another item and loses the batch axis
            grid = grid.diagonal() if expected.shape[0] == grid.shape[0] else grid[0]
        case.close(f"expected.{tag}", grid.expand(expected.shape))


def check_samplers(case: Case) -> None:
    tensors = case.tensors
    dit = model_of(case).dit
    for name in (name for name in tensors if name.startswith("expected.") and name.endswith(".final")):
        solver_name, grid_name, *rest = name.removeprefix("expected.").removesuffix(".final").split(".")
        if grid_name not in {key.removeprefix("input.grid.") for key in tensors if key.startswith("input.grid.")}:
            grid_name, rest = ".".join((grid_name, *rest[:1])), rest[1:]
        guidance = guidance_named(case, rest[0]) if rest else Guidance()
        prefix = f"{solver_name}.{grid_name}"
        grid = tensors[f"input.grid.{grid_name}"]
        noise = swap(tensors["input.noise"])
        if grid_name.startswith("init"):
            start = grid.reshape(-1, grid.shape[-1])[:1, 0]
            noise = NOISE_AT_ONE.mix(swap(tensors["input.init_latent"]), noise, start)
        solver = SOLVERS[solver_name]
        draws = iter(tensors.get(f"input.pingpong.{grid_name}.noise_each_step", torch.empty(0)))
        runtime = DitRuntime(dit)
        runtime.prepare(
            Conditioning(branch(case), unconditional(case)),
            solver.times(grid, NOISE_AT_ONE),
            noise.shape[1],
            path=NOISE_AT_ONE,
            guidance=guidance,
        )
        states: list[Tensor] = []
        cleans: list[Tensor] = []

        def step(i: int, x: Tensor, t: Tensor, v: Tensor, states: list[Tensor] = states, cleans: list[Tensor] = cleans) -> None:
            states.append(swap(x))
            cleans.append(swap(NOISE_AT_ONE.clean(x, t, v)))

        final = solver.run(runtime.velocity, noise, grid, NOISE_AT_ONE, lambda draws=draws: swap(next(draws)), step)
        case.close(name, swap(final))
        for suffix, found in (("state_before_each_step", states), ("denoised_each_step", cleans)):
            if not rest and f"expected.{prefix}.{suffix}" in tensors:
                case.close(f"expected.{prefix}.{suffix}", torch.stack(found))
