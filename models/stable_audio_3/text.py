"""The prompt as 256 vectors: the tokenizer and the T5Gemma encoder that lie in the model's own folder, through transformers."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from ditone.models.stable_audio_3 import tensor_map
from ditone.runtime import tokenizer_files
from ditone.runtime.allocator import give_back
from ditone.runtime.errors import BadModelFolder
from ditone.runtime.json_reading import MOST, Node, library_errors
from ditone.runtime.text_config import ACTIVATIONS, rope_theta
from ditone.runtime.weights import load_module, open_safetensors
from ditone.runtime.weights.skeleton import skeleton

KEPT_PROMPTS = 64
FOLDER_AGAIN = ("Download that folder again.",)


@dataclass(frozen=True)
class Encoded:
    """hidden: (1, tokens, width) float32 after the final norm; real: (1, tokens) boolean; cut: the end of the prompt that did not fit."""

    hidden: Tensor
    real: Tensor
    cut: str


class TextEncoder:
    """Tokenizer and encoder. The encoder may be freed and is loaded again when a prompt needs it; encoded prompts are kept."""

    def __init__(self, folder: Path, tokens: int, device: torch.device) -> None:
        self.folder = folder
        self.tokens = tokens
        self.device = device
        self.tokenizer = load_tokenizer(folder)
        self._encoder: Any = None
        self._dtype = torch.float32
        self._kept: OrderedDict[tuple[str, torch.dtype], Encoded] = OrderedDict()

    @property
    def loaded(self) -> bool:
        return self._encoder is not None

    def load(self, dtype: torch.dtype = torch.float32, progress: Callable[[float], None] = lambda share: None) -> None:
        """Brings the encoder to the device in `dtype`. Raises BadModelFolder naming what does not fit."""
        if self._encoder is None or self._dtype != dtype:
            self._encoder = None
            self._encoder = load_encoder(self.folder, dtype, self.device, progress)
            self._dtype = dtype

    def free(self) -> None:
        """Drops the encoder's weights; the tokenizer and the kept prompts stay."""
        self._encoder = None
        give_back(self.device)

    def forget(self) -> None:
        """Drops the kept prompts."""
        self._kept.clear()

    def encode(self, prompt: str, dtype: torch.dtype = torch.float32) -> Encoded:
        """One prompt, always by itself, so that its vectors do not depend on neighbours."""
        key = (prompt, dtype)
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        ids, real, cut = self.tokenise(prompt)
        self.load(dtype)
        hidden = self._encoder(input_ids=ids.to(self.device), attention_mask=real.to(self.device).long()).last_hidden_state
        encoded = Encoded(hidden.float(), real.to(self.device), cut)
        self._kept[key] = encoded
        while len(self._kept) > KEPT_PROMPTS:
            self._kept.popitem(last=False)
        return encoded

    def tokenise(self, prompt: str) -> tuple[Tensor, Tensor, str]:
        """Token numbers (1, tokens), which of them are real, and the end of the prompt that was cut. No start or end token is added."""
        with library_errors(f"The tokenizer in {self.folder.name} cannot split this prompt", actions=FOLDER_AGAIN):
            whole = self.tokenizer(prompt, add_special_tokens=False, return_offsets_mapping=True)
        numbers, offsets = whole["input_ids"], whole["offset_mapping"]
        cut = prompt[offsets[self.tokens][0] :].strip() if len(numbers) > self.tokens else ""
        numbers = numbers[: self.tokens]
        ids = torch.full((1, self.tokens), self.tokenizer.pad_token_id or 0)
        ids[0, : len(numbers)] = torch.tensor(numbers, dtype=torch.long)
        real = torch.arange(self.tokens)[None] < len(numbers)
        return ids, real, cut


def load_tokenizer(folder: Path) -> Any:
    """Raises BadModelFolder when the folder holds no usable tokenizer."""
    from transformers import AutoTokenizer  # takes seconds to import: only when a model is loaded

    if not (folder / "tokenizer.json").exists() and not (folder / "tokenizer.model").exists():
        raise BadModelFolder(
            f"The tokenizer is missing: {folder.name} holds neither tokenizer.json nor tokenizer.model.",
            actions=("Download the text encoder's folder again.",),
        )
    tokenizer_files.check_folder(folder)
    with library_errors(f"The tokenizer in {folder.name} cannot be read", actions=FOLDER_AGAIN):
        return AutoTokenizer.from_pretrained(str(folder), local_files_only=True, trust_remote_code=False)


def check_config(folder: Path) -> None:
    """Raises BadModelFolder for a value that the library would stumble over, or that would hold it for hours."""
    root = Node.load(folder / "config.json", f"{folder.name}/config.json")
    root.choice("model_type", ("t5gemma",))
    node = root.node("encoder")
    heads = node.whole("num_attention_heads", high=MOST)
    if heads % node.whole("num_key_value_heads", heads, high=MOST):
        raise node.unsupported("num_key_value_heads", f"a divisor of num_attention_heads {heads}")
    for key in ("hidden_size", "intermediate_size", "vocab_size"):
        node.whole(key)
    layers = node.whole("num_hidden_layers", high=MOST)
    if node.whole("head_dim", 256) % 2:
        raise node.unsupported("head_dim", "an even number")
    kinds = node.data.get("layer_types")
    known = ("sliding_attention", "full_attention")
    if kinds is not None and (not isinstance(kinds, list) or len(kinds) != layers or not all(kind in known for kind in kinds)):
        raise node.unsupported("layer_types", f"a list of {layers} of {' and '.join(known)}")
    node.whole("query_pre_attn_scalar", 256)
    node.whole("sliding_window", 4096)
    node.number("rms_norm_eps", 1e-6, 0.0, 1.0)
    node.choice("hidden_activation", ACTIVATIONS, "gelu_pytorch_tanh")
    node.flag("attention_bias")
    for key in ("attn_logit_softcapping", "final_logit_softcapping"):
        if node.data.get(key) is not None:
            node.number(key, None, 1e-3, 1e6)
    for key in ("attention_dropout", "dropout_rate"):
        node.number(key, 0.0, 0.0, 1.0)
    rope_theta(node)


def load_encoder(folder: Path, dtype: torch.dtype, device: torch.device, progress: Callable[[float], None]) -> Any:
    """The encoder half of the published encoder-decoder, built empty and filled tensor by tensor."""
    from transformers import AutoConfig, T5GemmaEncoderModel

    check_config(folder)
    with library_errors(f"{folder.name}/config.json does not describe this family's text encoder", actions=FOLDER_AGAIN):
        config = AutoConfig.from_pretrained(str(folder), local_files_only=True, trust_remote_code=False)
        config.is_encoder_decoder = False
        config._attn_implementation = "eager"  # soft-capped scores have no fused kernel
        with skeleton():
            module = T5GemmaEncoderModel(config)
    try:
        with open_safetensors(folder / "model.safetensors") as source:
            load_module(module, tensor_map.TEXT_ENCODER, source, dtype=dtype, device=device, progress=progress)
    except BadModelFolder as error:  # the model has a file of the same name in the folder above
        raise BadModelFolder(f"{folder.name}/{error.message}", error.cause, error.actions) from error
    rotary = module.encoder.rotary_emb
    module.encoder.rotary_emb = type(rotary)(config.encoder).to(device)  # its frequencies are not in the file
    return module
