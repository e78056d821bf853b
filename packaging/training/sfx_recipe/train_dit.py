"""DiT stage: rectified flow on latents through the shared `DitModule` (Liu et al. 2022, arXiv 2209.03003)."""

import time
from collections.abc import Callable
from pathlib import Path

import torch
from torch import Tensor

from models.mini.model import MiniModel

from .batches import Batch, Batches
from .training import Average, Budget, learning_rate, load_checkpoint, save_checkpoint
from .workers import Team

BASE_RATE = 8e-4
SAVE_EVERY = 100
ALONE = Team()


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
    with torch.autocast("cpu", dtype=torch.bfloat16):
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
    average = Average(model)
    optimiser = torch.optim.AdamW(model.parameters(), lr=BASE_RATE, betas=(0.9, 0.98), weight_decay=0.01, fused=True)
    step, trained_s, smooth = 0, 0.0, None
    if state := load_checkpoint(checkpoint):
        model.load_state_dict(state["model"])
        average.module.load_state_dict(state["average"])
        optimiser.load_state_dict(state["optimiser"])
        step, trained_s = state["step"], state["trained_s"]
        say(f"dit: resumed at step {step}")

    def save() -> None:
        if not team.leads:
            return
        save_checkpoint(
            checkpoint,
            model=model.state_dict(),
            average=average.module.state_dict(),
            optimiser=optimiser.state_dict(),
            step=step,
            trained_s=trained_s,
        )

    progress, over = budget.progress(step, trained_s), budget.over(step)
    while not over:
        began = time.time()
        rate = learning_rate(BASE_RATE, step, progress)
        for group in optimiser.param_groups:
            group["lr"] = rate
        generator = torch.Generator().manual_seed(batches.seed * 1_000_003 + step)
        loss = flow_loss(model, batches.batch(step), generator, team)
        optimiser.zero_grad(set_to_none=False)
        loss.backward()
        value, progress, stop = team.agree(
            model, (float(loss.detach()), budget.progress(step + 1, trained_s), float(budget.over(step + 1)))
        )
        over = stop > 0
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        average.update(model, step)
        step += 1
        trained_s += time.time() - began
        smooth = value if smooth is None else 0.98 * smooth + 0.02 * value
        if step % 20 == 0 and team.leads:
            say(f"dit: step {step} loss {smooth:.4f} rate {rate:.2e} trained {trained_s:.0f} s")
        if step % save_every == 0:
            save()
    save()
    return average
