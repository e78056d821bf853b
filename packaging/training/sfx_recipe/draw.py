"""How a clip draws its parameters and remembers, in words, what it drew.

A third of a parameter's log range is one word: the lowest third of a length is "short", the highest "long",
the middle says nothing. Words are stored as keys; `prompts.py` turns them into varied English.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np


@dataclass
class Draw:
    """Random source of one clip plus the description of what was drawn."""

    rng: np.random.Generator
    traits: list[str] = field(default_factory=list)
    nouns: Sequence[str] | None = None
    adjectives: list[Sequence[str]] = field(default_factory=list)
    tails: list[Sequence[str]] = field(default_factory=list)

    def log(self, low: float, high: float, words: tuple[str, str] | None = None) -> float:
        """Log-uniform number; its outer thirds note words[0] or words[1]."""
        u = float(self.rng.uniform())
        if words and (u < 1 / 3 or u > 2 / 3):
            self.traits.append(words[0] if u < 0.5 else words[1])
        return float(low * (high / low) ** u)

    def length(self, low: float, high: float) -> float:
        """Seconds, noted as short or long."""
        return self.log(low, high, ("short", "long"))

    def pitch(self, low: float, high: float) -> float:
        """Hertz, noted as low or high."""
        return self.log(low, high, ("low", "high"))

    def weight(self, low: float = 0.5, high: float = 2.0) -> float:
        """Relative force, noted as light or heavy."""
        return self.log(low, high, ("light", "heavy"))

    def rate(self, low: float, high: float) -> float:
        """Events a second, noted as slow or fast."""
        return self.log(low, high, ("slow", "fast"))

    def uniform(self, low: float, high: float) -> float:
        """Uniform number without a word."""
        return float(self.rng.uniform(low, high))

    def chance(self, probability: float) -> bool:
        """True with the given probability."""
        return bool(self.rng.uniform() < probability)

    def pick(self, *options: str) -> str:
        """One of the options, evenly."""
        return options[int(self.rng.integers(len(options)))]

    def kind(self, table: dict[str, dict[str, Sequence[str]]]) -> str:
        """One sub-kind; its "nouns", "adjectives" and "tails" replace or extend the description."""
        name = self.pick(*table)
        entry = table[name]
        self.nouns = entry.get("nouns", self.nouns)
        if "adjectives" in entry:
            self.adjectives.append(entry["adjectives"])
        if "tails" in entry:
            self.tails.append(entry["tails"])
        return name

    def tell(self, *synonyms: str) -> None:
        """Note an adjective given as exchangeable words."""
        self.adjectives.append(synonyms)
