"""What a folder holds, from headers alone: a model, an incomplete one, or a relative that cannot be played here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ditone.models.cosyvoice3 import shapes, tensor_map, weights
from ditone.models.cosyvoice3.config import TEXT_FOLDER, YAML_FILE, ModelConfig
from ditone.models.cosyvoice3.description import read_config
from ditone.runtime import tokenizer_files
from ditone.runtime.errors import BadModelFolder
from ditone.runtime.registry import FileRole
from ditone.runtime.weights import TensorMap, TensorSource

# name, role, published size in bytes
TOKENIZER_FILES = (
    (f"{TEXT_FOLDER}/config.json", "sizes of the language model", 659),
    (f"{TEXT_FOLDER}/vocab.json", "tokenizer", 2_776_833),
    (f"{TEXT_FOLDER}/merges.txt", "tokenizer", 1_402_109),
    (f"{TEXT_FOLDER}/tokenizer_config.json", "tokenizer", 1_287),
)
NETS = (
    ("campplus.onnx", "speaker network, for new references", 28_303_423),
    ("speech_tokenizer_v3.onnx", "speech tokenizer, for new references", 969_451_503),
)
WEIGHTS = (
    ("llm", "language model", 2_024_669_519),
    ("llm.rl", "language model, reinforcement-tuned", 2_024_682_701),
    (weights.FLOW, "flow transformer", 1_329_116_148),
    (weights.VOCODER, "vocoder", 83_202_622),
)
Faults = Callable[[TensorSource, ModelConfig], list[str]]
RELATIVES = {"cosyvoice.yaml": "CosyVoice 1", "cosyvoice2.yaml": "CosyVoice 2"}


def is_ours(folder: Path) -> bool:
    """Whether the folder has this family's layout, complete or not."""
    if (folder / YAML_FILE).is_file():
        return True
    return (folder / TEXT_FOLDER).is_dir() and weights.weights_file(folder, weights.FLOW) is not None and relative(folder) is None


def relative(folder: Path) -> str | None:
    """The name of an older model of the same line whose folder this is."""
    return next((title for name, title in RELATIVES.items() if (folder / name).is_file()), None)


@dataclass(frozen=True)
class Contents:
    """parts: parameters in the order of use; language_models: variants present, the default first; problems and limits: sentences."""

    config: ModelConfig | None
    parts: tuple[tuple[str, int], ...]
    language_models: tuple[str, ...]
    files: tuple[FileRole, ...]
    problems: tuple[str, ...]
    limits: tuple[str, ...]


def read_contents(folder: Path) -> Contents:
    """Looks at every file that the model needs, names and shapes of all tensors included."""
    problems: list[str] = []
    config: ModelConfig | None = None
    try:
        config = read_config(folder)
    except BadModelFolder as error:
        problems.append(error.text())
    present = tuple(name for name, stem in weights.LANGUAGE_MODELS.items() if weights.weights_file(folder, stem))
    if not present:
        problems.append("llm.pt is missing; it holds the language model.")
    looks: list[tuple[str, str, Faults]] = [
        ("language model", weights.LANGUAGE_MODELS[name], _language_model) for name in present
    ]
    looks += [("flow", weights.FLOW, _flow), ("vocoder", weights.VOCODER, _vocoder)]
    parts: dict[str, int] = {}
    for part, stem, faults in looks:
        try:
            with weights.open_weights(folder, stem, headers_only=True) as source:
                parts.setdefault(part, _parameters(source))
                problems += faults(source, config) if config is not None else []
        except BadModelFolder as error:
            problems.append(error.text())
    try:
        tokenizer_files.check_folder(folder / TEXT_FOLDER)
    except BadModelFolder as error:
        problems.append(error.text())
    problems += [
        f"{name} is missing; it belongs to the {role}."
        for name, role, _ in TOKENIZER_FILES
        if not (folder / name).is_file() and not any(name in sentence for sentence in problems)
    ]
    limits = tuple(
        f"{name} is missing, so only saved voices can be used: it is the {role.split(',')[0]}."
        for name, role, _ in NETS
        if not (folder / name).is_file()
    )
    return Contents(config, tuple(parts.items()), present, tuple(_files(folder, present)), tuple(problems), limits)


def _language_model(source: TensorSource, config: ModelConfig) -> list[str]:
    return _faults(source, tensor_map.LANGUAGE_MODEL, shapes.language_model(config.language_model))


def _flow(source: TensorSource, config: ModelConfig) -> list[str]:
    return [
        *_faults(source, tensor_map.CONDITIONS, shapes.conditions(config.flow)),
        *_faults(source.under(tensor_map.DIT_PREFIX), tensor_map.DIT, shapes.transformer(config.flow.dit)),
    ]


def _vocoder(source: TensorSource, config: ModelConfig) -> list[str]:
    return [
        *_faults(source, tensor_map.VOCODER, shapes.vocoder(config.vocoder)),
        *_faults(source.under(tensor_map.F0_PREFIX), tensor_map.F0, shapes.pitch(config.vocoder)),
    ]


def _faults(source: TensorSource, rules: TensorMap, wanted: shapes.Shapes) -> list[str]:
    found = {name: header.shape for name, header in source.headers.items()}
    report = rules.plan(wanted, found)[1]
    return [] if report.fits else [f"{source.title} does not fit this model: {report.text()}"]


def _parameters(source: TensorSource) -> int:
    """Parameters that are used: not the tied head, and one weight for each pair of weight norm."""
    total = 0
    for name, header in source.headers.items():
        if name in weights.UNUSED or name.endswith(("original0", "weight_g", "inv_freq")):
            continue
        count = 1
        for n in header.shape:
            count *= n
        total += count
    return total


def _files(folder: Path, language_models: tuple[str, ...]) -> list[FileRole]:
    result = [_role(folder, YAML_FILE, "sizes of all networks", 6_934)]
    wanted = {weights.LANGUAGE_MODELS[name] for name in language_models or ("base",)} | {weights.FLOW, weights.VOCODER}
    for stem, role, size in WEIGHTS:
        if stem in wanted:
            path = weights.weights_file(folder, stem) or folder / f"{stem}.pt"
            result.append(_role(folder, path.name, role, size))
    return result + [_role(folder, *entry) for entry in (*TOKENIZER_FILES, *NETS)]


def _role(folder: Path, name: str, role: str, size_bytes: int) -> FileRole:
    path = folder / name
    present = path.is_file()
    return FileRole(name, role, path.stat().st_size if present else size_bytes, present)
