"""From the published `model_config.json` to what has to be built: the transformer, the autoencoder and the conditioners.

Only numbers and kinds are read here. A kind this family has never been published with is refused by name, since guessing would
give sound that is wrong without looking wrong.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from runtime.dit import config as c
from runtime.errors import BadModelFolder

CONFIG_FILE = "model_config.json"
POST_TRAINED, BASE = "rf_denoiser", "rectified_flow"
TIME_FEATURES = c.TimeFeatures(256, first=0.5, last=10000.0, turns=True)


@dataclass(frozen=True)
class Chunks:
    """Attention inside chunks of `tokens`; from block `depth // 2` on, the chunks lie half a chunk further where `shifted`."""

    tokens: int
    shifted: bool


@dataclass(frozen=True)
class Band:
    """Attention to tokens at most `reach` away."""

    reach: int


@dataclass(frozen=True)
class Coder:
    """One half of the autoencoder. A latent frame stands for `stride` patches; `stride` + 1 tokens are one group.

    frames_multiple: latent frames are padded with zeros to a multiple of it. mask_noise: level of the noise on the learned new tokens.
    sinusoidal_from: first block whose gate is a sine.
    """

    width: int
    depth: int
    heads: int
    head_dim: int
    inner: int
    stride: int
    latent_channels: int
    patch_channels: int
    mapping_kernel: int
    mask_noise: float
    sinusoidal_from: int
    locality: Chunks | Band
    frames_multiple: int

    @property
    def group(self) -> int:
        return self.stride + 1


@dataclass(frozen=True)
class Autoencoder:
    """hop: samples of one latent frame. latent_noise: level of the noise on latents before decoding, in units of their deviation.

    align_frames: a canvas is a multiple of it, so that every chunk of attention is whole.
    """

    encoder: Coder
    decoder: Coder
    channels: int
    patch: int
    hop: int
    latent_channels: int
    latent_noise: float
    align_frames: int


@dataclass(frozen=True)
class Conditioner:
    """Text encoder folder and limits. Seconds are clamped to `seconds` and divided by its upper end."""

    text_folder: str
    text_tokens: int
    width: int
    seconds: tuple[float, float]


@dataclass(frozen=True)
class Published:
    """One published model: `dit` and `conditioner` are None for a folder that holds an autoencoder alone."""

    sample_rate_hz: int
    channels: int
    sample_limit: int
    autoencoder: Autoencoder
    dit: c.DitConfig | None = None
    conditioner: Conditioner | None = None
    objective: str = POST_TRAINED
    hub_name: str = ""
    masks_padding: bool = True
    length_grid: bool = True
    shift: tuple[tuple[str, Any], ...] = ()


def read_config(folder: Path) -> Published:
    """Reads `model_config.json`. Raises BadModelFolder naming the key that is missing or has a value that is not supported."""
    path = folder / CONFIG_FILE
    try:
        data = json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        raise BadModelFolder(f"{CONFIG_FILE} is missing.", f"It was expected in {folder}.") from None
    except (OSError, ValueError) as error:
        raise BadModelFolder(f"{CONFIG_FILE} cannot be read: {error}", actions=("Download it again.",)) from error
    return parse_json(data)


def parse_json(data: Any) -> Published:
    """The same from parsed JSON."""
    return parse(_Node(data, CONFIG_FILE))


def is_config(data: Any) -> bool:
    """Whether parsed JSON is a configuration of this family: its latents come from the SAME autoencoder."""
    if not isinstance(data, dict) or not isinstance(data.get("model"), dict):
        return False
    model = data["model"]
    if data.get("model_type") == "autoencoder":
        return _coder_type(model) == "taae_v2"
    inner = model.get("pretransform")
    inner = inner.get("config") if isinstance(inner, dict) else None
    return str(data.get("model_type", "")).startswith("diffusion") and _coder_type(inner) == "taae_v2"


def _coder_type(model: Any) -> Any:
    decoder = model.get("decoder") if isinstance(model, dict) else None
    return decoder.get("type") if isinstance(decoder, dict) else None


def parse(root: _Node) -> Published:
    """The configuration of a whole variant or of an autoencoder alone."""
    rate, channels = root.whole("sample_rate"), root.whole("audio_channels")
    limit = root.whole("sample_size")
    model = root.node("model")
    if root.text("model_type") == "autoencoder":
        return Published(rate, channels, limit, parse_autoencoder(model))
    pretransform = model.node("pretransform")
    pretransform.expect("type", "autoencoder")
    if pretransform.number("scale", 1.0) != 1.0:
        raise pretransform.unsupported("scale", "1.0")
    autoencoder = parse_autoencoder(pretransform.node("config"))
    diffusion = model.node("diffusion")
    diffusion.expect("type", "dit")
    diffusion.expect("cross_attention_cond_ids", ["prompt", "seconds_total"])
    diffusion.expect("global_cond_ids", ["seconds_total"])
    diffusion.expect("local_add_cond_ids", ["inpaint_mask", "inpaint_masked_input"])
    objective = diffusion.text("diffusion_objective")
    if objective not in (POST_TRAINED, BASE):
        raise diffusion.unsupported("diffusion_objective", f"{POST_TRAINED} or {BASE}")
    dit = parse_dit(diffusion.node("config"))
    if dit.input.channels != autoencoder.latent_channels:
        raise BadModelFolder(
            f"{CONFIG_FILE} does not fit together: the transformer has {dit.input.channels} channels, "
            f"the autoencoder {autoencoder.latent_channels}."
        )
    shift = diffusion.data.get("sampling_distribution_shift_options") or {}
    conditioner, hub_name = parse_conditioner(model.node("conditioning"))
    return Published(
        sample_rate_hz=rate,
        channels=channels,
        sample_limit=limit,
        autoencoder=autoencoder,
        dit=dit,
        conditioner=conditioner,
        objective=objective,
        hub_name=hub_name,
        masks_padding=bool(diffusion.data.get("mask_padding_attention", False)),
        length_grid=bool(diffusion.data.get("use_effective_length_for_schedule", False)),
        shift=tuple(sorted(shift.items())),
    )


def parse_dit(node: _Node) -> c.DitConfig:
    """The transformer from `model.diffusion.config`."""
    node.expect("global_cond_type", "adaLN")
    node.expect("timestep_features_type", "expo")
    node.expect("norm_type", "rms_norm")
    node.expect("timestep_features_logsnr", False, default=False)
    node.expect("patch_size", 1, default=1)
    attention = node.node("attn_kwargs")
    attention.expect("qk_norm", "rms")
    width, heads = node.whole("embed_dim"), node.whole("num_heads")
    if width % heads:
        raise node.unsupported("num_heads", f"a divisor of embed_dim {width}")
    head_dim = width // heads
    channels = node.whole("io_channels")
    qk = c.QkNorm("head", 1e-6)
    plain = c.Attention(
        heads,
        head_dim,
        "fused",
        differential=bool(attention.data.get("differential", False)),
        input_bias=False,
        output_bias=False,
        qk_norm=qk,
    )
    norm = c.Norm("rms", 1e-5)
    return c.DitConfig(
        width=width,
        depth=node.whole("depth"),
        attention=_with_rotary(plain, max(head_dim // 2, 32)),
        cross_attention=plain,
        cross_norm=norm,
        feed_forward=c.FeedForward(int(width * node.node("ff_kwargs").number("mult", 4.0)), "swiglu"),
        norm=norm,
        time=TIME_FEATURES,
        modulation=c.Modulation(
            "shared", order=("scale", "shift", "gate"), gate="sigmoid_complement", shared_hidden=True, final="none"
        ),
        input=c.Input(channels, bias=False, residual_conv=True),
        output=c.Output(channels, bias=False, residual_conv=True),
        context=c.Projection(node.whole("cond_token_dim"), "silu", bias=False),
        global_vector=c.Projection(node.whole("global_cond_dim"), "silu", bias=False),
        local_channels=node.whole("local_add_cond_dim"),
        memory_tokens=node.whole("num_memory_tokens"),
    )


def _with_rotary(attention: c.Attention, channels: int) -> c.Attention:
    return c.Attention(**{**vars(attention), "rotary": c.Rotary(channels, "half_split")})


def parse_conditioner(node: _Node) -> tuple[Conditioner, str]:
    """The conditioners, and the hub name they mention (it tells music from effects, and nothing else)."""
    found = {item.get("id"): item for item in node.data.get("configs", []) if isinstance(item, dict)}
    if set(found) != {"prompt", "seconds_total"}:
        raise node.unsupported("configs", "prompt and seconds_total")
    prompt = _Node(found["prompt"], f"{node.where}.configs.prompt")
    seconds = _Node(found["seconds_total"], f"{node.where}.configs.seconds_total")
    prompt.expect("type", "t5gemma")
    seconds.expect("type", "number")
    text, number = prompt.node("config"), seconds.node("config")
    text.expect("padding_mode", "learned")
    number.expect("fourier_features_type", "expo")
    conditioner = Conditioner(
        text_folder=Path(text.text("subfolder")).name,
        text_tokens=text.whole("max_length"),
        width=node.whole("cond_dim"),
        seconds=(number.number("min_val"), number.number("max_val")),
    )
    return conditioner, str(text.data.get("repo_id", "")).rsplit("/", 1)[-1]


def parse_autoencoder(node: _Node) -> Autoencoder:
    """The SAME autoencoder from the node that holds `encoder`, `decoder`, `bottleneck` and `pretransform`."""
    node.node("pretransform").expect("type", "patched")
    patching = node.node("pretransform").node("config")
    bottleneck = node.node("bottleneck")
    bottleneck.expect("type", "softnorm")
    bottleneck.node("config").expect("noise_augment_dim", 0, default=0)
    latent, channels = node.whole("latent_dim"), node.whole("io_channels")
    patch = patching.whole("patch_size")
    encoder = _coder(node.node("encoder"), latent, channels * patch)
    decoder = _coder(node.node("decoder"), latent, channels * patch)
    hop = node.whole("downsampling_ratio")
    if hop != patch * decoder.stride or encoder.stride != decoder.stride:
        raise node.unsupported("downsampling_ratio", f"patch_size {patch} times stride {decoder.stride}")
    noisy = bool(bottleneck.node("config").data.get("noise_regularize", False))
    chunk = int(node.node("encoder").node("config").data.get("chunk_size", 32))  # the original's default where the file is silent
    return Autoencoder(
        encoder,
        decoder,
        channels,
        patch,
        hop,
        latent,
        latent_noise=1e-3 if noisy else 0.0,
        align_frames=max(chunk // encoder.stride, 1),
    )


def _coder(node: _Node, latent: int, patch_channels: int) -> Coder:
    node.expect("type", "taae_v2")
    node = node.node("config")
    node.expect("differential", True)
    node.expect("variable_stride", True)
    node.expect("dyt", True, default=True)
    for name in ("conformer", "layer_scale"):
        node.expect(name, False, default=False)
    single = {name: node.data.get(name) for name in ("c_mults", "strides", "transformer_depths")}
    for name, value in single.items():
        if not isinstance(value, list) or len(value) != 1:
            raise node.unsupported(name, "one number in a list")
    width = node.whole("channels") * single["c_mults"][0]  # type: ignore[index]
    stride, depth = int(single["strides"][0]), int(single["transformer_depths"][0])  # type: ignore[index]
    head_dim = node.whole("dim_heads")
    locality, multiple = _locality(node, stride)
    sinusoidal = int((node.data.get("sinusoidal_blocks") or [0])[0])
    return Coder(
        width=width,
        depth=depth,
        heads=width // head_dim,
        head_dim=head_dim,
        inner=int(width * node.number("ff_mult", 3.0)),
        stride=stride,
        latent_channels=latent,
        patch_channels=patch_channels,
        mapping_kernel=3 if node.data.get("conv_mapping", False) else 1,
        mask_noise=node.number("mask_noise", 0.0),
        # the published rule counts from the end and leaves one out: depth - i < sinusoidal_blocks
        sinusoidal_from=min(depth, depth - sinusoidal + 1),
        locality=locality,
        frames_multiple=multiple,
    )


def _locality(node: _Node, stride: int) -> tuple[Chunks | Band, int]:
    window = node.data.get("sliding_window")
    if window is not None:
        if not isinstance(window, list) or len(window) != 2 or window[0] != window[1]:
            raise node.unsupported("sliding_window", "two equal numbers")
        return Band(int(window[0]) * (stride + 1)), 1
    patches = node.whole("chunk_size")
    if patches % stride:
        raise node.unsupported("chunk_size", f"a multiple of the stride {stride}")
    shifted = bool(node.data.get("chunk_midpoint_shift", False))
    return Chunks(patches + patches // stride, shifted), patches // stride


class _Node:
    """A JSON object that knows where it stands in the file, so that a complaint can name the key."""

    def __init__(self, data: Any, where: str) -> None:
        if not isinstance(data, dict):
            raise BadModelFolder(f"{where} is not an object with keys.", actions=("Download the file again.",))
        self.data: dict[str, Any] = data
        self.where = where

    def node(self, key: str) -> _Node:
        return _Node(self._get(key), f"{self.where}.{key}")

    def whole(self, key: str) -> int:
        value = self._get(key)
        if isinstance(value, bool) or not isinstance(value, int) or value < 0:
            raise self.unsupported(key, "a whole number")
        return value

    def number(self, key: str, default: float | None = None) -> float:
        value = self.data.get(key, default) if default is not None else self._get(key)
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self.unsupported(key, "a number")
        return float(value)

    def text(self, key: str) -> str:
        value = self._get(key)
        if not isinstance(value, str):
            raise self.unsupported(key, "a text")
        return value

    def expect(self, key: str, wanted: Any, default: Any = None) -> None:
        """Raises BadModelFolder unless `key` holds the only value this family has been published with."""
        if self.data.get(key, default) != wanted:
            raise self.unsupported(key, str(wanted))

    def unsupported(self, key: str, wanted: str) -> BadModelFolder:
        return BadModelFolder(
            f"{self.where}.{key} is {self.data.get(key)!r}; {wanted} was expected.",
            "This configuration belongs to another model, or to a newer one than this program knows.",
        )

    def _get(self, key: str) -> Any:
        if key not in self.data:
            raise BadModelFolder(f"{self.where}.{key} is missing.", actions=("Download the file again.",))
        return self.data[key]
