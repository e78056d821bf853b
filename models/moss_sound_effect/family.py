"""MOSS-SoundEffect v2.0 in the list of models: what it is, what can be set, what it costs, and how it is loaded."""

from __future__ import annotations

import math
from functools import partial
from pathlib import Path

from ditone.models.moss_sound_effect import folder as folders
from ditone.models.moss_sound_effect.config import CONTEXT_TOKENS, ModelConfig, read_config, read_json
from ditone.models.moss_sound_effect.controls import controls, presets
from ditone.runtime.dit.cost import evaluation_flop
from ditone.runtime.dit.tuning import tune
from ditone.runtime.errors import BadModelFolder
from ditone.runtime.hub import catalogue
from ditone.runtime.hub.catalogue import Entry
from ditone.runtime.importing import one_at_a_time
from ditone.runtime.registry import ASSETS, Engine, ModelInfo, Pipeline, Progress
from ditone.runtime.request import Request
from ditone.runtime.sampling.solvers import SOLVERS
from ditone.runtime.text.prompt_length import by_tokenizer

LICENCE = "Apache-2.0"
LICENCE_NOTE = "Code and weights are free to use, also commercially."
# text encoder states reach 1e4 and snake slopes 8e-6: both leave the range of float16
FLOAT16_REASON = "Its text encoder and its decoder leave the range of float16 and give silence or noise."
DECODER_PARAMETERS = 75_498_690  # of the published VAE; its encoder is loaded only to vary a sound
HOP_SAMPLES = 960  # per latent frame of the published VAE, where a folder's own is not known
SHARES = (("prompts", 0.45), ("transformer", 0.45), ("decoder", 0.1))  # of the loading progress


class MossSoundEffectFamily:
    """Family `moss_sound_effect`: text to sound effect, English and Chinese, mono 48 kHz, up to 30 s."""

    name = "moss_sound_effect"
    title = "MOSS-SoundEffect v2"

    def builtin(self) -> list[ModelInfo]:
        """None: the weights are 11 GB and come from the model hub."""
        return []

    def catalogue(self) -> list[Entry]:
        """The published repositories of this family."""
        return catalogue.read(ASSETS / "catalogue" / f"{self.name}.json")

    def recognise(self, folder: Path) -> ModelInfo | None:
        """A published folder, a repack or a fine-tune; relatives that cannot be played are named, with the reason as a problem."""
        if folders.is_ours(folder):
            return _describe(folder)
        refused = folders.refusal(folder)
        if refused is None:
            return None
        title, sentence = refused
        return ModelInfo(
            family=self.name,
            variant="unsupported",
            title=title,
            model=str(folder),
            sample_rate_hz=48000,
            channels=1,
            controls=(),
            presets=(),
            parameters=0,
            size_bytes=sum(path.stat().st_size for path in folder.iterdir() if path.is_file()),
            licence=LICENCE,
            problems=(sentence,),
        )

    def load(self, info: ModelInfo, engine: Engine, progress: Progress) -> Pipeline:
        """Streams the text encoder, the transformer and the decoder to the device, each tensor once."""
        with one_at_a_time:
            from ditone.models.moss_sound_effect.decoder import load_decoder
            from ditone.models.moss_sound_effect.pipeline import MossSoundEffectPipeline, Parts
            from ditone.models.moss_sound_effect.text_encoder import PromptEncoder
            from ditone.models.moss_sound_effect.transformer import load_transformer

        folder, done = Path(info.model), 0.0
        config = read_config(folder)
        steps = {}
        for name, share in SHARES:
            steps[name] = partial(_report, progress, done, share)
            done += share
        prompts = PromptEncoder(folder, engine.dtype, engine.device, steps["prompts"])
        transformer = load_transformer(
            folder, config.dit, dtype=engine.dtype, device=engine.device, progress=steps["transformer"]
        )
        tune(transformer, engine.settings, engine.notes.append)
        decoder = load_decoder(folder, engine.device, steps["decoder"])
        return MossSoundEffectPipeline(info, engine, Parts(folder, config, transformer, decoder, prompts))


def _report(progress: Progress, done: float, share: float, part: float) -> None:
    progress(done + share * part)


def _describe(folder: Path) -> ModelInfo:
    contents = folders.read_contents(folder)
    try:
        config: ModelConfig | None = read_config(folder)
    except BadModelFolder:  # its sentence is among the problems already
        config = None
    longest = 30.0 if config is None else config.longest_s
    frames_per_second = 0.0 if config is None else config.sample_rate_hz / (contents.hop or HOP_SAMPLES)
    return ModelInfo(
        family="moss_sound_effect",
        variant=_variant(folder),
        title="MOSS-SoundEffect v2.0",
        model=str(folder),
        sample_rate_hz=48000 if config is None else config.sample_rate_hz,
        channels=1,
        controls=() if config is None else controls(config),
        presets=() if config is None else presets(config),
        parameters=sum(count for _, count in contents.parts),
        size_bytes=sum(file.size_bytes for file in contents.files),
        licence=LICENCE,
        licence_note=LICENCE_NOTE,
        limits=(
            f"Sound effects, mono, up to {longest:g} s; prompts in English or Chinese. No voices.",
            f"Every take computes the whole {longest:g} s, whatever is asked for: the time does not depend on the duration.",
        ),
        example_prompt="a heavy wooden door creaks open slowly",
        precisions=("bfloat16", "float32"),
        precision_note=FLOAT16_REASON,
        files=contents.files,
        problems=contents.problems,
        parts=contents.parts,
        peak_memory_mib=None if config is None else partial(_peak_memory_mib, dict(contents.parts), config, frames_per_second),
        prompt_length=by_tokenizer(folder / "tokenizer" / "tokenizer.json", CONTEXT_TOKENS),
        work_tflop=None if config is None else partial(_work_tflop, config, frames_per_second),
    )


def _variant(folder: Path) -> str:
    try:
        return read_json(folder / "model_index.json").text("dit_variant", "1.3B")
    except BadModelFolder:
        return "1.3B"


def _peak_memory_mib(parts: dict[str, int], config: ModelConfig, frames_per_second: float, request: Request) -> float:
    """Weights, plus what one evaluation and one decoder piece need at most, in MiB."""
    bytes_each = 4 if request.engine.precision == "float32" else 2
    weights = (parts["text encoder"] + parts["transformer"]) * bytes_each + min(parts["VAE"], DECODER_PARAMETERS) * 4
    frames, dit = config.longest_s * frames_per_second, config.dit
    evaluated = request.steps * SOLVERS[request.solver].evaluations_per_step
    bank = evaluated * 6 * dit.width * dit.depth * 4
    evaluation = frames * (8 * dit.width * 4 + 2 * dit.feed_forward.inner * bytes_each)
    return (weights + bank + evaluation) / 2**20 + 1100.0


def _work_tflop(config: ModelConfig, frames_per_second: float, request: Request) -> float:
    """Of the transformer, which is nearly all: every evaluation is of the whole canvas unless a short one is asked for."""
    seconds = min(config.longest_s, math.ceil(request.duration_s)) if request.value("short_canvas", False) else config.longest_s
    branches = 1 if request.cfg_scale in (0.0, 1.0) else 2
    evaluations = request.steps * SOLVERS[request.solver].evaluations_per_step * branches
    return evaluations * evaluation_flop(config.dit, round(seconds * frames_per_second)) / 1e12


family = MossSoundEffectFamily()
