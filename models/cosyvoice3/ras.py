"""Choosing the next speech token: repetition-aware sampling (Chen et al. 2024, VALL-E 2, section 3.2) or the likeliest token."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import torch
from torch import Tensor

from ditone.models.cosyvoice3.config import RasConfig
from ditone.runtime.errors import DitoneError

Sampler = Callable[[Tensor, Sequence[int]], int]


def require_numbers(scores: Tensor) -> None:
    """Raises DitoneError for scores that are no numbers, as damaged weights give: no token can be chosen by them.

    scores: (ids,).
    """
    if scores.isnan().any():
        raise DitoneError(
            "The language model gives no numbers: its weights (llm.pt) are damaged, or the precision is too low.",
            actions=("Choose float32, or download the file again.",),
        )


def candidates(scores: Tensor, config: RasConfig) -> tuple[Tensor, Tensor]:
    """Ids and probabilities of the nucleus of log scores (ids,): the likeliest ones while those before them sum to less than top_p."""
    require_numbers(scores)
    probabilities, ids = scores.softmax(dim=0).sort(descending=True, stable=True)
    probabilities, ids = probabilities[: config.top_k], ids[: config.top_k]
    before = torch.cat((probabilities.new_zeros(1), probabilities.cumsum(0)[:-1]))
    count = int((before < config.top_p).sum())
    return ids[:count], probabilities[:count]


def without(scores: Tensor, token: int) -> Tensor:
    """Probabilities of everything but `token`. scores: (ids,), and so is the result."""
    rest = scores.clone()
    rest[token] = -torch.inf
    return rest.softmax(dim=0)


def repetition_aware(scores: Tensor, history: Sequence[int], config: RasConfig, generator: torch.Generator) -> int:
    """One id from log scores (ids,) on the CPU; one that came lately is put back and drawn from all others instead."""
    ids, probabilities = candidates(scores, config)
    token = int(ids[probabilities.multinomial(1, replacement=True, generator=generator)])
    if list(history[-config.window :]).count(token) >= config.window * config.tau:
        token = int(without(scores, token).multinomial(1, replacement=True, generator=generator))
    return token


def sampler(config: RasConfig, generator: torch.Generator) -> Sampler:
    return lambda scores, history: repetition_aware(scores, history, config, generator)


def likeliest(scores: Tensor, history: Sequence[int]) -> int:
    """The id with the highest score, whatever came before. scores: (ids,)."""
    require_numbers(scores)
    return int(scores.argmax())
