"""Training batches for the transformer: clips cut to a drawn length, their latents, and freshly worded prompts."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from ditone.models.mini.conditioning import pad_rows
from ditone.models.mini.config import (
    FRAMES_PER_TOKEN,
    HOP,
    LOG_FLOOR,
    LONGEST_S,
    MEL_BINS,
    N_FFT,
    SAMPLE_RATE_HZ,
    SHORTEST_S,
    TAIL_TOKENS,
    length_in_tokens,
)
from ditone.models.mini.latent import LatentSpace
from ditone.models.mini.text import WordTable

from .prompts import compose
from .store import StoredClip

TOKENS_PER_BATCH = 1024
SOURCE_SHARES = {"procedural": 0.10, "anchor": 0.40, "judged": 0.36, "soundfont": 0.11, "recorded": 0.03}
BY_KIND = ("procedural", "anchor", "judged")  # sources whose kinds are drawn evenly
SILENCE_WEIGHT = 0.25
FRAME_S = HOP / SAMPLE_RATE_HZ


def window_share(distance_s: np.ndarray) -> np.ndarray:
    """Log gain of a frame whose centre lies `distance_s` inside a cut edge: the part of the Hann window that still hears."""
    half = N_FFT / 2 / SAMPLE_RATE_HZ
    u = np.clip(distance_s / half, -1.0, 1.0)
    # integral of hann^2 from the edge, normalised to one
    share = 0.5 + (3 * u + 4 * np.sin(np.pi * u) / np.pi + np.sin(2 * np.pi * u) / (2 * np.pi)) / 6
    return 0.5 * np.log(np.maximum(share, 1e-9))


def cut(clip: StoredClip, seconds: float, rng: np.random.Generator, tokens: int | None = None) -> tuple[np.ndarray, float]:
    """Log-mel of a clip cut to `seconds` on a canvas (4 tokens longer), and the seconds its sound really lasts.

    Sounds without a beginning are cut out anywhere; the others keep their start.
    """
    frames = FRAMES_PER_TOKEN * (tokens or length_in_tokens(seconds) + TAIL_TOKENS)
    source = clip.mel
    spare = clip.record.seconds - seconds
    start = int(rng.integers(int(spare / FRAME_S) + 1)) if clip.record.texture and spare > 0 else 0
    out = np.full((frames, MEL_BINS), LOG_FLOOR, np.float32)
    part = source[start : start + frames].astype(np.float32)
    out[: len(part)] = part
    centres = np.arange(frames) * FRAME_S
    if start:
        out += window_share(centres)[:, None]
    if spare > start * FRAME_S:
        out += window_share(seconds - centres)[:, None]
    return np.maximum(out, LOG_FLOOR), min(seconds, clip.record.seconds - start * FRAME_S)


def draw_seconds(rng: np.random.Generator) -> float:
    """Requested length of a batch: half of them near the default of 2 s, else log-uniform up to the longest."""
    u = rng.uniform()
    if u < 0.5:
        return float(rng.uniform(1.6, 2.4))
    if u < 0.94:
        return float(np.exp(rng.uniform(np.log(0.3), np.log(LONGEST_S))))
    return float(rng.uniform(SHORTEST_S, 0.3))


@dataclass
class Batch:
    """latents: (batch, tokens, 64); weights: (batch, tokens); rows: (batch, 12); seconds: (batch,)."""

    latents: Tensor
    weights: Tensor
    rows: Tensor
    seconds: Tensor
    force_static: Tensor  # (batch, 1)
    drop: Tensor  # (batch,)


class Batches:
    """Batch number `step` of a run; the same seed and step give the same batch, so a resumed run continues exactly."""

    def __init__(
        self,
        clips: Sequence[StoredClip],
        latent: LatentSpace,
        table: WordTable,
        synonyms: dict[str, list[str]],
        seed: int,
        condition_dropout: float = 0.12,
        tokens_per_batch: int = TOKENS_PER_BATCH,
    ) -> None:
        self.latent, self.table, self.synonyms = latent, table, synonyms
        self.seed, self.condition_dropout, self.tokens_per_batch = seed, condition_dropout, tokens_per_batch
        self.by_source: dict[str, dict[str, list[StoredClip]]] = defaultdict(lambda: defaultdict(list))
        for clip in clips:
            if not clip.record.held_out:
                group = clip.record.class_name if clip.record.source in BY_KIND else "all"
                self.by_source[clip.record.source][group].append(clip)
        self.sources = [s for s in SOURCE_SHARES if s in self.by_source]
        shares = np.array([SOURCE_SHARES[s] for s in self.sources])
        self.shares = shares / shares.sum()

    def _draw_clip(self, rng: np.random.Generator) -> StoredClip:
        groups = self.by_source[self.sources[int(rng.choice(len(self.sources), p=self.shares))]]
        names = list(groups)
        group = groups[names[int(rng.integers(len(names)))]]
        return group[int(rng.integers(len(group)))]

    def prompt_rows(self, clip: StoredClip, rng: np.random.Generator) -> list[int]:
        """Table rows of a fresh prompt, with synonyms now and then and 10 % of the words left out."""
        prompt = compose(clip.record.description, rng)
        if rng.uniform() < 0.15:
            prompt = " ".join(str(rng.choice(self.synonyms[w])) if w in self.synonyms else w for w in prompt.split())
        rows = self.table.rows(prompt)
        kept = [r for r in rows if rng.uniform() > 0.1]
        return kept or rows

    def batch(self, step: int) -> Batch:
        """All clips of a batch share one canvas length, so nothing is padded."""
        rng = np.random.default_rng((self.seed, step))
        tokens = length_in_tokens(draw_seconds(rng))
        canvas = tokens + TAIL_TOKENS
        size = int(np.clip(self.tokens_per_batch // canvas, 4, 96))
        mels, ends, rows, seconds = [], [], [], []
        for _ in range(size):
            clip = self._draw_clip(rng)
            requested = max(SHORTEST_S, (tokens - float(rng.uniform(0.0, 0.98))) * FRAMES_PER_TOKEN * FRAME_S)
            mel, end = cut(clip, requested, rng, canvas)
            mels.append(mel)
            ends.append(end)
            seconds.append(requested)
            rows.append(self.prompt_rows(clip, rng))
        with torch.no_grad():
            latents = self.latent.encode(torch.from_numpy(np.stack(mels)))
        last = np.ceil(np.array(ends) / (FRAMES_PER_TOKEN * FRAME_S))[:, None]
        place = np.arange(canvas)[None]
        # silence inside the requested length counts little; behind it, full: sounds must end where they are asked to
        weights = np.where((place < last + 1) | (place > tokens), 1.0, SILENCE_WEIGHT).astype(np.float32)
        return Batch(
            latents,
            torch.from_numpy(weights),
            pad_rows(rows),
            torch.tensor(seconds, dtype=torch.float32),
            torch.from_numpy(rng.uniform(size=(size, 1)) < 0.3),
            torch.from_numpy(rng.uniform(size=size) < self.condition_dropout),
        )
