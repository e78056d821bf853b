"""Writes assets/smoke/*.json.gz: what `ditone --smoke` makes its tiny model folders from (runtime/installation/sample_folders.py).

    python packaging/sample_folders.py

Each recipe is taken from one of the tiny folders of the recorded cases: text files as they are, tensors by name, shape, type and range.
"""

from __future__ import annotations

import base64
import gzip
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import load_file
from torch import Tensor

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "packaging" / "source"), str(ROOT)]
CASES = ROOT / "tests" / "reference" / "cases"
OUT = ROOT / "assets" / "smoke"
TEXTS = (".json", ".yaml", ".txt", ".md")
FAMILIES: dict[str, dict[str, Any]] = {
    "stable_audio_3": {"folder": "stable_audio_3/models/small", "request": {"prompt": "rain", "duration_s": 0.5, "steps": 2}},
    "moss_sound_effect": {"folder": "moss_sound_effect/model", "request": {"prompt": "rain", "duration_s": 0.5, "steps": 2}},
    "cosyvoice3": {
        "folder": "cosyvoice3/model",
        "request": {"prompt": "hello", "transcript": "the shell", "steps": 2},
        "voice": "reference",
        "needs": ["onnxruntime"],
    },
    "dots": {
        "folder": "dots/models/soar",
        "request": {"prompt": "Hello world.", "steps": 2, "max_patches": 6, "stop_threshold": 1.0, "split": "off"},
    },
}


def described(tensor: Tensor, name: str) -> dict[str, Any]:
    """Shape, type and range of a tensor; its values too where it has few, or where they mean something by themselves."""
    about = {"shape": list(tensor.shape), "dtype": str(tensor.dtype).removeprefix("torch.")}
    if not tensor.is_floating_point() or tensor.numel() <= 4 or name.endswith("kernel"):
        array = tensor.float().numpy() if tensor.dtype is torch.bfloat16 else tensor.numpy()
        return {**about, "values": base64.b64encode(array.tobytes()).decode(), "numpy": str(array.dtype)}
    values = tensor.double()
    numbers = {"mean": values.mean(), "std": values.std(), "low": values.min(), "high": values.max()}
    return {**about, **{name: float(f"{float(value):.4g}") for name, value in numbers.items()}}


def recipe(folder: Path, about: dict[str, Any]) -> dict[str, Any]:
    made: dict[str, Any] = {"texts": {}, "binaries": {}, "tensors": {}, "nested": {}}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.suffix in TEXTS:
            made["texts"][name] = path.read_text("utf-8")
        elif path.suffix == ".safetensors":
            made["tensors"][name] = {tensor: described(value, tensor) for tensor, value in load_file(path).items()}
        elif path.suffix in (".pt", ".pth"):
            held = torch.load(path, weights_only=True)
            inside = next((key for key, value in held.items() if isinstance(value, dict) and "state" in key), None)
            if inside is not None:
                made["nested"][name] = {"inside": inside, "beside": {key: held[key] for key in held if key != inside}}
            made["tensors"][name] = {
                tensor: described(value, tensor) for tensor, value in (held[inside] if inside else held).items()
            }
        elif path.is_file():
            made["binaries"][name] = base64.b64encode(path.read_bytes()).decode()
    return {**{key: value for key, value in about.items() if key != "folder"}, **made}


def main() -> None:
    from ditone.models.dots.config import read_config
    from tests.models.dots.published import write_speaker_encoder

    OUT.mkdir(exist_ok=True)
    for name, about in FAMILIES.items():
        with tempfile.TemporaryDirectory() as temporary:
            folder = Path(temporary)
            for path in (CASES / about["folder"]).rglob("*"):
                if path.is_file():
                    target = folder / path.relative_to(CASES / about["folder"])
                    target.parent.mkdir(parents=True, exist_ok=True)
                    target.write_bytes(path.read_bytes())
            if name == "dots":  # the recorded folders come without a speaker encoder, which has one size only
                kernel = load_file(CASES / "dots" / "speaker" / "case.safetensors")["input.resample_kernel"]
                write_speaker_encoder(folder / "speaker_encoder.safetensors", read_config(folder).speaker_dim, kernel)
            text = json.dumps(recipe(folder, about), sort_keys=True, separators=(",", ":"))
        packed = gzip.compress(text.encode(), 9, mtime=0)
        (OUT / f"{name}.json.gz").write_bytes(packed)
        print(f"{name}: {len(packed) / 1000:.0f} kB")


if __name__ == "__main__":
    main()
