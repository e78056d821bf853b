"""Data stage: sentences spoken by the teacher, stored as features; a few with the teacher's spectral heads for the decoder."""

import gzip
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from safetensors.torch import load_file, save_file
from torch import Tensor

from ditone.models.mini.voice.features import FeatureSpace, log_mel
from ditone.models.mini.voice.text import FrontEnd

from .sentences import choose
from .teacher import Teacher, lexicon

SHARD = 250
HELD_OUT = 200


@dataclass(frozen=True)
class Plan:
    """Where things lie, and how much of them."""

    work: Path
    seed: int = 2026
    sentences: int = 6000
    decoder_sentences: int = 240

    @property
    def lexicon(self) -> Path:
        return self.work / "lexicon.json.gz"

    @property
    def alphabet(self) -> Path:
        return self.work / "phonemes.json"


@dataclass(frozen=True)
class Clip:
    """phonemes (n,) ids with a pad at both ends, durations (n,) tokens, mel (frames, 80), pitch (frames,) Hz."""

    phonemes: Tensor
    durations: Tensor
    mel: Tensor
    pitch: Tensor


def make_lexicon(plan: Plan) -> None:
    """The lexicon that the application ships, and the alphabet of its phonemes with id 0 for the pad."""
    words = lexicon()
    plan.work.mkdir(parents=True, exist_ok=True)
    data = json.dumps(words, ensure_ascii=False, separators=(",", ":")).encode()
    plan.lexicon.write_bytes(gzip.compress(data, 9, mtime=0))
    known = set(Teacher().vocabulary)
    letters = sorted({c for reading in words.values() for c in reading if c in known} | set(" ,.;:!?ɐə"))
    plan.alphabet.write_text(json.dumps(["", *letters], ensure_ascii=False), "utf-8")


def alphabet(plan: Plan) -> dict[str, int]:
    return {c: i for i, c in enumerate(json.loads(plan.alphabet.read_text("utf-8")))}


def sentences_of(plan: Plan) -> tuple[list[str], list[str]]:
    """(training, held-out) sentences."""
    chosen = choose(plan.sentences + HELD_OUT, plan.seed)
    return chosen[HELD_OUT:], chosen[:HELD_OUT]


def make_data(plan: Plan, say: Callable[[str], None] = print) -> None:
    """Speaks every sentence and stores features in shards; shards that exist are kept, so that a stopped run goes on."""
    if not plan.alphabet.exists():
        make_lexicon(plan)
    (plan.work / "held_out.json").write_text(json.dumps(sentences_of(plan)[1]), "utf-8")
    training, _ = sentences_of(plan)
    front_end, teacher, ids = FrontEnd(plan.lexicon), Teacher(), alphabet(plan)
    for start in range(0, len(training), SHARD):
        path = plan.work / f"clips-{start // SHARD:03}.safetensors"
        if path.exists():
            continue
        stored: dict[str, Tensor] = {}
        for i, text in enumerate(training[start : start + SHARD], start):
            spoken, _ = front_end.read(text)
            phonemes = " ".join(s.phonemes for s in spoken)
            if not phonemes or any(c not in ids for c in phonemes) or len(phonemes) > 380:
                continue
            result = teacher.speak(phonemes, plan.seed + i)
            frames = len(result.pitch_hz)
            stored[f"{i}.phonemes"] = torch.tensor([0, *[ids[c] for c in phonemes], 0], dtype=torch.int16)
            stored[f"{i}.durations"] = torch.from_numpy(result.durations.astype(np.int16))
            stored[f"{i}.mel"] = log_mel(torch.from_numpy(result.audio), frames).half()
            stored[f"{i}.pitch"] = torch.from_numpy(result.pitch_hz).half()
            if i < plan.decoder_sentences:
                stored[f"{i}.heads"] = torch.from_numpy(result.heads).clamp(-30, 30).half()
        partial = path.with_suffix(".partial")
        save_file({name: value.contiguous() for name, value in stored.items()}, partial)
        partial.replace(path)
        say(f"data: {start + SHARD} of {len(training)} sentences")


def load_clips(plan: Plan) -> list[Clip]:
    clips = []
    for path in sorted(plan.work.glob("clips-*.safetensors")):
        data = load_file(path)
        for name in data:
            if name.endswith(".phonemes"):
                i = name.removesuffix(".phonemes")
                clips.append(Clip(data[name].long(), data[f"{i}.durations"].long(), data[f"{i}.mel"], data[f"{i}.pitch"].float()))
    return clips


def load_heads(plan: Plan) -> list[tuple[Tensor, Tensor, Tensor]]:
    """(mel, pitch, heads (5, BINS, frames)) of the clips that the decoder learns from."""
    found = []
    for path in sorted(plan.work.glob("clips-*.safetensors")):
        data = load_file(path)
        for name in data:
            if name.endswith(".heads"):
                i = name.removesuffix(".heads")
                found.append((data[f"{i}.mel"], data[f"{i}.pitch"], data[name]))
    return found


def fit_space(clips: list[Clip]) -> FeatureSpace:
    """Mean and deviation of each mel band over the clips."""
    space = FeatureSpace()
    mel = torch.cat([clip.mel.float() for clip in clips[:1500]])
    space.mean.copy_(mel.mean(0))
    space.deviation.copy_(mel.std(0))
    return space
