"""What excites the vocoder: the pitch network, the harmonic source and the fixed noise in it.

The phase is constant inside a mel frame, so the "sines" are staircases, and their arguments reach 1e5: the order of the float32
operations is part of the model.
"""

from __future__ import annotations

import math

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from ditone.models.cosyvoice3.config import FlowConfig, VocoderConfig


class PitchPredictor(nn.Module):
    """Fundamental frequency in Hz per mel frame. Built and run in float64: float32 moves it by 2e-5 Hz, which is heard in the phase."""

    def __init__(self, config: VocoderConfig) -> None:
        super().__init__()
        self.ahead = config.f0_lookahead_frames
        channels = config.f0_channels
        convs = [nn.Conv1d(config.mel_channels, channels, self.ahead + 1)]
        convs += [nn.Conv1d(channels, channels, 3) for _ in range(4)]
        # ELU stands between the convolutions, so the published numbers are even
        self.condnet = nn.ModuleDict({str(2 * i): conv for i, conv in enumerate(convs)})
        self.classifier = nn.Linear(channels, 1)

    def forward(self, mel: Tensor, final: bool) -> Tensor:
        """mel: (1, bands, frames) -> (1, frames) float32, or `ahead` frames fewer when more will come."""
        h = mel.double()
        if final:
            h = F.pad(h, (0, self.ahead))
        for i, conv in enumerate(self.condnet.values()):
            h = F.elu(conv(h if i == 0 else F.pad(h, (2, 0))))
        f0: Tensor = self.classifier(h.transpose(1, 2))
        return f0.squeeze(-1).abs().float()


def harmonic_source(f0: Tensor, noise: Tensor, config: VocoderConfig) -> Tensor:
    """Nine staircase sines plus noise, (1, samples, harmonics + 1), from f0 (1, frames); noise: (1, at least samples, harmonics + 1)."""
    hop = config.samples_per_frame
    multiples = torch.arange(1, config.harmonics + 2, dtype=torch.float32, device=f0.device)
    turns = (f0[..., None] * multiples / config.sample_rate_hz) % 1
    phase = torch.cumsum(turns, dim=1) * 2 * math.pi
    sines = torch.sin((phase * hop).repeat_interleave(hop, dim=1)) * config.sine_amplitude
    voiced = (f0 > config.voiced_hz).float().repeat_interleave(hop, dim=1)[..., None]
    level = voiced * config.noise_amplitude + (1 - voiced) * config.sine_amplitude / 3
    return sines * voiced + level * noise[:, : sines.shape[1]]


def source_noise(samples: int, flow: FlowConfig, config: VocoderConfig) -> Tensor:
    """(1, samples, harmonics + 1) uniform in [0, 1): the beginning of the buffer the original makes when it is built.

    Its place in the seed-0 stream lies behind the flow's noise and the start weights of a few layers, so these are drawn and dropped.
    """
    generator = torch.Generator("cpu").manual_seed(0)
    mel, inner = config.mel_channels, config.f0_channels
    torch.randn((1, mel, 15000), generator=generator)
    torch.empty(flow.speech_tokens, mel).normal_(generator=generator)
    layers = [(mel, flow.speaker_channels), (inner, mel, config.f0_lookahead_frames + 1)]
    layers += [(inner, inner, 3)] * 4 + [(1, inner)]
    for shape in layers:
        torch.empty(shape).uniform_(generator=generator)
        torch.empty(shape[0]).uniform_(generator=generator)
    harmonics = config.harmonics + 1
    torch.rand((1, harmonics), generator=generator)
    return torch.rand((1, samples, harmonics), generator=generator)
