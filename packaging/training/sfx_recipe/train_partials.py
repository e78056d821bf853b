"""Partials stage: levels whose peaks are sines (`ditone.models.mini.partials`), and gains within a hop, onto real clips.

Nothing is synthesised. The fixed part's peaks learn the place and the shape of the real clip's peaks, what lies between them is held
down, noise is held 26 dB below what is tonal or a click, and the gains learn how a frame's energy lies within the frame: a drawn
frame is spread over its window, so the gain of a sub-frame is the real energy there over the energy that spreading leaves there.
"""

from collections.abc import Callable

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor

from ditone.models.mini.config import HOP, N_FFT, DecoderConfig
from ditone.models.mini.decoder import FULL_SCALE, SUB_FRAMES, MiniDecoder, analyse
from ditone.models.mini.latent import mel_filters

from .decoder_losses import TONE_MARGIN, neighbourhood, noise_share
from .regress_decoder import LOW_MARGIN
from .stages import Plan, load_latent
from .store import load_shards
from .train_decoder import FRAMES, decoder_batch, shares
from .training import SAVE_EVERY, Average, Budget, Losses, Trainer, load_checkpoint, mixed_precision, save_checkpoint

RATE = 1e-3
FIRST_BATCH = 20_000_000  # other excerpts than the stages before
SUB = HOP // SUB_FRAMES
MOST_DOWN, MOST_UP = -4.0, 1.2  # natural logs
PEAKS_DB = 45.0  # below the loudest bin of an excerpt, where peaks still count
TONAL = frozenset("bell beep coin telephone string_pluck notification_chime siren metal_clang whistle doorbell power_up".split())
CLICKS = frozenset("ui_click clap clock_tick kick hi_hat door_knock snare gunshot impact footsteps typing".split())


