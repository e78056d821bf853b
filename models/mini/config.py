"""Sizes of Mini SFX: signal, latent, text encoder, transformer, decoder. Architecture only, no tensor name."""

from dataclasses import dataclass

from ditone.runtime.dit.config import (
    Attention,
    DitConfig,
    FeedForward,
    Input,
    Modulation,
    Norm,
    Output,
    QkNorm,
    Rotary,
    TimeFeatures,
)

SAMPLE_RATE_HZ = 44100
N_FFT = 2048
HOP = 512
MEL_BINS = 100
MEL_LOW_HZ = 20.0
MEL_HIGH_HZ = 22050.0
FRAMES_PER_TOKEN = 4
SAMPLES_PER_TOKEN = HOP * FRAMES_PER_TOKEN  # 2048: 21.53 tokens a second
LATENT_CHANNELS = 64
LOG_FLOOR = -9.5  # natural log of the quietest band level, about -82 dB of a full-scale sine
TAIL_TOKENS = 4  # canvas behind the requested length, where the sound rings out
SHORTEST_S = 0.1
LONGEST_S = 6.0  # of one canvas; the lengths in the transformer's features are shares of it
LONGEST_TAKE_S = 60.0  # by overlapping windows
MAX_WORDS = 12
STATIC_DIM = 64
LEARNED_DIM = 192
POSITION_CHANNELS = 24  # features of place in time, concatenated to the noisy latents


def length_in_tokens(seconds: float) -> int:
    """Latent tokens that cover a duration, at least one."""
    return max(1, -(-round(seconds * SAMPLE_RATE_HZ) // SAMPLES_PER_TOKEN))


@dataclass(frozen=True)
class ConditioningConfig:
    """Text encoder and length embedding."""

    dim: int = 256
    layers: int = 1
    heads: int = 4
    length_frequencies: int = 32


@dataclass(frozen=True)
class DecoderConfig:
    """ConvNeXt spectral decoder. `noise`: whether it has the heads of its noise branch (weights of the first round have none);
    `partials`: whether the fixed part is drawn as running sines instead of by learned phases (see `partials.py`)."""

    dim: int = 256
    inner: int = 768
    blocks: int = 6
    kernel: int = 7
    noise: bool = False
    partials: bool = False


def dit_config(width: int = 256, depth: int = 6, head_dim: int = 64, inner: int = 640) -> DitConfig:
    """The transformer of Mini SFX: shared modulation with a table per block, q/k norms, rotary on whole heads, gated SiLU."""
    heads = width // head_dim
    qk = QkNorm("head", 1e-6)
    return DitConfig(
        width=width,
        depth=depth,
        attention=Attention(heads, head_dim, "fused", qk_norm=qk, rotary=Rotary(head_dim, "half_split")),
        cross_attention=Attention(heads, head_dim, "fused", qk_norm=qk),
        cross_norm=Norm("rms", 1e-6),
        feed_forward=FeedForward(inner, "swiglu"),
        norm=Norm("rms", 1e-6, affine=False),
        time=TimeFeatures(count=256, scale=1000.0),
        modulation=Modulation("shared", final="table"),
        input=Input(LATENT_CHANNELS, static_channels=POSITION_CHANNELS),
        output=Output(LATENT_CHANNELS, norm=Norm("rms", 1e-6, affine=False)),
    )
