"""What one published model is made of: the transformer, the autoencoder and the conditioners, as plain numbers and kinds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ditone.runtime.dit import config as c

CONFIG_FILE = "model_config.json"
POST_TRAINED, BASE = "rf_denoiser", "rectified_flow"
# 10000 turns of a frequency that is one unit off are another 4e-3 of a turn: this table is the one that the published implementation
# forms with AVX2 and AVX-512, known from its recorded vectors
TIME_FEATURES = c.TimeFeatures(256, first=0.5, last=10000.0, turns=True, units=((124, 1),))


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

    @property
    def sight_frames(self) -> int:
        """How far a frame can look through all blocks, in latent frames."""
        if isinstance(self.locality, Band):
            return -(-self.locality.reach * self.depth // self.group)
        return 2 * self.locality.tokens // self.group


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
    shift: tuple[tuple[str, Any], ...] = ()
