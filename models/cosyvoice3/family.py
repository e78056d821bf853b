"""CosyVoice3 in the list of models: what it is, what can be set, what it costs, and how it is loaded."""

from __future__ import annotations

from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from ditone.models.cosyvoice3 import folder as folders
from ditone.models.cosyvoice3 import weights
from ditone.models.cosyvoice3.config import FAMILY
from ditone.models.cosyvoice3.controls import controls, presets
from ditone.models.cosyvoice3.description import read_config
from ditone.runtime.hub import catalogue
from ditone.runtime.hub.catalogue import Entry
from ditone.runtime.importing import one_at_a_time
from ditone.runtime.registry import ASSETS, Engine, ModelInfo, Pipeline, Progress
from ditone.runtime.request import Request

if TYPE_CHECKING:
    from ditone.models.cosyvoice3.tokenizer import Tokenizer
    from ditone.runtime.text.reading import Reading

LICENCE = "Apache-2.0"
LICENCE_NOTE = "Code and weights are free to use, also commercially. Copy only voices whose owners agree."
LIMITS = (
    "Speech, mono, 24 kHz; nine languages, Chinese best, and eighteen Chinese dialects. No music, no effects.",
    "Every take needs a reference voice of up to 30 s, or a saved one.",
    "How long a take becomes is known only when its words are spoken: 25 speech tokens are one second.",
)
TITLE = "Fun-CosyVoice3"
SHARES = (("language model", 0.55), ("flow", 0.4), ("vocoder", 0.05))  # of the loading progress


class CosyVoice3Family:
    """Family `cosyvoice3`: text and a reference voice to 24 kHz speech."""

    name = FAMILY
    title = TITLE

    def builtin(self) -> list[ModelInfo]:
        """None: the weights are 4.4 GB and come from the model hub."""
        return []

    def catalogue(self) -> list[Entry]:
        """The published repositories of this family."""
        return catalogue.read(ASSETS / "catalogue" / f"{self.name}.json")

    def recognise(self, folder: Path) -> ModelInfo | None:
        """A published folder, complete or not; older models of the line are named, with the reason as a problem."""
        if folders.is_ours(folder):
            return _describe(folder)
        title = folders.relative(folder)
        if title is None:
            return None
        return ModelInfo(
            family=FAMILY,
            variant="unsupported",
            title=title,
            model=str(folder),
            sample_rate_hz=24000,
            channels=1,
            controls=(),
            presets=(),
            parameters=0,
            size_bytes=sum(path.stat().st_size for path in folder.iterdir() if path.is_file()),
            licence=LICENCE,
            problems=(f"This is {title}, which has other networks; choose the folder of Fun-CosyVoice3-0.5B-2512.",),
        )

    def load(self, info: ModelInfo, engine: Engine, progress: Progress) -> Pipeline:
        """Streams language model, flow and vocoder to the device; the two ONNX networks are opened for the first new reference."""
        with one_at_a_time:
            from ditone.models.cosyvoice3.decoder import Decoder
            from ditone.models.cosyvoice3.flow import Flow
            from ditone.models.cosyvoice3.language_model import SpeechModel
            from ditone.models.cosyvoice3.nets import VoiceNets
            from ditone.models.cosyvoice3.pipeline import CosyVoice3Pipeline, Parts
            from ditone.models.cosyvoice3.tokenizer import Tokenizer

        folder, done = Path(info.model), 0.0
        steps = {}
        for name, share in SHARES:
            steps[name] = partial(_report, progress, done, share)
            done += share
        config = read_config(folder)
        tokenizer = Tokenizer(folder, int(config.language_model.text["vocab_size"]))
        control = info.control("language_model")
        variant = "base" if control is None else str(control.default)
        speech = SpeechModel.load(config.language_model, folder, engine, variant, steps["language model"])
        flow = Flow.load(config.flow, folder, engine, steps["flow"])
        decoder = Decoder.load(config.vocoder, config.flow, folder, engine.device, steps["vocoder"])
        nets = VoiceNets(folder, config.flow, engine.threads)
        return CosyVoice3Pipeline(info, engine, Parts(folder, config, tokenizer, flow, decoder, nets, speech, variant))


def _report(progress: Progress, done: float, share: float, part: float) -> None:
    progress(done + share * part)


def _describe(folder: Path) -> ModelInfo:
    contents = folders.read_contents(folder)
    config = contents.config
    parts = dict(contents.parts)
    return ModelInfo(
        family=FAMILY,
        variant=_variant(parts),
        title=TITLE,
        model=str(folder),
        sample_rate_hz=24000 if config is None else config.sample_rate_hz,
        channels=1,
        controls=() if config is None else controls(config, contents.language_models),
        presets=presets(),
        parameters=sum(parts.values()),
        size_bytes=sum(file.size_bytes for file in contents.files if file.present),
        licence=LICENCE,
        licence_note=LICENCE_NOTE,
        limits=(*LIMITS, *contents.limits),
        example_prompt="The harbour was quiet, and the last boat had just come in.",
        precisions=("float32", "bfloat16"),
        files=contents.files,
        problems=contents.problems,
        parts=contents.parts,
        peak_memory_mib=partial(_peak_memory_mib, parts),
        read=None if config is None else partial(_read, folder, int(config.language_model.text["vocab_size"])),
        convert=partial(weights.convert, folder) if weights.unconverted(folder) else None,
    )


def _read(folder: Path, rows: int, request: Request) -> Reading:
    """What will be said. Raises BadRequest for a text without words, BadModelFolder for a tokenizer that cannot be read."""
    with one_at_a_time:
        from ditone.models.cosyvoice3.plan import parts_of
        from ditone.runtime.text.reading import Reading, Spoken

    found = parts_of(request, _tokenizer(folder, rows).length)
    return Reading(request.prompt, tuple(Spoken(part.text, cut=part.cut) for part in found))


@lru_cache(maxsize=2)
def _tokenizer(folder: Path, rows: int) -> Tokenizer:
    with one_at_a_time:
        from ditone.models.cosyvoice3.tokenizer import Tokenizer

    return Tokenizer(folder, rows)


def _variant(parts: dict[str, int]) -> str:
    millions = parts.get("language model", 0) / 1e6
    return "0.5B-2512" if 400 < millions < 600 else f"{millions:.0f}M"


def _peak_memory_mib(parts: dict[str, int], request: Request) -> float:
    """Weights, the speech tokenizer for a new reference, and what the flow of a 30 s line needs beside them, in MiB."""
    bytes_each = 2 if request.engine.precision == "bfloat16" else 4
    size = (parts.get("language model", 0) + parts.get("flow", 0)) * bytes_each + parts.get("vocoder", 0) * 4
    return size / 2**20 + 1000.0 + 900.0


family = CosyVoice3Family()
