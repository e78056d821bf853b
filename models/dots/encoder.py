"""48 kHz audio -> mean and log deviation of raw latents, one frame a hop."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from ditone.models.dots.causal import SkipLstm
from ditone.models.dots.config import AudioVaeConfig

RESIDUAL_LAYERS = 6
EDGE_SLOPE = 0.2
RESIDUAL_SLOPE = 0.01


class PaddedConv(nn.Conv1d):
    """Convolution with zeros on the left (and, not being causal, on the right) of the whole signal."""

    def __init__(self, inputs: int, outputs: int, kernel: int, *, stride: int = 1, dilation: int = 1, right: int = 0) -> None:
        super().__init__(inputs, outputs, kernel, stride=stride, dilation=dilation)
        self.pad = ((kernel - 1) * dilation - right, right)

    def forward(self, x: Tensor) -> Tensor:
        return super().forward(F.pad(x, self.pad))


class ResidualStack(nn.Module):
    """Six residual pairs of convolutions, dilated by 1, 2, 4, ... 32."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.dilated = nn.ModuleList(PaddedConv(channels, channels, 3, dilation=2**i) for i in range(RESIDUAL_LAYERS))
        self.plain = nn.ModuleList(PaddedConv(channels, channels, 3) for _ in range(RESIDUAL_LAYERS))

    def forward(self, x: Tensor) -> Tensor:
        """x: (batch, channels, samples), and so is the result."""
        for dilated, plain in zip(self.dilated, self.plain, strict=True):
            y = dilated(F.leaky_relu(x, RESIDUAL_SLOPE))
            x = x + plain(F.leaky_relu(y, RESIDUAL_SLOPE))
        return x


class AudioEncoder(nn.Module):
    def __init__(self, config: AudioVaeConfig) -> None:
        super().__init__()
        channels = config.encoder_channels
        lookahead = config.encoder_lookahead
        self.input = PaddedConv(1, channels[0], 3)
        self.downs = nn.ModuleList(
            PaddedConv(a, b, 2 * rate, stride=rate)
            for a, b, rate in zip(channels, channels[1:], config.encoder_rates, strict=False)
        )
        self.stacks = nn.ModuleList(ResidualStack(n) for n in channels[1:])
        self.output = PaddedConv(channels[-1], config.latent_dim, 2 * lookahead + 1, right=lookahead)
        self.memory = SkipLstm(config.latent_dim, config.lstm_width, config.lstm_layers)
        self.pre_proj = nn.Conv1d(config.latent_dim, 2 * config.latent_dim, 1)

    def forward(self, audio: Tensor) -> Tensor:
        """audio: (batch, 1, samples) -> (batch, 2 * latent_dim, ceil(samples / hop)): means, then log deviations."""
        x = F.leaky_relu(self.input(audio), EDGE_SLOPE)
        for down, stack in zip(self.downs, self.stacks, strict=True):
            x = F.leaky_relu(stack(down(x)), EDGE_SLOPE)
        out: Tensor = self.pre_proj(self.memory.stream(self.output(x), {}))
        return out


def sample_latents(mean_log_deviation: Tensor, noise: Tensor) -> Tensor:
    """Raw latents (batch, frames, latent_dim) from the encoder's result and standard noise (batch, latent_dim, frames)."""
    mean, log_deviation = mean_log_deviation.chunk(2, dim=1)
    return (mean + noise * torch.exp(log_deviation)).transpose(1, 2)
