"""Causal HiFT vocoder: mel to 24 kHz waveform. Convolutions on the source-filter signal, then an inverse STFT of 16 points.

Always float32 (the pitch float64). Nothing looks ahead but the pitch network (3 frames) and the first convolution (4 frames), so a
longer prefix of the same mel reproduces the samples already made.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from ditone.models.cosyvoice3.config import FlowConfig, VocoderConfig
from ditone.models.cosyvoice3.source import PitchPredictor, harmonic_source, source_noise
from ditone.models.cosyvoice3.tensor_map import F0, F0_PREFIX, VOCODER
from ditone.models.cosyvoice3.weights import VOCODER as STEM
from ditone.models.cosyvoice3.weights import open_weights
from ditone.runtime.registry import Progress
from ditone.runtime.weights import load_module
from ditone.runtime.weights.skeleton import skeleton

LAST_SLOPE = 0.01  # before the last convolution; the other leaky ReLUs have the configured slope
CHUNK_FRAMES = 750  # 15 s: a take of a few minutes would need gigabytes in one go
LOUDEST = 100.0  # cap of the STFT magnitude


class Snake(nn.Module):
    """x + sin^2(alpha x) / alpha, one alpha a channel (Ziyin et al. 2020, eq. 3)."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.alpha = nn.Parameter(torch.ones(channels))

    def forward(self, x: Tensor) -> Tensor:
        """x: (batch, channels, samples)."""
        alpha = self.alpha[:, None]
        return x + torch.sin(alpha * x) ** 2 / (alpha + 1e-9)


class ResidualBlock(nn.Module):
    """Snake, dilated convolution, snake, convolution, added to the input; once per dilation. x: (batch, channels, columns)."""

    def __init__(self, channels: int, kernel: int, dilations: tuple[int, ...]) -> None:
        super().__init__()
        self.convs1 = nn.ModuleList(nn.Conv1d(channels, channels, kernel, dilation=d) for d in dilations)
        self.convs2 = nn.ModuleList(nn.Conv1d(channels, channels, kernel) for _ in dilations)
        self.activations1 = nn.ModuleList(Snake(channels) for _ in dilations)
        self.activations2 = nn.ModuleList(Snake(channels) for _ in dilations)

    def forward(self, x: Tensor) -> Tensor:
        for snake1, conv1, snake2, conv2 in zip(self.activations1, self.convs1, self.activations2, self.convs2, strict=True):
            x = x + causal(conv2, snake2(causal(conv1, snake1(x))))
        return x


def causal(conv: nn.Module, x: Tensor) -> Tensor:
    """A convolution that looks left only. x: (batch, channels, samples); as many samples come out."""
    assert isinstance(conv, nn.Conv1d)
    out: Tensor = conv(F.pad(x, ((conv.kernel_size[0] - 1) * conv.dilation[0], 0)))
    return out


