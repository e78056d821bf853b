"""What the recorded cases of Stable Audio 3 are compared with. Recorded tensors are (batch, channels, frames)."""

from __future__ import annotations

import dataclasses
import math
import re
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

import torch
from discovery import Case
from torch import Tensor

from ditone.models.stable_audio_3.adapt import adapted
from ditone.models.stable_audio_3.autoencoder import patched
from ditone.models.stable_audio_3.canvas import HEADROOM_S, lay_out
from ditone.models.stable_audio_3.conditioning import context
from ditone.models.stable_audio_3.config import TIME_FEATURES, Published
from ditone.models.stable_audio_3.config_file import read_config
from ditone.models.stable_audio_3.decoder import Pieces, decode, encode
from ditone.models.stable_audio_3.job import Job
from ditone.models.stable_audio_3.loading import load_weights
from ditone.models.stable_audio_3.lora import Use
from ditone.models.stable_audio_3.model import StableAudio
from ditone.models.stable_audio_3.pipeline import StableAudioPipeline
from ditone.models.stable_audio_3.schedule import Schedule
from ditone.models.stable_audio_3.source import in_form
from ditone.models.stable_audio_3.text import TextEncoder
from ditone.runtime.audio.resampling import resample
from ditone.runtime.dit import Branch, Conditioning, DitModule, DitRuntime, FrameMask
from ditone.runtime.registry import Engine
from ditone.runtime.run import Run
from ditone.runtime.sampling.guidance import Guidance
from ditone.runtime.sampling.path import NOISE_AT_ONE
from ditone.runtime.sampling.solvers import SOLVERS

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
    handles.append(dit.time_mlp.register_forward_hook(_keep(inner, "mid.timestep_embed")))
    recorded_features = tensors.get("mid.timestep_features")

    def feed(module: torch.nn.Module, args: tuple[Tensor, ...]) -> tuple[Tensor, ...] | None:
        """The recorded features in place of ours, so that what follows is compared by itself."""
        inner["mid.timestep_features"] = args[0]
        return None if recorded_features is None else (recorded_features, *args[1:])

    handles.append(dit.time_mlp.register_forward_pre_hook(feed))
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
    _check_beside_float64(inner["mid.timestep_features"], tensors["input.t"])


def _keep(inner: dict[str, Tensor], name: str) -> Callable[..., None]:
    def hook(module: torch.nn.Module, args: tuple[Tensor, ...], result: Tensor) -> None:
        inner[name] = result

    return hook


def _check_beside_float64(features: Tensor, t: Tensor) -> None:
    """Angles of up to 6e4 in float32 have a bound of their own: their exponent, up to 9.3, is rounded thrice, the angle twice more."""
    low, high, half = math.log(TIME_FEATURES.first), math.log(TIME_FEATURES.last), TIME_FEATURES.count // 2
    exponent = low + (high - low) * torch.arange(half, dtype=torch.float64) / (half - 1)
    angle = 2 * math.pi * t.double()[:, None] * exponent.exp()
    bound = (angle * (3 * high + 3) * 2**-24 + 2**-23).tile(1, 2)
    assert bool(((features.double() - torch.cat((angle.cos(), angle.sin()), -1)).abs() <= bound).all())


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


# -- autoencoder --------------------------------------------------------------------------------------------------------------


def check_autoencoder(case: Case) -> None:
    config, model = opened(case.path(case.info["model"]))
    same, tensors = model.autoencoder, case.tensors
    inner: dict[str, Tensor] = {}
    blocks = same.decoder.blocks
    handles = [
        same.decoder.projection.register_forward_hook(_keep(inner, "mid.decoder.input_projection")),
        blocks[0].register_forward_hook(_keep(inner, "mid.decoder.block0.out")),
        blocks[-1].register_forward_hook(_keep(inner, "mid.decoder.last_block.out")),
    ]
    attention = blocks[0].attention
    blocks[0].attention = lambda *args: inner.setdefault("mid.decoder.block0.self_attn", attention(*args))
    try:
        case.close("expected.decode", same.decode(swap(tensors["input.latent"])))
    finally:
        del blocks[0].attention
        for handle in handles:
            handle.remove()
    for name in (name for name in tensors if name.startswith("mid.")):
        case.close(name, inner[name])
    case.close("expected.encode", swap(same.encode(tensors["input.audio"])))
    for name in (name for name in tensors if name == "expected.patch_encode"):
        case.close(
            name,
            patched(tensors["input.audio"][:1, :, : tensors[name].shape[2] * config.autoencoder.patch], config.autoencoder.patch),
        )
    case.close("expected.encode_odd", swap(same.encode(tensors["input.audio_odd"])))
    case.close("expected.decode_odd", same.decode(swap(tensors["input.latent_odd"])))
    case.close("expected.decode_long_plain", same.decode(swap(tensors["input.latent_long"])))
    case.close("expected.encode_long_plain", swap(same.encode(tensors["input.audio_long"])))
    case.close("expected.decode_with_noise", same.decode(swap(tensors["input.latent"]), recorded(case, "input.decode_noise.")))
    case.close("expected.encode_with_noise", swap(same.encode(tensors["input.audio"], recorded(case, "input.encode_noise."))))
    generator = torch.Generator().manual_seed(case.info["seed_for_chunked_with_noise"])
    shapes: list[list[int]] = []

    def draw(shape: tuple[int, ...]) -> Tensor:
        shapes.append(list(shape))
        return torch.randn(shape, generator=generator)

    for name in (name for name in tensors if "_chunk" in name):
        match = re.search(r"_chunk(\d+)_overlap(\d+)", name)
        assert match is not None
        pieces = Pieces(int(match[1]), int(match[2]))
        if name.startswith("expected.encode"):
            case.close(name, swap(encode(same, tensors["input.audio_long"], None, pieces)))
        else:
            noise = draw if name.endswith("with_noise") else None
            case.close(name, decode(same, swap(tensors["input.latent_long"]), noise, pieces))
    assert shapes == case.info["noise_draw_order_chunked_decode"]


