"""A reference voice: read, trimmed, brought to 48 kHz, and encoded as x-vector and latents."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import Tensor

from ditone.models.dots.config import DotsConfig
from ditone.models.dots.encoder import AudioEncoder
from ditone.models.dots.speaker import SpeakerEncoder
from ditone.runtime.audio import reading
from ditone.runtime.audio.mono import mix
from ditone.runtime.audio.sinc_resample import sinc_resample
from ditone.runtime.errors import BadRequest, DitoneError

TRIM_DB = 30.0
TRIM_FRAME, TRIM_HOP = 2048, 512
# the resampler that reference voices were prepared with
ZERO_CROSSINGS, ROLLOFF, KAISER_BETA = 64, 0.95, 14.769656459379492
SHORTEST_S = 0.1
RECOMMENDED_S = (3.0, 10.0)


@dataclass(frozen=True)
class ReferenceAudio:
    """samples: (1, n) mono at the model's rate; start_s and end_s: the part of the file (length_s long) that was kept.

    `note`: a sentence where the samples are not the mean of all channels.
    """

    samples: Tensor
    length_s: float
    start_s: float
    end_s: float
    note: str = ""

    @property
    def kept_s(self) -> float:
        return self.end_s - self.start_s


@dataclass(frozen=True)
class Voice:
    """What a reference gives: x-vector (1, speaker_dim), and mean and log deviation of its latents (1, 2 * latent_dim, frames)."""

    audio: ReferenceAudio
    xvector: Tensor
    latents: Tensor | None


def read_reference(path: Path, sample_rate_hz: int) -> ReferenceAudio:
    """The voice in a sound file of any rate and channel count. Raises BadRequest for a file that is unreadable, silent or too short."""
    try:
        audio, rate_hz = reading.read(path)
    except DitoneError as error:
        raise BadRequest(f"The reference voice cannot be used: {error.message}", error.cause) from error
    one = mix(audio)
    samples = torch.from_numpy(one.samples)
    if not bool(torch.isfinite(samples).all()):
        raise BadRequest(f"The reference voice {path.name} holds samples that are not finite numbers.")
    first, last = speech_bounds(samples)
    if (last - first) / rate_hz < SHORTEST_S:
        raise BadRequest(
            f"The reference voice {path.name} holds only {(last - first) / rate_hz:.2f} s of sound.",
            f"{RECOMMENDED_S[0]:g} to {RECOMMENDED_S[1]:g} s of one clear voice work best.",
        )
    kept = sinc_resample(
        samples[None, first:last],
        rate_hz,
        sample_rate_hz,
        zero_crossings=ZERO_CROSSINGS,
        rolloff=ROLLOFF,
        kaiser_beta=KAISER_BETA,
    )
    return ReferenceAudio(kept, len(samples) / rate_hz, first / rate_hz, last / rate_hz, one.note)


def speech_bounds(samples: Tensor) -> tuple[int, int]:
    """First and last sample (exclusive) between frames whose RMS comes within 30 dB of the loudest frame; (0, 0) for silence."""
    padded = F.pad(samples, (TRIM_FRAME // 2, TRIM_FRAME // 2))
    power = padded.unfold(0, TRIM_FRAME, TRIM_HOP).square().mean(dim=-1)
    peak = float(power.max())
    if peak == 0.0:
        return 0, 0
    level_db = 10 * torch.log10(power.clamp(min=1e-10)) - 10 * math.log10(max(peak, 1e-10))
    loud = torch.nonzero(level_db > -TRIM_DB).flatten()
    return int(loud[0]) * TRIM_HOP, min(len(samples), (int(loud[-1]) + 1) * TRIM_HOP)


def padded_to_patches(samples: Tensor, patch_samples: int) -> Tensor:
    """Zeros on the right up to a whole number of patches. samples: (..., samples)."""
    return F.pad(samples, (0, -samples.shape[-1] % patch_samples))


def speaker_crop(samples: Tensor, sample_rate_hz: int, longest_s: float) -> Tensor:
    """The middle `longest_s` seconds of a longer voice: always the same part, so that a seed repeats. samples: (..., samples)."""
    longest = round(longest_s * sample_rate_hz)
    start = max(0, (samples.shape[-1] - longest) // 2)
    return samples[..., start : start + longest]


def speaker_vector(samples: Tensor, config: DotsConfig, speaker: SpeakerEncoder, device: torch.device | str = "cpu") -> Tensor:
    """x-vector (1, speaker_dim) of samples (1, n) at the VAE's rate; of long ones the middle is used."""
    return speaker.xvector(speaker_crop(samples.to(device), config.vae.sample_rate_hz, config.speaker_max_s))


def encode_voice(
    reference: ReferenceAudio,
    config: DotsConfig,
    speaker: SpeakerEncoder,
    encoder: AudioEncoder | None,
    device: torch.device | str = "cpu",
) -> Voice:
    """The x-vector, and with an `encoder` the latents too (for continuation)."""
    padded = padded_to_patches(reference.samples, config.patch_samples).to(device)
    xvector = speaker_vector(padded, config, speaker, device)
    return Voice(reference, xvector, None if encoder is None else encoder(padded[:, None]))
