"""Stable Audio 3: recognised by what its folder holds, loaded without a network."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

from ditone.models.stable_audio_3 import controls, licence, needs
from ditone.models.stable_audio_3.config import BASE, CONFIG_FILE, Band, Published
from ditone.models.stable_audio_3.config_file import is_config, read_config
from ditone.models.stable_audio_3.loading import WEIGHTS_FILE, fit, load_weights
from ditone.models.stable_audio_3.schedule import published
from ditone.models.stable_audio_3.text import check_config
from ditone.runtime import json_reading, tokenizer_files
from ditone.runtime.dit.tuning import tune
from ditone.runtime.errors import BadModelFolder
from ditone.runtime.hub import catalogue
from ditone.runtime.hub.catalogue import Entry
from ditone.runtime.importing import one_at_a_time
from ditone.runtime.registry import ASSETS, Engine, FileRole, ModelInfo, Pipeline, Progress
from ditone.runtime.text.prompt_length import Measure, by_tokenizer
from ditone.runtime.weights import open_safetensors
from ditone.runtime.weights.sources import read_header

EXAMPLE = "Footsteps on gravel, close perspective, dry recording, birds far away"
LIMITS = ("English prompts only.", "No intelligible speech or singing.")
TOKENIZER_FILES = ("tokenizer.json", "tokenizer.model")


class StableAudioFamily:
    name = "stable_audio_3"
    title = "Stable Audio 3"

    def builtin(self) -> list[ModelInfo]:
        return []

    def catalogue(self) -> list[Entry]:
        """The published repositories of this family."""
        return catalogue.read(ASSETS / "catalogue" / f"{self.name}.json")

    def recognise(self, folder: Path) -> ModelInfo | None:
        """From `model_config.json` and the headers of the weight files. None where the configuration is another family's."""
        path = folder / CONFIG_FILE
        if not path.is_file():
            return None
        try:
            if not is_config(json_reading.load(path)):
                return None
        except BadModelFolder:
            return None  # a damaged file of a common name says nothing about the family
        try:
            config = read_config(folder)
        except BadModelFolder as error:
            return _info(folder, None, (error.text(),))
        return _info(folder, config, tuple(problems(folder, config)))

    def load(self, info: ModelInfo, engine: Engine, progress: Progress) -> Pipeline:
        """Transformer in the engine's dtype, autoencoder (but for its decoder's products in bfloat16) and text encoder in float32."""
        with one_at_a_time:
            from ditone.models.stable_audio_3.pipeline import StableAudioPipeline
            from ditone.models.stable_audio_3.text import TextEncoder

        folder = Path(info.model)
        config = read_config(folder)
        if config.conditioner is None:
            raise BadModelFolder(f"{info.title} is an autoencoder without a transformer; it makes no takes by itself.")
        text = TextEncoder(folder / config.conditioner.text_folder, config.conditioner.text_tokens, engine.device)
        model = load_weights(folder, config, engine.dtype, engine.device, lambda share: progress(0.7 * share))
        tune(model.dit, engine.settings, engine.notes.append)
        text.load(progress=lambda share: progress(0.7 + 0.3 * share))
        return StableAudioPipeline(info, folder, config, model, text, published(dict(config.shift)), engine)


def problems(folder: Path, config: Published) -> Iterator[str]:
    """Sentences about what keeps the folder from being loaded: files, then tensors."""
    try:
        with open_safetensors(folder / WEIGHTS_FILE) as source:
            report = fit(config, source)
            if not report.fits:
                yield f"{WEIGHTS_FILE} does not fit {CONFIG_FILE}. {report.text()}"
    except BadModelFolder as error:
        yield error.text()
    try:
        published(dict(config.shift))
    except BadModelFolder as error:
        yield error.text()
    if config.conditioner is None:
        yield (
            "This folder holds only the autoencoder of Stable Audio 3: it turns sound into latents and back, and makes no sound by "
            "itself. Download one of the full variants, which contain it."
        )
        return
    text = folder / config.conditioner.text_folder
    if not text.is_dir():
        yield f"The text encoder is missing: there is no folder {text.name}. Download it together with the model."
        return
    for check in (check_config, tokenizer_files.check_folder):
        try:
            check(text)
        except BadModelFolder as error:
            yield error.text()
    if not any((text / name).exists() for name in TOKENIZER_FILES):
        yield f"The tokenizer is missing: {text.name} holds neither {' nor '.join(TOKENIZER_FILES)}."
    try:
        names = read_header(text / WEIGHTS_FILE)[0]
        if not any(name.startswith("model.encoder.") for name in names):
            yield f"{text.name}/{WEIGHTS_FILE} holds no text encoder: no tensor is named model.encoder.*."
    except BadModelFolder as error:
        yield f"{text.name}/{error.text()}"


def variant_of(config: Published) -> str:
    """Size, and music or effects, by the hub name in the file (base folders name the other one there); base by the objective."""
    if config.dit is None:
        return "same-l" if isinstance(config.autoencoder.decoder.locality, Band) else "same-s"
    name = config.hub_name.removeprefix("stable-audio-3-") or "model"
    return f"{name}-base" if config.objective == BASE and not name.endswith("-base") else name


