"""The patch loop: the language model says how the next 160 ms should sound, the transformer makes them, and they are read back in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from ditone.models.dots.core import DotsCore
from ditone.models.dots.loading import LatentStats
from ditone.models.dots.patch_encoder import PatchEncoderState
from ditone.models.dots.sampling import Plan, prepare, solve_patch
from ditone.models.dots.text import Schedule
from ditone.runtime.dit.runtime import DitRuntime
from ditone.runtime.run import Run
from ditone.runtime.sampling.sampler import Preview

Draw = Callable[[tuple[int, ...]], Tensor]


@dataclass(frozen=True)
class Patch:
    """One decoded patch: normalised latents and raw ones (1, patch_size, latent_dim).

    hidden: the language-model state (1, 1, width) that asked for it; stop_probability: whether it should be the last one, of which
    `last` is the consequence.
    """

    latents: Tensor
    raw: Tensor
    hidden: Tensor
    stop_probability: float
    last: bool


class LanguageModel:
    """The language model with the keys and values of one request."""

    def __init__(self, core: DotsCore) -> None:
        from transformers import DynamicCache

        self._llm: Any = core.llm
        config: Any = self._llm.config
        self._cache = DynamicCache(config=config)

    def embed(self, ids: tuple[int, ...]) -> Tensor:
        """Embeddings (1, ids, width) of text ids."""
        table: Tensor = self._llm.embed_tokens.weight
        return table[torch.tensor(ids, device=table.device)][None]

    def step(self, embeddings: Tensor) -> Tensor:
        """States (1, n, width), after the final norm, of the next n embeddings (1, n, width)."""
        gain: Tensor = self._llm.norm.weight
        # ids, mask and positions are left out; by position, since the cache's name changed between releases of the library
        result = self._llm(None, None, None, self._cache, inputs_embeds=embeddings.to(gain.dtype), use_cache=True)
        hidden: Tensor = result.last_hidden_state
        return hidden


def speak(
    core: DotsCore,
    runtime: DitRuntime,
    stats: LatentStats,
    schedule: Schedule,
    plan: Plan,
    draw: Draw,
    *,
    patch_size: int,
    speaker: Tensor | None = None,
    prompt: Tensor | None = None,
    stop_threshold: float = 0.8,
    cached: bool = True,
    run: Run,
    preview: Preview | None = None,
) -> Iterator[Patch]:
    """Patches one by one, until the stop head says so or the schedule's placeholders are used up.

    speaker: (1, dit width) from `speaker_vector`. prompt: raw latents (1, K * patch_size, latent_dim) of a reference to continue, without
    its last patch; the first patch made then repeats that one and is not part of the result. draw: noise of a shape, on the device.
    preview: as in `sample`, of clean estimates (1, patch_size, latent_dim), normalised, of the patch that is being made.
    `runtime` is left for the caller to release.
    """
    device = core.hidden_proj.weight.device
    llm, encoder_state = LanguageModel(core), PatchEncoderState()
    prepare(runtime, plan, speaker, patch_size, cached=cached, check=run.check)
    embeddings = llm.embed(schedule.ids[: schedule.start + 1])
    prompt_patches = 0
    if prompt is not None and prompt.shape[1]:
        prompt_patches = prompt.shape[1] // patch_size
        embeddings = torch.cat((embeddings, core.patch_encoder(prompt, encoder_state).to(embeddings.dtype)), dim=1)
    hidden = llm.step(embeddings)[:, schedule.start :]
    run.check()
    if prompt is not None and prompt_patches:
        runtime.append_history(core.history_tokens(hidden[:, :-1], stats.normalise(prompt)))
    hidden = hidden[:, -1:]
    shape = (1, patch_size, stats.mean.shape[0])
    patches = len(schedule.ids) - schedule.start - 1 - prompt_patches
    for i in range(patches):
        probability = float(core.stop_probability(hidden))
        last = probability > stop_threshold and not (i == 0 and prompt is not None)
        runtime.set_lead(core.hidden_tokens(hidden))
        latents = solve_patch(runtime, plan, draw(shape).to(device), lambda: draw(shape).to(device), run, preview)
        raw = stats.denormalise(latents)
        yield Patch(latents, raw, hidden, probability, last)
        if last or i == patches - 1:
            return
        runtime.append_history(core.history_tokens(hidden, latents))
        hidden = llm.step(core.patch_encoder(raw, encoder_state))
