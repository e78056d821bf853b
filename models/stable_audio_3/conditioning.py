"""What the transformer is told: text positions, the length in seconds, and which frames of a given sound to keep."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor

from ditone.models.stable_audio_3.model import ConditionerModule
from ditone.models.stable_audio_3.text import Encoded
from ditone.runtime.dit import Branch


def context(texts: Sequence[Encoded], conditioner: ConditionerModule, seconds: Tensor, negative: bool = False) -> Tensor:
    """(batch, text tokens + 1, width): the text, then the seconds token.

    Positions without text hold the learned padding vector in a positive prompt and zeros in a negative one; no mask is ever applied.
    """
    hidden = torch.cat([text.hidden for text in texts])
    real = torch.cat([text.real for text in texts])[..., None]
    filler = torch.zeros_like(conditioner.padding) if negative else conditioner.padding
    return torch.cat((torch.where(real, hidden, filler.float()), seconds[:, None]), dim=1)


def local_conditioning(channels: int, keep: Tensor | None, latents: Tensor | None, device: torch.device) -> Tensor:
    """(batch or 1, frames or 1, 1 + channels): the keep mask (frames,), then the latents (batch or 1, frames, channels) where it is 1.

    Zeros without a sound to keep - the layers behind it run all the same, since they have biases; one frame stands for all.
    """
    if keep is None or latents is None:
        return torch.zeros(1, 1, 1 + channels, device=device)
    mask = keep.to(device)[None, :, None].expand(latents.shape[0], -1, 1)
    return torch.cat((mask, latents * mask), dim=2)


def unconditional(vector: Tensor, local: Tensor, negative: Tensor | None) -> Branch:
    """The other side of guidance: without a negative prompt its context is all zeros, and attention to zeros is exactly zero.

    vector: (1 or batch, width); local: (batch or 1, frames or 1, channels); negative: (batch, tokens, channels).
    """
    if negative is None:
        return Branch(cross="zero", vector=vector, local=local)
    return Branch(context=negative, vector=vector, local=local)
