"""Data stage, instruments: Fluid R3 rendered once by fluidsynth, one note at a time, cut out of one long file.

Fluid R3 GM (Frank Wen, MIT licence) comes with the Debian package `fluid-soundfont-gm`, the renderer with `fluidsynth`.
"""

import struct
import subprocess
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import soundfile

from .catalogue import finish
from .general_midi import DRUMS, KITS, PROGRAMS
from .store import Record, ShardWriter
from .synth import SAMPLE_RATE_HZ

SOUNDFONT = Path("/usr/share/sounds/sf2/FluidR3_GM.sf2")
NOTE_SPACING_S, DRUM_SPACING_S = 2.6, 2.3
_TICKS = 960  # a quarter note; at 60 beats a minute, one second


@dataclass(frozen=True)
class Note:
    """One key press of the long file and what describes it."""

    start_s: float
    held_s: float
    channel: int
    program: int
    key: int
    velocity: int
    class_name: str
    description: dict


def score() -> tuple[list[Note], float]:
    """Every program at three pitches, every kit's percussion keys at two velocities; and the total length."""
    notes: list[Note] = []
    now = 0.5
    for program, names in enumerate(PROGRAMS):
        for key, trait in ((45, "low"), (60, None), (76, "high")):
            description = {"nouns": list(names), "traits": [trait] if trait else [], "adjectives": [], "tails": []}
            notes.append(Note(now, 1.4, 0, program, key, 100, f"gm_{program:03d}", description))
            now += NOTE_SPACING_S
    for program, kit in KITS.items():
        for key, names in DRUMS.items():
            for velocity in (110, 50):
                description = {
                    "nouns": list(names),
                    "traits": ["soft"] if velocity == 50 else [],
                    "adjectives": [[kit]] if kit else [],
                    "tails": [],
                }
                notes.append(Note(now, 0.4, 9, program, key, velocity, f"drum_{key}", description))
                now += DRUM_SPACING_S
    return notes, now


def variable_length(value: int) -> bytes:
    """A MIDI variable-length quantity."""
    out = [value & 0x7F]
    while value := value >> 7:
        out.append(0x80 | (value & 0x7F))
    return bytes(reversed(out))


def midi_file(notes: list[Note]) -> bytes:
    """A format 0 standard MIDI file at 60 beats a minute, reverb and chorus sends at zero."""
    events: list[tuple[int, int, bytes]] = [(0, 0, b"\xff\x51\x03\x0f\x42\x40")]
    for channel in (0, 9):
        events += [(0, 0, bytes([0xB0 | channel, controller, 0])) for controller in (91, 93)]
    for note in notes:
        start, end = (int(t * _TICKS) for t in (note.start_s, note.start_s + note.held_s))
        events.append((start - 20, 0, bytes([0xC0 | note.channel, note.program])))
        events.append((start, 1, bytes([0x90 | note.channel, note.key, note.velocity])))
        events.append((end, 1, bytes([0x80 | note.channel, note.key, 0])))
    track, now = b"", 0
    for tick, _, data in sorted(events, key=lambda e: (e[0], e[1])):
        track += variable_length(tick - now) + data
        now = tick
    track += b"\x00\xff\x2f\x00"
    return b"MThd" + struct.pack(">IHHH", 6, 0, 1, _TICKS) + b"MTrk" + struct.pack(">I", len(track)) + track


def render(notes: list[Note], path: Path) -> None:
    """Render the score with fluidsynth into a stereo WAV file."""
    with tempfile.TemporaryDirectory() as folder:
        midi = Path(folder) / "score.mid"
        midi.write_bytes(midi_file(notes))
        command = [
            "fluidsynth",
            "-ni",
            "-R",
            "0",
            "-C",
            "0",
            "-g",
            "0.6",
            "-r",
            str(SAMPLE_RATE_HZ),
            "-F",
            str(path),
            str(SOUNDFONT),
            str(midi),
        ]
        subprocess.run(command, check=True, capture_output=True)


def write_shard(folder: Path, work: Path, seed: int, say: Callable[[str], None] = print) -> int:
    """Render, cut at -50 dB, drop silent and duplicate notes, write the shard; returns the number of clips."""
    notes, _ = score()
    wav = work / "soundfont.wav"
    if not wav.exists():
        render(notes, wav)
    writer = ShardWriter(folder, "soundfont")
    rng = np.random.default_rng(seed)
    seen: set[bytes] = set()
    with soundfile.SoundFile(wav) as file:
        for note in notes:
            spacing = DRUM_SPACING_S if note.channel == 9 else NOTE_SPACING_S
            file.seek(int(note.start_s * SAMPLE_RATE_HZ))
            audio = file.read(int((spacing - 0.05) * SAMPLE_RATE_HZ), always_2d=True).mean(1)
            peak = np.abs(audio).max() if len(audio) else 0.0
            loud = np.flatnonzero(np.abs(audio) > peak * 10 ** (-50 / 20))
            fingerprint = np.round(audio[:4000:7] / (peak + 1e-9), 2).tobytes()
            if peak < 1e-3 or len(loud) < 200 or fingerprint in seen:
                continue  # GS kits share most of their sounds; a sound is kept once
            seen.add(fingerprint)
            clip = finish(audio[loud[0] : loud[-1] + 1].astype(float), rng)
            record = Record("soundfont", note.class_name, False, False, len(clip) / SAMPLE_RATE_HZ, note.description)
            writer.add(record, clip, keep_audio=True)
    writer.close()
    say(f"soundfont: {len(writer.records)} distinct clips")
    return len(writer.records)
