"""dots.tts against the recorded vectors of the published package."""

from __future__ import annotations

import dataclasses
import json
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import torch
from discovery import Case
from safetensors.torch import load_file
from torch import Tensor

from models.dots import loading, reference
from models.dots.causal import State
from models.dots.config import DotsConfig, read_config
from models.dots.core import DotsCore
from models.dots.decoder import AudioVae
from models.dots.encoder import sample_latents
from models.dots.language import detect, language_tag
from models.dots.loop import LanguageModel, speak
from models.dots.normalise import normalise
from models.dots.patch_encoder import PatchEncoderState
from models.dots.sampling import Plan, make_plan, prepare, solve_patch
from models.dots.speaker import SpeakerEncoder
from models.dots.tensor_map import DIT_MAP, MODEL_FILE, SPEAKER_FILE
from models.dots.text import TextTokenizer, model_text
from runtime.audio.sinc_resample import sinc_resample
from runtime.dit import config as c
from runtime.dit.layers import time_features
from runtime.dit.module import DitModule
from runtime.dit.prefix_cache import Tokens
from runtime.dit.runtime import DitRuntime
from runtime.errors import BadRequest
from runtime.sampling.guidance import Guidance
from runtime.sampling.path import NOISE_AT_ZERO
from runtime.sampling.solvers import SOLVERS
from runtime.weights import TensorMap, load_module, open_safetensors
from tests.models.dots.published import write_speaker_encoder


@cache
def model(folder: Path) -> tuple[DotsConfig, DotsCore]:
    config = read_config(folder)
    return config, loading.load_core(folder, config)


@cache
def audio_vae(folder: Path) -> AudioVae:
    return loading.load_vae(folder, read_config(folder))


def of(case: Case) -> tuple[DotsConfig, DotsCore]:
    return model(case.path(case.info["model_folder"]))


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
            case.close(first, solve_patch(runtime, plan, case.tensors["input.noise"], no_noise))


def record(runtime: DitRuntime, plan: Plan, noise: Tensor, seen: list[tuple[float, Tensor, Tensor]], fresh: Any = None) -> Tensor:
    """`solve_patch` with every evaluation noted."""

    class Recorder:
        module = runtime.module

        def velocity(self, x: Tensor, t: Tensor, duration: Tensor | None = None) -> Tensor:
            v = runtime.velocity(x, t, duration)
            seen.append((float(t), x, v))
            return v

    return solve_patch(Recorder(), plan, noise, fresh or no_noise)  # type: ignore[arg-type]


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
    case.close("expected.patch", solve_patch(runtime, plan, case.tensors["input.noise"], no_noise))
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
                patch = solve_patch(runtime, plan, case.tensors[f"{group}.patch{p}.input.noise"], no_noise)
                case.close(f"{group}.patch{p}.expected.patch", patch)
            check_caches(case, group, runtime, plan)


def check_caches(case: Case, group: str, runtime: DitRuntime, plan: Plan) -> None:
    """Cached keys, values and modulation of every time point, layer and branch."""
    module = runtime.module
    durations = plan.solver.durations(plan.grid) if module.config.duration_embedder else None
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


