"""From a log-mel spectrogram to sound: ConvNeXt blocks, magnitudes, phases and noise for every frame, inverse STFT.

The shape follows Vocos (Siuzdak 2023, arXiv 2306.00814). Magnitudes are the interpolated log-mel plus a learned
correction that starts at zero, so that an untrained decoder already has the right levels.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from ditone.models.mini.config import HOP, LOG_FLOOR, MEL_BINS, MEL_HIGH_HZ, MEL_LOW_HZ, N_FFT, SAMPLE_RATE_HZ, DecoderConfig
from ditone.models.mini.latent import mel_filters
from ditone.models.mini.partials import partials

BINS = N_FFT // 2 + 1
Blend = Callable[[Callable[[int], Tensor]], Tensor]
FULL_SCALE = N_FFT / 4  # STFT magnitude of a full-scale sine under a Hann window
SUB_FRAMES = 8  # steps of the noise's gain in one hop
FLOOR_RANGE = 1.5  # natural log above the floor over which sound fades in
RAYLEIGH = math.pi / 4  # square of the mean magnitude of complex Gaussian noise of unit RMS
MOST_CORRECTION = 1.0  # natural log, of the expected band levels
NOISE_START = -0.7  # an untrained noise part lies 6 dB below the spectrogram


def interpolation_matrix() -> Tensor:
    """(MEL_BINS, BINS): linear interpolation of band levels between band centres, constant outside them."""
    low, high = (2595.0 * np.log10(1.0 + f / 700.0) for f in (MEL_LOW_HZ, MEL_HIGH_HZ))
    centres = np.linspace(low, high, MEL_BINS + 2)[1:-1]
    bins = 2595.0 * np.log10(1.0 + np.linspace(0, SAMPLE_RATE_HZ / 2, BINS) / 700.0)
    position = np.clip((bins - centres[0]) / (centres[1] - centres[0]), 0, MEL_BINS - 1)
    lower = np.minimum(position.astype(int), MEL_BINS - 2)
    matrix = np.zeros((MEL_BINS, BINS), np.float32)
    matrix[lower, np.arange(BINS)] = 1 - (position - lower)
    matrix[lower + 1, np.arange(BINS)] += position - lower
    return torch.from_numpy(matrix)


def synthesise(spectrum: Tensor, length: int) -> Tensor:
    """Inverse STFT. spectrum: (batch, frames, BINS) complex -> (batch, length)."""
    window = torch.hann_window(N_FFT, device=spectrum.device)
    frames = (length + HOP - 1) // HOP + 1
    spectrum = F.pad(torch.view_as_real(spectrum), (0, 0, 0, 0, 0, max(0, frames - spectrum.shape[1])))
    return torch.istft(torch.view_as_complex(spectrum.contiguous()).transpose(1, 2), N_FFT, HOP, window=window, length=length)


def analyse(audio: Tensor) -> Tensor:
    """STFT. audio: (batch, samples) -> (batch, samples // HOP + 1, BINS) complex."""
    window = torch.hann_window(N_FFT, device=audio.device)
    return torch.stft(audio, N_FFT, HOP, window=window, center=True, pad_mode="constant", return_complex=True).transpose(1, 2)


class ConvNeXtBlock(nn.Module):
    """Depthwise convolution over time, LayerNorm, two pointwise layers, scaled residual (Liu et al. 2022)."""

    def __init__(self, config: DecoderConfig) -> None:
        super().__init__()
        self.depthwise = nn.Conv1d(config.dim, config.dim, config.kernel, padding=config.kernel // 2, groups=config.dim)
        self.norm = nn.LayerNorm(config.dim)
        self.up = nn.Linear(config.dim, config.inner)
        self.down = nn.Linear(config.inner, config.dim)
        self.scale = nn.Parameter(torch.full((config.dim,), 1.0 / config.blocks))

    def forward(self, x: Tensor) -> Tensor:
        """x: (batch, frames, dim)."""
        y = self.depthwise(x.transpose(1, 2)).transpose(1, 2)
        out: Tensor = x + self.scale * self.down(F.gelu(self.up(self.norm(y))))
        return out


@dataclass(frozen=True)
class Heard:
    """What the decoder makes of a spectrogram: a fixed part, and the noise that is drawn for every take.

    fixed: (batch, frames, BINS) complex; noise: (batch, frames, BINS) magnitudes or None; gain: (batch, frames, SUB_FRAMES) log
    gains within each hop, for fronts that are steeper than the window: of the noise, and where `shapes_all` of the fixed part too.
    """

    fixed: Tensor
    noise: Tensor | None
    gain: Tensor | None
    shapes_all: bool = False

    def still(self, length: int) -> Tensor:
        """The sound (batch, length) of the fixed part as it is before its gains, which `shaped` applies."""
        return synthesise(self.fixed, length)

    def shaped(self, still: Tensor) -> Tensor:
        """What `still` gave, (batch, length), with the gains within each hop."""
        return noise_gain(self.gain, still.shape[-1]) * still if self.shapes_all and self.gain is not None else still


class MiniDecoder(nn.Module):
    """Log-mel frames to audio: spectrum = sines of e^M + e^N Z, Z the STFT of white noise from the take's seed.

    The sines are those of `partials`; decoders of earlier weights have learned phases instead, e^M e^(i phi).

    A smooth spectrogram does not hold the phases of noise, so a decoder without the second part repeats one pattern every hop
    and turns rain into a hum. The split is learned with a spectral energy distance (Gritsenko et al. 2020, arXiv 2008.01160).
    """

    to_bins: Tensor  # (MEL_BINS, BINS)
    filters: Tensor  # (MEL_BINS, BINS)

    def __init__(self, config: DecoderConfig) -> None:
        super().__init__()
        self.config = config
        self.register_buffer("to_bins", interpolation_matrix(), persistent=False)
        self.register_buffer("filters", mel_filters(), persistent=False)
        self.enter = nn.Conv1d(MEL_BINS, config.dim, config.kernel, padding=config.kernel // 2)
        self.norm_in = nn.LayerNorm(config.dim)
        self.blocks = nn.ModuleList(ConvNeXtBlock(config) for _ in range(config.blocks))
        self.norm_out = nn.LayerNorm(config.dim)
        self.correction = nn.Linear(config.dim, BINS)
        self.phase = None if config.partials else nn.Linear(config.dim, BINS)
        nn.init.zeros_(self.correction.weight)
        nn.init.zeros_(self.correction.bias)
        if config.noise:
            self.noise = nn.Linear(config.dim, BINS)
            self.envelope = nn.Linear(config.dim, SUB_FRAMES)
            nn.init.zeros_(self.noise.weight)
            nn.init.constant_(self.noise.bias, NOISE_START)
            nn.init.zeros_(self.envelope.weight)
            nn.init.zeros_(self.envelope.bias)

    def heads(self, mel: Tensor) -> tuple[Tensor, Tensor | None, Tensor | None, Tensor | None]:
        """mel: (batch, frames, MEL_BINS) -> log magnitudes M, phases, log magnitudes N (BINS wide), log gains (SUB_FRAMES)."""
        x = (mel + 5.0) / 3.0  # about zero mean, unit variance
        x = self.norm_in(self.enter(x.transpose(1, 2)).transpose(1, 2))
        for block in self.blocks:
            x = block(x)
        x = self.norm_out(x)
        level = mel.float() @ self.to_bins
        fixed = level + self.correction(x).float()
        phase = None if self.phase is None else self.phase(x).float()
        if not self.config.noise:
            return fixed, phase, None, None
        return fixed, phase, level + self.noise(x).float(), self.envelope(x).float()

    def hear(self, mel: Tensor) -> Heard:
        """Both parts of the sound of a spectrogram (batch, frames, MEL_BINS).

        Their expected band levels are brought to the spectrogram's before anything is drawn; what is drawn stays as it falls.
        """
        fixed, phase, noise, gain = self.heads(mel)
        # the floor of the spectrogram stands for silence; a thousand bins of it would be audible behind a quiet take
        audible = ((mel.float() - LOG_FLOOR) / FLOOR_RANGE).clamp(0, 1) @ self.to_bins
        still = fixed.clamp(max=2.0).exp() * audible
        if noise is None:
            return Heard(_spectrum(still * FULL_SCALE, phase), None, gain)
        drawn = noise.clamp(max=2.0).exp() * audible
        expected = (still.square() + RAYLEIGH * drawn.square()).sqrt() @ self.filters.T
        level = ((mel.float() - expected.clamp_min(1e-5).log()).clamp(-MOST_CORRECTION, MOST_CORRECTION) @ self.to_bins).exp()
        spectrum = _spectrum(still * level * FULL_SCALE, phase)
        return Heard(spectrum, drawn * level * FULL_SCALE, gain, shapes_all=self.config.partials)

    def forward(self, mel: Tensor, length: int | None = None, seed: int = 0) -> Tensor:
        """mel: (batch, frames, MEL_BINS) -> audio (batch, length), by default (frames - 1) * HOP samples."""
        length = (mel.shape[1] - 1) * HOP if length is None else length
        heard = self.hear(mel)
        audio = heard.shaped(heard.still(length))
        drawn = draw(heard, length, seed)
        return audio if drawn is None else audio + drawn


def _spectrum(magnitude: Tensor, phase: Tensor | None) -> Tensor:
    return partials(magnitude) if phase is None else torch.polar(magnitude, phase)


def draw(heard: Heard, length: int, seed: int, period: int = 0, blend: Blend | None = None, salt: int = 0) -> Tensor | None:
    """One draw of the noise part: (batch, length), the same for the same seed; None where the decoder has none.

    `period`: samples after which the noise comes again, for a loop; 0 is never. `blend`: mixes the noise of several seeds, for takes
    near other takes. `salt`: makes another draw of every seed.
    """
    if heard.noise is None or heard.gain is None:
        return None
    batch, frames, _ = heard.noise.shape

    def leaf(one: int) -> Tensor:
        return torch.view_as_real(white(batch, frames, torch.Generator().manual_seed(one ^ salt), period))

    z = torch.view_as_complex(leaf(seed) if blend is None else blend(leaf)).to(heard.noise.device)
    return noise_gain(heard.gain, length) * synthesise(heard.noise * z, length)


def white(batch: int, frames: int, generator: torch.Generator, period: int = 0) -> Tensor:
    """STFT of white noise with unit RMS in every bin: (batch, frames, BINS) complex, drawn on the CPU; see `draw` for `period`.

    Frames overlap as a real STFT's do; independent ones would lose 6 dB in the inverse STFT.
    """
    samples = (frames - 1) * HOP + N_FFT
    z = torch.randn(batch, period or samples, generator=generator)
    if period:
        z = z[:, torch.arange(samples) % period]
    spectrum = torch.stft(z, N_FFT, HOP, window=torch.hann_window(N_FFT), center=False, return_complex=True)
    return spectrum.transpose(1, 2) / math.sqrt(N_FFT * 3 / 8)


def noise_gain(gain: Tensor, length: int) -> Tensor:
    """Log gains (batch, frames, SUB_FRAMES) to factors (batch, length), linear in the logarithm between sub-frames.

    The sub-frames of frame k cover the hop around its centre, sample k * HOP.
    """
    flat = gain.clamp(-4.0, 1.5).reshape(gain.shape[0], 1, -1)
    fine = F.interpolate(flat, scale_factor=HOP // SUB_FRAMES, mode="linear", align_corners=False)[:, 0, HOP // 2 :]
    return F.pad(fine, (0, max(0, length - fine.shape[1])))[:, :length].exp()
