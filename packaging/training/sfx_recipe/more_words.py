"""More trained words for a word table that already has weights: rows of known trained words stay where they are.

A new trained word starts from what the static path would have given it. A word that the table lacks gets its static vector
through the linear map that the table's own words show between sentence embeddings and static vectors.
"""

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import torch
from safetensors.torch import load_file, save_file
from torch import Tensor

from ditone.models.mini.config import STATIC_DIM

from . import words


def static_vectors(new: Sequence[str], known: Sequence[str], static: np.ndarray, sample: int = 3000) -> np.ndarray:
    """(new, STATIC_DIM): embeddings mapped by least squares, direction only, as long as the table's rows are."""
    rng = np.random.default_rng(0)
    rows = rng.choice(len(known), min(sample, len(known)), replace=False)
    vectors = words.embed([*(known[int(i)] for i in rows), *new])
    given, asked = vectors[: len(rows)], vectors[len(rows) :]
    inputs = np.concatenate([given, np.ones((len(given), 1))], 1)
    norms = np.linalg.norm(static[rows], axis=1, keepdims=True)
    weights, *_ = np.linalg.lstsq(inputs, static[rows] / norms, rcond=None)
    out = np.concatenate([asked, np.ones((len(asked), 1))], 1) @ weights
    return (out / np.linalg.norm(out, axis=1, keepdims=True) * np.sqrt(STATIC_DIM)).astype(np.float32)


def extend(work: Path, wanted: Sequence[str], say: Callable[[str], None] = print) -> int:
    """Make `wanted` words trained in words.json and words.safetensors of a work folder; returns how many are new."""
    data = json.loads((work / "words.json").read_text())
    table, trained = data["words"], data["trained"]
    new = [w for w in dict.fromkeys(wanted) if w not in set(table[:trained])]
    tensors = load_file(work / "words.safetensors")
    static = (tensors["static"].float() * tensors["scale"].float()[:, None]).numpy()
    place = {w: i for i, w in enumerate(table)}
    absent = [w for w in new if w not in place]
    made = dict(zip(absent, static_vectors(absent, table, static), strict=True)) if absent else {}
    rest = [w for w in table[trained:] if w not in set(new)]
    rows = [
        static[:trained],
        *[(made[w] if w in made else static[place[w]])[None] for w in new],
        static[[place[w] for w in rest]],
    ]
    whole = np.concatenate(rows)
    scale = np.abs(whole).max(1) / 127
    quantised = np.round(whole / scale[:, None]).astype(np.int8)
    save_file({"static": torch.from_numpy(quantised), "scale": torch.from_numpy(scale).half()}, work / "words.safetensors")
    data["words"], data["trained"] = [*table[:trained], *new, *rest], trained + len(new)
    (work / "words.json").write_text(json.dumps(data))
    say(f"words: {len(new)} more trained words, {len(absent)} of them were not in the table")
    return len(new)


def widened(learned: Tensor, static: Tensor, weight: Tensor, bias: Tensor) -> Tensor:
    """Learned vectors (old, dim) with a row for every further trained word, static (trained, STATIC_DIM), through the fallback."""
    return torch.cat([learned, static[len(learned) :] @ weight.T + bias])
