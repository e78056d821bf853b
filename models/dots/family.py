"""dots.tts in the list of models: which variant a folder holds, what can be set, what it costs, and how it is loaded."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from ditone.models.dots import folder as folders
from ditone.models.dots.config import DotsConfig, Variant, read_config
from ditone.models.dots.controls import controls, presets
from ditone.models.dots.memory import peak_memory_mib
from ditone.models.dots.tensor_map import SPEAKER_FILE
from ditone.runtime.errors import BadModelFolder
from ditone.runtime.hub import catalogue
from ditone.runtime.hub.catalogue import Entry
from ditone.runtime.importing import one_at_a_time
from ditone.runtime.registry import ASSETS, Engine, ModelInfo, Pipeline, Progress
from ditone.runtime.request import Request

if TYPE_CHECKING:
    from ditone.runtime.text.reading import Reading

LICENCE = "Apache-2.0"
LICENCE_NOTE = "Code and weights are free to use, also commercially. Ask the owner of a voice before you use it."
TITLES = {
    "soar": "SOAR",
    "base": "base",
    "flow": "base or SOAR",
    "mf": "MeanFlow",
    "mf-2steps": "two steps",
    "mf-1step": "one step",
}
_NAMES: dict[Variant, str] = {"meanflow": "mf", "two_step": "mf-2steps", "one_step": "mf-1step"}
SHARES = {"core": 0.85, "audio": 0.13, "voice": 0.02}  # of the loading progress


class DotsFamily:
    """Family `dots`: text and a reference voice to mono speech at 48 kHz."""

    name = "dots"
    title = "dots.tts"

    def builtin(self) -> list[ModelInfo]:
        """None: the weights are 5 to 9.5 GB and come from the model hub."""
        return []

    def catalogue(self) -> list[Entry]:
        """The published repositories of this family."""
        return catalogue.read(ASSETS / "catalogue" / f"{self.name}.json")

    def recognise(self, folder: Path) -> ModelInfo | None:
        """A published folder or a fine-tune; conversions and relatives with another task are named as problems."""
        return _describe(folder) if folders.is_ours(folder) else None

    def load(self, info: ModelInfo, engine: Engine, progress: Progress) -> Pipeline:
        """Streams language model and transformer in the engine's dtype, audio parts in float32."""
        with one_at_a_time:
            from ditone.models.dots import loading
            from ditone.models.dots.pipeline import DotsPipeline, Parts
            from ditone.models.dots.text import TextTokenizer
            from ditone.runtime.dit.tuning import tune

        folder = Path(info.model)
        config = read_config(folder)
        tokenizer = TextTokenizer(folder)
        stats = loading.load_stats(folder, config, engine.device)
        core = loading.load_core(folder, config, engine.dtype, engine.device, lambda share: progress(SHARES["core"] * share))
        loading.check_tokenizer(tokenizer, core)
        tune(core.dit, engine.settings, engine.notes.append)
        vae = loading.load_vae(folder, config, engine.device, lambda share: progress(SHARES["core"] + SHARES["audio"] * share))
        speaker = None
        if (folder / SPEAKER_FILE).exists():
            speaker = loading.load_speaker_encoder(folder, config, engine.device)
        progress(1.0)
        return DotsPipeline(info, engine, Parts(config, tokenizer, core, stats, vae, speaker))


def _describe(folder: Path) -> ModelInfo:
    config: DotsConfig | None = None
    problems: list[str] = []
    refused = folders.refusal(folder)
    if refused is not None:
        problems.append(refused)
    else:
        try:
            config = read_config(folder)
        except BadModelFolder as error:
            problems.append(error.text())
    contents = folders.read_contents(folder, config)
    if refused is None:
        problems += [problem for problem in contents.problems if problem not in problems]
    variant = _variant(folder, config)
    return ModelInfo(
        family="dots",
        variant=variant,
        title=f"dots.tts {TITLES[variant]}",
        model=str(folder),
        sample_rate_hz=48000 if config is None else config.vae.sample_rate_hz,
        channels=1,
        controls=() if config is None else controls(config),
        presets=() if config is None else presets(config.recipe),
        parameters=sum(count for _, count in contents.parts),
        size_bytes=sum(file.size_bytes for file in contents.files),
        licence=LICENCE,
        licence_note=LICENCE_NOTE,
        limits=_limits(contents),
        example_prompt="The lighthouse keeper counted the waves, and on the seventh he smiled.",
        precisions=("bfloat16", "float32"),
        files=contents.files,
        problems=tuple(problems),
        parts=contents.parts,
        peak_memory_mib=None if config is None else partial(peak_memory_mib, dict(contents.parts), config),
        read=None if config is None else partial(_read, config),
    )


def _read(config: DotsConfig, request: Request) -> Reading:
    """What will be said. How long a reference with a transcript is, is not known here: its part of the patches is not taken off."""
    with one_at_a_time:
        from ditone.models.dots.normalise import spoken_text
        from ditone.models.dots.pieces import parts
        from ditone.runtime.text.reading import Reading, Spoken

    available_s = int(request.value("max_patches")) * config.patch_s
    found = parts(spoken_text(request), str(request.value("split")), available_s)
    return Reading(request.prompt, tuple(Spoken(part.text, cut=part.cut) for part in found if part.text))


def _variant(folder: Path, config: DotsConfig | None) -> str:
    """The configuration decides; base and SOAR share theirs to the byte, so the folder's name tells them apart where it does."""
    if config is not None and config.recipe.variant != "flow":
        return _NAMES[config.recipe.variant]
    name = folder.resolve().name.lower()
    return next((word for word in ("soar", "base") if word in name), "flow")


def _limits(contents: folders.Contents) -> tuple[str, ...]:
    limits = [
        "Speech only, one voice, mono 48 kHz, up to 80 s in one piece (longer text is split).",
        "Without a reference the voice is random. On a CPU one second of speech takes half a minute or more.",
    ]
    if any(file.name == SPEAKER_FILE and not file.present for file in contents.files):
        limits.append(f"{SPEAKER_FILE} is missing: reference voices cannot be used.")
    return tuple(limits)


family = DotsFamily()
