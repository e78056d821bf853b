"""The clip store on disk: log-mel frames of every clip, audio of the decoder's share, and descriptions.

One shard a source (and a worker): `NAME.frames.npy` (frames, 100) float16, `NAME.audio.npy` (samples,) int16,
`NAME.json` with one record a clip. Files are read by memory map, so several training processes share them.
"""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import torch

from ditone.models.mini.latent import log_mel, mel_filters


@dataclass
class Record:
    """What the store knows about one clip."""

    source: str  # procedural, soundfont, recorded
    class_name: str
    held_out: bool
    texture: bool
    seconds: float
    description: dict
    first_frame: int = 0
    frames: int = 0
    first_sample: int = -1  # -1: no audio kept
    samples: int = 0


class ShardWriter:
    """Collects clips and writes one shard."""

    def __init__(self, folder: Path, name: str) -> None:
        self.folder, self.name = folder, name
        self.records: list[Record] = []
        self.frames: list[np.ndarray] = []
        self.audio: list[np.ndarray] = []
        self._frame_count = self._sample_count = 0
        self._filters = mel_filters()

    def add(self, record: Record, audio: np.ndarray, keep_audio: bool) -> None:
        """audio: (samples,) float32."""
        mel = log_mel(torch.from_numpy(audio), self._filters).numpy().astype(np.float16)
        record.first_frame, record.frames = self._frame_count, len(mel)
        self._frame_count += len(mel)
        self.frames.append(mel)
        if keep_audio:
            record.first_sample, record.samples = self._sample_count, len(audio)
            self._sample_count += len(audio)
            self.audio.append(np.round(audio * 32767).astype(np.int16))
        self.records.append(record)

    def close(self) -> None:
        """Write the three files; the JSON last, as the sign that the shard is complete."""
        self.folder.mkdir(parents=True, exist_ok=True)
        np.save(self.folder / f"{self.name}.frames.npy", np.concatenate(self.frames))
        np.save(self.folder / f"{self.name}.audio.npy", np.concatenate(self.audio) if self.audio else np.zeros(0, np.int16))
        text = json.dumps([asdict(r) for r in self.records])
        (self.folder / f"{self.name}.json").write_text(text)


@dataclass
class StoredClip:
    """A record with access to its data."""

    record: Record
    _frames: np.ndarray
    _audio: np.ndarray

    @property
    def mel(self) -> np.ndarray:
        """(frames, 100) float16, a view of the memory map."""
        return self._frames[self.record.first_frame : self.record.first_frame + self.record.frames]

    @property
    def audio(self) -> np.ndarray | None:
        """(samples,) float32, or None where only the log-mel was kept."""
        if self.record.first_sample < 0:
            return None
        part = self._audio[self.record.first_sample : self.record.first_sample + self.record.samples]
        return part.astype(np.float32) / 32767


def load_shards(folder: Path, names: Iterable[str] | None = None) -> list[StoredClip]:
    """All clips of the shards in a folder, in name order."""
    clips: list[StoredClip] = []
    for path in sorted(folder.glob("*.json")):
        if names is not None and path.stem not in names:
            continue
        frames = np.load(path.with_name(f"{path.stem}.frames.npy"), mmap_mode="r")
        audio = np.load(path.with_name(f"{path.stem}.audio.npy"), mmap_mode="r")
        for entry in json.loads(path.read_text()):
            clips.append(StoredClip(Record(**entry), frames, audio))
    if not clips:
        raise FileNotFoundError(f"no clip shards in {folder}; run the data stage first")
    return clips
