"""Tiny model folders of the published layouts, made on the spot: for proving that an installation can load and run each family.

A recipe (assets/smoke/NAME.json.gz, written by packaging/sample_folders.py) holds the small text files of such a folder as they are,
and of every tensor its name, shape, type and range. The values are drawn from a generator that is seeded by the tensor's name, so two
machines write the same bytes. What comes out sounds like nothing; that it comes out, finite and of the right length, is the point.
"""

from __future__ import annotations

import base64
import gzip
import json
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import torch
from safetensors.torch import save_file
from torch import Tensor

RECIPES = Path(__file__).resolve().parents[2] / "assets" / "smoke"
VOICE_RATE_HZ = 24000


def recipes() -> dict[str, dict[str, Any]]:
    """Recipe by the name of its family. Raises OSError or ValueError for a damaged one."""
    return {
        path.name.removesuffix(".json.gz"): json.loads(gzip.decompress(path.read_bytes()))
        for path in sorted(RECIPES.glob("*.json.gz"))
    }


def write(recipe: dict[str, Any], folder: Path) -> None:
    """Writes the folder of a recipe."""
    for name, text in recipe["texts"].items():
        _place(folder, name).write_text(text, "utf-8")
    for name, data in recipe["binaries"].items():
        _place(folder, name).write_bytes(base64.b64decode(data))
    for name, described in recipe["tensors"].items():
        tensors = {tensor: drawn(tensor, how) for tensor, how in described.items()}
        if name.endswith(".safetensors"):
            save_file(tensors, _place(folder, name))
        else:
            torch.save(_nested(tensors, recipe["nested"].get(name)), _place(folder, name))


def drawn(name: str, how: dict[str, Any]) -> Tensor:
    """A tensor of the described shape and type: its stored values where it has them, else drawn around its mean within its range."""
    dtype = getattr(torch, how["dtype"])
    if "values" in how:
        return (
            torch.from_numpy(np.frombuffer(base64.b64decode(how["values"]), how["numpy"]).copy()).reshape(how["shape"]).to(dtype)
        )
    generator = np.random.Generator(np.random.PCG64(zlib.crc32(name.encode())))
    values = generator.standard_normal(how["shape"], np.float32) * how["std"] + how["mean"]
    return torch.from_numpy(np.clip(values, how["low"], how["high"]).astype(np.float32)).to(dtype)


def write_voice(path: Path, seconds: float = 2.0) -> None:
    """A recording that a model can take for a voice: a buzz of 120 Hz whose loudness and colour move."""
    from ditone.runtime.audio import writing

    t = np.arange(int(seconds * VOICE_RATE_HZ)) / VOICE_RATE_HZ
    harmonics = sum(np.sin(2 * np.pi * 120 * k * t) / k * (1 + np.sin(2 * np.pi * 3 * t + k)) for k in range(1, 20))
    audio = 0.05 * harmonics * (0.6 + 0.4 * np.sin(2 * np.pi * 4 * t))
    writing.write(path, audio[:, None].astype(np.float32), VOICE_RATE_HZ)


def _nested(tensors: dict[str, Tensor], how: dict[str, Any] | None) -> dict[str, Any]:
    return {how["inside"]: tensors, **how["beside"]} if how else dict(tensors)


def _place(folder: Path, name: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    return path
