"""Data stage, procedural part: every class, training and held-out clips by seed."""

import zlib
from collections.abc import Callable, Sequence
from pathlib import Path

from .catalogue import CLASSES, clip_seconds, make_clip
from .store import Record, ShardWriter

HELD_OUT_PER_CLASS = 24  # the evaluation draws from these; training never sees the seeds


def clip_seed(seed: int, class_name: str, index: int, held_out: bool) -> tuple[int, ...]:
    """Seed of one clip; held-out seeds live in their own branch."""
    return (seed, zlib.crc32(class_name.encode()), index, int(held_out))


def write_shard(
    folder: Path,
    name: str,
    class_names: Sequence[str],
    per_class: int,
    audio_per_class: int,
    seed: int,
    held_out: bool = False,
    say: Callable[[str], None] = print,
) -> int:
    """Generate per_class clips of each class into one shard; returns the number of clips."""
    writer = ShardWriter(folder, name)
    for class_name in class_names:
        for index in range(per_class):
            clip = make_clip(class_name, clip_seed(seed, class_name, index, held_out))
            record = Record("procedural", class_name, held_out, CLASSES[class_name].texture, clip_seconds(clip), clip.description)
            writer.add(record, clip.audio, keep_audio=index < audio_per_class)
        say(f"{name}: {class_name} {per_class} clips")
    writer.close()
    return len(writer.records)
