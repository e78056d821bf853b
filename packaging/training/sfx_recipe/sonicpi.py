"""Data stage, recordings: the CC0 samples of the Debian package `sonic-pi-samples`, described by their file names."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import soundfile
import soxr

from .catalogue import LONGEST_S, finish
from .store import Record, ShardWriter
from .synth import SAMPLE_RATE_HZ

SAMPLES = Path("/usr/share/sonic-pi/samples")
# what a file's prefix means; `loop` (rhythm loops) is left out
PREFIXES = {
    "ambi": "ambient",
    "bass": "bass",
    "bd": "kick drum",
    "drum": "drum",
    "elec": "electronic",
    "glitch": "glitch",
    "guit": "guitar",
    "mehackit": "electronic",
    "misc": "",
    "perc": "percussion",
    "sn": "snare drum",
    "tabla": "tabla",
    "vinyl": "vinyl",
}
# spellings that mean something; other parts of a name (producers' nicknames, keys) say nothing about the sound
_WORDS = {
    "woosh": "whoosh", "swash": "swoosh", "cineboom": "cinematic boom", "hi": "high", "lo": "low", "dnb": "drum and bass",
    "blip2": "blip", "filt": "filtered", "bell2": "bell", "snap2": "finger snap", "snap": "finger snap", "burp": "burp", "till": "cash register",
    "backspin": "backspin", "perc": "percussion",
}  # fmt: skip
_SILENT = {
    "ada",
    "gas",
    "haus",
    "klub",
    "mehackit",
    "pure",
    "sone",
    "tek",
    "zome",
    "zum",
    "dolf",
    "generic",
    "c",
    "f",
    "g",
    "e",
    "dhec",
    "na",
    "o",
    "s",
    "re",
    "m",
    "te",
    "ne",
}


def describe(stem: str) -> dict | None:
    """The description of a sample from its name, or None where it is left out."""
    prefix, _, rest = stem.partition("_")
    if prefix not in PREFIXES:
        return None
    words = [_WORDS.get(part, part) for part in rest.split("_") if part not in _SILENT]
    words = [w.rstrip("0123456789") or w for w in words if not w.startswith(("ghe", "ke", "tas", "tun")) or prefix != "tabla"]
    words = [w for w in words if w not in ("te",)]
    base = PREFIXES[prefix]
    nouns = [" ".join([base, *words]).strip()]
    if words and prefix in ("ambi", "elec", "misc", "perc", "drum", "mehackit"):
        nouns.append(" ".join(words) + (" drum" if prefix == "drum" else ""))
    return {"nouns": nouns, "traits": [], "adjectives": [], "tails": []}


def write_shard(folder: Path, seed: int, say: Callable[[str], None] = print) -> int:
    """Read, mix to mono, resample, describe; returns the number of clips."""
    writer = ShardWriter(folder, "recorded")
    rng = np.random.default_rng(seed)
    for path in sorted(SAMPLES.glob("*.flac")):
        description = describe(path.stem)
        if description is None:
            continue
        audio, rate = soundfile.read(path, always_2d=True)
        mono = soxr.resample(audio.mean(1), rate, SAMPLE_RATE_HZ)[: int(LONGEST_S * SAMPLE_RATE_HZ)]
        clip = finish(mono, rng)
        record = Record("recorded", path.stem, False, path.stem.startswith("ambi"), len(clip) / SAMPLE_RATE_HZ, description)
        writer.add(record, clip, keep_audio=True)
    writer.close()
    say(f"recorded: {len(writer.records)} clips")
    return len(writer.records)
