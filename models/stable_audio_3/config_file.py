"""Reads the published `model_config.json`.

Only numbers and kinds are read. A kind this family has never been published with is refused by name, since guessing would give sound
that is wrong without looking wrong.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ditone.models.stable_audio_3.config import (
    BASE,
    CONFIG_FILE,
    POST_TRAINED,
    TIME_FEATURES,
    Autoencoder,
    Band,
    Chunks,
    Coder,
    Conditioner,
    Published,
)
from ditone.runtime.dit import config as c
from ditone.runtime.errors import BadModelFolder
from ditone.runtime.json_reading import MOST, Node, load


def read_config(folder: Path) -> Published:
    """Reads `model_config.json`. Raises BadModelFolder naming the key that is missing or has a value that is not supported."""
    return parse_json(load(folder / CONFIG_FILE))


def parse_json(data: Any) -> Published:
    """The same from parsed JSON."""
    return parse(Node(data, CONFIG_FILE))


def is_config(data: Any) -> bool:
    """Whether parsed JSON is a configuration of this family: its latents come from the SAME autoencoder."""
    if not isinstance(data, dict) or not isinstance(data.get("model"), dict):
        return False
    model = data["model"]
    if data.get("model_type") == "autoencoder":
        out: bool = _coder_type(model) == "taae_v2"
        return out
    inner = model.get("pretransform")
    inner = inner.get("config") if isinstance(inner, dict) else None
    return str(data.get("model_type", "")).startswith("diffusion") and _coder_type(inner) == "taae_v2"


def _coder_type(model: Any) -> Any:
    decoder = model.get("decoder") if isinstance(model, dict) else None
    return decoder.get("type") if isinstance(decoder, dict) else None


def parse(root: Node) -> Published:
    """The configuration of a whole variant or of an autoencoder alone."""
    rate, channels = root.whole("sample_rate"), root.whole("audio_channels")
    limit = root.whole("sample_size", high=2**31)
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
    shift = diffusion.optional("sampling_distribution_shift_options")
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
        masks_padding=diffusion.flag("mask_padding_attention"),
        shift=tuple(sorted(shift.items())),
    )


def parse_dit(node: Node) -> c.DitConfig:
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
        differential=attention.flag("differential"),
        input_bias=False,
        output_bias=False,
        qk_norm=qk,
    )
    norm = c.Norm("rms", 1e-5)
    return c.DitConfig(
        width=width,
        depth=node.whole("depth", high=MOST),
        attention=_with_rotary(plain, max(head_dim // 2, 32)),
        cross_attention=plain,
        cross_norm=norm,
        feed_forward=c.FeedForward(_multiple(node.optional_node("ff_kwargs"), "mult", 4.0, width), "swiglu"),
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


def parse_conditioner(node: Node) -> tuple[Conditioner, str]:
    """The conditioners, and the hub name they mention (it tells music from effects, and nothing else)."""
    items = node.data.get("configs")
    found = {str(item.get("id")): item for item in items if isinstance(item, dict)} if isinstance(items, list) else {}
    if set(found) != {"prompt", "seconds_total"}:
        raise node.unsupported("configs", "prompt and seconds_total")
    prompt = Node(found["prompt"], f"{node.where}.configs.prompt")
    seconds = Node(found["seconds_total"], f"{node.where}.configs.seconds_total")
    prompt.expect("type", "t5gemma")
    seconds.expect("type", "number")
    text, number = prompt.node("config"), seconds.node("config")
    text.expect("padding_mode", "learned")
    number.expect("fourier_features_type", "expo")
    low, high = number.number("min_val"), number.number("max_val")
    if not low < high:
        raise number.unsupported("max_val", f"a number above min_val {low:g}")
    conditioner = Conditioner(
        text_folder=Path(text.text("subfolder")).name,
        text_tokens=text.whole("max_length"),
        width=node.whole("cond_dim"),
        seconds=(low, high),
    )
    return conditioner, str(text.data.get("repo_id", "")).rsplit("/", 1)[-1]


def parse_autoencoder(node: Node) -> Autoencoder:
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
    noisy = bottleneck.node("config").flag("noise_regularize")
    chunk = node.node("encoder").node("config").whole("chunk_size", 32)  # the original's default where the file is silent
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


def _coder(node: Node, latent: int, patch_channels: int) -> Coder:
    node.expect("type", "taae_v2")
    node = node.node("config")
    node.expect("differential", True)
    node.expect("variable_stride", True)
    node.expect("dyt", True, default=True)
    for name in ("conformer", "layer_scale"):
        node.expect(name, False, default=False)
    width = node.whole("channels") * node.single("c_mults")
    stride, depth = node.single("strides"), node.single("transformer_depths")
    head_dim = node.whole("dim_heads")
    locality, multiple = _locality(node, stride)
    if width % head_dim:
        raise node.unsupported("dim_heads", f"a divisor of the width {width}")
    sinusoidal = node.single("sinusoidal_blocks", low=0) if node.data.get("sinusoidal_blocks") else 0
    return Coder(
        width=width,
        depth=depth,
        heads=width // head_dim,
        head_dim=head_dim,
        inner=_multiple(node, "ff_mult", 3.0, width),
        stride=stride,
        latent_channels=latent,
        patch_channels=patch_channels,
        mapping_kernel=3 if node.flag("conv_mapping") else 1,
        mask_noise=node.number("mask_noise", 0.0),
        # the published rule counts from the end and leaves one out: depth - i < sinusoidal_blocks
        sinusoidal_from=min(depth, depth - sinusoidal + 1),
        locality=locality,
        frames_multiple=multiple,
    )


def _multiple(node: Node, key: str, default: float, width: int) -> int:
    """`width` times a factor, as the inner width of a feed-forward."""
    factor = node.number(key, default)
    if not 0 < factor <= 64 or int(width * factor) < 1:
        raise node.unsupported(key, "a factor above 0, up to 64")
    return int(width * factor)


def _locality(node: Node, stride: int) -> tuple[Chunks | Band, int]:
    window = node.data.get("sliding_window")
    if window is not None:
        if not isinstance(window, list) or len(window) != 2 or window[0] != window[1] or window[0] not in range(1, 1025):
            raise node.unsupported("sliding_window", "two equal whole numbers from 1 to 1024")
        return Band(int(window[0]) * (stride + 1)), 1
    patches = node.whole("chunk_size")
    if patches % stride:
        raise node.unsupported("chunk_size", f"a multiple of the stride {stride}")
    shifted = node.flag("chunk_midpoint_shift")
    return Chunks(patches + patches // stride, shifted), patches // stride
