"""The tiny model folder of the recorded cases, and the published sizes put into its description."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

from ditone.models.cosyvoice3.config import ModelConfig
from ditone.models.cosyvoice3.description import read_config

CASES = Path(__file__).parents[2] / "reference" / "cases" / "cosyvoice3"
MODEL = CASES / "model"
PROMPT_WAV = CASES / "end_to_end" / "prompt.wav"
SOURCE_WAV = CASES / "end_to_end" / "source.wav"

Shapes = dict[str, tuple[int, ...]]
# setting in the tiny description -> published value
_SIZES = {
    "llm_input_size: 32": "llm_input_size: 896",
    "llm_output_size: 32": "llm_output_size: 896",
    "chunk_size: 4 ": "chunk_size: 25 ",
    "speech_token_size: 81": "speech_token_size: 6561",
    "vocab_size: 81": "vocab_size: 6561",
    "        channels: 24": "        channels: 1024",
    "dim: 64\n            depth: 3\n            heads: 4\n            dim_head: 16": (
        "dim: 1024\n            depth: 22\n            heads: 16\n            dim_head: 64"
    ),
    "base_channels: 32": "base_channels: 512",
    "cond_channels: 24": "cond_channels: 512",
}
_TEXT_MODEL = {
    "hidden_size": 896,
    "num_hidden_layers": 24,
    "num_attention_heads": 14,
    "num_key_value_heads": 2,
    "intermediate_size": 4864,
    "vocab_size": 151936,
    "max_position_embeddings": 32768,
    "rms_norm_eps": 1e-6,
    "rope_theta": 1000000.0,
    "tie_word_embeddings": True,
}


def published_config(folder: Path) -> ModelConfig:
    """What `read_config` makes of a description with the published sizes, which is written into `folder`."""
    text = (MODEL / "cosyvoice3.yaml").read_text("utf-8")
    for tiny, full in _SIZES.items():
        assert text.count(tiny) == 1, tiny
        text = text.replace(tiny, full)
    (folder / "CosyVoice-BlankEN").mkdir()
    (folder / "cosyvoice3.yaml").write_text(text, "utf-8")
    (folder / "CosyVoice-BlankEN" / "config.json").write_text(json.dumps(_TEXT_MODEL), "utf-8")
    return read_config(folder)


def published_shapes() -> dict[str, Shapes]:
    """Names and shapes of every published tensor by file."""
    data = json.loads(gzip.decompress((Path(__file__).parent / "published.json.gz").read_bytes()))
    return {file: {name: tuple(shape) for name, shape in tensors.items()} for file, tensors in data.items()}
