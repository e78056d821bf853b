"""DiT stage: rectified flow on latents through the shared `DitModule` (Liu et al. 2022, arXiv 2209.03003)."""

import time
from collections.abc import Callable
from pathlib import Path

import torch
from torch import Tensor

from models.mini.model import MiniModel

from .batches import Batch, Batches
from .training import Average, Budget, learning_rate, load_checkpoint, save_checkpoint

BASE_RATE = 8e-4
SAVE_EVERY = 100


def flow_loss(model: MiniModel, batch: Batch, generator: torch.Generator) -> Tensor:
    """Weighted squared error of the velocity; x_t = (1 - t) data + t noise, target noise - data, t logit-normal(0, 1)."""
    data = batch.latents
    t = torch.sigmoid(torch.randn(len(data), generator=generator))
    noise = torch.randn(data.shape, generator=generator)
    x = torch.lerp(data, noise, t[:, None, None])
    with torch.autocast("cpu", dtype=torch.bfloat16):
        condition = model.conditioner(batch.rows, batch.seconds, batch.drop, batch.force_static)
        velocity = model.velocity(x, t, condition)
    error = (velocity.float() - (noise - data)).square().mean(-1)
    return (error * batch.weights).sum() / batch.weights.sum()


def train(
    model: MiniModel,
    batches: Batches,
    checkpoint: Path,
    budget: Budget,
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
        generator = torch.Generator().manual_seed(batches.seed * 1_000_003 + step)
        loss = flow_loss(model, batches.batch(step), generator)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        average.update(model, step)
        step += 1
        trained_s += time.time() - began
        value = float(loss.detach())
        smooth = value if smooth is None else 0.98 * smooth + 0.02 * value
        if step % 20 == 0:
            say(f"dit: step {step} loss {smooth:.4f} rate {rate:.2e} trained {trained_s:.0f} s")
        if step % save_every == 0:
            save()
    save()
    return average
