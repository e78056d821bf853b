"""What a folder holds, from its headers alone: a model, an incomplete one, or a relative that cannot be played here."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from ditone.models.moss_sound_effect.config import read_config, read_json
from ditone.models.moss_sound_effect.decoder import PICKLE_FILE, open_vae, vae_file
from ditone.models.moss_sound_effect.tensor_map import is_native, stored_names
from ditone.models.moss_sound_effect.text_encoder import text_config, text_encoder_files
from ditone.models.moss_sound_effect.transformer import PUBLISHED_FILE, transformer_files
from ditone.models.moss_sound_effect.vae import vae_config
from ditone.runtime import tokenizer_files
from ditone.runtime.dit import DitConfig
from ditone.runtime.errors import BadModelFolder, DitoneError
from ditone.runtime.files import open_regular
from ditone.runtime.registry import FileRole
from ditone.runtime.weights.sources import Header, read_header

PIPELINE_CLASS = "MossSoundEffectPipeline"
JSON_FILES = {
    "model_index.json": "configuration of the whole",
    "transformer/config.json": "configuration of the transformer",
    "scheduler/scheduler_config.json": "schedule of the published recipe",
    "text_encoder/config.json": "configuration of the text encoder",
}
TOKENIZER_FILE = "tokenizer/tokenizer.json"


def is_ours(folder: Path) -> bool:
    """Whether the folder has this family's layout, complete or not."""
    index = _json(folder / "model_index.json")
    if index is not None:
        return index.get("_class_name") == PIPELINE_CLASS
    transformer = _json(folder / "transformer" / "config.json")
    return transformer is not None and transformer.get("_class_name") == "WanAudioModel"


def refusal(folder: Path) -> tuple[str, str] | None:
    """(title, sentence) for a relative of this model that Ditone does not play; None for anything else."""
    config = _json(folder / "config.json") or {}
    if config.get("model_type") == "moss_tts_delay" or "MossTTSDelay" in str(config.get("architectures")):
        return "MOSS-SoundEffect v1", (
            "This is MOSS-SoundEffect v1, a language model of 24 kHz audio codes without a diffusion transformer; "
            "choose the folder of MOSS-SoundEffect-v2.0."
        )
    mlx = folder if (folder / "dit.safetensors").exists() else folder / "mlx"
    if (mlx / "dit.safetensors").exists() and (mlx / "vae.safetensors").exists():
        return "MOSS-SoundEffect v2.0 for MLX", (
            "This is the MLX conversion of MOSS-SoundEffect v2.0, whose tensors are named and laid out for another library; "
            "choose the folder of OpenMOSS-Team/MOSS-SoundEffect-v2.0."
        )
    if any(_is_moss_gguf(path) for path in folder.glob("*.gguf")):
        return "MOSS-SoundEffect as GGUF", (
            "This is a GGUF conversion of MOSS-SoundEffect, whose quantised weights Ditone does not read; "
            "choose the folder of OpenMOSS-Team/MOSS-SoundEffect-v2.0."
        )
    if not is_ours(folder) and any(_is_bare_transformer(path) for path in folder.glob("*.safetensors")):
        return "MOSS-SoundEffect transformer", (
            "This is a fine-tuned transformer without the rest of the model; put its file into the transformer folder of a copy of "
            f"MOSS-SoundEffect-v2.0, in place of {PUBLISHED_FILE}."
        )
    return None


def _is_moss_gguf(path: Path) -> bool:
    if "moss" in f"{path.parent.name}/{path.name}".lower():
        return True
    try:
        with open_regular(path) as file:
            return b"moss" in file.read(65536).lower()  # the header's key values come first
    except (DitoneError, OSError):
        return False


def _is_bare_transformer(path: Path) -> bool:
    try:
        headers = read_header(path)[0]
    except BadModelFolder:
        return False
    patch = headers.get("patch_embedding.weight")
    # video models of the same line have a patch layer with five axes
    return is_native(headers) and patch is not None and len(patch.shape) == 3 and "blocks.0.self_attn.q.weight" in headers


def _json(path: Path) -> dict[str, object] | None:
    try:
        return read_json(path).data
    except BadModelFolder:
        return None


@dataclass(frozen=True)
class Contents:
    """parameters per part, in the order of use; problems are sentences. hop: samples per latent frame, 0 where the VAE is not known."""

    parts: tuple[tuple[str, int], ...]
    hop: int
    files: tuple[FileRole, ...]
    problems: tuple[str, ...]


