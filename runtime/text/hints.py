"""What a model says of a prompt before a take is made: sentences, and prompts that it knows better."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Suggestion:
    """One choice: its words on a button, and the whole prompt that it stands for."""

    title: str
    prompt: str


@dataclass(frozen=True)
class Hints:
    """`notes` are sentences; both are empty where there is nothing to say."""

    notes: tuple[str, ...] = ()
    suggestions: tuple[Suggestion, ...] = ()
