"""Raw latents -> 48 kHz audio: LSTM, then a BigVGAN-style stack of causal upsampling and anti-aliased residual blocks.

Everything but the first convolution is causal, so patches are decoded as they come: each layer carries what it must remember, nothing
is computed twice, and the pieces join to exactly what one long decode gives. The first convolution holds back its look-ahead (2 frames).
"""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from ditone.models.dots.causal import CausalConv, CausalUpsample, LookaheadConv, SkipLstm, State, with_past
from ditone.models.dots.config import AudioVaeConfig
from ditone.models.dots.encoder import AudioEncoder

OUTPUT_KERNEL = 7
FILTER_TAPS = 12


class Resample2(nn.Module):
    """A stored low-pass filter (channels or 1, 1, taps) at twice the rate."""

    filter: Tensor

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.register_buffer("filter", torch.zeros(channels, 1, FILTER_TAPS))

    def weight(self, channels: int) -> Tensor:
        """The filter for each channel: (channels, 1, taps)."""
        return self.filter.expand(channels, -1, -1)


class Activation(nn.Module):
    """SnakeBeta, x + sin^2(x e^alpha) / e^beta (Ziyin et al. 2020; Lee et al. 2022), applied at twice the rate to keep aliases out."""

    def __init__(self, channels: int, filters: int = 1) -> None:
        super().__init__()
        self.alpha = nn.Parameter(torch.zeros(channels))
        self.beta = nn.Parameter(torch.zeros(channels))
        self.up = Resample2(filters)
        self.down = Resample2(filters)

    def stream(self, x: Tensor, state: State) -> Tensor:
        """The next piece: x (batch, channels, samples), and so is the result."""
        channels = x.shape[1]
        past = (FILTER_TAPS - 1) // 2
        joined = with_past(self.up, x, past, state)
        y = F.conv_transpose1d(joined, 2 * self.up.weight(channels), stride=2, groups=channels)
        y = y[..., 2 * past : 2 * joined.shape[-1]]
        wave = torch.sin_(y * self.alpha.exp()[:, None])  # at twice the rate a pass through memory costs more than its arithmetic
        y = torch.addcmul(y, wave.mul_(wave), 1 / (self.beta.exp()[:, None] + 1e-9))
        joined = with_past(self.down, y, FILTER_TAPS - 1, state, "replicate")
        return F.conv1d(joined, self.down.weight(channels), stride=2, groups=channels)


class ResidualBlock(nn.Module):
    """Per dilation: activation, dilated convolution, activation, convolution, added to the input."""

    def __init__(self, channels: int, kernel: int, dilations: tuple[int, ...]) -> None:
        super().__init__()
        self.dilated = nn.ModuleList(CausalConv(channels, channels, kernel, d) for d in dilations)
        self.plain = nn.ModuleList(CausalConv(channels, channels, kernel) for _ in dilations)
        self.activations = nn.ModuleList(Activation(channels) for _ in range(2 * len(dilations)))

    def stream(self, x: Tensor, state: State) -> Tensor:
        """The next piece: x (batch, channels, samples), and so is the result."""
        for i, (dilated, plain) in enumerate(zip(self.dilated, self.plain, strict=True)):
            y = dilated.stream(self.activations[2 * i].stream(x, state), state)  # type: ignore[operator]
            x = x + plain.stream(self.activations[2 * i + 1].stream(y, state), state)  # type: ignore[operator]
        return x


class AudioDecoder(nn.Module):
    def __init__(self, config: AudioVaeConfig) -> None:
        super().__init__()
        self.config = config
        channels = config.decoder_channels
        self.post_proj = nn.Conv1d(config.latent_dim, config.latent_dim, 1)
        self.memory = SkipLstm(config.latent_dim, config.lstm_width, config.lstm_layers)
        lookahead = config.decoder_lookahead
        self.input = LookaheadConv(config.latent_dim, channels, 2 * lookahead + 1, lookahead)
        self.ups = nn.ModuleList()
        self.blocks = nn.ModuleList()
        for rate, kernel in zip(config.decoder_rates, config.decoder_kernels, strict=True):
            self.ups.append(CausalUpsample(channels, channels // 2, kernel, rate))
            channels //= 2
            self.blocks.extend(
                ResidualBlock(channels, k, d) for k, d in zip(config.block_kernels, config.block_dilations, strict=True)
            )
        self.activation = Activation(channels, channels)
        self.output = CausalConv(channels, 1, OUTPUT_KERNEL, bias=False)

    def remember(self, latents: Tensor, state: State) -> Tensor:
        """Raw latents (batch, frames, latent_dim) -> what the LSTM makes of them (batch, latent_dim, frames)."""
        return self.memory.stream(self.post_proj(latents.transpose(1, 2)), state)

    def stream(self, latents: Tensor, state: State, last: bool = False) -> Tensor:
        """The next piece: raw latents (batch, frames, latent_dim) -> audio (batch, 1, samples), in [-1, 1].

        The first piece gives `lookahead` frames less than it got, the `last` one as many more; it may have no frames of its own.
        """
        batch = latents.shape[0]
        x = self.remember(latents, state) if latents.shape[1] else latents.transpose(1, 2)
        x = self.input.stream(x, state, last)
        if x.shape[-1] == 0:
            return x.new_zeros(batch, 1, 0)
        per_stage = len(self.config.block_kernels)
        for i, up in enumerate(self.ups):
            x = up.stream(x, state)  # type: ignore[operator]
            blocks = list(self.blocks)[i * per_stage : (i + 1) * per_stage]
            x = torch.stack([block.stream(x, state) for block in blocks]).mean(0)  # type: ignore[operator]
        x = self.activation.stream(x, state)
        return self.output.stream(x, state).clamp(-1.0, 1.0)

    def decode(self, latents: Tensor) -> Tensor:
        """All at once: (batch, frames, latent_dim) -> (batch, 1, frames * hop)."""
        return self.stream(latents, {}, last=True)


class AudioVae(nn.Module):
    """Everything in vocoder.safetensors."""

    def __init__(self, config: AudioVaeConfig) -> None:
        super().__init__()
        self.encoder = AudioEncoder(config)
        self.decoder = AudioDecoder(config)
