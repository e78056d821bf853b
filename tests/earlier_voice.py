"""A kept voice as versions wrote it that asked for no consent."""

from __future__ import annotations

from collections.abc import Mapping

from safetensors.torch import save_file
from torch import Tensor

from ditone.runtime.voices import ENDING, StoredVoice, VoiceStore


def save_without_consent(
    store: VoiceStore, name: str, family: str, tensors: Mapping[str, Tensor], transcript: str = ""
) -> StoredVoice:
    store.folder.mkdir(parents=True, exist_ok=True)
    about = {
        "format": "ditone-voice",
        "schema": "1",
        "family": family,
        "transcript": transcript,
        "created_at": "2026-01-01T00:00:00+00:00",
    }
    save_file(dict(tensors), store.folder / f"{name}{ENDING}", about)
    return store.find(name, family)
