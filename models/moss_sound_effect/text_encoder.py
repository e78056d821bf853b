"""Qwen3 as a frozen text encoder: the last hidden states of a prompt's tokens.

The model is causal and rows behind the prompt are zero by definition, so only the real tokens are run: about 20 instead of 512.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from ditone.models.moss_sound_effect.config import CONTEXT_TOKENS, read_json
from ditone.runtime import tokenizer_files
from ditone.runtime.allocator import give_back
from ditone.runtime.errors import BadModelFolder
from ditone.runtime.json_reading import library_errors
from ditone.runtime.text_config import qwen_config
from ditone.runtime.weights import Rule, TensorMap, load_module, open_safetensors
from ditone.runtime.weights.skeleton import skeleton
from ditone.runtime.weights.sources import shard_paths

TOKENIZER_AGAIN = ("Download the tokenizer folder again.",)
INDEX_FILE = "model.safetensors.index.json"
SINGLE_FILE = "model.safetensors"
# the stored output layer of the language model is not used, nor kept in memory
QWEN3 = TensorMap([Rule("model.{name}", "{name}")], ignored=("lm_head.weight",))


def text_encoder_files(folder: Path) -> list[Path]:
    """Shards by their index, or the single file. Raises BadModelFolder naming what is missing."""
    home = folder / "text_encoder"
    if (home / INDEX_FILE).exists():
        return shard_paths(home / INDEX_FILE)
    if (home / SINGLE_FILE).exists():
        return [home / SINGLE_FILE]
    raise BadModelFolder(f"text_encoder/{INDEX_FILE} is missing.", "It lists the text encoder's files.", ("Download it again.",))


def load_tokenizer(folder: Path) -> Any:
    """The folder's own tokenizer. Raises BadModelFolder when it is missing or unreadable; runs no code of the folder."""
    from transformers import AutoTokenizer

    home = folder / "tokenizer"
    if not (home / "tokenizer.json").exists() and not ((home / "vocab.json").exists() and (home / "merges.txt").exists()):
        raise BadModelFolder("tokenizer/tokenizer.json is missing.", "It splits prompts into tokens.", ("Download it again.",))
    tokenizer_files.check_folder(home)
    with library_errors("The tokenizer cannot be read", actions=TOKENIZER_AGAIN):
        return AutoTokenizer.from_pretrained(str(home), local_files_only=True, trust_remote_code=False)


def text_config(folder: Path) -> dict[str, Any]:
    """What decides the text encoder. Raises BadModelFolder with the key at fault."""
    node = read_json(folder / "text_encoder" / "config.json")
    node.choice("model_type", ("qwen3",))
    return qwen_config(node, head_dim=True)


def load_qwen3(
    folder: Path, dtype: torch.dtype, device: torch.device | str, progress: Callable[[float], None] = lambda share: None
) -> Any:
    """The language model without its output layer. Raises BadModelFolder with names and shapes when something does not fit."""
    from transformers import Qwen3Config, Qwen3Model

    values = text_config(folder)
    with library_errors("text_encoder/config.json does not describe this family's text encoder"):
        config = Qwen3Config.from_dict(values)
        config._attn_implementation = "sdpa"
        with skeleton():
            model: Any = Qwen3Model(config)
    with open_safetensors(*text_encoder_files(folder)) as source:
        load_module(model, QWEN3, source, dtype=dtype, device=device, progress=progress)
    model.rotary_emb = type(model.rotary_emb)(config=config).to(device)  # its table is computed, not stored
    return model


@dataclass(frozen=True)
class EncodedPrompt:
    """rows: (n, text_dim) float32, n from 0 to 512. `lost_tokens` did not fit and were cut off at the end."""

    rows: Tensor
    lost_tokens: int


class PromptEncoder:
    """Tokenizer and language model. The model can leave memory between prompts; it comes back when a new one is asked for."""

    def __init__(self, folder: Path, dtype: torch.dtype, device: torch.device, progress: Callable[[float], None]) -> None:
        self.folder, self.dtype, self.device = folder, dtype, device
        self.tokenizer = load_tokenizer(folder)
        self.model: Any = load_qwen3(folder, dtype, device, progress)
        self.dim: int = self.model.config.hidden_size

    def encode(self, cleaned: str) -> EncodedPrompt:
        """Encodes a cleaned prompt; an empty one has no rows and needs no model."""
        with library_errors("The tokenizer cannot split this prompt", actions=TOKENIZER_AGAIN):
            tokens: list[int] = self.tokenizer(cleaned, add_special_tokens=False)["input_ids"] if cleaned else []
        kept = tokens[:CONTEXT_TOKENS]
        if not kept:
            return EncodedPrompt(torch.zeros(0, self.dim, device=self.device), 0)
        if self.model is None:
            self.model = load_qwen3(self.folder, self.dtype, self.device)
        hidden = self.model(input_ids=torch.tensor([kept], device=self.device), use_cache=False).last_hidden_state
        return EncodedPrompt(hidden[0].float(), len(tokens) - len(kept))

    def unload(self) -> None:
        """Frees the language model's weights."""
        self.model = None
        give_back(torch.device(self.device))
