"""Training sentences: the quoted usage examples in WordNet's glosses."""

import random
import re
from pathlib import Path

WORDNET = Path("/usr/share/wordnet")
SHORTEST, LONGEST = 18, 75
LONG_SHARE, LONG_LIMIT = 0.04, 200


def wordnet_sentences(folder: Path = WORDNET) -> list[str]:
    """Sentences of letters and common punctuation, first letter capital, full stop added; each once, in file order."""
    found: dict[str, None] = {}
    for name in ("data.adj", "data.adv", "data.noun", "data.verb"):
        for line in (folder / name).read_text("latin-1").splitlines():
            for quoted in re.findall(r'"([^"]+)"', line.partition("|")[2]):
                text = re.sub(r"\s+", " ", quoted).strip(" ;,")
                if re.fullmatch(r"[A-Za-z][A-Za-z ,.'!?;:-]+", text) and SHORTEST <= len(text) <= LONG_LIMIT:
                    text = text[0].upper() + text[1:]
                    found[text if text[-1] in ".!?" else f"{text}."] = None
    return list(found)


def choose(count: int, seed: int, folder: Path = WORDNET) -> list[str]:
    """A fixed random choice, mostly short sentences with a few long ones."""
    everything = wordnet_sentences(folder)
    rng = random.Random(seed)
    rng.shuffle(everything)
    short = [s for s in everything if len(s) <= LONGEST]
    long = [s for s in everything if len(s) > LONGEST]
    chosen = short[: round(count * (1 - LONG_SHARE))] + long[: round(count * LONG_SHARE)]
    rng.shuffle(chosen)
    return chosen
