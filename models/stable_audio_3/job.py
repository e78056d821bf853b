"""Everything one generation needs, for a batch of items, and how a request becomes one."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import torch
from torch import Tensor

from ditone.models.stable_audio_3 import source
from ditone.models.stable_audio_3.canvas import HEADROOM_S
from ditone.models.stable_audio_3.config import Published
from ditone.models.stable_audio_3.lora import Use
from ditone.models.stable_audio_3.schedule import Schedule
from ditone.runtime.errors import BadRequest
from ditone.runtime.request import Request
from ditone.runtime.sampling.guidance import Guidance
from ditone.runtime.sampling.solvers import SOLVERS, Solver

NO_GUIDANCE = Guidance()


@dataclass(frozen=True, eq=False)
class Job:
    """Items share everything but prompt and length. init, inpaint: (1 or batch, channels, samples) at the model's rate.

    start: noise level the walk begins at, below 1 only with `init`. padding: how frames behind an item's end are treated,
    `exact` (an item never depends on its neighbours) or `values_only` (what the original does without fused attention).
    heard_early: finished pieces are handed on before the take is whole.
    headroom_decoded: the waveform goes on behind the end of the sounds, as the original's does before it is cut.
    """

    prompts: tuple[str, ...]
    seconds: tuple[float, ...]
    steps: int
    solver: Solver
    schedule: Schedule
    guidance: Guidance = NO_GUIDANCE
    negative: str = ""
    headroom_s: float = HEADROOM_S
    limit: int | None = None
    init: Tensor | None = None
    start: float = 1.0
    inpaint: Tensor | None = None
    regions: source.Regions = ()
    padding: Literal["exact", "values_only"] = "exact"
    decoder_noise: bool = True
    text_dtype: torch.dtype = torch.float32
    chunk_frames: int = 0
    loras: tuple[Use, ...] = ()
    paste_fade_s: float | None = None
    headroom_decoded: bool = True
    frees_text_encoder: bool = False
    heard_early: bool = True


def job_of(request: Request, config: Published, schedule: Schedule) -> Job:
    """One item from a request. Raises BadRequest for values that do not fit together, DitoneError for a file that cannot be read."""
    value = request.value
    mode = str(value("mode", "text"))
    path = str(value("source", ""))
    regions: source.Regions = ()
    init: Tensor | None = None
    inpaint: Tensor | None = None
    start = 1.0
    if mode != "text":
        if not path:
            raise BadRequest("This mode starts from a sound, and none was chosen.", "Choose a source, or the mode Text to audio.")
        sound = source.load(Path(path).expanduser(), config.sample_rate_hz, config.channels)
        if mode == "restyle":
            init, start = sound, float(value("noise_level", 0.9))
        else:
            inpaint = sound
            regions = _regions(mode, value("regions", ()), request.duration_s, sound.shape[-1] / config.sample_rate_hz)
            start = float(value("inpaint_level", 1.0))
            init = sound if start < 1 else None
    return Job(
        prompts=(request.prompt,),
        seconds=(request.duration_s,),
        steps=request.steps,
        solver=SOLVERS[request.solver],
        schedule=_schedule(schedule, request),
        guidance=Guidance(
            request.cfg_scale,
            request.apg,
            rescale=float(value("cfg_rescale", 0.0)),
            norm_threshold=float(value("apg_norm_threshold", 0.0)),
            interval=_interval(float(value("cfg_from", 0.0)), float(value("cfg_to", 1.0)), "CFG"),
        ),
        negative=request.negative_prompt,
        headroom_s=float(value("headroom_s", HEADROOM_S)),
        init=init,
        start=start,
        inpaint=inpaint,
        regions=regions,
        padding="values_only" if value("padding", "exact") == "values_only" else "exact",
        decoder_noise=bool(value("decoder_noise", True)),
        text_dtype=torch.bfloat16 if value("text_precision", "float32") == "bfloat16" else torch.float32,
        chunk_frames=request.engine.chunk_frames,
        loras=lora_uses(value("lora", ()), *(str(value(f"lora_{name}", "")) for name in ("strength", "interval", "skip"))),
        paste_fade_s=float(value("paste_fade_ms", 10.0)) / 1000 if inpaint is not None and value("paste", True) else None,
        headroom_decoded=False,
        frees_text_encoder=bool(value("free_text_encoder", False)),
    )


def _regions(mode: str, chosen: Any, duration_s: float, source_s: float) -> source.Regions:
    if mode == "continue":
        if duration_s <= source_s:
            raise BadRequest(
                f"The source is {source_s:.2f} s long and the take {duration_s:g} s; there is nothing to continue.",
                "Set a longer duration.",
            )
        return ((source_s, duration_s),)
    regions = source.checked_regions(chosen, duration_s)
    if not regions:
        raise BadRequest("No region was chosen; there is nothing to make anew.", "Choose at least one region.")
    return regions


def _schedule(own: Schedule, request: Request) -> Schedule:
    chosen = str(request.value("schedule", "model"))
    monotone = bool(request.value("monotone_grid", False))
    if chosen == "model":
        return Schedule(**{**vars(own), "monotone": monotone})
    kind, _, option = chosen.partition(":")
    return Schedule(kind, rate=1.0 if option == "length" else 0.0, sine=option == "sine", monotone=monotone)  # type: ignore[arg-type]


def _interval(low: float, high: float, what: str) -> tuple[float, float]:
    if not 0 <= low <= high <= 1:
        raise BadRequest(
            f"The {what} interval is {low:g} to {high:g}; both must lie between 0 and 1, the first below the second."
        )
    return low, high


def lora_uses(paths: Any, strengths: str, intervals: str, skips: str) -> tuple[Use, ...]:
    """One `Use` a file. Strengths ("0.7, 1") and intervals ("0-1, 0.5-1") are one for all or one a file; skips are split by ";".

    Raises BadRequest for a text that is not understood.
    """
    files = [str(path) for path in paths or ()]
    strength = _spread([_number(part, "LoRA strength") for part in _parts(strengths, ",")], len(files), 1.0, "LoRA strength")
    interval = _spread([_range(part) for part in _parts(intervals, ",")], len(files), (0.0, 1.0), "LoRA interval")
    skip = _spread([tuple(_parts(part, ",")) for part in _parts(skips, ";")], len(files), (), "LoRA layers to skip")
    return tuple(Use(Path(p).expanduser(), *rest) for p, *rest in zip(files, strength, interval, skip, strict=True))


def _parts(text: str, separator: str) -> list[str]:
    return [part.strip() for part in text.split(separator) if part.strip()]


def _spread(values: list[Any], count: int, default: Any, what: str) -> list[Any]:
    if len(values) > 1 and len(values) != count:
        raise BadRequest(f"{what} has {len(values)} values for {count} files; give one for all, or one for each.")
    return values * count if len(values) == 1 else values or [default] * count


def _number(text: str, what: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):  # "nan" and "inf" are floats too, and would make every sample one
        raise BadRequest(f'{what} is "{text}"; a number was expected.')
    return value


def _range(text: str) -> tuple[float, float]:
    low, dash, high = text.partition("-")
    if not dash:
        raise BadRequest(f'LoRA interval is "{text}"; two numbers like 0-0.5 were expected.')
    return _interval(_number(low, "LoRA interval"), _number(high, "LoRA interval"), "LoRA")
