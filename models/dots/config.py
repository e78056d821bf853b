"""What the published `config.json` and `llm_config.json` say, as architecture configs and the variant's sampling recipe."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import torch

from ditone.runtime.dit import config as c
from ditone.runtime.errors import BadModelFolder
from ditone.runtime.json_reading import MOST, Node
from ditone.runtime.text_config import qwen_config

CONFIG_FILE, LLM_FILE = "config.json", "llm_config.json"
Variant = Literal["flow", "meanflow", "two_step", "one_step"]
# norms whose eps the original leaves unset: torch then takes the machine epsilon of float32, whatever the weights' dtype
UNSET_EPS = float(torch.finfo(torch.float32).eps)
LAYER_NORM_EPS = 1e-5


@dataclass(frozen=True)
class PatchEncoderConfig:
    """The transformer that turns each patch of raw latents into one language-model embedding."""

    layers: int
    heads: int
    width: int
    inner: int


@dataclass(frozen=True)
class AudioVaeConfig:
    """48 kHz audio VAE. Rates multiply to the hop: audio samples a latent frame. `lookahead`: future frames the edge layers see."""

    sample_rate_hz: int
    latent_dim: int
    encoder_channels: tuple[int, ...]
    encoder_rates: tuple[int, ...]
    decoder_channels: int
    decoder_rates: tuple[int, ...]
    decoder_kernels: tuple[int, ...]
    block_kernels: tuple[int, ...]
    block_dilations: tuple[tuple[int, ...], ...]
    lstm_layers: int
    lstm_width: int
    decoder_lookahead: int = 2
    encoder_lookahead: int = 2

    @property
    def hop(self) -> int:
        return math.prod(self.encoder_rates)


@dataclass(frozen=True)
class Recipe:
    """How a variant is sampled. `locked_steps`: the only step count of an artifact that was distilled to it."""

    variant: Variant
    locked_steps: int | None = None
    tau_mid: float = 1.3
    sigma: float = 0.0


@dataclass(frozen=True)
class DotsConfig:
    """One variant. latent frames come in patches of `patch_size`; `llm` is the language model's own configuration."""

    latent_dim: int
    patch_size: int
    speaker_dim: int
    speaker_max_s: float
    dit: c.DitConfig
    patch_encoder: PatchEncoderConfig
    vae: AudioVaeConfig
    recipe: Recipe
    llm: dict[str, Any]

    @property
    def llm_width(self) -> int:
        return int(self.llm["hidden_size"])

    @property
    def patch_samples(self) -> int:
        """Audio samples of one patch."""
        return self.patch_size * self.vae.hop

    @property
    def patch_s(self) -> float:
        return self.patch_samples / self.vae.sample_rate_hz


def read_config(folder: Path) -> DotsConfig:
    """The variant in a model folder. Raises BadModelFolder for missing keys and for settings that no published variant has."""
    return parse_config(Node.load(folder / CONFIG_FILE).data, Node.load(folder / LLM_FILE).data)


def parse_config(data: dict[str, Any], llm: dict[str, Any]) -> DotsConfig:
    """As `read_config`, from the two JSON objects."""
    root = Node(data, CONFIG_FILE)
    latent_dim = root.whole("latent_dim")
    patch_size = root.whole("patch_size", low=2, high=MOST)
    if patch_size % 2:
        raise root.unsupported("patch_size", "an even number, since the patch encoder halves it,")
    encoder = root.node("PatchEncoder")
    _expect(encoder, norm_layer="RMSNorm", causal=True, qkv_bias=False)
    width, heads = encoder.whole("hidden_size"), encoder.whole("num_heads", high=MOST)
    if width % heads or width // heads % 2:
        raise encoder.unsupported("num_heads", f"a divisor of hidden_size {width} into even heads")
    try:
        return DotsConfig(
            latent_dim=latent_dim,
            patch_size=patch_size,
            speaker_dim=root.whole("campplus_embedding_size"),
            speaker_max_s=root.number("xvec_max_audio_seconds", 10.0, 0.1, 600.0),
            dit=_dit(root.node("DiT"), latent_dim, _duration_embedder(root)),
            patch_encoder=PatchEncoderConfig(
                encoder.whole("num_layers", high=MOST), heads, width, encoder.whole("ffn_hidden_size")
            ),
            vae=_vae(root.node("vocoder"), latent_dim),
            recipe=_recipe(root),
            llm=qwen_config(Node(llm, LLM_FILE)),
        )
    except ValueError as error:  # parts that do not fit together
        raise BadModelFolder(f"{CONFIG_FILE} does not describe a dots.tts model: {error}.") from error


