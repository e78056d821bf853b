"""The speech-token language model: a Qwen2 decoder that reads text ids and writes speech ids, 25 a second."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import Tensor, nn
from transformers import DynamicCache, Qwen2Config, Qwen2Model

from ditone.models.cosyvoice3.config import TEXT_FOLDER, LanguageModelConfig
from ditone.models.cosyvoice3.ras import Sampler
from ditone.models.cosyvoice3.tensor_map import LANGUAGE_MODEL
from ditone.models.cosyvoice3.weights import LANGUAGE_MODELS, open_weights
from ditone.runtime.json_reading import library_errors
from ditone.runtime.registry import Engine, Progress
from ditone.runtime.weights import load_module, packed
from ditone.runtime.weights.skeleton import skeleton

SHORTEST, LONGEST = 2, 20  # speech ids per text id of the target
SILENT_IDS = frozenset({1, 2, 28, 29, 55, 248, 494, 2241, 2242, 2322, 2323})
SILENT_RUN = 5
TABLES = ("text.embed_tokens.weight", "speech.weight")  # of which single rows are read


@dataclass(frozen=True)
class Limits:
    """Least and most speech ids. The original blocks only the start id while the least is not reached (`upstream`), so that its
    minimum is not kept; otherwise every control id is blocked."""

    least: int
    most: int
    upstream: bool = False

    @classmethod
    def of(cls, text_ids: int, upstream: bool = False) -> Limits:
        return cls(SHORTEST * text_ids, LONGEST * text_ids, upstream)


class SpeechModel(nn.Module):
    """Text model, speech table and speech head. Hidden states and embeddings are (batch, tokens, width)."""

    def __init__(self, config: LanguageModelConfig) -> None:
        super().__init__()
        self.config = config
        self.text = Qwen2Model(Qwen2Config.from_dict(config.text))
        self.speech = nn.Embedding(config.speech_rows, config.width)
        self.head = nn.Linear(config.width, config.speech_rows, bias=False)

    @classmethod
    def load(
        cls,
        config: LanguageModelConfig,
        folder: Path,
        engine: Engine,
        variant: str = "base",
        progress: Progress = lambda share: None,
    ) -> SpeechModel:
        """`variant`: "base" or "rl". Raises BadModelFolder with names and shapes when the file does not fit."""
        with library_errors(f"{TEXT_FOLDER}/config.json does not describe this family's language model"), skeleton():
            model = cls(config)
        with open_weights(folder, LANGUAGE_MODELS[variant]) as source:
            half = packed.halved(engine.dtype, engine.device)
            load_module(
                model,
                LANGUAGE_MODEL,
                source,
                dtype=(lambda name: engine.dtype if name in TABLES else torch.float32) if half else engine.dtype,
                device=engine.device,
                half=lambda name: half,
                progress=progress,
            )
        # its angles are computed, not stored, and must stay float32
        model.text.rotary_emb = type(model.text.rotary_emb)(model.text.config).to(engine.device)
        return model

    @property
    def device(self) -> torch.device:
        return self.speech.weight.device

    def control(self, token: int) -> Tensor:
        """(1, 1, width) of one control id."""
        return self.speech.weight[token][None, None]

    def embed_text(self, ids: list[int]) -> Tensor:
        """Embeddings (1, ids, width) of text ids."""
        out: Tensor = self.text.embed_tokens(torch.tensor([ids], dtype=torch.long, device=self.device))
        return out

    def embed_speech(self, ids: Tensor | list[int]) -> Tensor:
        """Embeddings (1, ids, width) of speech ids (ids,)."""
        out: Tensor = self.speech(torch.as_tensor(ids, dtype=torch.long, device=self.device)[None])
        return out

    def opening(self, text_ids: list[int], prompt_speech: Tensor | list[int]) -> Tensor:
        """What the model reads before it speaks: start, text (prompt's and target's), task, the reference's speech ids.

        The result: (1, tokens, width); prompt_speech: (ids,).
        """
        return torch.cat(
            (
                self.control(self.config.start_id),
                self.embed_text(text_ids),
                self.control(self.config.task_id),
                self.embed_speech(prompt_speech),
            ),
            dim=1,
        )

    def hidden(self, x: Tensor, cache: DynamicCache | None = None, mask: Tensor | None = None) -> Tensor:
        """States after the final norm. No mask is passed while a cache grows: one of the new tokens' length would hide the past.

        x: (batch, tokens, width), and so is the result; mask: (batch, tokens).
        """
        # by position: the cache's name changed between releases of the library
        x = x.to(self.text.norm.weight.dtype)
        result = self.text(None, mask, None, cache, inputs_embeds=x, use_cache=cache is not None)
        out: Tensor = result.last_hidden_state
        return out

    def logits(self, x: Tensor, cache: DynamicCache) -> Tensor:
        """Scores (speech rows,), float32 on the CPU, of what follows the embeddings x."""
        out: Tensor = self.head(self.hidden(x, cache)[0, -1]).float().cpu()
        return out

    def speak(self, opening: Tensor, choose: Sampler, limits: Limits, check: Callable[[], None] = lambda: None) -> Iterator[int]:
        """Yields ordinary ids until a control id or the limit comes. `check` may raise to stop. opening: (1, tokens, width)."""
        cache = DynamicCache(config=self.text.config)
        history: list[int] = []
        x = opening
        while len(history) < limits.most:
            check()
            scores = self.logits(x, cache).log_softmax(dim=-1)
            if len(history) < limits.least:
                last = self.config.start_id + 1 if limits.upstream else None
                scores[self.config.start_id : last] = -torch.inf
            token = choose(scores, history)
            if token >= self.config.speech_tokens:
                return
            history.append(token)
            yield token
            x = self.embed_speech([token])


def without_long_silence(tokens: Iterator[int]) -> Iterator[int]:
    """Drops the sixth and later of silent ids in a row; the model itself has seen them all."""
    run = 0
    for token in tokens:
        run = run + 1 if token in SILENT_IDS else 0
        if run <= SILENT_RUN:
            yield token
