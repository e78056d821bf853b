"""The shape of the speech so far, ahead of its sound: finished pieces, then the patch that is being made, decoded from a clean estimate."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from ditone.models.dots.causal import State
from ditone.models.dots.decoder import AudioDecoder
from ditone.models.dots.loading import LatentStats
from ditone.runtime.run import Envelope
from ditone.runtime.take import Audio

POINTS_PER_S = 50


class Ahead:
    """Previews of a piece's patches. It looks at the decoder's state, the waiting latents and the finished chunks, and changes none.

    repeated: the patch that is being made repeats the reference's last one and is not part of the result.
    """

    def __init__(
        self, decoder: AudioDecoder, stats: LatentStats, state: State, pending: list[Tensor], chunks: list[Audio]
    ) -> None:
        self.decoder = decoder
        self.stats = stats
        self.state = state
        self.pending = pending
        self.chunks = chunks
        self.repeated = False
        self._step = round(decoder.config.sample_rate_hz / POINTS_PER_S)
        self._rest = np.zeros(0, np.float32)
        self._known: list[Envelope] = []
        self._seen = 0

    def __call__(self, clean: Tensor) -> tuple[Envelope, float]:
        """Peaks (points,), 0 to 1, over the seconds they stand for; clean: normalised latents (1, patch_size, latent_dim)."""
        ahead = np.zeros(0, np.float32)
        if not self.repeated:
            latents = torch.cat([*self.pending, self.stats.denormalise(clean)], dim=1)
            # the layers put new tensors into their state, so that a copy of the dictionary leaves the speech as it is
            ahead = self.decoder.stream(latents, dict(self.state), last=True)[0, 0].float().cpu().numpy()
        self._follow()
        open_end = np.concatenate([self._rest, ahead])
        envelope = np.concatenate([*self._known, _peaks(open_end, self._step)])
        samples = self._step * sum(len(known) for known in self._known) + len(open_end)
        return envelope, samples / self.decoder.config.sample_rate_hz

    def _follow(self) -> None:
        """Takes in the chunks that were finished since the last preview."""
        new = [chunk[:, 0] for chunk in self.chunks[self._seen :]]
        self._seen = len(self.chunks)
        sound = np.concatenate([self._rest, *new])
        whole = len(sound) // self._step * self._step
        self._known.append(_peaks(sound[:whole], self._step))
        self._rest = sound[whole:]


def _peaks(sound: Audio, step: int) -> Envelope:
    """The largest magnitude of every `step` samples (samples,)."""
    padded = np.pad(np.abs(sound), (0, -len(sound) % step))
    out: Envelope = padded.reshape(-1, step).max(axis=1, initial=0.0).astype(np.float32)
    return out
