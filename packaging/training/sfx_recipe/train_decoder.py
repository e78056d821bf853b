"""Decoder stage: log-mel (of real clips and of latent round trips) back to the waveform."""

import time
from collections.abc import Callable, Sequence

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor

from models.mini.config import FRAMES_PER_TOKEN, HOP, DecoderConfig
from models.mini.decoder import MiniDecoder, synthesise
from models.mini.latent import LatentSpace, log_mel, mel_filters

from .stages import Plan, load_latent
from .store import StoredClip, load_shards
from .training import Average, Budget, learning_rate, load_checkpoint, save_checkpoint

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
    with torch.autocast("cpu", dtype=torch.bfloat16):
        spectrum = model.spectrum(mel)
    made = synthesise(spectrum, audio.shape[-1])
    target = log_mel(audio, model.filters)
    mel_error = F.l1_loss(log_mel(made, model.filters)[:, 2:-3], target[:, 2:-3])
    return spectral_loss(made, audio) + mel_error, mel_error.detach()


def train(plan: Plan, budget: Budget, save_every: int = 100, say: Callable[[str], None] = print) -> Average:
    """Train or continue from the checkpoint; returns the averaged decoder."""
    clips = [c for c in load_shards(plan.clips) if not c.record.held_out and c.record.first_sample >= 0]
    latent, filters = load_latent(plan), mel_filters()
    torch.manual_seed(plan.seed)
    model = MiniDecoder(DecoderConfig())
    average = Average(model, 0.998)
    optimiser = torch.optim.AdamW(model.parameters(), lr=BASE_RATE, betas=(0.8, 0.99), weight_decay=0.01, fused=True)
    checkpoint = plan.work / "decoder.pt"
    step, trained_s, smooth, smooth_mel = 0, 0.0, None, None
    if state := load_checkpoint(checkpoint):
        model.load_state_dict(state["model"])
        average.module.load_state_dict(state["average"])
        optimiser.load_state_dict(state["optimiser"])
        step, trained_s = state["step"], state["trained_s"]
        say(f"decoder: resumed at step {step}")

    def save() -> None:
        save_checkpoint(
            checkpoint,
            model=model.state_dict(),
            average=average.module.state_dict(),
            optimiser=optimiser.state_dict(),
            step=step,
            trained_s=trained_s,
        )

    while not budget.over(step):
        began = time.time()
        rate = learning_rate(BASE_RATE, step, budget.progress(step, trained_s))
        for group in optimiser.param_groups:
            group["lr"] = rate
        loss, mel_error = decoder_loss(model, *decoder_batch(clips, latent, filters, plan.seed, step))
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        average.update(model, step)
        step += 1
        trained_s += time.time() - began
        value, mel_value = float(loss.detach()), float(mel_error)
        smooth = value if smooth is None else 0.98 * smooth + 0.02 * value
        smooth_mel = mel_value if smooth_mel is None else 0.98 * smooth_mel + 0.02 * mel_value
        if step % 50 == 0:
            say(f"decoder: step {step} loss {smooth:.4f} mel {smooth_mel:.4f} rate {rate:.2e} trained {trained_s:.0f} s")
        if step % save_every == 0:
            save()
    save()
    return average
