"""Decoder stage: regression onto the spectral heads that the teacher's speech was made from."""

import time
from collections.abc import Callable
from pathlib import Path

import torch
from sfx_recipe.training import Average, Budget, learning_rate, load_checkpoint, save_checkpoint
from torch import Tensor

from models.mini.voice.decoder import VoiceDecoder

BASE_RATE = 1e-3
BATCH = 8
FRAMES = 48  # 0.6 s
PHASE_POWER = 0.4
SAVE_EVERY = 100
Clip = tuple[Tensor, Tensor, Tensor]


def batch_of_step(clips: list[Clip], step: int, seed: int) -> Clip:
    """Crops (mel (batch, FRAMES, 80), pitch (batch, FRAMES), heads (batch, FRAMES, 5, BINS)); mel levels are slightly blurred."""
    generator = torch.Generator().manual_seed(seed * 104_729 + step)
    mel, pitch, heads = [], [], []
    while len(mel) < BATCH:
        m, p, h = clips[int(torch.randint(len(clips), (1,), generator=generator))]
        if len(p) < FRAMES:
            continue
        at = int(torch.randint(len(p) - FRAMES + 1, (1,), generator=generator))
        mel.append(m[at : at + FRAMES].float())
        pitch.append(p[at : at + FRAMES])
        heads.append(h[:, :, at : at + FRAMES].float().permute(2, 0, 1))
    stacked = torch.stack(mel)
    # what the flow produces is a little rough; the decoder must not turn that into buzz
    stacked = stacked + 0.1 * torch.randn(stacked.shape, generator=generator)
    return stacked, torch.stack(pitch), torch.stack(heads)


def head_loss(found: Tensor, wanted: Tensor, pitch: Tensor) -> Tensor:
    """L1 of the three levels, 1 - cos of the two phases weighted by magnitude^PHASE_POWER; harmonic parts count where voiced."""
    voiced = (pitch > 40).float()[..., None]
    h, theta, n, r, phi = found.unbind(2)
    wh, wt, wn, wr, wp = (part.clamp(-9, 8) for part in wanted.unbind(2))
    level = ((h - wh).abs() * voiced).mean() + (n - wn).abs().mean() + (r - wr).abs().mean()
    harmonic = ((wh * PHASE_POWER).exp() * (1 - torch.cos(theta - wt)) * voiced).sum() / (
        (wh * PHASE_POWER).exp() * voiced
    ).sum().clamp(min=1)
    free = ((wr * PHASE_POWER).exp() * (1 - torch.cos(phi - wp))).sum() / (wr * PHASE_POWER).exp().sum().clamp(min=1)
    return level + harmonic + free


def train(
    decoder: VoiceDecoder,
    clips: list[Clip],
    checkpoint: Path,
    budget: Budget,
    seed: int,
    save_every: int = SAVE_EVERY,
    say: Callable[[str], None] = print,
) -> Average:
    average = Average(decoder, 0.995)
    optimiser = torch.optim.AdamW(decoder.parameters(), lr=BASE_RATE, betas=(0.9, 0.98), weight_decay=0.01, fused=True)
    step, trained_s, smooth = 0, 0.0, None
    if state := load_checkpoint(checkpoint):
        decoder.load_state_dict(state["model"])
        average.module.load_state_dict(state["average"])
        optimiser.load_state_dict(state["optimiser"])
        step, trained_s = state["step"], state["trained_s"]
        say(f"decoder: resumed at step {step}")

    def save() -> None:
        state = {"model": decoder.state_dict(), "average": average.module.state_dict(), "optimiser": optimiser.state_dict()}
        save_checkpoint(checkpoint, **state, step=step, trained_s=trained_s)

    while not budget.over(step):
        began = time.time()
        rate = learning_rate(BASE_RATE, step, budget.progress(step, trained_s))
        for group in optimiser.param_groups:
            group["lr"] = rate
        mel, pitch, heads = batch_of_step(clips, step, seed)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            found = decoder.spectra(mel, pitch)
        loss = head_loss(found.float(), heads, pitch)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(decoder.parameters(), 1.0)
        optimiser.step()
        average.update(decoder, step)
        step += 1
        trained_s += time.time() - began
        value = float(loss.detach())
        smooth = value if smooth is None else 0.98 * smooth + 0.02 * value
        if step % 20 == 0:
            say(f"decoder: step {step} loss {smooth:.4f} rate {rate:.2e} trained {trained_s:.0f} s")
        if step % save_every == 0:
            save()
    save()
    return average
