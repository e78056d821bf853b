"""The built-in models: Mini SFX in the list of models, what can be set and how it is loaded; Mini Voice by its own module."""

from __future__ import annotations

from functools import lru_cache, partial
from pathlib import Path

from ditone.models.mini.config import LONGEST_TAKE_S, SAMPLE_RATE_HZ, SHORTEST_S
from ditone.models.mini.files import beginning, listed, missing
from ditone.models.mini.kinds import KINDS_FILE, Kinds
from ditone.models.mini.loading import load_parts, load_static, load_table, read_config
from ditone.models.mini.pipeline import WIDTH, MiniPipeline
from ditone.models.mini.prompt import read_prompt
from ditone.models.mini.tensor_map import (
    CONDITIONER_PREFIX,
    CONFIG_FILE,
    DECODER_FILE,
    DIT_PREFIX,
    MODEL_FILE,
    WORD_VECTORS_FILE,
    WORDS_FILE,
)
from ditone.models.mini.text import WordTable, WordVectors, prompt_length
from ditone.models.mini.voice.describe import describe as describe_voice
from ditone.models.mini.voice.describe import load as load_voice
from ditone.runtime.controls import Choice, Control, Preset
from ditone.runtime.dit.tuning import tune
from ditone.runtime.errors import BadModelFolder
from ditone.runtime.registry import Engine, ModelInfo, Pipeline, Progress
from ditone.runtime.request import Request
from ditone.runtime.sampling.solver_control import SAME_AS_RK4, solver_control
from ditone.runtime.text.hints import Hints
from ditone.runtime.variations import variation_controls
from ditone.runtime.weights.sources import read_header

ASSETS = Path(__file__).resolve().parents[2] / "assets"
BUILTIN = {"mini-sfx": ASSETS / "mini-sfx", "mini-voice": ASSETS / "mini-voice"}
VOICE = "voice"
ROLES = {
    CONFIG_FILE: "configuration",
    MODEL_FILE: "transformer, text encoder, latent space",
    DECODER_FILE: "decoder",
    WORD_VECTORS_FILE: "word vectors",
    WORDS_FILE: "word list",
    KINDS_FILE: "kinds of sounds",
}
_SOLVER_NOTES = {
    "euler": "one evaluation a step; the default",
    "midpoint": "two evaluations a step; 10 steps do what Euler does in 20",
    "rk4": "four evaluations a step; 5 steps do what Euler does in 20",
    "pingpong": "fresh noise in each step; with this model farther from real sounds than Euler",
    "dpmpp": "second order from one evaluation a step",
}


def controls() -> tuple[Control, ...]:
    """What can be set; asked anew each time, since solvers may have been added."""
    return (
        Control("prompt", "Prompt", "text", "prompt", "", required=True),
        Control("negative_prompt", "Negative prompt", "text", "prompt", "", note="What the guidance moves away from."),
        Control("duration_s", "Duration", "number", "prompt", 2.0, SHORTEST_S, LONGEST_TAKE_S, 0.1, 2, "s"),
        Control(
            "loop",
            "Loop",
            "flag",
            "prompt",
            False,
            note="The end runs on into the beginning, for ambiences that play on and on. From about 4 s.",
        ),
        Control(
            "ending",
            "When the sound is over",
            "choice",
            "advanced",
            "pad",
            choices=(
                Choice("pad", "Silence up to the duration", "The take is as long as asked."),
                Choice("cut", "Cut there", "The take may be shorter than asked; a note says so."),
            ),
        ),
        Control("cfg_scale", "CFG scale", "number", "guidance", 3.0, 0.0, 10.0, 0.1, 1, suggested=(1.0, 4.0)),
        Control(
            "apg",
            "APG",
            "number",
            "guidance",
            1.0,
            0.0,
            1.0,
            0.05,
            2,
            note="0 plain CFG, 1 removes the part that over-saturates.",
        ),
        Control("steps", "Steps", "integer", "sampler", 20, 1, 100, 1, unit="steps", suggested=(5, 40)),
        solver_control("euler", _SOLVER_NOTES, SAME_AS_RK4),
        Control("seed", "Seed", "integer", "sampler", 0, 0, 2**63 - 1),
        *variation_controls(),
        Control(
            "decoder",
            "Decoder",
            "choice",
            "advanced",
            "neural",
            choices=(
                Choice("neural", "Neural", "ConvNeXt, drawn noise and inverse STFT; sharper"),
                Choice("griffin-lim", "Griffin-Lim", "no learned part; 32 iterations"),
            ),
        ),
        Control(
            "width",
            "Stereo width",
            "number",
            "advanced",
            WIDTH,
            0.0,
            1.0,
            0.05,
            2,
            note="Of textures such as rain or applause; 0 keeps them mono. One-shots are always mono.",
        ),
    )