class Vocoder(nn.Module):
    """`pitch` is apart, since it keeps float64 weights."""

    def __init__(self, config: VocoderConfig) -> None:
        super().__init__()
        self.config = config
        self.source = nn.Linear(config.harmonics + 1, 1)
        self.conv_pre = nn.Conv1d(config.mel_channels, config.channels, config.lookahead_frames + 1)
        widths = [config.channels // 2**i for i in range(len(config.upsample_rates) + 1)]
        self.ups = nn.ModuleList(nn.Conv1d(widths[i], widths[i + 1], kernel) for i, kernel in enumerate(config.upsample_kernels))
        self.source_downs = nn.ModuleList()
        self.source_resblocks = nn.ModuleList()
        self.resblocks = nn.ModuleList()
        bins = config.n_fft + 2  # real and imaginary parts
        for i in range(len(config.upsample_rates)):
            stride = 1
            for rate in config.upsample_rates[i + 1 :]:
                stride *= rate
            kernel = 2 * stride if stride > 1 else 1
            self.source_downs.append(nn.Conv1d(bins, widths[i + 1], kernel, stride=stride))
            self.source_resblocks.append(ResidualBlock(widths[i + 1], config.source_kernels[i], config.source_dilations[i]))
            for size, dilations in zip(config.block_kernels, config.block_dilations, strict=True):
                self.resblocks.append(ResidualBlock(widths[i + 1], size, dilations))
        self.conv_post = nn.Conv1d(widths[-1], bins, 7)

    def excite(self, f0: Tensor, noise: Tensor) -> Tensor:
        """The source signal (1, 1, samples) for f0 (1, frames)."""
        return torch.tanh(self.source(harmonic_source(f0, noise, self.config))).transpose(1, 2)

    def spectrum(self, source: Tensor) -> Tensor:
        """(1, 1, samples) -> (1, n_fft + 2, columns): real parts, then imaginary parts."""
        n_fft, hop = self.config.n_fft, self.config.hop
        window = torch.hann_window(n_fft, device=source.device)
        s = torch.stft(source.squeeze(1), n_fft, hop, n_fft, window=window, return_complex=True)
        return torch.cat((s.real, s.imag), dim=1)

    def stage(self, i: int, x: Tensor, spectrum: Tensor) -> Tensor:
        """One up-sampling stage with its share of the source.

        x: (batch, channels, frames) -> (batch, channels / 2, frames * rate); spectrum of the source: (batch, bins, frames).
        """
        config = self.config
        x = F.leaky_relu(x, config.slope)
        x = causal(self.ups[i], F.interpolate(x, scale_factor=float(config.upsample_rates[i]), mode="nearest"))
        if i == len(self.ups) - 1:
            x = F.pad(x, (1, 0), mode="reflect")
        down = self.source_downs[i]
        assert isinstance(down, nn.Conv1d)
        x = x + self.source_resblocks[i](down(F.pad(spectrum, (down.stride[0] - 1, 0))))
        kernels = len(config.block_kernels)
        blocks = [self.resblocks[i * kernels + j](x) for j in range(kernels)]
        out: Tensor = sum(blocks[1:], blocks[0]) / kernels
        return out

    def columns(self, x: Tensor, spectrum: Tensor) -> Tensor:
        """Raw STFT columns (1, n_fft + 2, columns) from the first convolution's output x and as many frames of the source's spectrum."""
        for i in range(len(self.ups)):
            x = self.stage(i, x, spectrum)
        return causal(self.conv_post, F.leaky_relu(x, LAST_SLOPE))

    def forward(
        self, mel: Tensor, f0: Tensor, noise: Tensor, final: bool, chunk_frames: int = 0, check: Callable[[], None] = lambda: None
    ) -> Tensor:
        """mel (1, bands, frames), f0 (1, frames or 3 fewer) -> waveform (1, samples) in [-limit, limit].

        Not `final`: the last 8 frames are context (3 of the pitch, 4 of the first convolution, 1 of the inverse STFT's overlap).
        chunk_frames: the convolutions take so many frames at a time, with enough before them to be exact; 0 = all at once.
        `check` is called between chunks and may raise to stop.
        """
        config, per_frame = self.config, self.config.columns_per_frame
        ahead = config.lookahead_frames
        spectrum = self.spectrum(self.excite(f0, noise))
        if final:
            h = self.conv_pre(F.pad(mel, (0, ahead)))
        else:
            h = self.conv_pre(mel[:, :, : f0.shape[1]])
            spectrum = spectrum[:, :, : spectrum.shape[2] - per_frame * ahead]
        frames = h.shape[2]
        pieces = []
        for start in range(0, frames, chunk_frames or frames):
            check()
            end = min(start + (chunk_frames or frames), frames)
            first = max(start - self.context_frames, 0)
            made = self.columns(h[:, :, first:end], spectrum[:, :, per_frame * first : per_frame * end + 1])
            pieces.append(made[:, :, per_frame * (start - first) : made.shape[2] - (end < frames)])
        wave = self.inverse(torch.cat(pieces, dim=2))
        if not final:
            wave = wave[:, : wave.shape[1] - config.samples_per_frame]
        return wave.clamp(-config.limit, config.limit)

    def inverse(self, x: Tensor) -> Tensor:
        """Raw columns -> (1, samples): capped magnitudes, and phases that are sines of what the network gives, in radians."""
        config = self.config
        bins = config.n_fft // 2 + 1
        magnitude = torch.exp(x[:, :bins]).clamp(max=LOUDEST)
        phase = torch.sin(x[:, bins:])
        window = torch.hann_window(config.n_fft, device=x.device)
        return torch.istft(torch.polar(magnitude, phase), config.n_fft, config.hop, config.n_fft, window=window)

    @property
    def context_frames(self) -> int:
        """How far back, in frames, the columns of a frame depend on the first convolution's output and the source."""
        config = self.config

        def reach(kernels: Iterable[int], dilations: Iterable[tuple[int, ...]]) -> int:
            return max((k - 1) * (sum(d) + len(d)) for k, d in zip(kernels, dilations, strict=True))

        blocks = reach(config.block_kernels, config.block_dilations)
        frames, rate = 0.0, 1
        for i, up in enumerate(config.upsample_rates):
            rate *= up
            entry = max(
                config.upsample_kernels[i], reach(config.source_kernels[i : i + 1], config.source_dilations[i : i + 1]) + 2
            )
            frames += (entry + blocks) / rate
        return math.ceil(frames + self.conv_post.kernel_size[0] / rate) + 1


class Decoder:
    """Vocoder and pitch network together, with the fixed noise kept for the length asked last."""

    def __init__(self, config: VocoderConfig, flow: FlowConfig, vocoder: Vocoder, pitch: PitchPredictor) -> None:
        self.config = config
        self.vocoder = vocoder
        self.pitch = pitch
        self._flow = flow
        self._noise: Tensor | None = None

    @classmethod
    def load(
        cls, config: VocoderConfig, flow: FlowConfig, folder: Path, device: torch.device, progress: Progress = lambda share: None
    ) -> Decoder:
        """hift.pt with its weight norm folded. Raises BadModelFolder with names and shapes when the file does not fit."""
        with skeleton():
            vocoder, pitch = Vocoder(config), PitchPredictor(config)
        with open_weights(folder, STEM) as source:
            load_module(vocoder, VOCODER, source, device=device, progress=progress)
            # devices without float64 leave the pitch to the CPU
            load_module(pitch, F0, source.under(F0_PREFIX), dtype=torch.float64, device="cpu" if device.type == "mps" else device)
        return cls(config, flow, vocoder, pitch)

    @property
    def hidden_frames(self) -> int:
        """Frames that a call which is not final holds back."""
        return self.config.f0_lookahead_frames + self.config.lookahead_frames + 1

    def wave(
        self,
        mel: Tensor,
        final: bool = True,
        noise: Tensor | None = None,
        chunk_frames: int = 0,
        check: Callable[[], None] = lambda: None,
    ) -> Tensor:
        """mel (1, bands, frames) -> (1, samples) float32. noise: (1, at least samples, harmonics + 1) in place of the fixed buffer.

        chunk_frames: how many frames the convolutions take at a time, 0 = the usual. `check` may raise to stop between them.
        """
        device = next(self.vocoder.parameters()).device
        if noise is None:
            noise = self._fixed_noise(mel.shape[2] * self.config.samples_per_frame)
        f0 = self.pitch(mel.to(next(self.pitch.parameters()).device), final).to(device)
        out: Tensor = self.vocoder(mel.to(device), f0, noise.to(device), final, chunk_frames or CHUNK_FRAMES, check)
        return out

    def release(self) -> None:
        self._noise = None

    def _fixed_noise(self, samples: int) -> Tensor:
        """At least `samples` of the source's noise: (1, samples, harmonics + 1)."""
        if self._noise is None or self._noise.shape[1] < samples:
            self._noise = source_noise(samples, self._flow, self.config)
        return self._noise


def change_speed(mel: Tensor, speed: float) -> Tensor:
    """mel (1, bands, frames) stretched by linear interpolation over time to floor(frames / speed) frames."""
    return F.interpolate(mel, size=int(mel.shape[2] / speed), mode="linear")
