"""What a folder holds, from its configuration and file headers alone: files with their roles, sizes of the parts, and what is wrong."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ditone.models.dots.config import CONFIG_FILE, DotsConfig
from ditone.models.dots.tensor_map import MODEL_FILE, SPEAKER_FILE, STATS_FILE, VOCODER_FILE
from ditone.models.dots.text import TOKENIZER_FILE
from ditone.runtime import tokenizer_files
from ditone.runtime.errors import BadModelFolder
from ditone.runtime.json_reading import Node
from ditone.runtime.printable import printable
from ditone.runtime.registry import FileRole
from ditone.runtime.weights.sources import Header, read_header

MODEL_TYPE, ARCHITECTURE = "dots_tts", "DotsTTSForConditionalGeneration"
ROLES = {
    "config.json": "configuration",
    "llm_config.json": "language model configuration",
    MODEL_FILE: "language model, patch encoder, transformer",
    VOCODER_FILE: "audio encoder and decoder",
    SPEAKER_FILE: "speaker encoder, for reference voices",
    STATS_FILE: "latent statistics",
    TOKENIZER_FILE: "tokenizer",
}
OPTIONAL = {SPEAKER_FILE}
# what every published model.safetensors has, whatever its size
_PARTS = {
    "language model": "llm.",
    "patch encoder": "patch_encoder.",
    "transformer": "velocity_field_predictor.",
    "projections": "",
}
_SINGLE = ("coordinate_proj.weight", "hidden_proj.weight", "latent_proj.weight", "xvec_proj.0.weight", "eos_proj.2.weight")


@dataclass(frozen=True)
class Contents:
    """files with presence and size; parts: parameters of each; problems: sentences."""

    files: tuple[FileRole, ...]
    parts: tuple[tuple[str, int], ...]
    problems: tuple[str, ...]


def is_ours(folder: Path) -> bool:
    """Whether the configuration calls itself dots.tts."""
    path = folder / "config.json"
    if not path.is_file():
        return False
    try:
        data = Node.load(path).data
    except BadModelFolder:
        return False
    return data.get("model_type") == MODEL_TYPE or ARCHITECTURE in _architectures(data)


def _architectures(data: dict[str, Any]) -> list[Any]:
    """The classes a configuration names; none where it names them in no list."""
    found = data.get("architectures")
    return found if isinstance(found, list) else []


def refusal(folder: Path) -> str | None:
    """Why a folder of this family holds something else than a published speech model; None when it does not."""
    data = Node.load(folder / CONFIG_FILE).data
    if data.get("streaming"):
        return (
            "This is the interleaved variant of dots.tts (text and sound in turn), which is another task; use base, SOAR or MF."
        )
    if data.get("quantization") or data.get("quantization_config"):
        return "This folder is a quantised conversion of dots.tts; only the files as their publisher serves them can be used."
    if ARCHITECTURE not in (_architectures(data) or [ARCHITECTURE]):
        return (
            f"This is {printable(_architectures(data)[0], 60)}, a relative of dots.tts with another task; use base, SOAR or MF."
        )
    if not (folder / MODEL_FILE).exists() and any(folder.glob("*.gguf")):
        return "This folder is a GGUF conversion of dots.tts; only the files as their publisher serves them can be used."
    return None


def read_contents(folder: Path, config: DotsConfig | None) -> Contents:
    """Files, parameters and problems. Reads headers only."""
    files = tuple(
        FileRole(name, role, (folder / name).stat().st_size if (folder / name).exists() else 0, (folder / name).exists())
        for name, role in ROLES.items()
    )
    problems = [f"{f.name} is missing; it holds the {f.role}." for f in files if not f.present and f.name not in OPTIONAL]
    counts: dict[str, int] = {}
    for name in (MODEL_FILE, VOCODER_FILE, SPEAKER_FILE):
        if not (folder / name).exists():
            continue
        try:
            headers = read_header(folder / name)[0]
        except BadModelFolder as error:
            problems.append(error.text())
            continue
        if name == MODEL_FILE:
            problems += _model_problems(headers, config)
            for part, prefix in _PARTS.items():
                counts[part] = _count({n: h for n, h in headers.items() if n.startswith(prefix) and not _of_other(n, prefix)})
        else:
            counts["audio encoder and decoder" if name == VOCODER_FILE else "speaker encoder"] = _count(headers)
    if (folder / TOKENIZER_FILE).exists():
        try:
            tokenizer_files.check_file(folder / TOKENIZER_FILE)
        except BadModelFolder as error:
            problems.append(error.text())
    return Contents(files, tuple(counts.items()), tuple(problems))


def _of_other(name: str, prefix: str) -> bool:
    return not prefix and name.startswith(tuple(p for p in _PARTS.values() if p))


def _count(headers: dict[str, Header]) -> int:
    total = 0
    for header in headers.values():
        count = 1
        for n in header.shape:
            count *= n
        total += count
    return total


def _model_problems(headers: dict[str, Header], config: DotsConfig | None) -> list[str]:
    """Differences between configuration and stored names that a look at the names shows; loading checks every shape."""
    missing = [name for name in _SINGLE if name not in headers]
    if missing:
        return [f"{MODEL_FILE} lacks {', '.join(missing)}: it is not laid out as dots.tts is published."]
    if config is None:
        return []
    expected = {
        "llm.model.layers": int(config.llm["num_hidden_layers"]),
        "patch_encoder.encoder.layers": config.patch_encoder.layers,
        "velocity_field_predictor.blocks": config.dit.depth,
    }
    problems = []
    for prefix, count in expected.items():
        pattern = re.compile(re.escape(prefix) + r"\.(\d+)\.")
        found = {int(match[1]) for match in map(pattern.match, headers) if match}
        if found != set(range(count)):
            problems.append(f"{MODEL_FILE} has {len(found)} of the {count} layers {prefix}.*.")
    shape, wanted = headers["hidden_proj.weight"].shape, (config.dit.width, config.llm_width)
    if shape != wanted:
        problems.append(f"{MODEL_FILE}: hidden_proj.weight has shape {list(shape)}; {list(wanted)} was expected.")
    has_durations = any(".duration_embedder." in name for name in headers)
    if has_durations != config.dit.duration_embedder:
        state = "lacks the" if config.dit.duration_embedder else "has an unexpected"
        problems.append(f"{MODEL_FILE} {state} duration embedder that belongs to a MeanFlow configuration.")
    return problems
