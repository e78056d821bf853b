"""Regression stage: the decoder's two levels straight onto the magnitudes of real clips, with the phases of the decoder stage held.

The energy distance alone lets the noise swallow pure tones. Here nothing is synthesised: noise is held 26 dB below what is tonal or a
click, the fixed part carries tones, and where the sound is noise the noise carries its local level. First the level heads alone learn,
then the whole network with a penalty on any phase that moves.
"""

from collections.abc import Callable
from copy import deepcopy

import torch
from torch import Tensor

from ditone.models.mini.config import DecoderConfig
from ditone.models.mini.decoder import FULL_SCALE, MiniDecoder, analyse
from ditone.models.mini.latent import mel_filters

from .decoder_losses import TONE_MARGIN, neighbourhood, noise_share
from .stages import Plan, load_latent
from .store import load_shards
from .train_decoder import FRAMES, decoder_batch, shares
from .training import SAVE_EVERY, Average, Budget, Losses, Trainer, load_checkpoint, save_checkpoint

RATES = {"heads": 1e-3, "whole": 3e-4}
FIRST_BATCH = 10_000_000  # other excerpts than the decoder stage's
LOW_MARGIN = 1.8  # natural log: the fixed part lies 16 dB below the noise where the real sound is noise


def level_losses(model: MiniDecoder, audio: Tensor, mel: Tensor, phases: MiniDecoder | None) -> Losses:
    """audio (batch, samples), mel (batch, FRAMES, 100); `phases`: the decoder whose phases are to be kept, None where they cannot move."""
    fixed, phase, noise, _ = model.heads(mel)
    assert noise is not None
    with torch.no_grad():
        real = (analyse(audio)[:, :FRAMES].abs() / FULL_SCALE).transpose(1, 2)
        share = noise_share(real).transpose(1, 2)
        local = (neighbourhood(real.square(), 9, 5).sqrt() + 3e-5).log().transpose(1, 2)
        near = (neighbourhood(real.square(), 9, 1).sqrt() + 1e-4).log().transpose(1, 2)
        weight = real**0.5 * (real > 1e-4)
        weight = (weight / (weight.sum((1, 2), keepdim=True) + 1e-6)).transpose(1, 2)
        level = (real.transpose(1, 2) + 3e-5).log()
    tonal = (weight * (1 - share) ** 2 * (noise - near + TONE_MARGIN).clamp_min(0)).sum((1, 2)).mean()
    lift = (weight * (1 - share) ** 2 * (fixed - level).abs()).sum((1, 2)).mean()
    noisy = (weight * share**2 * (noise - local).abs()).sum((1, 2)).mean() + 0.3 * (share**2 * (noise - local).abs()).mean()
    low = (weight * share**2 * (fixed - local + LOW_MARGIN).clamp_min(0)).sum((1, 2)).mean()
    loss = 3.0 * tonal + 0.7 * lift + noisy + low
    if phases is not None:
        with torch.no_grad():
            before = phases.heads(mel)[1]
        loss = loss + 2.0 * (weight * (1 - (phase - before).cos())).sum((1, 2)).mean()
    return {"loss": loss, "tonal": tonal.detach(), "lift": lift.detach(), "noisy": noisy.detach(), "low": low.detach()}


def train(plan: Plan, steps: dict[str, int], save_every: int = SAVE_EVERY, say: Callable[[str], None] = print) -> Average:
    """Both passes from decoder.pt, each resumable; leaves regressed.pt and returns the averaged decoder."""
    clips = [c for c in load_shards(plan.clips) if not c.record.held_out and c.record.first_sample >= 0]
    chances, latent, filters = shares(clips), load_latent(plan), mel_filters()
    before, result = plan.work / "decoder.pt", None
    for name, count in steps.items():
        path = plan.work / ("regressed.pt" if name == "whole" else f"regressed_{name}.pt")
        state = load_checkpoint(before)
        if state is None:
            raise FileNotFoundError("no decoder checkpoint; run the decoder stage first")
        if not path.exists():
            save_checkpoint(path, model=state["average"], average=state["average"], step=0, trained_s=0.0, started_from=0)
        model = MiniDecoder(DecoderConfig(noise=True))
        model.load_state_dict(state["average"])
        phases = deepcopy(model).requires_grad_(False) if name == "whole" else None
        for key, parameter in model.named_parameters():
            levels = key.startswith(("noise.", "correction."))
            parameter.requires_grad_(levels or (name == "whole" and not key.startswith("envelope.")))
        trainer = Trainer(
            f"regression, {name}", model, path, Budget(steps=count), rate=RATES[name], decay=0.96, save_every=save_every, say=say
        )

        def losses(step: int, model: MiniDecoder = model, phases: MiniDecoder | None = phases) -> Losses:
            audio, mel = decoder_batch(clips, chances, latent, filters, plan.seed, FIRST_BATCH + step)
            return level_losses(model, audio, mel, phases)

        result = trainer.run(losses)
        before = path
    assert result is not None
    return result
