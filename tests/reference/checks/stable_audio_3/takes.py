"""The text encoder, adapters, and whole takes from their requests."""

from __future__ import annotations

import dataclasses
import re
from functools import lru_cache
from pathlib import Path

import torch
from discovery import Case
from torch import Tensor

from checks.stable_audio_3.shared import branch, opened, swap, velocity
from ditone.models.stable_audio_3.adapt import adapted
from ditone.models.stable_audio_3.canvas import HEADROOM_S, lay_out
from ditone.models.stable_audio_3.conditioning import context
from ditone.models.stable_audio_3.config import Published
from ditone.models.stable_audio_3.job import Job
from ditone.models.stable_audio_3.lora import Use
from ditone.models.stable_audio_3.pipeline import StableAudioPipeline
from ditone.models.stable_audio_3.schedule import Schedule
from ditone.models.stable_audio_3.source import in_form
from ditone.models.stable_audio_3.text import TextEncoder
from ditone.runtime.audio.resampling import resample
from ditone.runtime.dit import Conditioning
from ditone.runtime.registry import Engine
from ditone.runtime.run import Run
from ditone.runtime.sampling.guidance import Guidance
from ditone.runtime.sampling.solvers import SOLVERS


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
