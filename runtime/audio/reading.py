"""Reads sound files: plain files of a rate, a number of channels and a length that a sound can have, however large their headers claim
to be."""

from __future__ import annotations

import io
import os
import struct
from pathlib import Path
from typing import IO

import numpy as np
import psutil
import soundfile

from ditone.runtime.errors import DitoneError
from ditone.runtime.files import open_regular
from ditone.runtime.take import Audio

LOWEST_RATE_HZ, HIGHEST_RATE_HZ = 1_000, 768_000
MOST_CHANNELS = 8
LARGEST_SAMPLE = 1e12  # 2^31 is met where whole numbers were stored as floats
FRAMES_A_BYTE = 8192  # no codec packs silence tighter
SAMPLE_BYTES = {
    "PCM_S8": 1, "PCM_U8": 1, "PCM_16": 2, "PCM_24": 3, "PCM_32": 4, "FLOAT": 4, "DOUBLE": 8, "ULAW": 1, "ALAW": 1,
}  # fmt: skip
PACKED = ("FLAC", "OGG", "MP3")  # containers whose samples take less than their subtype says
BLOCK_FRAMES = 2**20
MEMORY_SHARE = 0.8  # of what is free, that one sound may take
LARGEST_STREAMED = 2**30


def read(path: Path) -> tuple[Audio, int]:
    """(samples (frames, channels) float32, sample rate in Hz) of any file that libsndfile knows.

    Raises DitoneError with a sentence for a file that is missing, no plain file, unreadable, unknown or empty, whose rate or number of
    channels no sound has, that claims more than it can hold, or that does not fit into memory.
    """
    with open_regular(path) as file:
        try:
            audio, rate_hz = _decoded(file, path, os.fstat(file.fileno()).st_size)
            if not len(audio) and (whole := _streamed(file)) is not None:
                audio, rate_hz = _decoded(io.BytesIO(whole), path, len(whole))
        except OSError as error:
            raise DitoneError(f"{path} could not be read: {error.strerror or error}.") from error
        except (soundfile.LibsndfileError, ValueError) as error:
            raise DitoneError(
                f"{path} is not a sound file that can be read here.",
                "WAV, FLAC, Ogg Vorbis, Opus, MP3 and AIFF are known.",
            ) from error
    if not len(audio):
        raise DitoneError(f"{path} holds no samples.")
    return audio, rate_hz


def read_source(path: Path) -> tuple[Audio, int]:
    """What `read` gives, for a sound that a model starts from. One value that is not finite, or whose square is not, would make the whole
    take silent or NaN.

    Raises DitoneError as `read` does, and for such a value.
    """
    audio, sample_rate_hz = read(path)
    if not np.isfinite(audio).all():
        raise DitoneError(
            f"{path} holds values that are not finite numbers, so no sound can be made from it.",
            actions=("Export it again, or choose another file.",),
        )
    largest = float(np.abs(audio).max())
    if largest > LARGEST_SAMPLE:
        raise DitoneError(
            f"{path} holds values of up to {largest:.1g}, which no sound has; full scale is 1.",
            actions=("Export it again, or choose another file.",),
        )
    return audio, sample_rate_hz


def read_shown(path: Path) -> tuple[Audio, int]:
    """What `read` gives, for a sound that is shown and played: what is no number has no level.

    Raises DitoneError as `read` does, and for such a value.
    """
    audio, sample_rate_hz = read(path)
    wrong = ~np.isfinite(audio).all(axis=1)
    if wrong.any():
        raise DitoneError(
            f"{path} holds values that are not finite numbers, the first at {int(wrong.argmax()) / sample_rate_hz:.3f} s; "
            "it has no level and cannot be shown or played.",
            actions=("Export it again, or choose another file.",),
        )
    return audio, sample_rate_hz


def _decoded(file: IO[bytes], path: Path, size_bytes: int) -> tuple[Audio, int]:
    """Block by block, so that memory follows what is there and not what the header claims."""
    with soundfile.SoundFile(_Clamped(file, size_bytes)) as sound:
        _check(sound, path, size_bytes)
        blocks = []
        while len(block := sound.read(BLOCK_FRAMES, dtype="float32", always_2d=True)):
            blocks.append(block)
        audio = np.concatenate(blocks) if blocks else np.zeros((0, sound.channels), np.float32)
        return audio, int(sound.samplerate)


class _Clamped:
    """A file in which libsndfile moves about: a place that a broken header names outside of it is the nearest one inside.

    Python's own files raise there, which the library's call back into Python cannot pass on, and prints.
    """

    def __init__(self, file: IO[bytes], size_bytes: int) -> None:
        self._file, self._size = file, size_bytes
        self.tell, self.read = file.tell, file.read
        self.readinto = file.readinto  # type: ignore[attr-defined]

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        begin = {os.SEEK_SET: 0, os.SEEK_CUR: self._file.tell(), os.SEEK_END: self._size}[whence]
        return self._file.seek(min(max(begin + offset, 0), self._size))


def _check(sound: soundfile.SoundFile, path: Path, size_bytes: int) -> None:
    if not LOWEST_RATE_HZ <= sound.samplerate <= HIGHEST_RATE_HZ:
        raise DitoneError(
            f"{path} has a sample rate of {sound.samplerate:,} Hz; {LOWEST_RATE_HZ:,} to {HIGHEST_RATE_HZ:,} Hz can be used."
        )
    if not 1 <= sound.channels <= MOST_CHANNELS:
        raise DitoneError(f"{path} has {sound.channels} channels; up to {MOST_CHANNELS} can be used.")
    stored = None if sound.format in PACKED else SAMPLE_BYTES.get(sound.subtype)
    most = size_bytes // (stored * sound.channels) if stored else size_bytes * FRAMES_A_BYTE
    if sound.frames > most:
        raise DitoneError(f"{path} claims {sound.frames:,} samples a channel, which its {size_bytes:,} bytes cannot hold.")
    needed, free = sound.frames * sound.channels * 4, psutil.virtual_memory().available
    if needed > MEMORY_SHARE * free:
        raise DitoneError(
            f"{path} is {sound.frames / sound.samplerate / 3600:.1f} h long: it needs {needed / 1e9:.1f} GB of memory, "
            f"{free / 1e9:.1f} GB are free."
        )


def _streamed(file: IO[bytes]) -> bytes | None:
    """A WAV file whose header was never finished, as recorders and pipes leave it: the data's size is 0 though samples follow.

    With the size set right; None for any other file.
    """
    file.seek(0)
    head = file.read(2**16)
    if head[:4] != b"RIFF" or head[8:12] != b"WAVE":
        return None
    position = 12
    while position + 8 <= len(head):
        name, length = struct.unpack_from("<4sI", head, position)
        if name == b"data":
            break
        position += 8 + length + length % 2
    else:
        return None
    file.seek(0)
    data = file.read(LARGEST_STREAMED)
    follows = data[position + 8 : position + 12]
    if length or len(data) == LARGEST_STREAMED or not follows or (follows.isalnum() and follows.isascii()):
        return None  # the next chunk follows: there really is nothing
    return data[: position + 4] + struct.pack("<I", len(data) - position - 8) + data[position + 8 :]
