"""What a folder is that no family reads: told by the small files that other programs write beside their weights."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ditone.runtime.errors import DitoneError
from ditone.runtime.files import read_bytes
from ditone.runtime.json_reading import BadJson, loads
from ditone.runtime.printable import printable

MOST_BYTES = 1 << 20  # of a configuration; larger ones say nothing more about the kind
MOST_ENTRIES, MOST_INSIDE = 500, 40
SOUNDS = {".wav", ".flac", ".mp3", ".ogg", ".aif", ".aiff", ".m4a", ".opus"}
CHOOSE = "Choose the folder exactly as the model hub serves it."
RECOGNISERS = ("whisper", "wav2vec2", "hubert", "moonshine", "parakeet")


@dataclass(frozen=True)
class Foreign:
    """`words` complete "This is ..."; `action` says what to do."""

    words: str
    action: str = CHOOSE


def what_it_is(folder: Path, is_model: Callable[[Path], bool]) -> Foreign | None:
    """None where nothing can be told. `is_model` says whether a family reads a folder; the one around and those inside are asked."""
    try:
        entries = sorted(folder.iterdir())[:MOST_ENTRIES]
    except OSError:
        return None
    inside = [entry for entry in [each for each in entries if each.is_dir()][:MOST_INSIDE] if is_model(entry)]
    if inside:
        names = ", ".join(printable(entry.name, 60) for entry in inside[:4])
        return Foreign(f"a folder with models in it: {names}", f"Choose {inside[0]}.")
    if folder.parent != folder and is_model(folder.parent):
        return Foreign(f"a part of the model in {folder.parent}", f"Choose {folder.parent}.")
    if not entries:
        return Foreign("an empty folder")
    told = _by_configuration(folder)
    if told is None and {entry.suffix.lower() for entry in entries if entry.is_file()} & SOUNDS:
        told = Foreign("a folder of sounds", "Drop the sounds themselves to hear them; choose a model's folder to make some.")
    return told


def _by_configuration(folder: Path) -> Foreign | None:
    pipeline = _text(_data(folder / "model_index.json"), "_class_name")
    if pipeline:
        return Foreign(f"a pipeline of the diffusers library ({pipeline})")
    adapter = _data(folder / "adapter_config.json")
    if adapter:
        base = _text(adapter, "base_model_name_or_path")
        return Foreign(f"an adapter (LoRA) for {base or 'another model'}, not a model", "Choose the folder of the model itself.")
    config = _data(folder / "config.json")
    kind, architecture = _text(config, "model_type"), _first(config, "architectures")
    if not kind and (folder / "vocabulary.json").exists() and (folder / "model.bin").exists():
        kind = "whisper"  # as converted for CTranslate2, which writes no type
    if kind in RECOGNISERS:
        return Foreign(
            f"a speech recogniser ({kind}), which hears words and makes no sound",
            "A Whisper folder is chosen in Settings, Recogniser; choose a model that makes sound here.",
        )
    if kind or architecture:
        words = f"{kind} ({architecture})" if kind and architecture else kind or architecture
        return Foreign(f"a model of another kind: {words}")
    diffusers = _text(config, "_class_name")
    if diffusers:
        return Foreign(f"one network of a diffusers pipeline ({diffusers})")
    return None


def _data(path: Path) -> dict[str, Any]:
    try:
        data = loads(read_bytes(path, MOST_BYTES))
    except (BadJson, DitoneError):
        return {}
    return data if isinstance(data, dict) else {}


def _text(data: dict[str, Any], key: str) -> str:
    value = data.get(key)
    return printable(value, 60) if isinstance(value, str) else ""


def _first(data: dict[str, Any], key: str) -> str:
    value = data.get(key)
    return printable(value[0], 60) if isinstance(value, list) and value and isinstance(value[0], str) else ""