PRESETS = (
    Preset(
        "default", "Default", (("solver", "euler"), ("steps", 20), ("cfg_scale", 3.0), ("apg", 1.0)), "Euler 20, CFG 3 with APG."
    ),
    # Euler with 8 steps lies nearer to real sounds than PingPong with 8 (report.json, distribution), at the same cost
    Preset("fast", "Fast", (("solver", "euler"), ("steps", 8), ("cfg_scale", 3.0), ("apg", 1.0)), "Euler with 8 steps."),
    Preset("plain", "Plain CFG", (("solver", "euler"), ("steps", 20), ("cfg_scale", 1.5), ("apg", 0.0)), "CFG 1.5 without APG."),
)
# what the outside judge hears as itself (KNOWN-FAULTS.md), then the cleanest noise and the cleanest tone of report.json
EXAMPLES = ("ocean waves", "explosion", "running water", "rain on a tin roof", "acoustic guitar")
LIMITS = (
    "A small model, 0.1 to 60 s: a working default, not a replacement for the large families.",
    "Knows some kinds of sounds and the General MIDI instruments; a word that it does not know is said, with the nearest kinds.",
)


class MiniFamily:
    """Family `mini`: small models whose weights come with the installation."""

    name = "mini"
    title = "Mini"

    def builtin(self) -> list[ModelInfo]:
        """The variants whose files are installed."""
        return [_described(folder, name, True) for name, folder in BUILTIN.items() if (folder / CONFIG_FILE).exists()]

    def recognise(self, folder: Path) -> ModelInfo | None:
        """A folder of this family's own format, for example one that was trained again."""
        if '"family": "mini"' not in beginning(folder / CONFIG_FILE):
            return None
        return _described(folder, str(folder), False)

    def load(self, info: ModelInfo, engine: Engine, progress: Progress) -> Pipeline:
        """Loads the parts from the built-in or given folder."""
        folder = BUILTIN.get(info.model, Path(info.model))
        if info.variant == VOICE:
            return load_voice(info, folder, engine, progress)
        parts = load_parts(folder, engine.device, engine.dtype, progress)
        tune(parts.dit, engine.settings, engine.notes.append)
        return MiniPipeline(info, engine, parts)


def _described(folder: Path, model: str, builtin: bool) -> ModelInfo:
    describe = describe_voice if f'"variant": "{VOICE}"' in beginning(folder / CONFIG_FILE) else _describe
    return describe(folder, model, builtin)


def _describe(folder: Path, model: str, builtin: bool) -> ModelInfo:
    problems: list[str] = []
    variant, parts = "sfx", {"transformer": 0, "text encoder": 0, "decoder": 0}
    try:
        variant = read_config(folder).variant
        for name, header in read_header(folder / MODEL_FILE)[0].items():
            count = header.size_bytes // 2
            parts["transformer"] += count if name.startswith(DIT_PREFIX) else 0
            parts["text encoder"] += count if name.startswith(CONDITIONER_PREFIX) else 0
        parts["decoder"] = sum(h.size_bytes // 2 for h in read_header(folder / DECODER_FILE)[0].values())
    except BadModelFolder as error:
        problems.append(error.text())
    files = listed(folder, ROLES)
    problems += missing(files, problems)
    return ModelInfo(
        family="mini",
        variant=variant,
        title="Mini SFX",
        model=model,
        sample_rate_hz=SAMPLE_RATE_HZ,
        channels=1,
        controls=controls(),
        presets=PRESETS,
        parameters=sum(parts.values()),
        size_bytes=sum(f.size_bytes for f in files),
        licence="Apache-2.0",
        licence_note="Trained by the Ditone project from redistributable sources; see assets/NOTICE. Free to use, also commercially.",
        limits=LIMITS,
        example_prompt="a short metallic clang",
        examples=EXAMPLES,
        precisions=("float32", "bfloat16"),
        files=files,
        problems=tuple(problems),
        builtin=builtin,
        parts=tuple(parts.items()),
        peak_memory_mib=_peak_memory_mib,
        prompt_length=prompt_length,
        hints=None if problems else partial(_hints, folder),
    )


@lru_cache(maxsize=2)
def _words_of(folder: Path) -> tuple[WordTable, WordVectors, Kinds]:
    config = read_config(folder)
    vectors = WordVectors(config.words, config.trained_words)
    vectors.static = load_static(folder, config)
    return load_table(folder, config), vectors, Kinds.load(folder)


def _hints(folder: Path, request: Request) -> Hints:
    """What is said of a prompt, without loading the model."""
    return read_prompt(request.prompt, *_words_of(folder)).hints()


def _peak_memory_mib(request: Request) -> float:
    """Weights in float32 plus a few activations that grow with the length."""
    return 90.0 + 12.0 * max(request.duration_s, SHORTEST_S)


family = MiniFamily()