def recorded(case: Case, prefix: str) -> Callable[[tuple[int, ...]], Tensor]:
    """The recorded draws in order; a draw of another shape is an error."""
    draws = iter([case.tensors[name] for name in sorted(case.tensors) if name.startswith(prefix)])

    def draw(shape: tuple[int, ...]) -> Tensor:
        noise = next(draws)
        assert tuple(noise.shape) == shape
        return noise

    return draw


# -- text and whole takes -----------------------------------------------------------------------------------------------------


@lru_cache(maxsize=4)
def text_encoder(folder: Path) -> TextEncoder:
    conditioner = opened(folder)[0].conditioner
    assert conditioner is not None
    return TextEncoder(folder / conditioner.text_folder, conditioner.text_tokens, torch.device("cpu"))


def check_conditioner(case: Case) -> None:
    folder = case.path(case.info["model"])
    conditioner, texts = opened(folder)[1].conditioner, text_encoder(folder)
    seconds = conditioner.embed_seconds(torch.tensor(case.info["seconds"], dtype=torch.float64))
    case.close("expected.global_cond", seconds)
    case.close("expected.seconds_embedding", seconds[:, None])
    tokens = [texts.tokenise(text) for text in case.info["texts"]]
    case.close("expected.input_ids", torch.cat([ids for ids, _, _ in tokens]))
    case.close("expected.attention_mask", torch.cat([real for _, real, _ in tokens]).long())
    for name, dtype in (("float32", torch.float32), ("checkpoint_dtype_bf16", torch.bfloat16)):
        encoded = [texts.encode(text, dtype) for text in case.info["texts"]]
        case.close(f"expected.{name}.text_hidden", torch.cat([text.hidden for text in encoded]))
        case.close(f"expected.{name}.cross_attn_cond", context(encoded, conditioner, seconds))


def check_lora(case: Case) -> None:
    folder = case.path(case.info["model"])
    config, model = opened(folder)
    files = {name: case.folder / facts["file"] for name, facts in case.info["files"].items()}

    def with_uses(*uses: Use) -> Tensor:
        active = tuple(use for use in uses if use.active_at(float(case.tensors["input.t"].flatten()[0])))
        return velocity(case, adapted(model.dit, "dit", folder, config, active), Conditioning(branch(case)))

    for name in (name for name in case.tensors if name.startswith("expected.")):
        kind, _, rest = name.removeprefix("expected.").partition(".")
        if kind == "no_lora":
            case.close(name, with_uses())
        elif name.startswith("expected.stack_"):
            parts = [re.fullmatch(r"(.*?)([\d.]+)", part) for part in name.removeprefix("expected.stack_").split("_then_")]
            case.close(name, with_uses(*(Use(files[m[1]], float(m[2])) for m in parts if m)))
        elif rest.startswith("strength"):
            case.close(name, with_uses(Use(files[kind], float(rest.removeprefix("strength")))))
        elif rest.startswith("interval"):
            match = re.match(r"interval_([\d.]+)_([\d.]+)_at_t([\d.]+)", rest)
            assert match is not None
            low, high = float(match[1]), float(match[2])
            case.close(name, with_uses(Use(files[kind], interval=(low, high))))
        elif rest.startswith("layer_filter_"):
            case.close(name, with_uses(Use(files[kind], skip=(rest.removeprefix("layer_filter_"),))))
        else:
            match = re.fullmatch(r"seconds_embedding_(\d+)s", rest)
            assert match is not None, name
            conditioner = adapted(model.conditioner, "conditioner", folder, config, (Use(files[kind]),))
            case.close(name, conditioner.embed_seconds(torch.tensor([float(match[1])]))[:, None])