def _dit(data: Node, latent_dim: int, duration_embedder: bool) -> c.DitConfig:
    _expect(data, modulation=True, qkv_bias=False, qk_norm=True, norm_layer="RMSNorm", rotary_bias=True, alibi_bias=False)
    width, heads = data.whole("hidden_size"), data.whole("num_heads", high=MOST)
    if width % heads:
        raise data.unsupported("num_heads", f"a divisor of hidden_size {width}")
    head_dim = width // heads
    norm = c.Norm("layer", LAYER_NORM_EPS, affine=False)
    return c.DitConfig(
        width=width,
        depth=data.whole("num_layers", high=MOST),
        attention=c.Attention(
            heads,
            head_dim,
            input_bias=False,
            qk_norm=c.QkNorm("head", UNSET_EPS),
            rotary=c.Rotary(head_dim, "half_split", data.number("rotary_theta", 10000.0, 1.0, 1e12)),
        ),
        feed_forward=c.FeedForward(data.whole("ffn_hidden_size"), "gelu_tanh"),
        norm=norm,
        time=c.TimeFeatures(count=256),
        modulation=c.Modulation("per_block"),
        input=c.Input(latent_dim, token_channels=width),
        output=c.Output(latent_dim, norm=norm),
        duration_embedder=duration_embedder,
    )


def _duration_embedder(root: Node) -> bool:
    meanflow = root.optional_node("meanflow")
    return meanflow.flag("enabled") and meanflow.flag("use_duration_embedding", True)


def _recipe(root: Node) -> Recipe:
    """The `sampling` block decides first, then `meanflow`; base and SOAR have neither."""
    sigma = root.number("fm_sigma", 0.0, 0.0, 1.0)
    sampling = root.optional_node("sampling")
    if not sampling.data:
        return Recipe("meanflow" if root.optional_node("meanflow").flag("enabled") else "flow", sigma=sigma)
    unknown = sorted(set(sampling.data) - {"solver", "ode_method", "num_steps", "guidance_scale", "tau_mid"})
    if unknown:
        raise BadModelFolder(f'{sampling.where} has the unknown key "{unknown[0]}".')
    solver = sampling.choice("solver", ("scm", "flow_matching"))
    steps = 2 if solver == "scm" else 1
    _expect(sampling, ode_method="euler", num_steps=steps, guidance_scale=0.0)
    tau_mid = sampling.number("tau_mid", 1.3)
    if not 0 < tau_mid < math.pi / 2:
        raise sampling.unsupported("tau_mid", "a number between 0 and pi/2")
    return Recipe("two_step" if solver == "scm" else "one_step", steps, tau_mid, sigma)


def _vae(data: Node, latent_dim: int) -> AudioVaeConfig:
    _expect(
        data,
        resblock="1",
        activation="snakebeta",
        snake_logscale=True,
        causal=True,
        causal_encoder=True,
        use_bias_at_final=False,
        use_tanh_at_final=False,
        latent_dim=latent_dim,
    )
    config = AudioVaeConfig(
        sample_rate_hz=data.whole("sample_rate", low=1000, high=192000),
        latent_dim=latent_dim,
        encoder_channels=data.wholes("downsample_channels"),
        encoder_rates=data.wholes("downsample_rates", high=MOST),
        decoder_channels=data.whole("upsample_initial_channel"),
        decoder_rates=data.wholes("upsample_rates", high=MOST),
        decoder_kernels=data.wholes("upsample_kernel_sizes", high=MOST),
        block_kernels=data.wholes("resblock_kernel_sizes", high=MOST),
        block_dilations=data.rows("resblock_dilation_sizes", high=MOST),
        lstm_layers=data.whole("mi_num_layers", high=MOST),
        lstm_width=4 * latent_dim,
        decoder_lookahead=data.whole("num_decoder_lookahead", 2, low=0, high=MOST),
        encoder_lookahead=data.whole("num_encoder_lookahead", 2, low=0, high=MOST),
    )
    if len(config.block_kernels) != len(config.block_dilations):
        raise data.unsupported(
            "resblock_dilation_sizes", f"one row for each of {len(config.block_kernels)} resblock_kernel_sizes"
        )
    if config.decoder_channels >> len(config.decoder_rates) < 1:
        raise data.unsupported("upsample_initial_channel", f"a number that {len(config.decoder_rates)} stages can halve")
    if math.prod(config.decoder_rates) != config.hop:
        raise ValueError(f"upsample_rates multiply to {math.prod(config.decoder_rates)}, downsample_rates to {config.hop}")
    if len(config.encoder_channels) != len(config.encoder_rates) + 1:
        raise ValueError(
            f"{len(config.encoder_channels)} downsample_channels do not fit {len(config.encoder_rates)} downsample_rates"
        )
    if len(config.decoder_kernels) != len(config.decoder_rates):
        raise ValueError(
            f"{len(config.decoder_kernels)} upsample_kernel_sizes do not fit {len(config.decoder_rates)} upsample_rates"
        )
    return config


def _expect(node: Node, **wanted: Any) -> None:
    """Raises BadModelFolder for a setting, where given, that no published variant has."""
    for name, value in wanted.items():
        if name in node:
            node.expect(name, value)
