"""Descriptions to varied English, as a person would type them; the same description seldom reads the same twice."""

import numpy as np

TRAITS: dict[str, tuple[str, ...]] = {
    "short": ("short", "brief", "quick", "tiny"),
    "long": ("long", "lengthy", "extended", "sustained"),
    "low": ("low", "deep", "low pitched", "bass"),
    "high": ("high", "high pitched", "shrill"),
    "light": ("light", "gentle", "soft", "small", "weak"),
    "heavy": ("heavy", "strong", "big", "massive", "powerful"),
    "slow": ("slow", "slowly"),
    "fast": ("fast", "rapid", "quick"),
    "soft": ("soft", "quiet", "gentle"),
    "distant": ("distant", "far away", "faraway"),
    "close": ("close", "nearby", "close up"),
    "muffled": ("muffled", "dull", "behind a wall"),
    "bright": ("bright", "crisp", "sharp"),
    "room": ("in a room", "in a small room", "indoors", "with room reverb"),
    "hall": ("in a large hall", "in a hall", "in a cathedral", "with long reverb", "with echo", "in a cave"),
}
_BEHIND = {"room", "hall"}


def _pick(rng: np.random.Generator, options: list[str] | tuple[str, ...]) -> str:
    return options[int(rng.integers(len(options)))]


def compose(description: dict[str, list], rng: np.random.Generator) -> str:
    """One prompt: some of the adjectives, a noun phrase, perhaps a place; articles and order vary."""
    noun = _pick(rng, description["nouns"])
    before: list[str] = []
    behind: list[str] = []
    for trait in description["traits"]:
        if rng.uniform() < (0.85 if trait in _BEHIND else 0.6):
            (behind if trait in _BEHIND else before).append(_pick(rng, TRAITS[trait]))
    before += [_pick(rng, options) for options in description["adjectives"] if options and rng.uniform() < 0.6]
    if description["tails"]:
        behind = [_pick(rng, tail) for tail in description["tails"] if rng.uniform() < 0.75] + behind
    order = rng.permutation(len(before))
    before = [before[i] for i in order]
    if before and rng.uniform() < 0.15:  # "footsteps, slow and heavy"
        return " ".join([noun, *before, *behind])
    return " ".join([*before, noun, *behind])


def all_phrases(description: dict[str, list]) -> list[str]:
    """Every phrase a description can use, to collect the vocabulary."""
    phrases = list(description["nouns"])
    for group in (*description["adjectives"], *description["tails"]):
        phrases += group
    for trait in description["traits"]:
        phrases += TRAITS[trait]
    return phrases