def check_generate(case: Case) -> None:
    folder = case.path(case.info["model"])
    config, model = opened(folder)
    pipeline = StableAudioPipeline(
        None,
        folder,
        config,
        model,
        text_encoder(folder),
        Schedule(),
        Engine(torch.device("cpu"), torch.float32, 1),  # type: ignore[arg-type]
    )
    asked = case.info["request"]
    prompts = asked["prompt"] if isinstance(asked["prompt"], list) else [asked["prompt"]]
    seconds = asked["duration"] if isinstance(asked["duration"], list) else [asked["duration"]] * len(prompts)
    few = config.objective == "rf_denoiser"
    job = Job(
        prompts=tuple(prompts),
        seconds=tuple(seconds),
        steps=asked["steps"],
        solver=SOLVERS[asked.get("sampler_type", "pingpong" if few else "euler")],
        schedule=Schedule(),
        guidance=Guidance(asked.get("cfg_scale", 1.0), asked.get("apg_scale", 1.0)),
        negative=asked.get("negative_prompt", ""),
        headroom_s=asked.get("duration_padding_sec", HEADROOM_S),
        limit=asked.get("sample_size"),
        init=_sound(case, config, "init_audio"),
        start=asked.get("init_noise_level", 1.0),
        inpaint=_sound(case, config, "inpaint_audio"),
        regions=tuple(zip(asked.get("inpaint_mask_start_seconds", ()), asked.get("inpaint_mask_end_seconds", ()), strict=True)),
        padding="values_only",
    )
    run = RecordedRun(case)
    made = pipeline.make(job, run)
    assert run.left() == 0, "fewer draws than recorded"
    case.close("expected.grid", made.grid.expand(case.tensors["expected.grid"].shape))
    case.close("expected.final_latents", swap(made.latents))
    ends = set(made.canvas.samples)
    case.close("expected.audio", made.audio[..., : ends.pop()] if len(ends) == 1 else made.audio)
    _check_given(case, pipeline, job)
    # the same take from its seed alone
    again = pipeline.make(job, Run(asked["seed"]))
    case.close("expected.final_latents", swap(again.latents))


def _check_given(case: Case, pipeline: StableAudioPipeline, job: Job) -> None:
    """What the transformer is told, before the walk."""
    conditioner = pipeline.model.conditioner
    seconds = conditioner.embed_seconds(torch.tensor(job.seconds, dtype=torch.float64))
    positive, negative = pipeline._contexts(job, conditioner, seconds)
    case.close("mid.positive.cross_attn_cond", positive)
    case.close("mid.positive.global_cond", seconds)
    if "mid.negative.negative_cross_attn_cond" in case.tensors:
        assert negative is not None
        shown = case.tensors["mid.negative.negative_cross_attn_mask"][..., None]
        expected = case.tensors["mid.negative.negative_cross_attn_cond"] * shown  # the mask is applied later in the original
        case.near("mid.negative.negative_cross_attn_cond", negative, expected)
    canvas = lay_out(pipeline.config, job.seconds, job.headroom_s, job.limit)
    _, local = pipeline._sources(dataclasses.replace(job, init=None), canvas, RecordedRun(case, skip=1))
    case.close("mid.positive.local_add_cond", swap(local).expand(case.tensors["mid.positive.local_add_cond"].shape))


def _sound(case: Case, config: Published, name: str) -> Tensor | None:
    asked = case.info["request"].get(name)
    if asked is None:
        return None
    audio, rate = case.tensors[asked["tensor"]], asked["sample_rate"]
    resampled = resample(audio.T.contiguous().numpy(), rate, config.sample_rate_hz)
    return in_form(torch.from_numpy(resampled.T.copy()), config.channels)


class RecordedRun(Run):
    """A run whose noise is the recorded draws, in order."""

    def __init__(self, case: Case, skip: int = 0) -> None:
        super().__init__(0)
        names = sorted(name for name in case.tensors if name.startswith("input.draw."))
        self._draws = [case.tensors[name] for name in names][skip:]

    def noise(self, shape: tuple[int, ...], device: torch.device | str = "cpu") -> Tensor:
        assert self._draws, f"a draw of {shape} beyond those recorded"
        drawn = self._draws.pop(0)
        assert tuple(drawn.shape) == shape, f"a draw of {shape}, recorded {tuple(drawn.shape)}"
        return drawn

    def left(self) -> int:
        return len(self._draws)
