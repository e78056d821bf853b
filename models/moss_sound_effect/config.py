"""The published json files of MOSS-SoundEffect v2.0 as an architecture: transformer, scheduler and canvas. Knows no tensor name."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ditone.runtime.dit import config as c
from ditone.runtime.errors import BadModelFolder
from ditone.runtime.json_reading import MOST, Node

INDEX_FILE = "model_index.json"
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


def read_json(path: Path) -> Node:
    """Raises BadModelFolder, naming the file, when it is missing or not a JSON object."""
    return Node.load(path, f"{path.parent.name}/{path.name}" if path.name != INDEX_FILE else None)


def read_config(folder: Path) -> ModelConfig:
    """The configuration of a published folder. Raises BadModelFolder with the file, key and value at fault."""
    index = read_json(folder / INDEX_FILE)
    transformer = read_json(folder / "transformer" / "config.json")
    scheduler_path = folder / "scheduler" / "scheduler_config.json"
    scheduler = read_json(scheduler_path) if scheduler_path.exists() else Node({}, scheduler_path.name)
    return ModelConfig(
        dit=dit_config(transformer.data),
        text_dim=transformer.whole("text_dim"),
        sample_rate_hz=index.whole("sample_rate", 48000, 1000, 192000),
        longest_s=index.number("max_inference_seconds", 30.0, 1.0, 600.0),
        default_shift=scheduler.number("shift", 5.0, 0.01, 1000.0),
    )


def dit_config(data: dict[str, Any]) -> c.DitConfig:
    """The transformer from `transformer/config.json`. Raises BadModelFolder for a form that was never published with weights."""
    published = Node(data, "transformer/config.json")
    if published.text("vae_type", "dac") != "dac":
        raise BadModelFolder(
            f'transformer/config.json has vae_type "{published.text("vae_type")}"; Ditone plays the published form, "dac".',
            "The older 44.1 kHz form turns its positions differently.",
        )
    if published.flag("has_image_input"):
        raise BadModelFolder("transformer/config.json asks for an image input, which no published sound-effect model has.")
    published.expect("patch_size", [1], default=[1])
    width, heads = published.whole("dim"), published.whole("num_heads", high=MOST)
    if width % heads:
        raise BadModelFolder(f"transformer/config.json: dim {width} is no multiple of num_heads {heads}.")
    eps, head_dim = published.number("eps", 1e-6, 0.0, 1.0), width // heads
    norm = c.Norm("layer", eps, affine=False)
    qk_norm = c.QkNorm("width", eps)
    try:
        return c.DitConfig(
            width=width,
            depth=published.whole("num_layers", high=MOST),
            attention=c.Attention(heads, head_dim, qk_norm=qk_norm, rotary=c.Rotary(head_dim, "interleaved", dtype="float64")),
            feed_forward=c.FeedForward(published.whole("ffn_dim"), "gelu_tanh"),
            norm=norm,
            time=c.TimeFeatures(count=published.whole("freq_dim"), scale=TIME_SCALE, dtype="float64"),
            modulation=c.Modulation("shared", final="table"),
            input=c.Input(published.whole("in_dim")),
            output=c.Output(published.whole("out_dim"), norm=norm),
            cross_attention=c.Attention(heads, head_dim, qk_norm=qk_norm),
            cross_norm=c.Norm("layer", eps),
            context=c.Projection(published.whole("text_dim"), "gelu_tanh", True),
        )
    except ValueError as error:
        raise BadModelFolder(f"transformer/config.json does not describe a usable transformer: {error}") from error
