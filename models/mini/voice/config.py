"""Sizes of Mini Voice: signal, features, encoder, transformer, decoder."""

from __future__ import annotations

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

SAMPLE_RATE_HZ = 24000
N_FFT = 1200
HOP = 300
BINS = N_FFT // 2 + 1
MEL_BINS = 80
LOG_FLOOR = -11.5129  # ln 1e-5
CHANNELS = MEL_BINS + 2  # log-mel, pitch, voicing
FRAMES_PER_TOKEN = 2
TOKEN_CHANNELS = CHANNELS * FRAMES_PER_TOKEN  # 164 numbers, 40 tokens a second
TOKENS_PER_S = SAMPLE_RATE_HZ / (HOP * FRAMES_PER_TOKEN)
PITCH_CENTRE = 5.25  # ln Hz
PITCH_SPREAD = 0.2
VOICED_HZ = 40.0
HIGHEST_HARMONIC_HZ = 11000.0


@dataclass(frozen=True)
class EncoderConfig:
    """Phoneme encoder, duration predictor and prior."""

    phonemes: int
    dim: int = 192
    inner: int = 384
    blocks: int = 3
    prior_blocks: int = 4


@dataclass(frozen=True)
class DecoderConfig:
    """ConvNeXt spectral heads."""

    dim: int = 256
    inner: int = 640
    blocks: int = 5
    kernel: int = 7


def dit_config(hidden: int, width: int = 192, depth: int = 6, head_dim: int = 64, inner: int = 512) -> DitConfig:
    """Noisy token, then the encoder's hidden state and the prior as static channels; no cross attention."""
    return DitConfig(
        width=width,
        depth=depth,
        attention=Attention(
            width // head_dim, head_dim, "fused", qk_norm=QkNorm("head", 1e-6), rotary=Rotary(head_dim, "half_split")
        ),
        feed_forward=FeedForward(inner, "swiglu"),
        norm=Norm("rms", 1e-6, affine=False),
        time=TimeFeatures(count=256, scale=1000.0),
        modulation=Modulation("shared", final="table"),
        input=Input(TOKEN_CHANNELS, static_channels=hidden + TOKEN_CHANNELS),
        output=Output(TOKEN_CHANNELS, norm=Norm("rms", 1e-6, affine=False)),
    )