def title_of(variant: str) -> str:
    """small-sfx-base -> Small-SFX Base, as the publisher writes them."""
    words = {"sfx": "SFX", "same": "SAME"}
    parts = [words.get(part, part.capitalize()) for part in variant.removesuffix("-base").split("-")]
    return "-".join(parts) + (" Base" if variant.endswith("-base") else "")


def _info(folder: Path, config: Published | None, found: tuple[str, ...]) -> ModelInfo:
    files = tuple(_files(folder, config))
    name, note = licence.found(folder)
    if config is None:
        return ModelInfo(
            family="stable_audio_3",
            variant="unknown",
            title="Stable Audio 3",
            model=str(folder),
            sample_rate_hz=44100,
            channels=2,
            controls=(),
            presets=(),
            parameters=0,
            size_bytes=_size(files),
            licence=name,
            licence_note=note,
            files=files,
            problems=found,
        )
    parts = _parts(folder, config)
    seconds = config.sample_limit / config.sample_rate_hz
    makes = config.dit is not None
    return ModelInfo(
        family="stable_audio_3",
        variant=variant_of(config),
        title=f"Stable Audio 3 {title_of(variant_of(config))}",
        model=str(folder),
        sample_rate_hz=config.sample_rate_hz,
        channels=config.channels,
        controls=controls.controls(config) if makes else (),
        presets=controls.presets(config) if makes else (),
        parameters=sum(count for _, count in parts),
        size_bytes=_size(files),
        licence=name,
        licence_note=note,
        limits=(f"Up to {seconds:.1f} s.", *LIMITS, *_objective(config)) if makes else (),
        example_prompt=EXAMPLE if makes else "",
        precisions=("float32", "bfloat16", "float16"),
        files=files,
        problems=found,
        parts=parts,
        peak_memory_mib=(lambda request: needs.peak_mib(config, dict(parts), request)) if makes else None,
        work_tflop=(lambda request: needs.work_tflop(config, request)) if makes else None,
        prompt_length=_prompt_length(folder, config),
    )


def _prompt_length(folder: Path, config: Published) -> Measure | None:
    text = config.conditioner
    return None if text is None else by_tokenizer(folder / text.text_folder / "tokenizer.json", text.text_tokens)


def _objective(config: Published) -> tuple[str, ...]:
    if config.objective == BASE:
        return ("Base model: needs guidance and many steps; made for training adapters.",)
    return ("Post-trained: few steps, no guidance.",)


def _files(folder: Path, config: Published | None) -> Iterator[FileRole]:
    yield _file(folder, CONFIG_FILE, "configuration")
    yield _file(folder, WEIGHTS_FILE, "autoencoder" if config and not config.dit else "transformer, autoencoder, conditioner")
    if config is not None and config.conditioner is not None:
        text = config.conditioner.text_folder
        yield _file(folder, f"{text}/config.json", "text encoder, configuration")
        yield _file(folder, f"{text}/{WEIGHTS_FILE}", "text encoder, weights")
        tokenizer = next((name for name in TOKENIZER_FILES if (folder / text / name).exists()), TOKENIZER_FILES[0])
        yield _file(folder, f"{text}/{tokenizer}", "tokenizer")
    for name in licence.FILES:
        if (folder / name).exists():
            yield _file(folder, name, "licence")
    if (folder / "svd_bases.pt").exists():
        yield _file(folder, "svd_bases.pt", "bases of -xs adapters; not needed, they are computed from the weights")


def _file(folder: Path, name: str, role: str) -> FileRole:
    path = folder / name
    present = path.is_file()
    return FileRole(name, role, path.stat().st_size if present else 0, present)


def _size(files: tuple[FileRole, ...]) -> int:
    return sum(file.size_bytes for file in files)


def _parts(folder: Path, config: Published) -> tuple[tuple[str, int], ...]:
    """Parameters by part, from headers; of the text encoder only the half that is used."""
    counts = {"transformer": 0, "autoencoder": 0, "conditioner": 0, "text encoder": 0}
    prefixes = {"model.model.": "transformer", "conditioner.": "conditioner"}
    for name, shape in _shapes(folder / WEIGHTS_FILE):
        part = next((part for prefix, part in prefixes.items() if name.startswith(prefix)), "autoencoder")
        counts[part] += math.prod(shape)
    if config.conditioner is not None:
        for name, shape in _shapes(folder / config.conditioner.text_folder / WEIGHTS_FILE):
            counts["text encoder"] += math.prod(shape) if name.startswith("model.encoder.") else 0
    return tuple((part, count) for part, count in counts.items() if count)


def _shapes(path: Path) -> Iterator[tuple[str, tuple[int, ...]]]:
    try:
        yield from ((name, header.shape) for name, header in read_header(path)[0].items())
    except BadModelFolder:
        return


family = StableAudioFamily()
