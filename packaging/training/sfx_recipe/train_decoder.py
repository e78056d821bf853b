"""Decoder stage: log-mel (latent round trips of clips) back to the waveform, a fixed part plus drawn noise."""

from collections.abc import Callable, Sequence

import numpy as np
import torch
from torch import Tensor

from ditone.models.mini.config import FRAMES_PER_TOKEN, HOP, DecoderConfig
from ditone.models.mini.decoder import FULL_SCALE, MiniDecoder, noise_gain, synthesise, white
from ditone.models.mini.latent import LatentSpace, log_mel, mel_filters

from .decoder_losses import energy_distance, repetition, split_hinges
from .stages import Plan, load_latent
from .store import StoredClip, load_shards
from .training import SAVE_EVERY, Average, Budget, Losses, Trainer, mixed_precision

BASE_RATE = 7e-4
FRAMES = 48  # excerpt of 0.56 s: 12 tokens
BATCH = 6
LATENT_NOISE = (0.01, 0.08)  # on a third of the latents: the transformer's are not exact either
REPETITION_WEIGHT, TONAL_WEIGHT, NOISY_WEIGHT = 4.0, 0.6, 0.4
SHARES = {"procedural": 0.5, "judged": 0.1, "anchor": 0.1, "soundfont": 0.22, "recorded": 0.08}
NOISE_LIKE = frozenset("wind rain ocean_wave fire thunder explosion whoosh gunshot snare hi_hat clap footsteps".split())


def excerpt(clip: StoredClip, rng: np.random.Generator) -> np.ndarray:
    """A random excerpt of FRAMES * HOP samples, favouring the start; shorter clips are padded with silence."""
    length = FRAMES * HOP
    audio = clip.audio
    assert audio is not None
    start = 0
    if rng.uniform() < 0.4:
        if rng.uniform() < 0.5:  # the front of a sound may lie anywhere in its frame
            audio = np.concatenate([np.zeros(int(rng.integers(4096)), np.float32), audio])
    else:
        start = int(rng.integers(max(1, len(audio) - length // 2)))
    part = audio[start : start + length]
    gain = 10 ** (rng.uniform(-36, 1) / 20) if rng.uniform() < 0.4 else 1.0  # tails and distant sounds are quiet
    return np.pad(part, (0, length - len(part))) * np.float32(gain)


def shares(clips: Sequence[StoredClip]) -> np.ndarray:
    """(clips,) probabilities: sources by SHARES, kinds evenly within a source, noise-like kinds twice as often."""
    groups: dict[tuple[str, str], list[int]] = {}
    for i, clip in enumerate(clips):
        kind = clip.record.class_name if clip.record.source in ("procedural", "judged", "anchor") else ""
        groups.setdefault((clip.record.source, kind), []).append(i)
    out = np.zeros(len(clips))
    for (source, kind), members in groups.items():
        weights = {key: 2.0 if key[1] in NOISE_LIKE else 1.0 for key in groups if key[0] == source}
        out[members] = SHARES.get(source, 0.1) * weights[source, kind] / sum(weights.values()) / len(members)
    return out / out.sum()


def decoder_batch(
    clips: Sequence[StoredClip], chances: np.ndarray, latent: LatentSpace, filters: Tensor, seed: int, step: int
) -> tuple[Tensor, Tensor]:
    """(audio (BATCH, samples), log-mel (BATCH, FRAMES, 100) that went through the latent and back)."""
    rng = np.random.default_rng((seed, step))
    picked = [clips[int(i)] for i in rng.choice(len(clips), size=BATCH, p=chances)]
    audio = torch.from_numpy(np.stack([excerpt(c, rng) for c in picked]))
    mel = log_mel(audio, filters)[:, :FRAMES]
    shift = int(rng.integers(FRAMES_PER_TOKEN))
    inside = mel[:, shift : shift + (FRAMES - shift) // FRAMES_PER_TOKEN * FRAMES_PER_TOKEN]
    tokens = latent.encode(inside)
    spread = np.where(rng.uniform(size=(BATCH, 1, 1)) < 0.35, rng.uniform(*LATENT_NOISE, (BATCH, 1, 1)), 0.0)
    tokens = tokens + torch.from_numpy(spread).float() * torch.randn(tokens.shape, generator=torch.Generator().manual_seed(step))
    rounded = mel.clone()
    rounded[:, shift : shift + inside.shape[1]] = latent.decode(tokens)
    return audio, rounded


def decoder_losses(model: MiniDecoder, audio: Tensor, mel: Tensor, seed: int) -> Losses:
    """Training loss, and its parts to watch; two draws of the noise by seed."""
    with mixed_precision():
        heads = model.heads(mel)
    fixed, phase, noise, gain = heads
    assert noise is not None
    assert gain is not None
    length = audio.shape[-1]
    generator = torch.Generator().manual_seed(seed)
    spectrum, level = torch.polar(fixed.clamp(max=2.0).exp() * FULL_SCALE, phase), noise.clamp(max=2.0).exp() * FULL_SCALE
    draws = [level * white(len(audio), mel.shape[1], generator) for _ in range(2)]
    first, second, still = synthesise(torch.cat([*draws, spectrum]), length).split(len(audio))
    shape = noise_gain(gain, length)
    one, other = still + shape * first, still + shape * second
    distance, mel_error = energy_distance(audio, one, other, model.filters)
    repeats = repetition(audio, still, one)
    tonal, noisy = split_hinges(audio, fixed, noise)
    loss = distance + REPETITION_WEIGHT * repeats + TONAL_WEIGHT * tonal + NOISY_WEIGHT * noisy
    return {"loss": loss, "mel": mel_error, "repeats": repeats.detach(), "tonal": tonal.detach(), "noisy": noisy.detach()}


def train(plan: Plan, budget: Budget, save_every: int = SAVE_EVERY, say: Callable[[str], None] = print) -> Average:
    """Train or continue from the checkpoint; returns the averaged decoder."""
    clips = [c for c in load_shards(plan.clips) if not c.record.held_out and c.record.first_sample >= 0]
    chances = shares(clips)
    latent, filters = load_latent(plan), mel_filters()
    torch.manual_seed(plan.seed)
    model = MiniDecoder(DecoderConfig(noise=True))
    checkpoint = plan.work / "decoder.pt"
    trainer = Trainer("decoder", model, checkpoint, budget, rate=BASE_RATE, betas=(0.8, 0.99), save_every=save_every, say=say)

    def losses(step: int) -> Losses:
        return decoder_losses(model, *decoder_batch(clips, chances, latent, filters, plan.seed, step), seed=step * 7 + 3)

    return trainer.run(losses)
