"""Sizes of all three networks. Architecture only, no tensor name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ditone.runtime.dit.config import (
    Attention,
    ConvPosition,
    DitConfig,
    FeedForward,
    Input,
    Modulation,
    Norm,
    Output,
    Rotary,
    TimeFeatures,
)

FAMILY = "cosyvoice3"
YAML_FILE = "cosyvoice3.yaml"
TEXT_FOLDER = "CosyVoice-BlankEN"
CONTROL_ROWS = 200  # rows of the speech table behind the ordinary ids


@dataclass(frozen=True)
class RasConfig:
    """Repetition-aware sampling: nucleus of `top_p` and at most `top_k`, redrawn when an id came `window * tau` times lately."""

    top_p: float
    top_k: int
    window: int
    tau: float


@dataclass(frozen=True)
class LanguageModelConfig:
    """Speech-token language model. The four control ids follow the ordinary ones; every control id ends a sequence.

    text: the Qwen2 settings of the text model's config.json. mix: text and speech ids per block when text is streamed.
    """

    speech_tokens: int
    width: int
    text: dict[str, Any]
    ras: RasConfig
    mix: tuple[int, int]

    @property
    def speech_rows(self) -> int:
        return self.speech_tokens + CONTROL_ROWS

    @property
    def start_id(self) -> int:
        return self.speech_tokens

    @property
    def end_id(self) -> int:
        return self.speech_tokens + 1

    @property
    def task_id(self) -> int:
        return self.speech_tokens + 2

    @property
    def fill_id(self) -> int:
        return self.speech_tokens + 3


@dataclass(frozen=True)
class FlowConfig:
    """Speech tokens to mel: token table, look-ahead convolutions, speaker projection and the transformer."""

    speech_tokens: int
    mel_channels: int
    speaker_channels: int
    lookahead_channels: int
    lookahead_tokens: int
    frames_per_token: int
    chunk_tokens: int
    cosine_schedule: bool
    cfg_rate: float
    dit: DitConfig

    @property
    def chunk_frames(self) -> int:
        return self.chunk_tokens * self.frames_per_token


@dataclass(frozen=True)
class VocoderConfig:
    """Causal HiFT vocoder: mel to waveform through an inverse STFT of `n_fft` and `hop`."""

    sample_rate_hz: int
    mel_channels: int
    channels: int
    harmonics: int
    sine_amplitude: float
    noise_amplitude: float
    voiced_hz: float
    upsample_rates: tuple[int, ...]
    upsample_kernels: tuple[int, ...]
    n_fft: int
    hop: int
    block_kernels: tuple[int, ...]
    block_dilations: tuple[tuple[int, ...], ...]
    source_kernels: tuple[int, ...]
    source_dilations: tuple[tuple[int, ...], ...]
    slope: float
    limit: float
    lookahead_frames: int
    f0_channels: int
    f0_lookahead_frames: int = 3

    @property
    def columns_per_frame(self) -> int:
        """STFT columns per mel frame."""
        result = 1
        for rate in self.upsample_rates:
            result *= rate
        return result

    @property
    def samples_per_frame(self) -> int:
        return self.columns_per_frame * self.hop


@dataclass(frozen=True)
class MelConfig:
    """Mel spectrogram that the flow takes its reference from. high_hz None means half the sample rate."""

    sample_rate_hz: int
    n_fft: int
    hop: int
    window: int
    bands: int
    low_hz: float
    high_hz: float | None


@dataclass(frozen=True)
class ModelConfig:
    sample_rate_hz: int
    tokens_per_s: int
    language_model: LanguageModelConfig
    flow: FlowConfig
    vocoder: VocoderConfig
    mel: MelConfig


def dit_config(width: int, depth: int, heads: int, head_dim: int, inner: int, mel: int, static: int) -> DitConfig:
    """The velocity network: adaLN-zero, weightless norms, separate projections, a causal convolution pair as position.

    The first `head_dim` of all `width` channels are turned before heads are split, so only the first head has rotary positions.
    The final layer takes (scale, shift), blocks take (shift, scale, gate).
    """
    norm = Norm("layer", 1e-6, affine=False)
    return DitConfig(
        width=width,
        depth=depth,
        attention=Attention(heads, head_dim, "separate", rotary=Rotary(head_dim, "interleaved", 10000.0, "width")),
        feed_forward=FeedForward(inner, "gelu_tanh"),
        norm=norm,
        time=TimeFeatures(count=256, first=1.0, last=1e-4, endpoint=True, scale=1000.0, order="sin_cos"),
        modulation=Modulation("per_block", final="linear", final_order=("scale", "shift")),
        input=Input(mel, static_channels=static, conv_position=ConvPosition(kernel=31, groups=16)),
        output=Output(mel, norm=norm),
    )
