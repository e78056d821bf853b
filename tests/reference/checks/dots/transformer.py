"""dots.tts: the transformer alone, and guided velocities behind a history."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import torch
from discovery import Case
from torch import Tensor

from checks.dots.shared import of
from ditone.models.dots.config import DotsConfig
from ditone.models.dots.sampling import Plan, prepare
from ditone.models.dots.tensor_map import DIT_MAP, MODEL_FILE
from ditone.runtime.dit import config as c
from ditone.runtime.dit.layers import time_features
from ditone.runtime.dit.module import DitModule
from ditone.runtime.dit.prefix_cache import Tokens
from ditone.runtime.dit.runtime import DitRuntime
from ditone.runtime.sampling.guidance import Guidance
from ditone.runtime.sampling.solvers import SOLVERS
from ditone.runtime.weights import TensorMap, load_module, open_safetensors


def token_transformer(folder: Path, config: DotsConfig) -> DitModule:
    """The same transformer for tokens that are projected already."""
    with torch.device("meta"):
        module = DitModule(dataclasses.replace(config.dit, input=c.Input(config.dit.width)))
    with open_safetensors(folder / MODEL_FILE) as source:
        load_module(module, TensorMap(DIT_MAP.rules, ignored=("{any}",)), source)
    return module


def check_dit_forward(case: Case) -> None:
    folder = case.path(case.info["model_folder"])
    config, _ = of(case)
    module = token_transformer(folder, config)
    groups = {name.split(".")[0] for name in case.tensors if name.endswith("expected.velocity")}
    for group in sorted(groups):
        given = {n.removeprefix(f"{group}.input."): t for n, t in case.tensors.items() if n.startswith(f"{group}.input.")}
        mask, positions = given.get("attn_mask"), given.get("pos_ids")
        velocity = module.evaluate(
            given["x"],
            given["t"],
            duration=given.get("duration"),
            vector=given["g_cond"],
            mask=None if mask is None else mask[:, None],
            positions=None if positions is None else positions,
        )
        if group == "padded":  # rows behind an item's true length see only themselves and are compared by nobody
            true = [int(rows.sum(-1).max()) for rows in given["attn_mask"]]
            expected = case.tensors[f"{group}.expected.velocity"]
            for row, length in enumerate(true):
                velocity[row, length:] = expected[row, length:]
        case.close(f"{group}.expected.velocity", velocity)
    t = case.tensors["embed.input.t"]
    features = time_features(config.dit.time, t)
    case.close("embed.expected.sinusoid", features)
    case.close("embed.expected.time_embedding", module.time_mlp(features, precise=True))
    if config.dit.duration_embedder:
        case.close("embed.expected.duration_embedding", module.duration_mlp(features, precise=True))
    rows = module.modulation_rows(case.tensors["mod.input.condition"])
    case.close("mod.expected.block0", rows.blocks[:, 0].flatten(1))
    assert rows.final is not None
    case.close("mod.expected.final", rows.final.flatten(1))


def ready(
    case: Case,
    plan: Plan,
    group: str = "",
    *,
    shared: str = "",
    speaker: Tensor | None = None,
    cached: bool = True,
    sequential: bool = False,
) -> DitRuntime:
    """A runtime with the case's history and current hidden token, its unwritten cache entries poisoned."""
    _, core = of(case)
    runtime = DitRuntime(core.dit, poison_unwritten=True, sequential_guidance=sequential)
    hidden = case.tensors[f"{group}input.llm_hidden"]
    size = next(iter(case.tensors[name] for name in case.tensors if name.endswith(("input.noise", "input.z")))).shape[1]
    prepare(runtime, plan, speaker, size, cached=cached)
    history = case.tensors.get(f"{group}input.history_latents")
    if hidden.shape[1] > 1:
        assert history is not None
        runtime.append_history(core.history_tokens(hidden[:, :-1], history))
    runtime.set_lead(core.hidden_tokens(hidden[:, -1:]))
    return runtime


def check_guided_velocity(case: Case) -> None:
    _, core = of(case)
    for group in ("first_patch.", "third_patch."):
        given = {n.removeprefix(f"{group}input."): t for n, t in case.tensors.items() if n.startswith(f"{group}input.")}
        hidden, latents = given["llm_hidden"], given["history_latents"]
        lead = core.hidden_tokens(hidden[:, -1:])
        none = lead.conditional[:, :0]
        history = core.history_tokens(hidden[:, :-1], latents) if latents.shape[1] else Tokens(none, none)
        assert history.unconditional is not None
        assert lead.unconditional is not None
        case.close(f"{group}expected.sequence", torch.cat((history.conditional, lead.conditional), 1))
        case.close(f"{group}expected.cfg_sequence", torch.cat((history.unconditional, lead.unconditional), 1))
        z, t, speaker = given["z"], given["t"].reshape(1), given["g_cond"]
        mask, positions = case.tensors[f"{group}expected.attn_mask"], case.tensors[f"{group}expected.pos_ids"]
        long_way = {}
        for name, tokens, vector in (
            ("v_cond", (history.conditional, lead.conditional), speaker),
            ("v_uncond", (history.unconditional, lead.unconditional), None),
        ):
            long_way[name] = core.dit.evaluate(
                z, t, vector=vector, prefix=torch.cat(tokens, 1), mask=mask[:, None], positions=positions[0]
            )
            case.close(f"{group}expected.{name}", long_way[name])
        for name in [n for n in case.tensors if n.startswith(f"{group}expected.v_g")]:
            words = name.removeprefix(f"{group}expected.v_g").split("_", 1)
            vector = None if words[1:] == ["no_speaker"] else speaker
            for sequential in (False, True):
                for cached in (False, True):
                    grid = torch.tensor([float(t), 1.0], dtype=torch.float64)
                    plan = Plan(SOLVERS["euler"], grid, Guidance(1 + float(words[0])))
                    runtime = ready(case, plan, group, speaker=vector, cached=cached, sequential=sequential)
                    if cached:
                        view = runtime._histories()[0][1].begin(tuple(t.double().tolist()), z.shape[1])
                        if view.mask is not None:
                            assert torch.equal(view.mask, mask[0])
                        assert view.table is not None
                    case.close(name, runtime.velocity(z, t.double()))
