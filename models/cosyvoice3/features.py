"""What the networks hear of a recording: the three spectrograms of speech tokenizer, speaker network and flow.

Waves are float32 (1, samples) in [-1, 1].
"""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor
from transformers.audio_utils import mel_filter_bank

from ditone.models.cosyvoice3.config import MelConfig
from ditone.runtime.audio.kaldi import fbank

SPEECH_RATE_HZ = 16000
WHISPER_BANDS = 128


def whisper_log_mel(wave: Tensor) -> Tensor:
    """(1, 128, frames) log-mel of the speech tokenizer from 16 kHz, 100 frames a second, without padding to 30 s."""
    power = torch.stft(wave, 400, 160, window=torch.hann_window(400), return_complex=True)[..., :-1].abs() ** 2
    mel = slaney_filters(201, WHISPER_BANDS, 0.0, 8000.0, SPEECH_RATE_HZ) @ power
    log = mel.clamp(min=1e-10).log10()
    return (torch.maximum(log, log.max() - 8.0) + 4.0) / 4.0


def speaker_fbank(wave: Tensor) -> Tensor:
    """(frames, 80) filter bank of the speaker network from 16 kHz, its mean over time removed."""
    bank = fbank(wave[0], SPEECH_RATE_HZ)
    return bank - bank.mean(dim=0, keepdim=True)


def flow_mel(wave: Tensor, config: MelConfig) -> Tensor:
    """Natural-log mel that the flow continues from, (frames, bands), floor(samples / hop) frames."""
    pad = (config.n_fft - config.hop) // 2
    padded = F.pad(wave[:, None], (pad, pad), mode="reflect")[:, 0]
    window = torch.hann_window(config.window)
    spectrum = torch.stft(padded, config.n_fft, config.hop, config.window, window, center=False, return_complex=True)
    magnitude = (spectrum.real**2 + spectrum.imag**2 + 1e-9).sqrt()
    high = config.high_hz or config.sample_rate_hz / 2
    mel = slaney_filters(config.n_fft // 2 + 1, config.bands, config.low_hz, high, config.sample_rate_hz) @ magnitude
    return mel.clamp(min=1e-5).log()[0].T


def slaney_filters(bins: int, bands: int, low_hz: float, high_hz: float, rate_hz: int) -> Tensor:
    """(bands, bins) triangles on Slaney's mel scale, each of unit area."""
    return torch.from_numpy(mel_filter_bank(bins, bands, low_hz, high_hz, rate_hz, "slaney", "slaney").T).float().contiguous()
