"""What the published `config.json` and `llm_config.json` say, as architecture configs and the variant's sampling recipe."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import torch

from ditone.runtime.dit import config as c
from ditone.runtime.errors import BadModelFolder

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


def read_json(path: Path) -> dict[str, Any]:
    """A JSON object. Raises BadModelFolder for a file that is missing or not one."""
    try:
        data = json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        raise BadModelFolder(f"{path.name} is missing.", f"It was expected in {path.parent}.") from None
    except (OSError, ValueError) as error:
        raise BadModelFolder(f"{path.name} cannot be read as JSON: {error}", actions=("Download it again.",)) from error
    if not isinstance(data, dict):
        raise BadModelFolder(f"{path.name} holds no JSON object.", actions=("Download it again.",))
    return data


def read_config(folder: Path) -> DotsConfig:
    """The variant in a model folder. Raises BadModelFolder for missing keys and for settings that no published variant has."""
    data, llm = read_json(folder / "config.json"), read_json(folder / "llm_config.json")
    try:
        return parse_config(data, llm)
    except KeyError as error:
        raise BadModelFolder(
            f"config.json or llm_config.json lacks the key {error}.", actions=("Download them again.",)
        ) from error
    except (TypeError, ValueError) as error:
        raise BadModelFolder(f"config.json or llm_config.json does not describe a dots.tts model: {error}.") from error


def parse_config(data: dict[str, Any], llm: dict[str, Any]) -> DotsConfig:
    """As `read_config`, from the two JSON objects. Raises KeyError, TypeError or ValueError."""
    latent_dim = int(data["latent_dim"])
    patch_size = int(data["patch_size"])
    if patch_size < 2 or patch_size % 2:
        raise ValueError(f"patch_size is {patch_size}; the patch encoder halves it, so it must be even")
    encoder = data["PatchEncoder"]
    _expect(encoder, "PatchEncoder", norm_layer="RMSNorm", causal=True, qkv_bias=False)
    return DotsConfig(
        latent_dim=latent_dim,
        patch_size=patch_size,
        speaker_dim=int(data["campplus_embedding_size"]),
        speaker_max_s=float(data.get("xvec_max_audio_seconds", 10.0)),
        dit=_dit(data["DiT"], latent_dim, _duration_embedder(data)),
        patch_encoder=PatchEncoderConfig(
            encoder["num_layers"], encoder["num_heads"], encoder["hidden_size"], encoder["ffn_hidden_size"]
        ),
        vae=_vae(data["vocoder"], latent_dim),
        recipe=_recipe(data),
        llm=llm,
    )


def _dit(data: dict[str, Any], latent_dim: int, duration_embedder: bool) -> c.DitConfig:
    _expect(data, "DiT", modulation=True, qkv_bias=False, qk_norm=True, norm_layer="RMSNorm", rotary_bias=True, alibi_bias=False)
    width, heads = int(data["hidden_size"]), int(data["num_heads"])
    head_dim = width // heads
    norm = c.Norm("layer", LAYER_NORM_EPS, affine=False)
    return c.DitConfig(
        width=width,
        depth=int(data["num_layers"]),
        attention=c.Attention(
            heads,
            head_dim,
            input_bias=False,
            qk_norm=c.QkNorm("head", UNSET_EPS),
            rotary=c.Rotary(head_dim, "half_split", float(data.get("rotary_theta", 10000.0))),
        ),
        feed_forward=c.FeedForward(int(data["ffn_hidden_size"]), "gelu_tanh"),
        norm=norm,
        time=c.TimeFeatures(count=256),
        modulation=c.Modulation("per_block"),
        input=c.Input(latent_dim, token_channels=width),
        output=c.Output(latent_dim, norm=norm),
        duration_embedder=duration_embedder,
    )


def _duration_embedder(data: dict[str, Any]) -> bool:
    meanflow = data.get("meanflow") or {}
    return bool(meanflow.get("enabled")) and bool(meanflow.get("use_duration_embedding", True))


def _recipe(data: dict[str, Any]) -> Recipe:
    """The `sampling` block decides first, then `meanflow`; base and SOAR have neither."""
    sigma = float(data.get("fm_sigma", 0.0))
    sampling = data.get("sampling")
    if not sampling:
        return Recipe("meanflow" if (data.get("meanflow") or {}).get("enabled") else "flow", sigma=sigma)
    unknown = sorted(set(sampling) - {"solver", "ode_method", "num_steps", "guidance_scale", "tau_mid"})
    if unknown:
        raise ValueError(f'the sampling block has the unknown key "{unknown[0]}"')
    solver = sampling["solver"]
    if solver not in ("scm", "flow_matching"):
        raise ValueError(f'sampling.solver is "{solver}"; "scm" and "flow_matching" are known')
    steps = 2 if solver == "scm" else 1
    _expect(sampling, "sampling", ode_method="euler", num_steps=steps, guidance_scale=0.0)
    tau_mid = float(sampling.get("tau_mid", 1.3))
    if not 0 < tau_mid < math.pi / 2:
        raise ValueError(f"sampling.tau_mid is {tau_mid}; it must lie between 0 and pi/2")
    return Recipe("two_step" if solver == "scm" else "one_step", steps, tau_mid, sigma)


def _vae(data: dict[str, Any], latent_dim: int) -> AudioVaeConfig:
    _expect(
        data,
        "vocoder",
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
        sample_rate_hz=int(data["sample_rate"]),
        latent_dim=latent_dim,
        encoder_channels=tuple(data["downsample_channels"]),
        encoder_rates=tuple(data["downsample_rates"]),
        decoder_channels=int(data["upsample_initial_channel"]),
        decoder_rates=tuple(data["upsample_rates"]),
        decoder_kernels=tuple(data["upsample_kernel_sizes"]),
        block_kernels=tuple(data["resblock_kernel_sizes"]),
        block_dilations=tuple(tuple(row) for row in data["resblock_dilation_sizes"]),
        lstm_layers=int(data["mi_num_layers"]),
        lstm_width=4 * latent_dim,
        decoder_lookahead=int(data.get("num_decoder_lookahead", 2)),
        encoder_lookahead=int(data.get("num_encoder_lookahead", 2)),
    )
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


def _expect(data: dict[str, Any], where: str, **wanted: Any) -> None:
    """Raises ValueError for a setting, where given, that no published variant has."""
    for name, value in wanted.items():
        if name in data and data[name] != value:
            raise ValueError(f"{where}.{name} is {data[name]!r}; only {value!r} is known")
