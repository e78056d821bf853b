"""The continuous DAC VAE: mono sound <-> latents, by strided convolutions with snake activations (Kumar et al. 2023, without a quantiser).

Always float32: trained snake slopes go down to 8e-6, and their reciprocal is infinite in half precision. All dimensions come from the
stored shapes. Latents are (batch, channels, frames) here, sound is (batch, 1, samples).
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from ditone.runtime.errors import BadModelFolder

DILATIONS = (1, 3, 9)
UNITS_REACH = sum(3 * dilation for dilation in DILATIONS)  # of three residual units with kernel 7
Shape = tuple[int, ...]


@dataclass(frozen=True)
class VaeConfig:
    """Widths before the first and after each block, and the stride of each block, both in the order of the stage itself."""

    latent_channels: int
    decoder_widths: tuple[int, ...]
    decoder_strides: tuple[int, ...]
    encoder_widths: tuple[int, ...] = ()
    encoder_strides: tuple[int, ...] = ()

    @property
    def hop(self) -> int:
        """Samples per latent frame."""
        return math.prod(self.decoder_strides)

    @property
    def decoder_reach_frames(self) -> int:
        """Latent frames on each side that one decoded frame may depend on."""
        reach = 3
        for stride in reversed(self.decoder_strides):
            reach = math.ceil((reach + UNITS_REACH) / stride) + 1
        return reach + 3

    @property
    def encoder_reach_frames(self) -> int:
        """Latent frames of sound on each side that one encoded frame may depend on."""
        reach = 1
        for stride in reversed(self.encoder_strides):
            reach = (reach + 2) * stride + UNITS_REACH
        return math.ceil((reach + 3) / self.hop)


def vae_config(shapes: Mapping[str, Shape]) -> VaeConfig:
    """Dimensions from stored names and shapes. Raises BadModelFolder when they are not those of this VAE."""

    def kernel(name: str) -> Shape:
        for leaf in ("weight_v", "weight", "parametrizations.weight.original1"):
            if f"{name}.{leaf}" in shapes:
                return shapes[f"{name}.{leaf}"]
        raise BadModelFolder(f"The VAE has no {name}.weight_v.", "It is not the DAC VAE of this family, or it is incomplete.")

    ups = [kernel(f"decoder.model.{n}.block.1") for n in range(1, 1 + _count(shapes, "decoder.model"))]
    downs = [kernel(f"encoder.block.{n}.block.4") for n in range(1, 1 + _count(shapes, "encoder.block"))]
    first = kernel("decoder.model.0")
    config = VaeConfig(
        latent_channels=first[1],
        decoder_widths=(first[0], *(shape[1] for shape in ups)),
        decoder_strides=tuple(shape[2] // 2 for shape in ups),
        encoder_widths=(kernel("encoder.block.0")[0], *(shape[0] for shape in downs)) if downs else (),
        encoder_strides=tuple(shape[2] // 2 for shape in downs),
    )
    if downs and math.prod(config.encoder_strides) != config.hop:
        raise BadModelFolder(
            f"The VAE's encoder strides {config.encoder_strides} and decoder strides {config.decoder_strides} do not belong together."
        )
    return config


def _count(shapes: Mapping[str, Shape], prefix: str) -> int:
    """How many blocks follow the first layer: those that have an inner `block`."""
    pattern = re.compile(re.escape(prefix) + r"\.(\d+)\.block\.")
    return len({match[1] for match in map(pattern.match, shapes) if match})


class Snake(nn.Module):
    """x + sin(a x)^2 / a with a slope per channel (Ziyin et al. 2020)."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.alpha = nn.Parameter(torch.ones(1, channels, 1))

    def forward(self, x: Tensor) -> Tensor:
        """x: (batch, channels, samples)."""
        return x + torch.sin(self.alpha * x).square() / (self.alpha + 1e-9)


