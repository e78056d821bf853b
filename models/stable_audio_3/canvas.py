"""How many latent frames a request needs, and which of them are real for each item."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from ditone.models.stable_audio_3.config import Published
from ditone.runtime.errors import BadRequest

HEADROOM_S = 6.0  # the models were trained with silence behind the sound


@dataclass(frozen=True)
class Canvas:
    """frames: latent frames of the whole batch, of `hop` samples each.

    For each item, effective: frames of its sound; valid: those and the headroom behind; samples: where its sound is cut.
    """

    frames: int
    hop: int
    effective: tuple[int, ...]
    valid: tuple[int, ...]
    samples: tuple[int, ...]

    @property
    def total_samples(self) -> int:
        return self.frames * self.hop

    def mask(self) -> Tensor:
        """(batch, frames) boolean, true = real."""
        return torch.arange(self.frames)[None] < torch.tensor(self.valid)[:, None]


def lay_out(config: Published, seconds: Sequence[float], headroom_s: float = HEADROOM_S, limit: int | None = None) -> Canvas:
    """The canvas of a batch. `limit`: longest canvas in samples, by default the model's own.

    Raises BadRequest unless every length is above 0.
    """
    rate, hop = config.sample_rate_hz, config.autoencoder.hop
    limit = config.sample_limit if limit is None else limit
    if not seconds or min(seconds) <= 0:
        raise BadRequest(f"Duration is {min(seconds, default=0):g} s; it must be above 0 s.")
    wanted = _up(_up(int((max(seconds) + headroom_s) * rate), hop), config.autoencoder.align_frames * hop)
    frames = max(min(wanted, limit) // hop, 1)
    effective = tuple(math.ceil(int(s * rate) / hop) for s in seconds)
    return Canvas(
        frames=frames,
        hop=hop,
        effective=effective,
        valid=tuple(min(n + int(headroom_s * rate / hop), frames) for n in effective),
        samples=tuple(min(int(s * rate), frames * hop) for s in seconds),
    )


def _up(n: int, multiple: int) -> int:
    return -(-n // multiple) * multiple