def check_semantic_encoder(case: Case) -> None:
    config, core = of(case)
    latents = case.tensors["full.input.latents"]
    case.close("full.expected.embeddings", core.patch_encoder(latents, PatchEncoderState()))
    state = PatchEncoderState()
    pieces = latents[:1].split([2 * config.patch_size] + [config.patch_size] * (latents.shape[1] // config.patch_size - 2), dim=1)
    case.close("stream.expected.embeddings", torch.cat([core.patch_encoder(piece, state) for piece in pieces], dim=1))
    assert state.tail is not None
    case.close("stream.expected.conv_tail", state.tail)
    case.close("stream.expected.k_layer0", state.layers[0][0])


def check_language_model(case: Case) -> None:
    config, core = of(case)
    ids = case.tensors["input.ids"]
    embeddings = core.llm.embed_tokens(ids)
    case.close("expected.embeds", embeddings)
    hidden = core.llm(inputs_embeds=embeddings).last_hidden_state
    case.close("expected.hidden", hidden)
    case.close("expected.logits_last", hidden[:, -1:] @ core.llm.embed_tokens.weight.T)
    case.close("expected.stop_prob", core.stop_probability(hidden))
    for name in [n for n in case.tensors if n.startswith("speaker.expected.g_cond_scale")]:
        scale = float(name.removeprefix("speaker.expected.g_cond_scale"))
        case.close(name, core.speaker_vector(case.tensors["speaker.input.xvector"], scale))
    stats = loading.load_stats(case.path(case.info["model_folder"]), config)
    raw = stats.denormalise(case.tensors["stats.input.normalised"])
    case.close("stats.expected.raw", raw)
    case.close("stats.expected.back", stats.normalise(raw))


def check_vocoder(case: Case) -> None:
    folder = case.path(case.info["model_folder"])
    vae = audio_vae(folder)
    decoder = vae.decoder
    latents = case.tensors["decode.input.latents"]
    case.close("decode.expected.after_lstm", decoder.remember(latents, {}).transpose(1, 2))
    case.close("decode.expected.audio", decoder.decode(latents))
    case.close("single.expected.audio", decoder.decode(case.tensors["single.input.latents"]))
    latents = case.tensors["stream.input.latents"]
    state: State = {}
    chunks = [decoder.stream(piece, state) for piece in latents.split(read_config(folder).patch_size, dim=1)]
    chunks.append(decoder.stream(latents[:, :0], state, last=True))
    assert [chunk.shape[-1] for chunk in chunks] == case.info["info"]["stream_chunk_samples"]
    case.close("stream.expected.audio", torch.cat(chunks, dim=-1))
    case.close("stream.expected.audio", decoder.decode(latents))
    for name, layer in (("activation", decoder.blocks[0].activations[0]), ("activation_post", decoder.activation)):
        case.close(f"{name}.expected.y", layer.stream(case.tensors[f"{name}.input.x"], {}))
    for name in ("encode", "encode_odd"):
        case.close(f"{name}.expected.mean_logstd", vae.encoder(case.tensors[f"{name}.input.audio"]))
    sampled = sample_latents(vae.encoder(case.tensors["encode.input.audio"]), case.tensors["encode.input.noise"])
    case.close("encode.expected.sampled", sampled)


@cache
def speaker_encoder(cases: Path, model_folder: Path) -> SpeakerEncoder:
    """CAM++ with weights by the rule of the case `speaker`."""
    rule = json.loads((cases / "speaker" / "case.json").read_text("utf-8"))["weight_rule"]
    kernel = load_file(cases / "speaker" / "case.safetensors")["input.resample_kernel"]
    config = read_config(model_folder)
    with tempfile.TemporaryDirectory() as folder:
        write_speaker_encoder(Path(folder, SPEAKER_FILE), config.speaker_dim, kernel, rule.get("salt", 0))
        return loading.load_speaker_encoder(Path(folder), config)


def check_speaker(case: Case) -> None:
    encoder = speaker_encoder(case.folder.parent, case.path(case.info["model_folder"]))
    samples = case.tensors["input.audio_48k"][0]
    case.close("expected.audio_16k", encoder.to_16k(samples))
    torch.testing.assert_close(encoder.to_16k(samples), sinc_resample(samples, 48000, 16000), atol=1e-6, rtol=0)
    case.close("expected.fbank", encoder.features(samples))
    case.close("expected.xvector", encoder.xvector(samples))
    features = case.tensors["batch.input.fbank"]
    case.close("batch.expected.xvector", encoder(features, case.tensors["batch.input.lengths"]))
    case.close("nolen.expected.xvector", encoder(features))


def check_prompt_audio(case: Case) -> None:
    rate_hz = read_config(case.path(case.info["model_folder"])).vae.sample_rate_hz
    for name in case.tensors:
        case.close(name, reference.read_reference(case.path(name.removesuffix(".expected.audio") + ".wav"), rate_hz).samples)


# the templates that the published package knows beside the one for speech
TEMPLATES = {
    "tts": ("[文本]", "[文本对应语音]"),
    "instruction_tts": ("[带指令文本]", "[文本对应语音]"),
    "text_to_audio": ("[声音描述]", "[描述对应声音]"),
}


def check_language(name: str, recorded: dict[str, Any]) -> None:
    """A name that needs a table of all languages may be refused; codes, accents and "none" may not, and nothing may be misread."""
    if name == "auto_detect":
        return  # resolved for a text that is not recorded
    try:
        tag = language_tag(name)
    except BadRequest:
        needs_no_table = name in ("", "none") or name.startswith("口音:") or (name.isupper() and name.isascii() and len(name) < 4)
        assert not needs_no_table or str(recorded["resolved_for_text"]).startswith("ERROR"), name
        return
    assert not str(recorded["resolved_for_text"]).startswith("ERROR"), name
    if recorded.get("tagged"):
        assert model_text("text", tag=tag) == recorded["tagged"], name
    else:
        assert tag == f"[{recorded['resolved_for_text']}]", name


def check_text_frontend(case: Case) -> None:
    tokenizer = TextTokenizer(case.path(case.info["model_folder"]))
    for name, token in case.info["special_token_ids"].items():
        assert tokenizer.special(name) == token
    for name, recorded in case.info["languages"].items():
        check_language(name, recorded)
    for text, language in case.info["detection"].items():
        # scripts that one language owns; for others no tag is better than a wrong one
        found = (detect(text) or "none").lower()
        assert found in (language or "none", "none"), text
        assert found == language or language not in ("zh", "ja", "ko"), text
    for text, written in case.info["normalisation"].items():
        if detect(text) is not None or written == text.strip():
            assert normalise(text.strip(), detect(text)) == written
    for name, given in case.info["schedules"].items():
        if given["template"] not in TEMPLATES:
            continue  # interleaved text and sound belong to another published model
        tag = language_tag(given["language"] or "")
        text = model_text(given["text"], given["prompt_text"] or "", tag)
        assert text == given["model_prompt_text"] + given["model_text"]
        schedule = tokenizer.schedule(text, given["max_patches"], *TEMPLATES[given["template"]])
        case.close(f"{name}.expected.ids", torch.tensor(schedule.ids), atol=0, rtol=0)


def check_loop(case: Case) -> None:
    folder = case.path(case.info["model_folder"])
    (config, core), vae = model(folder), audio_vae(folder)
    stats, request, expected = loading.load_stats(folder, config), case.info["request"], case.tensors
    schedule = TextTokenizer(folder).schedule(model_text(request["text"], request["prompt_text"] or ""), request["max_patches"])
    case.close("input.schedule_ids", torch.tensor([schedule.ids]), atol=0, rtol=0)
    generator = torch.Generator().manual_seed(request["seed"])
    draws: list[Tensor] = []

    def draw(shape: tuple[int, ...]) -> Tensor:
        draws.append(torch.randn(shape, generator=generator))
        return draws[-1]

    speaker = prompt = None
    if request["prompt_wav"]:
        audio = reference.read_reference(case.path(request["prompt_wav"]), config.vae.sample_rate_hz)
        case.close("expected.prompt_audio_48k", audio.samples)
        continued = bool(request["prompt_text"])
        encoder = speaker_encoder(case.folder.parent, folder)
        voice = reference.encode_voice(audio, config, encoder, vae.encoder if continued else None)
        speaker = core.speaker_vector(voice.xvector, request["speaker_scale"])
        case.close("expected.g_cond", speaker)
        if voice.latents is not None:
            noise = draw((1, config.latent_dim, voice.latents.shape[-1]))
            assert torch.equal(noise, expected["input.noise_prompt"])
            prompt = sample_latents(voice.latents, noise)[:, : -config.patch_size]
            case.close("expected.prompt_latents_raw", prompt)
            draws.clear()
    solver = {"rk4": "rk4-38"}.get(request["solver"], request["solver"])
    plan = make_plan(config.recipe, solver, request["num_steps"], request["guidance_scale"])
    runtime = DitRuntime(core.dit, poison_unwritten=True)
    patches = list(
        speak(
            core,
            runtime,
            stats,
            schedule,
            plan,
            draw,
            patch_size=config.patch_size,
            speaker=speaker,
            prompt=prompt,
            stop_threshold=request["stop_threshold"],
        )
    )
    info = case.info["info"]
    assert len(patches) == info["decoded_patches"]
    per_patch = 2 if "input.renoise_patches" in expected else 1
    assert torch.equal(torch.cat(draws[::per_patch]), expected["input.noise_patches"])
    if per_patch == 2:
        assert torch.equal(torch.cat(draws[1::2]), expected["input.renoise_patches"])
    hidden = torch.cat([patch.hidden for patch in patches], dim=1)
    latents = torch.cat([patch.latents for patch in patches], dim=1)
    raw = torch.cat([patch.raw for patch in patches], dim=1)
    case.close("expected.llm_hidden_before_patch", hidden)
    case.close("expected.stop_prob", torch.tensor([patch.stop_probability for patch in patches]))
    case.close("expected.patches", torch.cat([patch.latents for patch in patches]))
    dropped = config.patch_size if info["dropped_first_patch"] else 0
    case.close("expected.latents_raw", raw[:, dropped:])
    # everything that was made once more at a stroke: embeddings, language model and history without any cache
    everything = raw if prompt is None else torch.cat((prompt, raw), dim=1)
    embeddings = core.patch_encoder(everything, PatchEncoderState())
    known = embeddings.shape[1] - len(patches)
    case.close("expected.patch_embeddings", embeddings[:, known:])
    if prompt is not None:
        case.close("expected.prompt_embeddings", embeddings[:, :known])
    llm = LanguageModel(core)
    states = llm.step(torch.cat((llm.embed(schedule.ids[: schedule.start + 1]), embeddings), dim=1))[:, schedule.start :]
    normalised = latents if prompt is None else torch.cat((stats.normalise(prompt), latents), dim=1)
    history, lead = core.history_tokens(states[:, :-1], normalised), core.hidden_tokens(states[:, -1:])
    for name, side in (("expected.sequence", 0), ("expected.cfg_sequence", 1)):
        whole = torch.cat((history.side(side), lead.side(side)), dim=1)
        case.close(name, whole[:, : expected[name].shape[1]])
    state: State = {}
    chunks = [vae.decoder.stream(piece, state) for piece in raw[:, dropped:].split(config.patch_size, dim=1)]
    chunks.append(vae.decoder.stream(raw[:, :0], state, last=True))
    assert [chunk.shape[-1] for chunk in chunks] == info["stream_chunk_samples"]
    case.close("expected.audio", torch.cat(chunks, dim=-1))
    case.close("expected.audio", vae.decoder.decode(raw[:, dropped:]))
