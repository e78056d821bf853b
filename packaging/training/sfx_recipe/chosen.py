"""Data stage, generators after the judge: of many tries of a kind, coloured at random, those that are heard as what they claim."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from . import judge
from .anchors import HEARD_PLACE, coloured
from .catalogue import finish, make_clip
from .heard_as import HEARD_AS
from .store import Record, ShardWriter
from .synth import SAMPLE_RATE_HZ

FEWEST = 6  # heard tries below which a generator is not trained on at all


def place(kind: str, audio: np.ndarray) -> int:
    """The judge's place of a kind for the first 2 s of (samples,); 0 where it has no class for the kind."""
    if kind not in HEARD_AS:
        return 0
    return judge.rank(judge.scores(audio[: 2 * SAMPLE_RATE_HZ], SAMPLE_RATE_HZ), HEARD_AS[kind])


def write_shard(
    folder: Path, kinds: Sequence[str], per_kind: int, tries: int, seed: int, say: Callable[[str], None] = print
) -> dict[str, dict[str, Any]]:
    """Writes the shard `judged`; returns how many tries of each kind were heard and kept."""
    writer = ShardWriter(folder, "judged")
    table: dict[str, dict[str, Any]] = {}
    for kind in kinds:
        found: list[tuple[int, int, np.ndarray, Any]] = []
        for index in range(tries):
            clip = make_clip(kind, (seed, sum(map(ord, kind)), index))
            rng = np.random.default_rng((seed, index))
            audio = finish(coloured(rng, clip.audio.astype(float), 1.0 if index % 2 else 0.4), rng)
            found.append((place(kind, audio), index, audio, clip))
            if sum(f[0] <= HEARD_PLACE for f in found) >= per_kind:
                break
        found.sort(key=lambda f: f[:2])
        heard = sum(f[0] <= HEARD_PLACE for f in found)
        kept = found[: min(heard, per_kind)] if heard >= FEWEST else []
        for _, _, audio, clip in kept:
            record = Record("judged", kind, False, clip.texture, len(audio) / SAMPLE_RATE_HZ, clip.description)
            writer.add(record, audio, keep_audio=True)
        table[kind] = {"tried": len(found), "heard": heard, "kept": len(kept)}
        say(f"judged: {kind} {table[kind]}")
    writer.close()
    return table
