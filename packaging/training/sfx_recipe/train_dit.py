"""DiT stage: rectified flow on latents through the shared `DitModule` (Liu et al. 2022, arXiv 2209.03003)."""

from collections.abc import Callable
from pathlib import Path

import torch
from torch import Tensor

from ditone.models.mini.model import MiniModel

from .batches import Batch, Batches
from .training import ALONE, SAVE_EVERY, Average, Budget, Losses, Trainer, mixed_precision
from .workers import Team

BASE_RATE = 6e-4


def channel_weights(model: MiniModel) -> Tensor:
    """(64,), mean one: the leading directions carry most of what is heard, so their errors count more."""
    weights = (model.latent.scale / model.latent.scale[0]) ** 0.6
    return weights / weights.mean()


def flow_loss(model: MiniModel, batch: Batch, generator: torch.Generator, team: Team = ALONE) -> Tensor:
    """Weighted squared error of the velocity; x_t = (1 - t) data + t noise, target noise - data, t logit-normal(0, 1).

    A team's losses average to the loss of the whole batch.
    """
    t = torch.sigmoid(torch.randn(len(batch.latents), generator=generator))
    noise = torch.randn(batch.latents.shape, generator=generator)
    t, noise, data, weights = (team.share(v) for v in (t, noise, batch.latents, batch.weights))
    x = torch.lerp(data, noise, t[:, None, None])
    with mixed_precision():
        rows, seconds, drop, force_static = (team.share(v) for v in (batch.rows, batch.seconds, batch.drop, batch.force_static))
        velocity = model.velocity(x, t, model.conditioner(rows, seconds, drop, force_static), seconds)
    error = ((velocity.float() - (noise - data)).square() * channel_weights(model)).mean(-1)
    return (error * weights).sum() / batch.weights.sum() * team.size


def train(
    model: MiniModel,
    batches: Batches,
    checkpoint: Path,
    budget: Budget,
    team: Team = ALONE,
    save_every: int = SAVE_EVERY,
    say: Callable[[str], None] = print,
) -> Average:
    """Train or continue from the checkpoint; returns the averaged model."""
    trainer = Trainer("dit", model, checkpoint, budget, rate=BASE_RATE, decay=0.995, team=team, save_every=save_every, say=say)

    def losses(step: int) -> Losses:
        generator = torch.Generator().manual_seed(batches.seed * 1_000_003 + step)
        return {"loss": flow_loss(model, batches.batch(step), generator, team)}

    return trainer.run(losses)
