"""Mini Voice in the list of models: what it is and what can be set."""

from __future__ import annotations

from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from ditone.models.mini.files import listed, missing
from ditone.models.mini.voice.config import SAMPLE_RATE_HZ
from ditone.models.mini.voice.loading import CONFIG_FILE, DECODER_FILE, LEXICON_FILE, MODEL_FILE, ROLES, read_config
from ditone.runtime.controls import Control, Preset
from ditone.runtime.dit.tuning import tune
from ditone.runtime.errors import BadModelFolder
from ditone.runtime.registry import Engine, ModelInfo, Progress
from ditone.runtime.request import Request
from ditone.runtime.sampling.solver_control import SAME_AS_RK4, solver_control
from ditone.runtime.weights.sources import read_header

if TYPE_CHECKING:
    from ditone.models.mini.voice.pipeline import VoicePipeline
    from ditone.models.mini.voice.text import FrontEnd
    from ditone.runtime.text.reading import Reading


def controls() -> tuple[Control, ...]:
    """What can be set; asked anew each time, since solvers may have been added."""
    return (
        Control("prompt", "Text", "text", "prompt", "", required=True, note="English. Numbers, dates and money are read aloud."),
        Control("speed", "Speed", "number", "voice", 1.0, 0.5, 2.0, 0.05, 2, "x", suggested=(0.7, 1.4)),
        Control(
            "piece",
            "Only piece",
            "integer",
            "voice",
            0,
            0,
            9999,
            1,
            note="Renders one sentence of the text again; 0 is the whole text.",
        ),
        Control("cfg_scale", "CFG scale", "number", "guidance", 1.0, 0.0, 6.0, 0.1, 1, suggested=(1.0, 2.0)),
        Control(
            "apg",
            "APG",
            "number",
            "guidance",
            0.0,
            0.0,
            1.0,
            0.05,
            2,
            note="0 plain CFG, 1 removes the part that over-saturates.",
        ),
        Control("steps", "Steps", "integer", "sampler", 16, 1, 100, 1, unit="steps", suggested=(4, 32)),
        solver_control("euler", {}, SAME_AS_RK4),
        Control(
            "temperature",
            "Temperature",
            "number",
            "sampler",
            0.2,
            0.0,
            1.5,
            0.05,
            2,
            note="How much noise the voice starts from: low is clear and even, high is livelier and rougher.",
        ),
        Control("seed", "Seed", "integer", "sampler", 0, 0, 2**63 - 1),
        Control("show_phonemes", "Show phonemes", "flag", "advanced", False, note="Lists what was read beside the take."),
    )


PRESETS = (
    Preset(
        "default", "Default", (("solver", "euler"), ("steps", 16), ("cfg_scale", 1.0), ("temperature", 0.2)), "Euler 16, no CFG."
    ),
    Preset(
        "fast", "Fast", (("solver", "midpoint"), ("steps", 4), ("cfg_scale", 1.0), ("temperature", 0.2)), "Midpoint with 4 steps."
    ),
)
LIMITS = (
    "One synthetic voice, English only, no voice cloning: a working default, not a replacement for the large families.",
    "Words outside its lexicon are read by spelling rules.",
)


def describe(folder: Path, model: str, builtin: bool) -> ModelInfo:
    """What a Mini Voice folder holds, from headers alone."""
    problems: list[str] = []
    parts = {"transformer": 0, "phoneme encoder": 0, "decoder": 0}
    try:
        read_config(folder)
        for name, header in read_header(folder / MODEL_FILE)[0].items():
            count = header.size_bytes // 2
            parts["transformer"] += count if name.startswith("dit.") else 0
            parts["phoneme encoder"] += count if name.startswith("encoder.") else 0
        parts["decoder"] = sum(h.size_bytes // 2 for h in read_header(folder / DECODER_FILE)[0].values())
    except BadModelFolder as error:
        problems.append(error.text())
    files = listed(folder, ROLES)
    problems += missing(files, problems)
    return ModelInfo(
        family="mini",
        variant="voice",
        title="Mini Voice",
        model=model,
        sample_rate_hz=SAMPLE_RATE_HZ,
        channels=1,
        controls=controls(),
        presets=PRESETS,
        parameters=sum(parts.values()),
        size_bytes=sum(f.size_bytes for f in files),
        licence="Apache-2.0",
        licence_note="A synthetic voice, trained by the Ditone project; see assets/NOTICE. Free to use, also commercially.",
        limits=LIMITS,
        example_prompt="Two old friends met again at the harbor.",
        precisions=("float32", "bfloat16"),
        files=files,
        problems=tuple(problems),
        builtin=builtin,
        parts=tuple(parts.items()),
        peak_memory_mib=_peak_memory_mib,
        read=partial(_read, folder / LEXICON_FILE),
    )


def _read(lexicon: Path, request: Request) -> Reading:
    from ditone.runtime.text.reading import Reading, Spoken

    sentences, notes = _front_end(lexicon).read(request.prompt)
    return Reading(request.prompt, tuple(Spoken(s.text, s.phonemes, s.cut) for s in sentences), tuple(notes))


@lru_cache(maxsize=2)
def _front_end(lexicon: Path) -> FrontEnd:
    from ditone.models.mini.voice.text import FrontEnd

    return FrontEnd(lexicon)


def load(info: ModelInfo, folder: Path, engine: Engine, progress: Progress) -> VoicePipeline:
    from ditone.models.mini.voice.loading import load_parts
    from ditone.models.mini.voice.pipeline import VoicePipeline

    parts = load_parts(folder, engine.device, engine.dtype, progress)
    tune(parts.model.dit, engine.settings, engine.notes.append)
    return VoicePipeline(info, engine, parts)


def _peak_memory_mib(request: Request) -> float:
    """Weights in float32 and the longest sentence's spectra; sentences are made one by one."""
    return 110.0 + min(len(request.prompt), 300) * 0.15


__all__ = ["CONFIG_FILE", "LEXICON_FILE", "describe", "load"]
