"""dots.tts: one patch by every solver, and the cache of what stands before it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch
from discovery import Case
from torch import Tensor

from checks.dots.shared import model, of
from checks.dots.transformer import ready
from ditone.models.dots.sampling import Plan, make_plan, prepare, solve_patch
from ditone.runtime.dit.runtime import DitRuntime
from ditone.runtime.run import Run
from ditone.runtime.sampling.path import NOISE_AT_ZERO


def check_patch_flow_solvers(case: Case) -> None:
    config, _ = of(case)
    for name, sub in case.info["subcases"].items():
        solver = {"rk4": "rk4-38"}.get(sub["solver"], sub["solver"])
        plan = make_plan(config.recipe, solver, sub["num_steps"], sub["guidance_scale"])
        for cached in (False, True):
            runtime = ready(case, plan, speaker=case.tensors["input.g_cond"], cached=cached)
            seen: list[tuple[float, Tensor, Tensor]] = []
            patch = record(runtime, plan, case.tensors["input.noise"], seen)
            assert len(seen) == sub["evaluations"]
            assert runtime.evaluations == sub["evaluations"] * plan.branches
            case.close(f"{name}.expected.eval_t", torch.tensor([t for t, _, _ in seen]))
            case.close(f"{name}.expected.eval_z", torch.cat([z for _, z, _ in seen]))
            case.close(f"{name}.expected.eval_v", torch.cat([v for _, _, v in seen]))
            case.close(f"{name}.expected.patch", patch)
        first = f"first.{name}.expected.patch"
        if first in case.tensors:
            runtime = ready(case, plan, "first.", speaker=case.tensors["input.g_cond"])
            case.close(first, solve_patch(runtime, plan, case.tensors["input.noise"], no_noise, Run(0)))


def record(runtime: DitRuntime, plan: Plan, noise: Tensor, seen: list[tuple[float, Tensor, Tensor]], fresh: Any = None) -> Tensor:
    """`solve_patch` with every evaluation noted."""

    class Recorder:
        @property
        def evaluations(self) -> int:
            return runtime.evaluations

        def velocity(self, x: Tensor, t: Tensor, duration: Tensor | None = None) -> Tensor:
            v = runtime.velocity(x, t, duration)
            seen.append((float(t), x, v))
            return v

    return solve_patch(Recorder(), plan, noise, fresh or no_noise, Run(0))  # type: ignore[arg-type]


def no_noise() -> Tensor:
    raise AssertionError("this solver draws no noise")


def check_patch_meanflow(case: Case) -> None:
    config, _ = of(case)
    noise, speaker = case.tensors["input.noise"], case.tensors["input.g_cond"]
    for name in [n for n in case.tensors if ".expected.patch" in n]:
        *group, steps, _, _ = name.split(".")
        plan = make_plan(config.recipe, "", int(steps.removeprefix("steps_")), 0.0)
        runtime = ready(case, plan, "first." if group == ["first"] else "", speaker=None if group == ["no_speaker"] else speaker)
        seen: list[tuple[float, Tensor, Tensor]] = []
        patch = record(runtime, plan, noise, seen)
        case.close(name, patch)
        states = name.replace("patch", "states")
        if states in case.tensors:
            case.close(states, torch.cat([*(z for _, z, _ in seen), patch]))


def check_patch_two_step_scm(case: Case) -> None:
    config, _ = of(case)
    plan = make_plan(config.recipe, "", 0, 0.0)
    runtime = ready(case, plan, speaker=case.tensors["input.g_cond"])
    seen: list[tuple[float, Tensor, Tensor]] = []
    draws = [case.tensors["input.renoise"]]
    case.close("expected.patch", record(runtime, plan, case.tensors["input.noise"], seen, draws.pop))
    assert not draws
    case.close("expected.flow_times", torch.tensor([t for t, _, _ in seen]))
    case.close("expected.flow_states", torch.cat([z for _, z, _ in seen]))
    case.close("expected.velocities", torch.cat([v for _, _, v in seen]))


def check_patch_one_step(case: Case) -> None:
    config, _ = of(case)
    plan = make_plan(config.recipe, "", 0, 0.0)
    runtime = ready(case, plan, speaker=case.tensors["input.g_cond"])
    case.close("expected.patch", solve_patch(runtime, plan, case.tensors["input.noise"], no_noise, Run(0)))
    assert runtime.evaluations == 1


def check_prefix_cache(case: Case) -> None:
    folders = [Path(case.folder, name).resolve() for name in case.info["model_folder"].split(" and ")]
    for folder in folders:
        config, core = model(folder)
        group = folder.name
        hidden, latents = case.tensors[f"{group}.input.llm_hidden"], case.tensors[f"{group}.input.history_latents"]
        steps = case.tensors[f"{group}.expected.cache_k"].shape[0]
        plan = make_plan(config.recipe, "euler", steps, 1.2)
        for sequential in (False, True):
            runtime = DitRuntime(core.dit, poison_unwritten=True, sequential_guidance=sequential)
            prepare(runtime, plan, case.tensors[f"{group}.input.g_cond"], config.patch_size)
            size = config.patch_size
            for p in range(hidden.shape[1]):
                if p:
                    runtime.append_history(core.history_tokens(hidden[:, p - 1 : p], latents[:, (p - 1) * size : p * size]))
                runtime.set_lead(core.hidden_tokens(hidden[:, p : p + 1]))
                patch = solve_patch(runtime, plan, case.tensors[f"{group}.patch{p}.input.noise"], no_noise, Run(0))
                case.close(f"{group}.patch{p}.expected.patch", patch)
            close_caches(case, group, runtime, plan)


def close_caches(case: Case, group: str, runtime: DitRuntime, plan: Plan) -> None:
    """Cached keys, values and modulation of every time point, layer and branch."""
    module = runtime.module
    durations = plan.solver.durations(plan.grid, NOISE_AT_ZERO) if module.config.duration_embedder else None
    times = plan.solver.times(plan.grid, NOISE_AT_ZERO)
    keys = [(float(t), *(() if durations is None else (-1.0, float(durations[i])))) for i, t in enumerate(times)]
    caches = [history for _, history in runtime._histories()]
    for index, name in enumerate(("cache_k", "cache_v")):
        found = [
            [torch.cat([cache.keys_values(key, block)[index] for cache in caches]) for block in range(module.config.depth)]
            for key in keys
        ]
        case.close(f"{group}.expected.{name}", torch.stack([torch.stack(blocks) for blocks in found]))
    banks = []
    for key in keys:
        rows = [part.rows[key] for part, _ in runtime._histories()]
        blocks = torch.cat([r.blocks for r in rows]).flatten(1)
        final = torch.cat([r.final for r in rows if r.final is not None]).flatten(1)
        banks.append(torch.cat((blocks, final), dim=1))
    case.close(f"{group}.expected.modulations", torch.stack(banks))
