"""The published json files of MOSS-SoundEffect v2.0 as an architecture: transformer, scheduler and canvas. Knows no tensor name."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ditone.runtime.dit import config as c
from ditone.runtime.errors import BadModelFolder

CONTEXT_TOKENS = 512  # every prompt is padded to so many rows, and all of them are attended to
TIME_SCALE = 1000.0  # the network is told tau = 1000 sigma


@dataclass(frozen=True)
class ModelConfig:
    """What a model folder says of itself. `default_shift` is the schedule shift of the published recipe."""

    dit: c.DitConfig
    text_dim: int
    sample_rate_hz: int
    longest_s: float
    default_shift: float


def read_json(path: Path) -> dict[str, Any]:
    """Raises BadModelFolder, naming the file, when it is missing or not a JSON object."""
    try:
        data = json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        raise BadModelFolder(f"{path.parent.name}/{path.name} is missing.", "It describes the model.") from None
    except (OSError, ValueError) as error:
        raise BadModelFolder(f"{path.name} cannot be read as JSON: {error}", actions=("Download it again.",)) from error
    if not isinstance(data, dict):
        raise BadModelFolder(f"{path.name} holds a {type(data).__name__}; a JSON object was expected.")
    return data


def read_config(folder: Path) -> ModelConfig:
    """The configuration of a published folder. Raises BadModelFolder with the file, key and value at fault."""
    index = read_json(folder / "model_index.json")
    transformer = read_json(folder / "transformer" / "config.json")
    scheduler_path = folder / "scheduler" / "scheduler_config.json"
    scheduler = read_json(scheduler_path) if scheduler_path.exists() else {}
    return ModelConfig(
        dit=dit_config(transformer),
        text_dim=_whole(transformer, "text_dim"),
        sample_rate_hz=int(index.get("sample_rate", 48000)),
        longest_s=float(index.get("max_inference_seconds", 30)),
        default_shift=float(scheduler.get("shift", 5.0)),
    )


def dit_config(published: dict[str, Any]) -> c.DitConfig:
    """The transformer from `transformer/config.json`. Raises BadModelFolder for a form that was never published with weights."""
    if published.get("vae_type", "dac") != "dac":
        raise BadModelFolder(
            f'transformer/config.json has vae_type "{published["vae_type"]}"; Ditone plays the published form, "dac".',
            "The older 44.1 kHz form turns its positions differently.",
        )
    if published.get("has_image_input"):
        raise BadModelFolder("transformer/config.json asks for an image input, which no published sound-effect model has.")
    if tuple(published.get("patch_size", (1,))) != (1,):
        raise BadModelFolder(f"transformer/config.json has patch_size {published['patch_size']}; [1] was expected.")
    width, heads = _whole(published, "dim"), _whole(published, "num_heads")
    if width % heads:
        raise BadModelFolder(f"transformer/config.json: dim {width} is no multiple of num_heads {heads}.")
    eps, head_dim = float(published.get("eps", 1e-6)), width // heads
    norm = c.Norm("layer", eps, affine=False)
    qk_norm = c.QkNorm("width", eps)
    try:
        return c.DitConfig(
            width=width,
            depth=_whole(published, "num_layers"),
            attention=c.Attention(heads, head_dim, qk_norm=qk_norm, rotary=c.Rotary(head_dim, "interleaved", dtype="float64")),
            feed_forward=c.FeedForward(_whole(published, "ffn_dim"), "gelu_tanh"),
            norm=norm,
            time=c.TimeFeatures(count=_whole(published, "freq_dim"), scale=TIME_SCALE, dtype="float64"),
            modulation=c.Modulation("shared", final="table"),
            input=c.Input(_whole(published, "in_dim")),
            output=c.Output(_whole(published, "out_dim"), norm=norm),
            cross_attention=c.Attention(heads, head_dim, qk_norm=qk_norm),
            cross_norm=c.Norm("layer", eps),
            context=c.Projection(_whole(published, "text_dim"), "gelu_tanh", True),
        )
    except ValueError as error:
        raise BadModelFolder(f"transformer/config.json does not describe a usable transformer: {error}") from error


def _whole(data: dict[str, Any], key: str) -> int:
    value = data.get(key)
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        raise BadModelFolder(f"transformer/config.json has {key} = {value!r}; a whole number above 0 was expected.")
    return value
