"""The published configuration of dots.tts, and the published tensor names and shapes (manifest.json.gz)."""

from __future__ import annotations

import gzip
import json
import zlib
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from safetensors.torch import save_file

Shape = tuple[int, ...]

_TRANSFORMER = {
    "num_heads": 16,
    "hidden_size": 1024,
    "ffn_hidden_size": 4096,
    "norm_layer": "RMSNorm",
    "qkv_bias": False,
    "qk_norm": True,
}

CONFIG: dict[str, Any] = {
    "model_type": "dots_tts",
    "architectures": ["DotsTTSForConditionalGeneration"],
    "latent_dim": 128,
    "patch_size": 4,
    "fm_sigma": 0.0,
    "campplus_embedding_size": 512,
    "xvec_max_audio_seconds": 10.0,
    "cfg_droprate": 0.2,
    "xvec_drop_rate": 0.2,
    "DiT": {
        **_TRANSFORMER,
        "num_layers": 18,
        "modulation": True,
        "rotary_bias": True,
        "rotary_theta": 10000,
        "alibi_bias": False,
    },
    "PatchEncoder": {
        **_TRANSFORMER,
        "num_layers": 24,
        "causal": True,
        "input_dim": 128,
        "rotary_bias": True,
        "rotary_theta": 10000,
    },
    "vocoder": {
        "sample_rate": 48000,
        "upsample_rates": [10, 6, 4, 2, 2, 2],
        "upsample_kernel_sizes": [20, 12, 8, 4, 4, 4],
        "upsample_initial_channel": 1536,
        "resblock": "1",
        "resblock_kernel_sizes": [3, 7, 11],
        "resblock_dilation_sizes": [[1, 3, 5]] * 3,
        "downsample_rates": [2, 2, 2, 4, 6, 10],
        "downsample_channels": [12, 24, 48, 96, 192, 384, 768],
        "activation": "snakebeta",
        "snake_logscale": True,
        "latent_dim": 128,
        "causal": True,
        "causal_encoder": True,
        "mi_num_layers": 4,
        "use_bias_at_final": False,
        "use_tanh_at_final": False,
    },
}

LLM: dict[str, Any] = {
    "model_type": "qwen2",
    "vocab_size": 151672,
    "hidden_size": 1536,
    "intermediate_size": 8960,
    "num_hidden_layers": 28,
    "num_attention_heads": 12,
    "num_key_value_heads": 2,
    "rope_theta": 1000000.0,
    "rms_norm_eps": 1e-6,
    "hidden_act": "silu",
    "tie_word_embeddings": True,
    "max_position_embeddings": 131072,
    "bos_token_id": 151643,
    "eos_token_id": 151643,
    "use_sliding_window": False,
    "sliding_window": None,
}

VARIANTS: dict[str, dict[str, Any]] = {
    "base": {},
    "soar": {},
    "mf": {"meanflow": {"enabled": True, "use_duration_embedding": True}},
    "mf-2steps": {"sampling": {"solver": "scm", "ode_method": "euler", "num_steps": 2, "guidance_scale": 0.0, "tau_mid": 1.3}},
    "mf-1step": {"sampling": {"solver": "flow_matching", "ode_method": "euler", "num_steps": 1, "guidance_scale": 0.0}},
}


@cache
def _manifest() -> dict[str, Any]:
    data: dict[str, Any] = json.loads(gzip.decompress((Path(__file__).parent / "manifest.json.gz").read_bytes()))
    return data


def published(variant: str, file: str) -> dict[str, Shape]:
    """Names and shapes of one published file."""
    data = _manifest()
    return {name: tuple(shape) for name, shape in data["files"][data["variants"][variant][file]].items()}


def write_speaker_encoder(path: Path, embedding_dim: int, resample_kernel: torch.Tensor, salt: int = 0) -> None:
    """A speaker encoder with the seeded weights of the recorded cases; the tiny model folders come without one, as it has one size only.

    The dense layer and its norm have `embedding_dim` rows; every other shape is the published one.
    """
    tensors = {}
    for name, shape in published("soar", "speaker_encoder.safetensors").items():
        if ".dense." in name and not name.endswith("num_batches_tracked"):
            shape = (embedding_dim, *shape[1:])
        if name == "resample.kernel":
            tensors[name] = resample_kernel
        elif name.endswith("num_batches_tracked"):
            tensors[name] = torch.zeros((), dtype=torch.int64)
        else:
            tensors[name] = torch.from_numpy(_seeded(name, shape, salt).astype(np.float32))
    save_file(tensors, path)


def _seeded(name: str, shape: Shape, salt: int) -> NDArray[np.float64]:
    count = int(np.prod(shape))
    r = np.random.RandomState(zlib.crc32(name.encode()) ^ salt).standard_normal(count).reshape(shape)
    if name.endswith("running_var"):
        return 0.75 + 0.25 * r * r
    if name.endswith(("running_mean", ".bias")):
        return 0.1 * r
    return 1 + 0.1 * r if len(shape) == 1 else r / np.sqrt(count / shape[0])