class ResidualUnit(nn.Module):
    def __init__(self, channels: int, dilation: int) -> None:
        super().__init__()
        self.snake1, self.snake2 = Snake(channels), Snake(channels)
        self.conv1 = nn.Conv1d(channels, channels, 7, padding=3 * dilation, dilation=dilation)
        self.conv2 = nn.Conv1d(channels, channels, 1)

    def forward(self, x: Tensor) -> Tensor:
        """x: (batch, channels, samples)."""
        residual: Tensor = self.conv2(self.snake2(self.conv1(self.snake1(x))))
        return x + residual


class UpBlock(nn.Module):
    """(batch, channels, n) -> (batch, output channels, n * stride); odd strides need one sample more on the right."""

    def __init__(self, channels: int, output: int, stride: int) -> None:
        super().__init__()
        self.snake = Snake(channels)
        self.up = nn.ConvTranspose1d(
            channels, output, 2 * stride, stride, padding=math.ceil(stride / 2), output_padding=stride % 2
        )
        self.units = nn.ModuleList(ResidualUnit(output, dilation) for dilation in DILATIONS)

    def forward(self, x: Tensor) -> Tensor:
        x = self.up(self.snake(x))
        for unit in self.units:
            x = unit(x)
        return x


class DownBlock(nn.Module):
    """(batch, channels, n * stride) -> (batch, output channels, n)."""

    def __init__(self, channels: int, output: int, stride: int) -> None:
        super().__init__()
        self.units = nn.ModuleList(ResidualUnit(channels, dilation) for dilation in DILATIONS)
        self.snake = Snake(channels)
        self.down = nn.Conv1d(channels, output, 2 * stride, stride, padding=math.ceil(stride / 2))

    def forward(self, x: Tensor) -> Tensor:
        for unit in self.units:
            x = unit(x)
        down: Tensor = self.down(self.snake(x))
        return down


class VaeDecoder(nn.Module):
    def __init__(self, config: VaeConfig) -> None:
        super().__init__()
        self.config = config
        widths = config.decoder_widths
        self.post_quant = nn.Conv1d(config.latent_channels, config.latent_channels, 1)
        self.first = nn.Conv1d(config.latent_channels, widths[0], 7, padding=3)
        self.blocks = nn.ModuleList(
            UpBlock(a, b, stride) for a, b, stride in zip(widths, widths[1:], config.decoder_strides, strict=False)
        )
        self.snake = Snake(widths[-1])
        self.last = nn.Conv1d(widths[-1], 1, 7, padding=3)

    def forward(self, latents: Tensor) -> Tensor:
        """(batch, channels, frames) -> (batch, 1, frames * hop), within (-1, 1)."""
        x = self.first(self.post_quant(latents))
        for block in self.blocks:
            x = block(x)
        last: Tensor = self.last(self.snake(x))
        return last.tanh()


class VaeEncoder(nn.Module):
    def __init__(self, config: VaeConfig) -> None:
        super().__init__()
        self.config = config
        widths = config.encoder_widths
        self.first = nn.Conv1d(1, widths[0], 7, padding=3)
        self.blocks = nn.ModuleList(
            DownBlock(a, b, stride) for a, b, stride in zip(widths, widths[1:], config.encoder_strides, strict=False)
        )
        self.snake = Snake(widths[-1])
        self.last = nn.Conv1d(widths[-1], config.latent_channels, 3, padding=1)
        self.quant = nn.Conv1d(config.latent_channels, 2 * config.latent_channels, 1)

    def forward(self, sound: Tensor) -> tuple[Tensor, Tensor]:
        """(batch, 1, samples) -> mean and log variance, each (batch, channels, frames); the last frame is filled up with silence."""
        x = self.first(F.pad(sound, (0, -sound.shape[-1] % self.config.hop)))
        for block in self.blocks:
            x = block(x)
        mean, log_variance = self.quant(self.last(self.snake(x))).chunk(2, dim=1)
        return mean, log_variance.clamp(-30, 20)