def read_contents(folder: Path) -> Contents:
    """Looks at every file the model needs."""
    problems: list[str] = []
    hops: list[int] = []

    def tried(look: Callable[[], int]) -> int:
        try:
            return look()
        except BadModelFolder as error:
            problems.append(error.text())
            return 0

    try:
        dit: DitConfig | None = read_config(folder).dit
    except BadModelFolder as error:
        problems.append(error.text())
        dit = None
    parts = (
        ("text encoder", tried(lambda: _text_encoder(folder))),
        ("transformer", tried(lambda: _transformer(folder, dit))),
        ("VAE", tried(lambda: _vae(folder, hops))),
    )
    tried(lambda: _tokenizer(folder))
    files = tuple(_files(folder))
    problems += [
        f"{file.name} is missing; it holds the {file.role}."
        for file in files
        if not file.present and not any(f"{Path(file.name).name} is missing" in sentence for sentence in problems)
    ]
    return Contents(parts, sum(hops), files, tuple(problems))


def _tokenizer(folder: Path) -> int:
    tokenizer_files.check_folder(folder / "tokenizer")
    return 0


def _transformer(folder: Path, config: DitConfig | None) -> int:
    headers: dict[str, Header] = {}
    for path in transformer_files(folder):
        headers |= read_header(path)[0]
    if config is not None:
        title = transformer_files(folder)[0].name
        expected = stored_names(config.depth, is_native(headers))
        for words, names in (("lacks", expected - headers.keys()), ("has unexpected tensors:", headers.keys() - expected)):
            if names:
                first = ", ".join(sorted(names)[:4])
                more = f" and {len(names) - 4} more" if len(names) > 4 else ""
                raise BadModelFolder(f"{title} {words} {first}{more}.", "It does not belong to transformer/config.json.")
        wanted, found = (config.width, config.input.channels, 1), headers["patch_embedding.weight"].shape
        if found != wanted:
            raise BadModelFolder(f"{title}: patch_embedding.weight is {list(found)}, expected {list(wanted)}.")
    return _count(headers)


def _text_encoder(folder: Path) -> int:
    headers: dict[str, Header] = {}
    for path in text_encoder_files(folder):
        headers |= read_header(path)[0]
    hidden = text_config(folder)["hidden_size"]
    wanted = (_json(folder / "transformer" / "config.json") or {}).get("text_dim", hidden)
    if hidden != wanted:
        raise BadModelFolder(
            f"The text encoder is {hidden} wide; the transformer expects {wanted}. They are of different models."
        )
    headers.pop("lm_head.weight", None)
    return _count(headers)


def _vae(folder: Path, hops: list[int]) -> int:
    with open_vae(folder, headers_only=True) as source:
        config = vae_config({name: header.shape for name, header in source.headers.items()})
        hops.append(config.hop)
        found = config.latent_channels
        wanted = (_json(folder / "transformer" / "config.json") or {}).get("in_dim", found)
        if found != wanted:
            raise BadModelFolder(f"The VAE has {found} latent channels; the transformer expects {wanted}.")
        return _count(source.headers)


def _count(headers: dict[str, Header]) -> int:
    return sum(math.prod(header.shape) for header in headers.values())


def _files(folder: Path) -> Iterator[FileRole]:
    """Every file of use with its role, which completes the sentence "it holds the ..."."""
    for name, role in JSON_FILES.items():
        if name != "scheduler/scheduler_config.json" or (folder / name).exists():
            yield _file(folder, name, role)
    yield from _weights(folder, "text_encoder/model.safetensors.index.json", "text encoder", text_encoder_files)
    yield from _weights(folder, f"transformer/{PUBLISHED_FILE}", "diffusion transformer", transformer_files)
    yield from _weights(folder, f"vae/{PICKLE_FILE}", "VAE, which turns latents into sound", lambda where: [vae_file(where)])
    plain = [folder / "tokenizer" / name for name in ("vocab.json", "merges.txt")]
    if not (folder / TOKENIZER_FILE).exists() and all(path.exists() for path in plain):
        yield from (_file(folder, f"tokenizer/{path.name}", "tokenizer") for path in plain)
    else:
        yield _file(folder, TOKENIZER_FILE, "tokenizer")


def _weights(folder: Path, name: str, role: str, find: Callable[[Path], list[Path]]) -> Iterator[FileRole]:
    try:
        for path in find(folder):
            yield _file(folder, f"{path.parent.name}/{path.name}", role)
    except BadModelFolder:
        yield _file(folder, name, role)


def _file(folder: Path, name: str, role: str) -> FileRole:
    path = folder / name
    return FileRole(name, role, path.stat().st_size if path.exists() else 0, path.exists())
