"""Decoder stage: regression onto the spectral heads that the teacher's speech was made from."""

from collections.abc import Callable
from pathlib import Path

import torch
from sfx_recipe.training import SAVE_EVERY, Average, Budget, Losses, Trainer, mixed_precision
from torch import Tensor

from ditone.models.mini.voice.decoder import VoiceDecoder

BASE_RATE = 1e-3
BATCH = 8
FRAMES = 48  # 0.6 s
PHASE_POWER = 0.4
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
    """Train or continue from the checkpoint; returns the averaged decoder."""
    trainer = Trainer("decoder", decoder, checkpoint, budget, rate=BASE_RATE, decay=0.995, save_every=save_every, say=say)

    def losses(step: int) -> Losses:
        mel, pitch, heads = batch_of_step(clips, step, seed)
        with mixed_precision():
            found = decoder.spectra(mel, pitch)
        return {"loss": head_loss(found.float(), heads, pitch)}

    return trainer.run(losses)
