"""Names and shapes of the published files, and the published configuration, for checks on the meta device."""

from __future__ import annotations

import gzip
import json
from functools import cache
from pathlib import Path

Shape = tuple[int, ...]

TRANSFORMER = {
    "_class_name": "WanAudioModel",
    "in_dim": 128,
    "out_dim": 128,
    "text_dim": 2048,
    "freq_dim": 256,
    "eps": 1e-6,
    "patch_size": [1],
    "has_image_input": False,
    "dim": 1536,
    "ffn_dim": 8960,
    "num_heads": 12,
    "num_layers": 30,
    "vae_type": "dac",
}
TRANSFORMER_FILE = "transformer/diffusion_pytorch_model.safetensors"
VAE_FILE = "vae/vae_128d_48k.pth"
REFERENCE_MODEL = Path(__file__).parents[2] / "reference" / "cases" / "moss_sound_effect" / "model"


@cache
def tensors() -> dict[str, dict[str, Shape]]:
    """File -> tensor -> shape, as published."""
    data = json.loads(gzip.decompress(Path(__file__).with_name("published_tensors.json.gz").read_bytes()))
    return {file: {name: tuple(shape) for name, shape in names.items()} for file, names in data.items()}
