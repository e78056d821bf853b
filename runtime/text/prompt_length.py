"""How long a prompt is for a model, and where the model will cut it: told while somebody types."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class PromptLength:
    """count of `unit` ("tokens", "words") out of `limit` that the model reads; `cut_at`: the first character that it does not."""

    count: int
    limit: int
    unit: str = "tokens"
    cut_at: int | None = None


Measure = Callable[[str], PromptLength]


def by_tokenizer(file: Path, limit: int) -> Measure | None:
    """A measure that splits texts as a model folder's `tokenizer.json` does; None where there is no such file.

    The first call reads the file. It raises ValueError for one that cannot be read.
    """
    return (lambda text: _measured(file, limit, text)) if file.is_file() else None


def _measured(file: Path, limit: int, text: str) -> PromptLength:
    try:
        encoded = _tokenizer(file).encode(text, add_special_tokens=False)
    except Exception as error:  # the library raises its own kinds, all of them about the file
        raise ValueError(f"{file.name} cannot be read: {error}") from error
    count = len(encoded.ids)
    return PromptLength(count, limit, "tokens", encoded.offsets[limit][0] if count > limit else None)


@lru_cache(maxsize=2)
def _tokenizer(file: Path) -> Any:
    from tokenizers import Tokenizer  # comes with transformers

    tokenizer = Tokenizer.from_file(str(file))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer
