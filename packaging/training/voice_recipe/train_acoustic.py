"""Acoustic stage: durations, prior, and the flow on what the prior misses, through the shared `DitModule`."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import torch
from sfx_recipe.training import SAVE_EVERY, Average, Budget, Losses, Trainer, mixed_precision
from torch import Tensor
from torch.nn.utils.rnn import pad_sequence

from ditone.models.mini.voice.model import VoiceModel

from .data import Clip

BASE_RATE = 8e-4
BATCH = 16
POOL = 8  # batches that are sorted by length together, so that little is padded
CONDITION_DROPOUT = 0.12
DURATION_WEIGHT = 0.1
RESIDUAL_MOMENTUM = 0.02


@dataclass(frozen=True)
class Batch:
    """Padded tensors of a few clips: phonemes, durations and mask (batch, n), tokens (batch, m, 164)."""

    phonemes: Tensor
    durations: Tensor
    mask: Tensor
    tokens: Tensor


def make_batch(clips: list[Clip], model: VoiceModel) -> Batch:
    phonemes = pad_sequence([c.phonemes for c in clips], batch_first=True)
    durations = pad_sequence([c.durations for c in clips], batch_first=True)
    mask = pad_sequence([torch.ones(len(c.phonemes), dtype=torch.bool) for c in clips], batch_first=True)
    tokens = pad_sequence([model.space.encode(c.mel.float(), c.pitch) for c in clips], batch_first=True)
    return Batch(phonemes, durations, mask, tokens)


def clips_of_step(clips: list[Clip], step: int, seed: int) -> list[Clip]:
    """The same clips for the same step, whatever run it belongs to."""
    pool, place = divmod(step, POOL)
    generator = torch.Generator().manual_seed(seed * 7919 + pool)
    chosen = torch.randint(len(clips), (BATCH * POOL,), generator=generator).tolist()
    ordered = sorted((clips[i] for i in chosen), key=lambda c: int(c.durations.sum()))
    order = torch.randperm(POOL, generator=generator).tolist()
    return ordered[order[place] * BATCH : (order[place] + 1) * BATCH]


def losses(model: VoiceModel, batch: Batch, generator: torch.Generator) -> tuple[Tensor, Tensor, Tensor]:
    """(flow, prior, duration) losses, each a mean over real tokens or phonemes."""
    with mixed_precision():
        hidden, log_durations = model.encoder.encode(batch.phonemes, batch.mask)
        aligned = model.encoder.align(hidden, batch.durations)
    real = aligned.mask[..., None].float()
    count = real.sum() * batch.tokens.shape[-1]
    prior_error = ((aligned.prior.float() - batch.tokens).abs() * real).sum() / count
    target = torch.log(batch.durations.clamp(min=1).float())
    duration_error = (((log_durations.float() - target) ** 2) * batch.mask).sum() / batch.mask.sum()
    with torch.no_grad():
        miss = (batch.tokens - aligned.prior.float()) * real
        deviation = (miss.square().sum((0, 1)) / real.sum()).sqrt().clamp(min=0.02)
        model.space.residual.lerp_(deviation, RESIDUAL_MOMENTUM)
        data = miss / model.space.residual
    items = len(data)
    t = torch.sigmoid(torch.randn(items, generator=generator))
    noise = torch.randn(data.shape, generator=generator)
    keep = (torch.rand(items, generator=generator) >= CONDITION_DROPOUT).float()
    with mixed_precision():
        velocity = model.velocity(torch.lerp(data, noise, t[:, None, None]), t, aligned, keep)
    flow_error = ((velocity.float() - (noise - data)).square() * real).sum() / count
    return flow_error, prior_error, duration_error


def train(
    model: VoiceModel,
    clips: list[Clip],
    checkpoint: Path,
    budget: Budget,
    seed: int,
    save_every: int = SAVE_EVERY,
    say: Callable[[str], None] = print,
) -> Average:
    """Trains or continues from the checkpoint; returns the averaged model."""
    trainer = Trainer("acoustic", model, checkpoint, budget, rate=BASE_RATE, save_every=save_every, say=say)

    def losses_of(step: int) -> Losses:
        generator = torch.Generator().manual_seed(seed * 1_000_003 + step)
        flow, prior, duration = losses(model, make_batch(clips_of_step(clips, step, seed), model), generator)
        return {"loss": flow + prior + DURATION_WEIGHT * duration, "flow": flow, "prior": prior, "duration": duration}

    return trainer.run(losses_of)
