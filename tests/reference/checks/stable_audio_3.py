"""What the recorded cases of Stable Audio 3 are compared with. Recorded tensors are (batch, channels, frames)."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

import torch
from discovery import Case
from torch import Tensor

from models.stable_audio_3.config import Published, read_config
from models.stable_audio_3.loading import load_weights
from models.stable_audio_3.model import StableAudio
from models.stable_audio_3.schedule import Schedule
from runtime.dit import Branch, Conditioning, DitModule, DitRuntime, FrameMask
from runtime.sampling.guidance import Guidance
from runtime.sampling.path import NOISE_AT_ONE
from runtime.sampling.solvers import SOLVERS


NORM_THRESHOLD = 1.5  # of the recordings whose names say so


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


# -- one evaluation -----------------------------------------------------------------------------------------------------------


def check_dit(case: Case) -> None:
    dit = model_of(case).dit
    tensors = case.tensors
    conditioning = branch(case)
    inner: dict[str, Tensor] = {}
    block = dit.blocks[0]
    parts = {"self_attn": block.attn, "cross_attn": block.cross, "ff": block.ff, "local_embed": block.local, "out": block}
    handles = [part.register_forward_hook(_keep(inner, f"mid.block0.{name}")) for name, part in parts.items()]
    handles.append(dit.context_mlp.register_forward_hook(_keep(inner, "mid.context")))
    handles.append(dit.time_mlp.register_forward_hook(_keep(inner, "mid.timestep_embed", "mid.timestep_features")))
    handles.append(dit.global_mlp.register_forward_hook(_keep(inner, "mid.global_embed")))
    handles.append(dit.modulation_mlp.register_forward_hook(_keep(inner, "mid.modulation")))
    try:
        found = dit.evaluate(
            swap(tensors["input.x"]),
            tensors["input.t"],
            context=conditioning.context,
            vector=conditioning.vector,
            local=conditioning.local,
        )
    finally:
        for handle in handles:
            handle.remove()
    for name in (name for name in tensors if name.startswith("mid.")):
        case.close(name, inner[name])
    case.close("expected.velocity", swap(found))
    case.close("expected.velocity", velocity(case, dit, Conditioning(conditioning)))


def _keep(inner: dict[str, Tensor], name: str, argument: str | None = None) -> Callable[..., None]:
    def hook(module: torch.nn.Module, args: tuple[Tensor, ...], result: Tensor) -> None:
        inner[name] = result
        if argument is not None:
            inner[argument] = args[0]

    return hook


def check_dit_small_padding(case: Case) -> None:
    dit, conditional = model_of(case).dit, branch(case)
    valid = case.tensors["input.padding_mask"]
    for name, frames in (
        ("expected.velocity_no_mask", None),
        ("expected.velocity_value_zeroing", FrameMask(valid, "values_only")),
    ):
        case.close(name, velocity(case, dit, Conditioning(conditional, frames=frames)))
    exact = velocity(case, dit, Conditioning(conditional, frames=FrameMask(valid, "exact")))
    expected = case.tensors["expected.velocity_exact_mask"]
    # frames behind an item's end carry no meaning: compare the others
    case.close("expected.velocity_exact_mask", torch.where(valid[:, None], exact, expected))


check_dit_medium_padding = check_dit_small_padding


# -- guidance, schedules, solvers ---------------------------------------------------------------------------------------------


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
        case.close(name, velocity(case, dit, conditioning, _guidance(case, name.removeprefix("expected."))))


def _guidance(case: Case, tag: str) -> Guidance:
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
    return Guidance(scale, apg, rescale=rescale, norm_threshold=NORM_THRESHOLD if "norm_threshold" in tag else 0.0, interval=interval)


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
        guidance = _guidance(case, rest[0]) if rest else Guidance()
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
