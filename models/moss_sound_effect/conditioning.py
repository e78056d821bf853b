"""What the transformer is told of a prompt: the text encoder's rows, as they stand before 512 - n rows of zeros.

Every one of the 512 rows takes part in cross attention, padding included; leaving the padding out ruins the sound. But the zero rows all
give the same key and value, so they are one row whose attention logit is raised by the logarithm of their number, and a context of
zeros alone needs no attention at all.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import torch
from torch import Tensor

from ditone.models.moss_sound_effect.config import CONTEXT_TOKENS
from ditone.runtime.dit import Branch


def text_branch(contexts: Sequence[Tensor], rows: int = 0) -> Branch:
    """One side of guidance from the real rows (n, text_dim) of each item's prompt, n from 0 to 512.

    `rows` is the number of rows to make room for at least, so that two branches can be of one shape.
    """
    longest = max(rows, *(len(item) for item in contexts))
    device, dim = contexts[0].device, contexts[0].shape[-1]
    if longest == 0:
        return Branch(context=torch.zeros(len(contexts), 1, dim, device=device), cross="constant")
    context = torch.zeros(len(contexts), longest + 1, dim, device=device)
    bias = torch.full((len(contexts), 1, 1, longest + 1), -math.inf)
    for i, item in enumerate(contexts):
        context[i, : len(item)] = item
        bias[i, ..., : len(item)] = 0.0
        padding = CONTEXT_TOKENS - len(item)
        bias[i, ..., longest] = math.log(padding) if padding else -math.inf
    return Branch(context=context, context_bias=bias.to(device))
