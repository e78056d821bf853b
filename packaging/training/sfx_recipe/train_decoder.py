"""Decoder stage: log-mel (of real clips and of latent round trips) back to the waveform."""

from collections.abc import Callable, Sequence

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor

from ditone.models.mini.config import FRAMES_PER_TOKEN, HOP, DecoderConfig
from ditone.models.mini.decoder import MiniDecoder, synthesise
from ditone.models.mini.latent import LatentSpace, log_mel, mel_filters

from .stages import Plan, load_latent
from .store import StoredClip, load_shards
from .training import SAVE_EVERY, Average, Budget, Losses, Trainer, mixed_precision

BASE_RATE = 1e-3
RESOLUTIONS = (256, 512, 1024, 2048, 4096)
FRAMES = 48  # excerpt of 0.56 s: 12 tokens
BATCH = 8
ROUND_TRIP_SHARE = 0.4


def spectral_loss(made: Tensor, real: Tensor) -> Tensor:
    """Mean over resolutions of the L1 of log magnitudes plus spectral convergence (Yamamoto et al. 2020)."""
    total = made.new_zeros(())
    for n_fft in RESOLUTIONS:
        window = torch.hann_window(n_fft)
        a, b = (torch.stft(x, n_fft, n_fft // 4, window=window, return_complex=True).abs() / (n_fft / 4) for x in (made, real))
        logs = F.l1_loss((a + 3e-5).log(), (b + 3e-5).log())
        convergence = (a - b).square().sum((1, 2)).sqrt() / (b.square().sum((1, 2)).sqrt() + 1e-2)
        total = total + logs + 0.5 * convergence.mean()
    return total / len(RESOLUTIONS)


def excerpt(clip: StoredClip, rng: np.random.Generator) -> np.ndarray:
    """A random excerpt of FRAMES * HOP samples, favouring the start; shorter clips are padded with silence."""
    length = FRAMES * HOP
    audio = clip.audio
    assert audio is not None
    start = 0 if rng.uniform() < 0.35 else int(rng.integers(max(1, len(audio) - length // 2)))
    part = audio[start : start + length]
    gain = 10 ** (rng.uniform(-36, 1) / 20) if rng.uniform() < 0.5 else 1.0  # tails and distant sounds are quiet
    return np.pad(part, (0, length - len(part))) * np.float32(gain)


def decoder_batch(
    clips: Sequence[StoredClip], latent: LatentSpace, filters: Tensor, seed: int, step: int
) -> tuple[Tensor, Tensor]:
    """(audio (BATCH, samples), log-mel (BATCH, FRAMES, 100)); some log-mels went through the latent and back."""
    rng = np.random.default_rng((seed, step))
    picked = [clips[int(i)] for i in rng.integers(len(clips), size=BATCH)]
    audio = torch.from_numpy(np.stack([excerpt(c, rng) for c in picked]))
    mel = log_mel(audio, filters)[:, :FRAMES]
    shift = int(rng.integers(FRAMES_PER_TOKEN))
    inside = mel[:, shift : shift + (FRAMES - shift) // FRAMES_PER_TOKEN * FRAMES_PER_TOKEN]
    rounded = mel.clone()
    rounded[:, shift : shift + inside.shape[1]] = latent.decode(latent.encode(inside))
    through = torch.from_numpy(rng.uniform(size=(BATCH, 1, 1)) < ROUND_TRIP_SHARE)
    return audio, torch.where(through, rounded, mel)


def decoder_loss(model: MiniDecoder, audio: Tensor, mel: Tensor) -> tuple[Tensor, Tensor]:
    """(training loss, its log-mel part)."""
    with mixed_precision():
        spectrum = model.spectrum(mel)
    made = synthesise(spectrum, audio.shape[-1])
    target = log_mel(audio, model.filters)
    mel_error = F.l1_loss(log_mel(made, model.filters)[:, 2:-3], target[:, 2:-3])
    return spectral_loss(made, audio) + mel_error, mel_error.detach()


def train(plan: Plan, budget: Budget, save_every: int = SAVE_EVERY, say: Callable[[str], None] = print) -> Average:
    """Train or continue from the checkpoint; returns the averaged decoder."""
    clips = [c for c in load_shards(plan.clips) if not c.record.held_out and c.record.first_sample >= 0]
    latent, filters = load_latent(plan), mel_filters()
    torch.manual_seed(plan.seed)
    model = MiniDecoder(DecoderConfig())
    checkpoint = plan.work / "decoder.pt"
    trainer = Trainer("decoder", model, checkpoint, budget, rate=BASE_RATE, betas=(0.8, 0.99), save_every=save_every, say=say)

    def losses(step: int) -> Losses:
        loss, mel_error = decoder_loss(model, *decoder_batch(clips, latent, filters, plan.seed, step))
        return {"loss": loss, "mel": mel_error}

    return trainer.run(losses)
