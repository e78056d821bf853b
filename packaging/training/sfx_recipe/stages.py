"""The stages before training, each leaving its result in the work folder: data, words, latent."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import torch
from safetensors.torch import load_file, save_file

from ditone.models.mini.config import FRAMES_PER_TOKEN, MEL_BINS, ConditioningConfig, dit_config
from ditone.models.mini.latent import LatentSpace
from ditone.models.mini.model import MiniModel
from ditone.models.mini.text import STOP_WORDS, WordTable

from . import anchors, procedural, recordings, sonicpi, soundfont, words
from .catalogue import CLASSES
from .heard_as import HEARD_AS
from .prompts import TRAITS, all_phrases
from .store import StoredClip, load_shards

Say = Callable[[str], None]


@dataclass(frozen=True)
class Plan:
    """Where the work lies and how much data is made."""

    work: Path
    seed: int = 2026
    per_class: int = 400
    audio_per_class: int = 60
    held_out_per_class: int = procedural.HELD_OUT_PER_CLASS
    table_size: int = 8000
    width: int = 256
    depth: int = 6
    inner: int = 640
    external: bool = True  # soundfont and recordings, which need their Debian packages
    packages: Path | None = None  # unpacked packages of `recordings.py`; with them come the anchors and the judged kinds
    per_anchor: int = 60
    per_judged: int = 30
    judged_tries: int = 110

    @property
    def clips(self) -> Path:
        return self.work / "clips"


def _shard_job(arguments: tuple) -> int:
    torch.set_num_threads(1)
    return procedural.write_shard(*arguments)


def make_data(plan: Plan, workers: int = 2, say: Say = print) -> None:
    """Generate or render every shard that is not there yet."""
    jobs = []
    for part in range(workers):
        names = list(CLASSES)[part::workers]
        wanted = (
            (f"held_out_{part}", plan.held_out_per_class, plan.held_out_per_class, True),
            (f"procedural_{part}", plan.per_class, plan.audio_per_class, False),
        )
        for name, count, audio, held_out in wanted:
            if not (plan.clips / f"{name}.json").exists():
                jobs.append((plan.clips, name, names, count, audio, plan.seed, held_out))
    if workers == 1:
        for job in jobs:
            say(f"data: {job[1]} {_shard_job(job)} clips")
    elif jobs:
        with get_context("spawn").Pool(workers) as pool:
            for job, count in zip(jobs, pool.imap(_shard_job, jobs), strict=True):
                say(f"data: {job[1]} {count} clips")
    if plan.external and not (plan.clips / "soundfont.json").exists():
        soundfont.write_shard(plan.clips, plan.work, plan.seed, say)
    if plan.external and not (plan.clips / "recorded.json").exists():
        sonicpi.write_shard(plan.clips, plan.seed, say)
    if plan.packages is not None and not (plan.clips / "anchors.json").exists():
        digests = recordings.collect(plan.packages, plan.work / "recordings", plan.work / "soundfont.wav")
        (plan.work / "recordings.json").write_text(json.dumps(digests))
        from .chosen import place  # needs the judge's packages

        heard = anchors.write_shard(plan.clips, plan.work / "recordings", plan.per_anchor, plan.seed, say, place)
        (plan.work / "anchored.json").write_text(json.dumps(heard))
    if plan.packages is not None and not (plan.clips / "judged.json").exists():
        from . import chosen

        names = [kind for kind in HEARD_AS if kind in CLASSES]
        table = chosen.write_shard(plan.clips, names, plan.per_judged, plan.judged_tries, plan.seed, say)
        (plan.work / "chosen.json").write_text(json.dumps(table))


def training_clips(plan: Plan) -> list[StoredClip]:
    """What is trained on: every clip but those of generators that the judge did not hear (`chosen.json`), which only the yardstick of
    the first round still needs."""
    path = plan.work / "chosen.json"
    table = json.loads(path.read_text()) if path.exists() else {}
    unheard = {kind for kind, row in table.items() if row["kept"] == 0}
    return [c for c in load_shards(plan.clips) if c.record.source != "procedural" or c.record.class_name not in unheard]


def training_words(clips: list[StoredClip]) -> list[str]:
    """Every word that a training prompt can contain, sorted."""
    phrases = {p for clip in clips if not clip.record.held_out for p in all_phrases(clip.record.description)}
    phrases |= {p for group in TRAITS.values() for p in group}
    phrases |= {p for entry in CLASSES.values() for p in entry.nouns}
    found = {w for p in phrases for w in re.findall(r"[a-z0-9]+", p.lower())}
    return sorted(found - STOP_WORDS)


def make_words(plan: Plan, say: Say = print) -> None:
    """Word list, static vectors and synonyms."""
    if (plan.work / "words.json").exists():
        return
    trained = training_words(load_shards(plan.clips))
    table, static = words.build(trained, plan.table_size)
    scale = np.abs(static).max(1) / 127
    quantised = np.round(static / scale[:, None]).astype(np.int8)
    save_file({"static": torch.from_numpy(quantised), "scale": torch.from_numpy(scale).half()}, plan.work / "words.safetensors")
    (plan.work / "words.json").write_text(
        json.dumps({"words": table, "trained": len(trained), "synonyms": words.wordnet_synonyms()})
    )
    say(f"words: {len(trained)} trained, {len(table)} in the table")


def make_latent(plan: Plan, say: Say = print) -> None:
    """Principal directions of stacked log-mel frames of the training clips (every source, capped per clip)."""
    path = plan.work / "latent.safetensors"
    if path.exists():
        return
    rng = np.random.default_rng(plan.seed)
    rows = []
    for clip in load_shards(plan.clips):
        if clip.record.held_out or rng.uniform() > 0.5:
            continue
        tokens = len(clip.mel) // FRAMES_PER_TOKEN
        if tokens:
            stacked = clip.mel[: tokens * FRAMES_PER_TOKEN].astype(np.float32).reshape(tokens, FRAMES_PER_TOKEN * MEL_BINS)
            rows.append(stacked[rng.permutation(tokens)[:32]])
    space, kept = LatentSpace.fit(torch.from_numpy(np.concatenate(rows)))
    save_file({k: v.contiguous() for k, v in space.state_dict().items()}, path)
    say(f"latent: {sum(map(len, rows))} tokens, 64 directions keep {100 * kept:.2f} % of the variance")


def load_words(plan: Plan) -> tuple[WordTable, torch.Tensor, dict[str, list[str]]]:
    """The table, its static vectors (words, 64) and the synonyms."""
    data = json.loads((plan.work / "words.json").read_text())
    tensors = load_file(plan.work / "words.safetensors")
    static = tensors["static"].float() * tensors["scale"].float()[:, None]
    return WordTable(data["words"], data["trained"]), static, data["synonyms"]


def load_latent(plan: Plan) -> LatentSpace:
    """The fitted latent space."""
    space = LatentSpace()
    space.load_state_dict(load_file(plan.work / "latent.safetensors"))
    return space


def new_model(plan: Plan) -> tuple[MiniModel, WordTable, dict[str, list[str]]]:
    """An untrained model with its word vectors and latent space in place."""
    table, static, synonyms = load_words(plan)
    torch.manual_seed(plan.seed)
    heads = plan.width // 64
    conditioning = ConditioningConfig(dim=plan.width, heads=heads)
    model = MiniModel(dit_config(plan.width, plan.depth, 64, plan.inner), conditioning, len(table.words), table.trained)
    model.initialise()
    model.conditioner.words.static.copy_(static)
    model.latent.load_state_dict(load_latent(plan).state_dict())
    return model, table, synonyms