def spread_energy(audio: Tensor) -> tuple[Tensor, Tensor]:
    """(energies (batch, FRAMES * SUB_FRAMES) that random frames leave in every sub-frame, frame energies (batch, frames))."""
    window = torch.hann_window(N_FFT).square()
    frames = F.conv1d(F.pad(audio.square()[:, None], (N_FFT // 2, N_FFT // 2)), window[None, None], stride=HOP)[:, 0]
    kernel = window.square()[SUB // 2 :: SUB][None, None]
    fine = torch.zeros(len(audio), 1, (frames.shape[1] - 1) * SUB_FRAMES + 1)
    fine[:, 0, ::SUB_FRAMES] = frames
    spread = F.conv1d(F.pad(fine, (N_FFT // 2 // SUB, N_FFT // 2 // SUB)), kernel.flip(-1))[:, 0]
    spread = spread / (window.sum() * kernel.sum() / SUB_FRAMES)
    # the sub-frames of a frame begin half a hop before its centre
    return F.pad(spread, (SUB_FRAMES // 2, 0), mode="replicate")[:, : FRAMES * SUB_FRAMES], frames


def front_gains(audio: Tensor) -> tuple[Tensor, Tensor]:
    """(log gains (batch, FRAMES, SUB_FRAMES) to be learned, how much of a front every frame lies at (batch, FRAMES))."""
    spread, frames = spread_energy(audio)
    real = F.avg_pool1d(F.pad(audio.square()[:, None], (HOP // 2, HOP)), SUB)[:, 0, : spread.shape[1]]
    gain = 0.5 * ((real + 1e-4 * spread + 1e-9).log() - (spread + 1e-9).log())
    gain = torch.where(gain < 0, 2 * gain, gain)  # what the network is not sure of comes out half as steep
    level = (frames[:, :FRAMES] + 1e-3 * frames.amax(1, keepdim=True) + 1e-8).log()
    rise = F.pad(level[:, 2:] - level[:, :-2], (1, 1))
    front = ((F.max_pool1d(rise[:, None], 5, 1, 2)[:, 0] - 1.2) / 1.5).clamp(0, 1)
    return gain.reshape(len(audio), FRAMES, SUB_FRAMES).clamp(MOST_DOWN, MOST_UP) * front[..., None], front


def steady_share(energy: Tensor) -> Tensor:
    """(batch, frames) energies -> 1 where the level stands, 0 where it jumps."""
    steady = torch.ones_like(energy)
    change = (energy[:, 2:] + 1e-9).log() - (energy[:, :-2] + 1e-9).log()
    steady[:, 1:-1] = (1 - (change.abs() - 1.5) / 2).clamp(0, 1)
    return steady


def level_losses(model: MiniDecoder, audio: Tensor, mel: Tensor) -> Losses:
    """audio (batch, samples), mel (batch, FRAMES, 100) that went through the latent and back."""
    with mixed_precision():
        fixed, _, noise, gain = model.heads(mel)
    assert noise is not None
    assert gain is not None
    with torch.no_grad():
        real = analyse(audio)[:, :FRAMES].abs() / FULL_SCALE
        turned = real.transpose(1, 2)
        share = noise_share(turned).transpose(1, 2)
        local = (neighbourhood(turned.square(), 9, 5).sqrt() + 3e-5).log().transpose(1, 2)
        near = (neighbourhood(turned.square(), 9, 1).sqrt() + 1e-4).log().transpose(1, 2)
        weight = real.sqrt() * (real > 1e-4)
        weight = weight / (weight.sum((1, 2), keepdim=True) + 1e-6)
        level = (real + 3e-5).log()
        lowest = (real.amax((1, 2), keepdim=True) * 10 ** (-PEAKS_DB / 20)).clamp_min(3e-4)
        peak = ((real == F.max_pool1d(real, 7, 1, 3)) & (real > lowest)).float()
        around = F.max_pool1d(peak, 5, 1, 2)
        energy = real.square().sum(2)
        clear = ((1 - share).square() * real.square()).sum(2) / (energy + 1e-9)
        of_frame = energy.sqrt() * clear * steady_share(energy) * (energy > 1e-7)
        of_frame = of_frame / (of_frame.sum(1, keepdim=True) + 1e-3)
        wanted, front = front_gains(audio)
    tone, drawn = weight * (1 - share).square(), weight * share.square()
    tonal = (tone * (noise - near + TONE_MARGIN).clamp_min(0)).sum((1, 2)).mean()
    lift = (tone * (fixed - level).abs()).sum((1, 2)).mean()
    noisy = (drawn * (noise - local).abs()).sum((1, 2)).mean() + 0.3 * (share.square() * (noise - local).abs()).mean()
    low = (drawn * (fixed - local + LOW_MARGIN).clamp_min(0)).sum((1, 2)).mean()
    power = fixed.clamp(max=2.0).mul(2).exp() + 1e-9
    outside, inside = (power * (1 - around)).sum(2), (power * around).sum(2)
    clean = (of_frame * torch.log1p(10 * outside / (inside + 1e-8))).sum(1).mean()
    at_peaks = (weight * peak * (1 - share))[:, :, 1:-1]
    slope = (_slope(fixed) - _slope(level)).abs() + (_bend(fixed) - _bend(level)).abs()
    shape = (at_peaks * slope).sum((1, 2)).mean()
    fronts = ((0.1 + 3 * front[..., None]) * (gain.float() - wanted).abs()).mean()
    loss = 3.0 * tonal + lift + noisy + low + clean + shape + 5.0 * fronts
    parts = {"tonal": tonal, "lift": lift, "noisy": noisy, "low": low, "clean": clean, "shape": shape, "fronts": fronts}
    return {"loss": loss, **{name: part.detach() for name, part in parts.items()}}


def _slope(level: Tensor) -> Tensor:
    return level[:, :, 2:] - level[:, :, :-2]


def _bend(level: Tensor) -> Tensor:
    return 2 * level[:, :, 1:-1] - level[:, :, 2:] - level[:, :, :-2]


def train(plan: Plan, budget: Budget, save_every: int = SAVE_EVERY, say: Callable[[str], None] = print) -> Average:
    """From regressed.pt or decoder.pt, resumable; leaves partials.pt and returns the averaged decoder."""
    clips = [c for c in load_shards(plan.clips) if not c.record.held_out and c.record.first_sample >= 0]
    often = [3.0 if c.record.class_name in TONAL else 2.0 if c.record.class_name in CLICKS else 1.0 for c in clips]
    chances = shares(clips) * np.array(often)
    chances = chances / chances.sum()
    latent, filters = load_latent(plan), mel_filters()
    path = plan.work / "partials.pt"
    torch.manual_seed(plan.seed)
    model = MiniDecoder(DecoderConfig(noise=True, partials=True))
    if not path.exists() and (state := load_checkpoint(plan.work / "regressed.pt") or load_checkpoint(plan.work / "decoder.pt")):
        start = {k: v for k, v in state["average"].items() if not k.startswith("phase.")}
        save_checkpoint(path, model=start, average=start, step=state["step"], trained_s=0.0, started_from=state["step"])
    trainer = Trainer("partials", model, path, budget, rate=RATE, betas=(0.9, 0.99), decay=0.997, save_every=save_every, say=say)

    def losses(step: int) -> Losses:
        return level_losses(model, *decoder_batch(clips, chances, latent, filters, plan.seed, FIRST_BATCH + step))

    return trainer.run(losses)
